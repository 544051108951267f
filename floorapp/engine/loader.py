"""From the text of a TOML file to a rulebook; refuses what is missing, unknown or uncited, by its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import date
from fractions import Fraction
from typing import Any, get_args, get_type_hints

from floorapp.domain.cards import RANKS
from floorapp.engine.catalogue import EFFECTS, Case, Irregularity, Option, When
from floorapp.engine.procedure import CARDS, CHECKLISTS, METHODS, Step
from floorapp.engine.provision import Allowed, PayTable, Provision
from floorapp.engine.readings import Reading
from floorapp.engine.record import WAGERS
from floorapp.engine.rulebook import Rulebook, Standing

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
    "insurance.offered": ("ace",),
    "insurance.lost": ("lose",),
    "surrender.when": ("never", "first-two", "any-time"),
    "surrender.dealer_blackjack": ("lose",),
    "double.cards": ("first-two", "any"),
    "double.limit": ("main", "main-and-double-attack"),
    "split.pair": ("equal-value",),
    "split.wager": ("main", "main-and-double-attack"),
    "split.turn": ("leftmost-first",),
    "split.free": ("all-but-tens",),
    "second_chance.offered": ("over-21",),
    "second_chance.amount": ("current-wager",),
    "second_chance.over": ("lose",),
    "second_chance.exactly": ("win",),
    "second_chance.wins": ("win",),
    "second_chance.ties": ("push",),
    "second_chance.loses": ("lose",),
    "double_attack.limit": ("main",),
    "double_attack.dealer_blackjack": ("push",),
    "dealer.needless_draw": ("forbidden", "no-rule"),
    "dealer.beyond": ("not-counted",),
    "dealer.third_card": ("drawn-under-17",),
    "dealer.twenty_two": ("push", "push-but-large-and-21", "over"),
    "settlement.dealer_over": ("win",),
    "settlement.higher": ("win",),
    "settlement.tie": ("push",),
    "settlement.over": ("lose",),
    "settlement.lower": ("lose",),
    "push_22.offered": ("by-submission",),
    "push_22.lost": ("lose",),
    "push_22.dealer_blackjack": ("lose",),
    "match_dealer.match": ("rank",),
    "bust_it.limit": ("main", "main-and-posted-maximum"),
    "bust_it.eights": ("instead",),
    "bust_it.lost_first_two": ("lose",),
    "bust_it.lost_third": ("lose",),
    "bettors.double": ("optional",),
    "bettors.split": ("cover-or-name",),
    "bettors.insurance": ("own",),
}
PAY_NAMES: Mapping[str, frozenset[str]] = {
    "push_22": frozenset({"suit", "colour", "other"}),
    "match_dealer": frozenset({"suited", "unsuited"}),
    "bust_it": frozenset({"6", "7", "8", "9", "ten", "eights_colour", "eights_suit"}),
}


class RulebookFault(ValueError):
    """A rulebook file that cannot be trusted, with the place of the fault."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place}: {what}")
        self.place = place


def read_rulebook(text: str, name: str) -> Rulebook:
    """The rulebook in a TOML text; `name` is how faults call the file."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise RulebookFault(name, f"not TOML: {fault}") from fault
    hints = get_type_hints(Rulebook)
    made: dict[str, Any] = {}
    lists = {"step": "steps", "irregularity": "irregularities"}
    for key in raw:
        if lists.get(key, key) not in hints or key in lists.values():
            raise RulebookFault(f"{name}: {key}", "unknown")
    section = _section(raw, name)
    for spec in fields(Rulebook):
        if spec.name in lists.values():
            continue
        if spec.name not in raw:
            if spec.default is MISSING:
                raise RulebookFault(f"{name}: {spec.name}", "missing")
            continue
        place = f"{name}: {spec.name}"
        made[spec.name] = _part(hints[spec.name], raw[spec.name], place, spec.name, section)
    made["steps"] = tuple(_step(each, f"{name}: step[{n}]", section) for n, each in enumerate(raw.get("step", ())))
    made["irregularities"] = tuple(
        _irregularity(each, f"{name}: irregularity[{n}]", section)
        for n, each in enumerate(raw.get("irregularity", ()))
    )
    for group in ("double_attack", "push_22", "match_dealer", "bust_it"):
        if (group in raw) != (group in made["table"].wagers.value):
            raise RulebookFault(f"{name}: {group}", "must stand among table.wagers, and have a group of its own")
    _refuse_twins([step.id for step in made["steps"]], f"{name}: step")
    _refuse_twins([entry.code for entry in made["irregularities"]], f"{name}: irregularity")
    return Rulebook(**made)


def read_readings(text: str, name: str) -> tuple[Reading, ...]:
    """The register of readings of silent text."""
    made = []
    for n, raw in enumerate(tomllib.loads(text).get("reading", ())):
        place = f"{name}: reading[{n}]"
        wanted = ("id", "question", "default", "alternative", "why", "kind", "cites")
        _refuse_unknown(raw, wanted, place)
        for key in wanted:
            if not raw.get(key):
                raise RulebookFault(f"{place}.{key}", "missing")
        cites = {book: tuple(places) for book, places in raw["cites"].items()}
        made.append(Reading(**{**raw, "cites": cites}))
    _refuse_twins([reading.id for reading in made], name)
    return tuple(made)


def _part(kind: Any, raw: Any, place: str, key: str, section: re.Pattern[str]) -> Any:
    """A top-level part of a rulebook: plain text, the standing, the wagers' names, or a group."""
    kind = next((arg for arg in get_args(kind) if arg is not type(None)), kind) if _optional(kind) else kind
    if kind is str:
        return _text(raw, place)
    if not isinstance(raw, dict):
        raise RulebookFault(place, "must be a table")
    if kind is Standing:
        return _standing(raw, place)
    if key == "wager_names":
        return {wager: _text(words, f"{place}.{wager}") for wager, words in raw.items()}
    hints = get_type_hints(kind)
    _refuse_unknown(raw, tuple(hints), place)
    made = {}
    for spec in fields(kind):
        if spec.name in raw:
            made[spec.name] = _provision(hints[spec.name], raw[spec.name], f"{place}.{spec.name}", section)
        elif spec.default is MISSING:
            raise RulebookFault(f"{place}.{spec.name}", "missing")
    return kind(**made)


