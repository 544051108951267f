"""A rulebook to leaf through: provisions, procedures, irregularities and readings, each cited and searchable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN
from floorapp.engine.catalogue import CaseWhen, Irregularity
from floorapp.engine.procedure import ChecklistStep
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.readings import Reading
from floorapp.engine.result import odds_said
from floorapp.engine.round_findings import covers
from floorapp.engine.rulebook import DutyBook
from floorapp.operations.trade_words import ALSO, stand_in

#: What a rulebook consists of, in the order of its pages.
KINDS = ("standing", "provision", "procedure", "irregularity", "reading")


@dataclass(frozen=True, slots=True)
class StatedRule:
    """One thing a rulebook says, in our own words: its key is the same in every rulebook that says it."""

    key: str
    kind: str
    title: str
    says: str
    cite: str
    more: tuple[tuple[str, str], ...] = ()
    readings: tuple[str, ...] = ()
    policy: bool = False  # the text is silent: house policy

    @property
    def called(self) -> str:
        """What the trade calls it."""
        return ALSO.get(self.key.removeprefix("irregularity "), "")

    @property
    def haystack(self) -> str:
        """Everything in it a person could search for."""
        parts = (
            self.title,
            self.says,
            self.cite,
            self.key,
            *self.readings,
            *(words for each in self.more for words in each),
            self.called,
        )
        return " ".join(parts).casefold()


def rules_of(book: DutyBook, readings: Sequence[Reading] = ()) -> tuple[StatedRule, ...]:
    """Every page of a rulebook, its standing first."""
    return (
        _standing(book),
        *(_provision(path, rule) for path, rule in book.provisions()),
        *(_procedure(step) for step in book.steps),
        *(_irregularity(each) for each in book.irregularities),
        *(_reading(each, book) for each in readings if book.id in each.cites),
    )


def _standing(book: DutyBook) -> StatedRule:
    standing = book.standing
    until = PLAIN.date(standing.until) if standing.until else "no end date"
    more = (("In force from", PLAIN.date(standing.since)), ("Until", until), ("Version", book.version))
    return StatedRule("standing", "standing", f"{book.name}: {standing.status}", standing.note, standing.cite, more)


#: Names of the format that a floor says otherwise.
SAID = {
    "cover card": "cut card",
    "settlement: dealer over": "settlement: dealer busts",
    "(settlement|second chance): over": r"\1: bust",
    "colours": "colors",
    "colour": "color",
    "dealer: beyond": "dealer: card after standing",
    "twenty two": "22",
    "twenty one": "21",
    "paytable": "pay table",
    "by hand": "hand shuffle",
}
#: Names of pays, and of what a dealer's hand is.
PAID = {
    "suit": "suited",
    "colour": "same color",
    "other": "any other",
    "eights_suit": "three eights suited",
    "eights_colour": "three eights same color",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "over": "bust",
    "over-21": "more than 21",
}


def _as_said(name: str) -> str:
    """A name of the format as the floor says it; drop and tip boxes are boxes."""
    spots = re.sub(r"(?<!drop )(?<!tip )\bbox(es)?\b", lambda found: "spots" if found[1] else "spot", name)
    for ours, said in SAID.items():
        spots = re.sub(rf"\b{ours}\b", said, spots)
    return spots


def _provision(path: str, rule: Provision[object]) -> StatedRule:
    title = _as_said(path.replace(".", ": ").replace("_", " "))
    value = rule.value
    cents = value if isinstance(value, int) and path.endswith(".minimum") else None
    more = (("Value", words_of(value) if cents is None else dollars(cents)),)
    return StatedRule(
        f"provision {path}",
        "provision",
        title[:1].upper() + title[1:],
        rule.says,
        rule.cite,
        more,
        rule.readings,
        rule.policy,
    )


def words_of(value: object) -> str:
    """A provision's value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return f"{value.numerator} to {value.denominator}" if value > 1 or value.denominator == 1 else str(value)
    if isinstance(value, PayTable):
        return ", ".join(f"{PAID.get(name, name)} {odds_said(pays)}" for name, pays in value.pays.items())
    if isinstance(value, tuple | frozenset):
        return ", ".join(words_of(each) for each in value) or "none"
    word = str(value)
    return PAID[word] if word in PAID and not word.isdigit() else _plain(word)


