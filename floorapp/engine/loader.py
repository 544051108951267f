"""From the text of a TOML file to a rulebook; refuses what is missing, unknown or uncited, by its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from functools import partial
from typing import Any, get_args

from floorapp.domain.cards import RANKS
from floorapp.engine.catalogue import EFFECTS, Case, CaseWhen, Irregularity, Option
from floorapp.engine.duty import CONDITIONS_OF_CARDS, DUTIES, PARTS, VALUES, RulebookDuty
from floorapp.engine.duty import METHODS as DUTY_METHODS
from floorapp.engine.mechanics.register import HAND_WAGERS, MECHANICS
from floorapp.engine.procedure import CARDS, CHECKLISTS, METHODS, ChecklistStep
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.readings import READING_IDS, Reading
from floorapp.engine.rulebook import HOUSE_POLICY, NO_READER, CardDuties, CardDutiesByHand, DutyBook, Rulebook, Standing
from floorapp.engine.toml_values import (
    RulebookFault,
    among,
    flag,
    hints_of,
    is_union,
    must_be_table,
    must_be_tables,
    read_fields,
    read_value,
    refuse,
    refuse_twins,
    refuse_unknown,
    text,
    texts,
    together,
)
from floorapp.engine.wagers.register import PLACED, WAGERS

#: The parts that are lists of tables, and what a table of each is called in the file.
LISTS_BY_PART = {"steps": "step", "irregularities": "irregularity", "duties": "duty"}
#: What a rulebook of duties may leave out, and how it is then taken.
UNSAID: Mapping[str, Any] = {"reader": NO_READER}
#: What wagers and mechanics bring to a rulebook: the part of it, and the group of each by its name.
BROUGHT: Mapping[str, Mapping[str, type]] = {
    "mechanics": {each.do: each.group for each in MECHANICS if each.group},
    "sides": {each.name: each.group for each in PLACED.values() if each.group},
}

#: The words a provision may hold, by its place; the engine knows what each of them does.
WORDS: Mapping[str, tuple[str, ...]] = {
    "reader.kind": ("blackjack", "masque"),
    "reader.wrong_signal": ("malfunction", "play-on-or-dead"),
    "reader.failure": ("no-dealing", "no-reader-procedure"),
    "reader.needless": ("continue", "dead-if-revealed"),
    "blackjack.both": ("push", "win"),
    "blackjack.dealer": ("lose",),
    "blackjack.late_double": ("push",),
    "blackjack.late_split": ("push",),
    "blackjack.beats_21": ("win",),
    "insurance.offered": ("ace",),
    "insurance.lost": ("lose",),
    "insurance.foreign_ten": ("push",),
    "surrender.when": ("never", "first-two", "any-time"),
    "surrender.dealer_blackjack": ("lose",),
    "double.cards": ("first-two", "any"),
    "double.limit": ("main", "main-and-double-attack"),
    "split.pair": ("equal-value",),
    "split.wager": ("main", "main-and-double-attack"),
    "split.turn": ("leftmost-first",),
    "split.free": ("all-but-tens",),
    "dealer.needless_draw": ("forbidden", "no-rule"),
    "dealer.beyond": ("not-counted",),
    "dealer.third_card": ("drawn-under-17",),
    "dealer.twenty_two": ("push", "push-but-large-and-21", "over"),
    "settlement.dealer_over": ("win",),
    "settlement.higher": ("win",),
    "settlement.tie": ("push",),
    "settlement.over": ("lose",),
    "settlement.lower": ("lose",),
    "bettors.double": ("optional",),
    "bettors.split": ("cover-or-name",),
    "bettors.insurance": ("own",),
    "bettors.double_attack": ("follows-caller",),
    "bettors.calls": ("seated-or-highest",),
    **{f"{each.name}.{field}": words for each in PLACED.values() for field, words in each.words.items()},
    **{f"{each.do}.{field}": words for each in MECHANICS for field, words in each.words.items()},
}
#: What an irregularity may need to know.
FACTS = ("cards", "device_reveals", "hole_card_exposed", "first_two_dealt", "declined")


def rulebook_of(raw: Mapping[str, Any], name: str) -> Rulebook:
    """The rulebook that the tables of a TOML file make; `name` is how faults call it."""
    book = book_of(raw, name)
    if not isinstance(book, Rulebook):
        raise RulebookFault(f"{name}: settles", "must be true: this game is to be settled")
    return book


def book_of(raw: Mapping[str, Any], name: str) -> DutyBook:
    """The same, or with `settles = false` the duties alone."""
    kind = Rulebook if flag(raw.get("settles", True), f"{name}: settles") else DutyBook
    section = _section_of(raw.get("standing"), name, own=kind is DutyBook)
    parts = hints_of(kind)
    _, *made = together(
        lambda: _refuse_parts(kind, raw, name), *(partial(_read_part, kind, part, raw, name, section) for part in parts)
    )
    book: DutyBook = kind(**dict(zip(parts, made, strict=True)))
    _check_whole(book, raw, name)
    return book


def _refuse_parts(kind: type[DutyBook], keys: Collection[str], name: str) -> None:
    """The parts of a rulebook are known, and each that is not optional is there."""
    hints = hints_of(kind)
    known = {"settles", *(LISTS_BY_PART.get(part, part) for part in hints if part not in BROUGHT)}
    if kind is Rulebook:
        known |= {group for groups in BROUGHT.values() for group in groups}
    spared = (*BROUGHT, *LISTS_BY_PART, *(() if kind is Rulebook else UNSAID))
    needed = [part for part, kind in hints.items() if part not in spared and not is_union(kind)]
    together(
        *(partial(refuse, f"{name}: {key}", "unknown") for key in keys if key not in known),
        *(partial(refuse, f"{name}: {part}", "missing") for part in needed if part not in keys),
    )


def _read_part(kind: type[DutyBook], part: str, raw: Mapping[str, Any], name: str, section: re.Pattern[str]) -> Any:
    """A part of a rulebook as its field holds it; an optional one that is not there is None."""
    if part in LISTS_BY_PART:
        key = LISTS_BY_PART[part]
        return _read_list(key, raw.get(key, []), name, section)
    if part in BROUGHT:
        groups = {each: group for each, group in BROUGHT[part].items() if each in raw}
        made = (partial(_part, group, raw[each], f"{name}: {each}", section) for each, group in groups.items())
        return dict(zip(groups, together(*made), strict=True))
    if part in UNSAID and part not in raw:
        return UNSAID[part]
    wanted = hints_of(kind)[part]
    wanted = CardDutiesByHand if wanted is CardDuties else wanted
    return _part(wanted, raw[part], f"{name}: {part}", section) if part in raw else None


def _read_list(key: str, raw: Any, name: str, section: re.Pattern[str]) -> tuple[Any, ...]:
    """The steps, the irregularities or the duties."""
    place = f"{name}: {key}"
    read, called = _LISTED[key]
    entries = enumerate(must_be_tables(raw, place))
    made = tuple(together(*(partial(read, each, f"{place}[{n}]", section) for n, each in entries)))
    refuse_twins([called(each) for each in made], place)
    return made


def read_readings(content: str, name: str) -> tuple[Reading, ...]:
    """The register of readings of silent text."""
    made = []
    raw = toml_of(content, name)
    refuse_unknown(raw, ("reading",), name)
    for n, each in enumerate(must_be_tables(raw.get("reading", []), f"{name}: reading")):
        place = f"{name}: reading[{n}]"
        plain = read_fields(Reading, each, place, skip=("cites",))
        among(plain["id"], READING_IDS, f"{place}.id")
        among(plain["kind"], ("settlement", "procedure"), f"{place}.kind")
        cites = must_be_table(each.get("cites"), f"{place}.cites")
        books = {book: texts(places, f"{place}.cites.{book}") for book, places in cites.items()}
        made.append(Reading(**plain, cites=books))
    refuse_twins([reading.id for reading in made], name)
    return tuple(made)


def toml_of(content: str, name: str) -> dict[str, Any]:
    import tomllib  # takes its time, and what was read is mostly kept

    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as fault:
        raise RulebookFault(name, f"not TOML: {fault}") from fault


def _check_whole(book: DutyBook, keys: Collection[str], name: str) -> None:
    """What only shows once the whole rulebook is there."""
    for group in BROUGHT["sides"]:
        if (group in keys) != (group in book.wagers):
            raise RulebookFault(f"{name}: {group}", "must stand among table.wagers, and have a group of its own")
    if book.reader.kind.value == "masque":
        for range_ in ("small", "medium", "large"):
            if getattr(book.reader, range_) is None:
                raise RulebookFault(f"{name}: reader.{range_}", "missing")
    if isinstance(book.cards, CardDutiesByHand) and (book.cards.hand_decks is None) != (book.cards.hand_hours is None):
        raise RulebookFault(f"{name}: cards", "hand_decks and hand_hours stand together")


def _part(kind: Any, raw: Any, place: str, section: re.Pattern[str]) -> Any:
    """A top-level part of a rulebook: plain text, the standing, the wagers' names, or a group."""
    kind = next(each for each in get_args(kind) if each is not type(None)) if is_union(kind) else kind
    if kind is str:
        return text(raw, place)
    table = must_be_table(raw, place)
    if kind is Standing:
        return _standing(table, place)
    if place.endswith(": wager_names"):
        for wager in table:
            among(wager, {*WAGERS, *HAND_WAGERS}, f"{place}.{wager}")
        return {wager: text(words, f"{place}.{wager}") for wager, words in table.items()}
    hints = hints_of(kind)
    given = [spec.name for spec in fields(kind) if spec.name in table]
    missing = [spec.name for spec in fields(kind) if spec.name not in table and spec.default is MISSING]
    _, *made = together(
        lambda: refuse_unknown(table, tuple(hints), place),
        *(partial(_provision, hints[each], table[each], f"{place}.{each}", section) for each in given),
        *(partial(refuse, f"{place}.{each}", "missing") for each in missing),
    )
    return kind(**dict(zip(given, made, strict=True)))