def _provision(kind: Any, raw: Any, place: str, section: re.Pattern[str]) -> Provision[Any]:
    if not isinstance(raw, dict):
        raise RulebookFault(place, "must be a table with value, cite and says")
    _refuse_unknown(raw, ("value", "cite", "says", "readings", "policy"), place)
    if "value" not in raw:
        raise RulebookFault(f"{place}.value", "missing")
    cite = _citation(raw, place, section)
    says = _text(raw.get("says"), f"{place}.says")
    kind = next(arg for arg in get_args(kind) if arg is not type(None)) if _optional(kind) else kind
    (wanted,) = get_args(kind)
    value = _VALUES[wanted](raw["value"], f"{place}.value")
    key = place.split(": ", 1)[1]
    if wanted is str and key in WORDS and value not in WORDS[key]:
        raise RulebookFault(f"{place}.value", f"{value!r} is unknown; known: {', '.join(WORDS[key])}")
    if wanted is str and key not in WORDS and not set(value) <= set(RANKS):
        raise RulebookFault(f"{place}.value", f"{value!r} is not a list of ranks")
    if wanted is PayTable and set(value.pays) != PAY_NAMES[key.split(".")[0]]:
        raise RulebookFault(f"{place}.value", f"must pay exactly {', '.join(sorted(PAY_NAMES[key.split('.')[0]]))}")
    return Provision(value, cite, says, tuple(raw.get("readings", ())), bool(raw.get("policy", False)))


def _step(raw: Mapping[str, Any], place: str, section: re.Pattern[str]) -> Step:
    known = tuple(spec.name for spec in fields(Step))
    _refuse_unknown(raw, known, place)
    for key in ("checklist", "id", "who", "says"):
        _text(raw.get(key), f"{place}.{key}")
    _citation(raw, place, section)
    _among(raw["checklist"], CHECKLISTS, f"{place}.checklist")
    for key, words in (("cards", CARDS), ("methods", METHODS)):
        for word in raw.get(key, ()):
            _among(word, words, f"{place}.{key}")
    return Step(**_with_tuples(raw))


def _irregularity(raw: Mapping[str, Any], place: str, section: re.Pattern[str]) -> Irregularity:
    renamed = {"option": "options", "case": "cases"}
    _refuse_unknown(raw, (*(spec.name for spec in fields(Irregularity) if spec.name != "when"), *renamed), place)
    for key in ("code", "title", "look_for", "remedy", "effect"):
        _text(raw.get(key), f"{place}.{key}")
    _citation(raw, place, section)
    _among(raw["effect"], EFFECTS, f"{place}.effect")
    made = _with_tuples(raw, *renamed)
    made["options"] = _options(raw.get("option", ()), place)
    made["cases"] = tuple(_case(each, f"{place}.case[{n}]", section) for n, each in enumerate(raw.get("case", ())))
    return Irregularity(**made)


def _case(raw: Mapping[str, Any], place: str, section: re.Pattern[str]) -> Case:
    _refuse_unknown(raw, (*(spec.name for spec in fields(Case)), "option"), place)
    when = raw.get("when", {})
    _refuse_unknown(when, tuple(spec.name for spec in fields(When)), f"{place}.when")
    if not when:
        raise RulebookFault(f"{place}.when", "missing")
    if "cite" in raw:
        _citation(raw, place, section)
    if "effect" in raw:
        _among(raw["effect"], EFFECTS, f"{place}.effect")
    made = _with_tuples(raw, "when", "option", "options")
    if "option" in raw or "options" in raw:
        made["options"] = _options(raw.get("option", ()), place)
    return Case(when=When(**when), **made)