def _plain(word: str) -> str:
    """`no-dealing`, `bust_it` as people say them."""
    return _as_said(word.replace("_", " ").replace("-", " "))


def _procedure(step: ChecklistStep) -> StatedRule:
    about = _plain(step.checklist)
    more = [("Who", _plain(step.who)), ("Part of", about)]
    more += [("For cards that are", ", ".join(step.cards))] if step.cards else []
    more += [("When shuffled", ", ".join(map(_plain, step.methods)))] if step.methods else []
    more += [("When", step.when.replace("-", " "))] if step.when else []
    more += [("The property chooses", _plain(step.choice).replace(":", ": "))] if step.choice else []
    what = step.id.removeprefix(f"{step.checklist}-").replace("-", " ")
    title = f"{about[:1].upper()}{about[1:]}: {_as_said(what)}"
    return StatedRule(
        f"procedure {step.checklist} {step.id}",
        "procedure",
        title,
        step.says,
        step.cite,
        tuple(more),
        step.readings,
        step.policy,
    )


def _irregularity(entry: Irregularity) -> StatedRule:
    more = [("Look for", entry.look_for), ("Remedy", entry.effect.replace("-", " "))]
    more += [("Notify", ", ".join(who.replace("-", " ") for who in entry.notify))] if entry.notify else []
    more += [(f"The {option.who.replace('-', ' ')} may choose", option.says) for option in entry.options]
    for case in entry.cases:
        said = case.remedy or entry.remedy
        cite = f" ({case.cite})" if case.cite else ""
        more.append((f"But {_when(case.when)}", f"{said}{cite}"))
    return StatedRule(
        f"irregularity {entry.code}",
        "irregularity",
        entry.title,
        entry.remedy,
        entry.cite,
        tuple(more),
        entry.readings,
        entry.policy,
    )


def _when(when: CaseWhen) -> str:
    facts = (
        [f"with more than {when.cards_over} card{'s' * (when.cards_over != 1)}"] if when.cards_over is not None else []
    )
    said = {
        "device_reveals": ("where the device reveals the value", "where the device reveals nothing"),
        "hole_card_exposed": ("once the hole card is exposed", "before the hole card is exposed"),
        "first_two_dealt": ("once the first two cards are dealt", "before the first two cards are dealt"),
        "declined": ("where it is declined", "where it is not declined"),
    }
    for name, (so, not_so) in said.items():
        value = getattr(when, name)
        facts += [so if value else not_so] if value is not None else []
    facts += [f"where reading {when.reading} is not the default"] if when.reading else []
    return " and ".join(facts) or "otherwise"


def _reading(reading: Reading, book: DutyBook) -> StatedRule:
    more = (("Otherwise", reading.alternative), ("Reason", reading.why))
    cites = ", ".join(reading.cites[book.id])
    return StatedRule(
        f"reading {reading.id}",
        "reading",
        f"{reading.id} · {reading.question}",
        reading.default,
        cites,
        more,
        (reading.id,),
    )


def search(rules: tuple[StatedRule, ...], text: str, kind: str = "") -> tuple[StatedRule, ...]:
    """Those that hold every word of the text; a citation typed as such comes first, then what the trade calls so."""
    words, wanted = text.split(), text.strip().casefold()
    found = [rule for rule in rules if (not kind or rule.kind == kind) and stand_in(words, rule.haystack)]
    if not wanted:
        return tuple(found)
    return tuple(sorted(found, key=lambda rule: (rule.cite.casefold() != wanted, not stand_in(words, rule.called))))


def of_cite(rules: tuple[StatedRule, ...], cite: str) -> StatedRule | None:
    """The page of a citation: the very paragraph, else the one it is part of, else one of its parts."""
    ways = (
        lambda rule: rule.cite == cite,
        lambda rule: covers(rule.cite, cite),
        lambda rule: covers(cite, rule.cite),
        lambda rule: _section(rule.cite) == _section(cite),
    )
    return next((rule for way in ways for rule in rules if way(rule)), None)


def _section(cite: str) -> str:
    return cite.split("(")[0]


def elsewhere(
    books: Iterator[tuple[DutyBook, tuple[StatedRule, ...]]], key: str
) -> Iterator[tuple[DutyBook, StatedRule | None]]:
    """What other rulebooks say of the same thing; None where they are silent."""
    for book, rules in books:
        yield book, next((rule for rule in rules if rule.key == key), None)