def _provision(kind: Any, raw: Any, place: str, section: re.Pattern[str]) -> Provision[Any]:
    table = must_be_table(raw, place)
    kind = next(each for each in get_args(kind) if each is not type(None)) if is_union(kind) else kind
    (wanted,) = get_args(kind)
    _, value, cite, says, readings, policy = together(
        lambda: refuse_unknown(table, ("value", "cite", "says", "readings", "policy"), place),
        lambda: _provided(wanted, table, place),
        lambda: _citation(table, place, section),
        lambda: text(table.get("says"), f"{place}.says"),
        lambda: _readings(table, place),
        lambda: flag(table.get("policy", False), f"{place}.policy"),
    )
    return Provision(value, cite, says, readings, policy)


def _provided(wanted: Any, table: Mapping[str, Any], place: str) -> Any:
    """A provision's value; its words and pay names are ones the engine knows."""
    if "value" not in table:
        raise RulebookFault(f"{place}.value", "missing")
    value = read_value(wanted, table["value"], f"{place}.value")
    key = place.split(": ", 1)[1]
    group = key.split(".")[0]
    if wanted is str and key in WORDS:
        among(value, WORDS[key], f"{place}.value")
    elif wanted is str and not set(value) <= set(RANKS):
        raise RulebookFault(f"{place}.value", f"{value!r} is not a list of ranks")
    elif wanted == tuple[str, ...]:
        if not value:
            raise RulebookFault(f"{place}.value", "must be a list of wagers")
        among(value, WAGERS, f"{place}.value")
    elif wanted is PayTable and set(value.pays) != PLACED[group].pays:
        raise RulebookFault(f"{place}.value", f"must pay exactly {', '.join(sorted(PLACED[group].pays))}")
    return value