def _options(raw: Any, place: str) -> tuple[Option, ...]:
    made = []
    for n, each in enumerate(raw):
        _refuse_unknown(each, ("who", "says", "effect"), f"{place}.option[{n}]")
        _among(each.get("effect"), EFFECTS, f"{place}.option[{n}].effect")
        who, says = (_text(each.get(key), f"{place}.option[{n}].{key}") for key in ("who", "says"))
        made.append(Option(who, says, each["effect"]))
    return tuple(made)


def _with_tuples(raw: Mapping[str, Any], *skipped: str) -> dict[str, Any]:
    """TOML's lists as tuples, without some keys."""
    kept = ((key, value) for key, value in raw.items() if key not in skipped)
    return {key: tuple(value) if isinstance(value, list) else value for key, value in kept}


def _standing(raw: Mapping[str, Any], place: str) -> Standing:
    _refuse_unknown(raw, ("status", "since", "until", "cite", "note"), place)
    for key in ("status", "cite", "note"):
        _text(raw.get(key), f"{place}.{key}")
    since, until = raw.get("since"), raw.get("until")
    if not isinstance(since, date) or not (until is None or isinstance(until, date)):
        raise RulebookFault(place, "since must be a date, and until one or absent")
    return Standing(raw["status"], since, until, raw["cite"], raw["note"])


def _section(raw: Mapping[str, Any], name: str) -> re.Pattern[str]:
    """What a citation of this rulebook looks like: its chapter, a section, paragraphs."""
    chapter = raw.get("standing", {}).get("cite")
    if not isinstance(chapter, str) or not chapter:
        raise RulebookFault(f"{name}: standing.cite", "missing")
    return re.compile(re.escape(chapter) + r"\.\d+(\([a-zA-Z0-9]+\)\d*)*")


def _citation(raw: Mapping[str, Any], place: str, section: re.Pattern[str]) -> str:
    cite = raw.get("cite")
    if not cite:
        raise RulebookFault(f"{place}.cite", "no citation")
    if not isinstance(cite, str) or not section.fullmatch(cite):
        raise RulebookFault(f"{place}.cite", f"{cite!r} is not a section of this rulebook")
    return cite


def _optional(kind: Any) -> bool:
    return type(None) in get_args(kind)


def _refuse_unknown(raw: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    for key in raw:
        if key not in known:
            raise RulebookFault(f"{place}.{key}", "unknown")


def _refuse_twins(names: list[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise RulebookFault(place, f"{name!r} stands there twice")


def _among(word: Any, known: tuple[str, ...], place: str) -> None:
    if word not in known:
        raise RulebookFault(place, f"{word!r} is unknown; known: {', '.join(known)}")


def _text(raw: Any, place: str) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise RulebookFault(place, "must be a text")
    return raw


def _whole(raw: Any, place: str) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise RulebookFault(place, "must be a whole number")
    return raw


def _flag(raw: Any, place: str) -> bool:
    if not isinstance(raw, bool):
        raise RulebookFault(place, "must be true or false")
    return raw


def _odds(raw: Any, place: str) -> Fraction:
    """Odds as they are spoken: `"3:2"` pays three for two."""
    if not isinstance(raw, str) or not re.fullmatch(r"\d+:[1-9]\d*", raw):
        raise RulebookFault(place, f'{raw!r} are not odds such as "3:2"')
    won, staked = raw.split(":")
    return Fraction(int(won), int(staked))


def _paytable(raw: Any, place: str) -> PayTable:
    if not isinstance(raw, dict):
        raise RulebookFault(place, "must be a table of odds")
    return PayTable({name: _odds(odds, f"{place}.{name}") for name, odds in raw.items()})


def _allowed(raw: Any, place: str) -> Allowed:
    if isinstance(raw, list):
        return Allowed(one_of=tuple(_whole(each, place) for each in raw))
    if not isinstance(raw, dict) or not raw or set(raw) - {"at_least", "at_most"}:
        raise RulebookFault(place, "must be a list of numbers, or at_least and at_most")
    at_least, at_most = (_whole(raw[key], place) if key in raw else None for key in ("at_least", "at_most"))
    return Allowed(at_least=at_least or 1, at_most=at_most)


def _numbers(raw: Any, place: str) -> tuple[int, ...]:
    if not isinstance(raw, list) or not raw:
        raise RulebookFault(place, "must be a list of numbers")
    return tuple(_whole(each, place) for each in raw)


def _names(raw: Any, place: str) -> tuple[str, ...]:
    if not isinstance(raw, list) or not raw:
        raise RulebookFault(place, "must be a list of wagers")
    for each in raw:
        _among(each, WAGERS, place)
    return tuple(raw)


_VALUES: Mapping[Any, Callable[[Any, str], Any]] = {
    str: _text,
    int: _whole,
    bool: _flag,
    Fraction: _odds,
    PayTable: _paytable,
    Allowed: _allowed,
    tuple[int, ...]: _numbers,
    tuple[str, ...]: _names,
}