def _readings(raw: Mapping[str, Any], place: str) -> tuple[str, ...]:
    found = texts(raw.get("readings", []), f"{place}.readings")
    among(found, READING_IDS, f"{place}.readings")
    return found


def _read_step(raw: Any, place: str, section: re.Pattern[str]) -> ChecklistStep:
    """A step of a checklist."""
    made = read_fields(ChecklistStep, raw, place)
    _citation(raw, place, section)
    among(made["checklist"], CHECKLISTS, f"{place}.checklist")
    among(made.get("cards", ()), CARDS, f"{place}.cards")
    among(made.get("methods", ()), METHODS, f"{place}.methods")
    _readings(raw, place)
    return ChecklistStep(**made)


def _duty(raw: Any, place: str, section: re.Pattern[str]) -> RulebookDuty:
    """A duty of conduct: cited, or the house's own policy."""
    made = read_fields(RulebookDuty, raw, place)
    among(made["name"], DUTIES, f"{place}.name")
    if made.get("policy", False):
        if "cite" in made:
            raise RulebookFault(f"{place}.cite", "house policy cites nothing")
    else:
        _citation(raw, place, section)
    among(made.get("of", ()), PARTS.get(made["name"], ()), f"{place}.of")
    among(made.get("value", ()), VALUES.get(made["name"], ()), f"{place}.value")
    among(made.get("cards", ()), CONDITIONS_OF_CARDS, f"{place}.cards")
    among(made.get("spared", ()), DUTY_METHODS, f"{place}.spared")
    _readings(raw, place)
    return RulebookDuty(**made)


def _irregularity(raw: Any, place: str, section: re.Pattern[str]) -> Irregularity:
    made = read_fields(Irregularity, raw, place, skip=("options", "cases", "when", "option", "case"))
    for key in ("options", "cases", "when"):
        if key in raw:
            raise RulebookFault(f"{place}.{key}", "unknown")
    _citation(raw, place, section)
    among(made["effect"], EFFECTS, f"{place}.effect")
    among(made.get("needs", ()), FACTS, f"{place}.needs")
    _readings(raw, place)
    cases = must_be_tables(raw.get("case", []), f"{place}.case")
    made["options"] = _options(raw.get("option", []), f"{place}.option")
    made["cases"] = tuple(_case(each, f"{place}.case[{n}]", section) for n, each in enumerate(cases))
    return Irregularity(**made)


def _case(raw: Any, place: str, section: re.Pattern[str]) -> Case:
    made = read_fields(Case, raw, place, skip=("when", "option", "options"))
    if not raw.get("when"):
        raise RulebookFault(f"{place}.when", "missing")
    when = CaseWhen(**read_fields(CaseWhen, raw["when"], f"{place}.when"))
    among(when.reading or (), READING_IDS, f"{place}.when.reading")
    if "cite" in made:
        _citation(raw, place, section)
    among(made.get("effect", ()), EFFECTS, f"{place}.effect")
    _readings(raw, place)
    if raw.get("options", []) != []:
        raise RulebookFault(f"{place}.options", "can only be empty, which clears them; use option")
    if "option" in raw or "options" in raw:
        made["options"] = _options(raw.get("option", []), f"{place}.option")
    return Case(when=when, **made)


def _options(raw: Any, place: str) -> tuple[Option, ...]:
    made = []
    for n, each in enumerate(must_be_tables(raw, place)):
        option = Option(**read_fields(Option, each, f"{place}[{n}]"))
        among(option.effect, EFFECTS, f"{place}[{n}].effect")
        made.append(option)
    return tuple(made)


def _standing(raw: Mapping[str, Any], place: str) -> Standing:
    refuse_unknown(raw, ("status", "since", "until", "cite", "note"), place)
    status, cite, note = (text(raw.get(key), f"{place}.{key}") for key in ("status", "cite", "note"))
    for key in ("since", "until"):
        value = raw.get(key)
        if (value is None and key == "since") or not isinstance(value, date | None) or isinstance(value, datetime):
            raise RulebookFault(f"{place}.{key}", "must be a date")
    return Standing(status, raw["since"], raw.get("until"), cite, note)


def _section_of(standing: Any, name: str, *, own: bool) -> re.Pattern[str]:
    """What a citation of this rulebook looks like: its chapter, a section, paragraphs; its own may be policy."""
    chapter = text(must_be_table(standing, f"{name}: standing").get("cite"), f"{name}: standing.cite")
    policy = f"|{HOUSE_POLICY}" if own else ""
    return re.compile(re.escape(chapter) + r"\.[0-9]+(\([a-zA-Z0-9]+\)[0-9]*)*" + policy)


def _citation(raw: Mapping[str, Any], place: str, section: re.Pattern[str]) -> str:
    cite = raw.get("cite")
    if cite is None or cite == "":
        raise RulebookFault(f"{place}.cite", "no citation")
    if not isinstance(cite, str) or not section.fullmatch(cite):
        raise RulebookFault(f"{place}.cite", f"{cite!r} is not a section of this rulebook")
    return cite


#: How a table of each list is read, and what may not stand there twice.
_LISTED: Mapping[str, tuple[Callable[[Any, str, re.Pattern[str]], Any], Callable[[Any], str]]] = {
    "step": (_read_step, lambda step: step.id),
    "irregularity": (_irregularity, lambda entry: entry.code),
    "duty": (_duty, lambda duty: f"{duty.name} {duty.of}".strip()),
}
