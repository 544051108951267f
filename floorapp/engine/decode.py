"""From JSON to a round: every fault named with its place, nothing guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from typing import Any, NoReturn, TypeVar

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.readings import READING_IDS
from floorapp.engine.record import (
    DECISIONS,
    FORMAT,
    HAND_WAGERS,
    LARGEST,
    LARGEST_NET,
    MOST_BEHIND,
    SIDE_WAGERS,
    SIGNALS,
    WAGERS,
    Behind,
    Box,
    Decision,
    Follow,
    Options,
    Report,
    Round,
    Unreadable,
)

T = TypeVar("T")
DRAWS = frozenset({"hit", "double", "split", "deal", "second_chance"})
STAKED = frozenset({"double", "split", "second_chance"})
#: What stands before a section where a citation is written out.
PREFIX = re.compile(
    r"^(?:(?:58\s*)?Pa\.?\s*Code|N\.?\s*J\.?\s*A\.?\s*C\.?)?[\s,]*(?:§+|Sec(?:tion|\.))?\s*", re.IGNORECASE
)
_MISSING = object()


class GivenTwice(Unreadable):
    """A name that stands twice in one object: nobody can say which of the two counts."""

    def __init__(self, path: Collection[str | int], id_: Any) -> None:
        super().__init__("given twice", *path)
        self.id = id_


class _Doubled(dict[str, Any]):
    """An object in which a name stands twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.name = next(name for place, name in enumerate(names) if name in names[:place])


def parse_json(text: str | bytes) -> Any:
    """A JSON value; what is not JSON, or no JSON a record could be, is unreadable."""
    doubled: list[_Doubled] = []

    def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        doubled.append(_Doubled(pairs))
        return doubled[-1]

    loads = partial(json.loads, text, parse_constant=_no_constant, object_pairs_hook=read_object)
    try:
        try:
            raw = loads()
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise
        except ValueError:  # a number of thousands of digits, which Python does not read at once
            raw = loads(parse_int=_cut_short)
        if doubled:
            id_ = raw.get("id") if isinstance(raw, dict) and getattr(raw, "name", "") != "id" else None
            raise GivenTwice(_doubled_in(raw) or (), id_)
        return raw
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    except Unreadable:
        raise
    except ValueError as fault:
        raise Unreadable(f"not JSON: {fault}") from None


def _doubled_in(raw: Any) -> tuple[str | int, ...] | None:
    """Where a name stands twice; None where none does."""
    if isinstance(raw, _Doubled):
        return (raw.name,)
    parts = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for place, part in parts:
        found = _doubled_in(part)
        if found is not None:
            return (place, *found)
    return None


def read_round(raw: Any, rulebooks: Collection[str]) -> Round:
    """A round from a decoded JSON object; raises Unreadable with the place of the first fault."""
    if not isinstance(raw, dict):
        raise Unreadable(f"a round must be an object, not {_kind(raw)}")
    if raw.get("format") != FORMAT:
        raise Unreadable(f"must be {json.dumps(FORMAT)}", "format")
    void = _optional(raw, "void", _call)
    dealer = _needed(raw, "dealer", _object)
    return Round(
        id=_needed(raw, "id", _text),
        table=_optional(raw, "table", _text) or "",
        at=_optional(raw, "at", _instant),
        shoe=_optional(raw, "shoe", _text) or "",
        rulebook=_needed(raw, "rulebook", _one_of(rulebooks, "a rulebook")),
        options=_optional(raw, "options", read_options) or Options(),
        dealer=_inside("dealer", lambda: _needed(dealer, "cards", _each(_card))),
        signal=_inside("dealer", lambda: _signal(dealer)),
        boxes=_needed(raw, "boxes", _boxes),
        void=void,
    )


def _boxes(raw: Any) -> tuple[Box, ...]:
    boxes = _each(_box)(raw)
    if not boxes:
        raise Unreadable("a round has at least one box")
    seen = set[int]()
    for place, box in enumerate(boxes):
        if box.number in seen:
            raise Unreadable(f"box {box.number} is given twice", place, "box")
        seen.add(box.number)
    return boxes


def _box(raw: Any) -> Box:
    _object(raw)
    cards = _needed(raw, "cards", _each(_card))
    if len(cards) > 2:
        raise Unreadable("more than the first two cards", "cards")
    play = _optional(raw, "play", _each(_decision)) or ()
    return Box(
        number=_needed(raw, "box", _positive),
        cards=cards,
        wagers=_needed(raw, "wagers", _wagers),
        play=play,
        behind=_optional(raw, "behind", _behinds) or (),
        dead=_optional(raw, "dead", _call),
        reported=_optional(raw, "reported", _each(_report)),
    )


def _wagers(raw: Any) -> dict[str, int]:
    _object(raw)
    for name in raw:
        if name not in WAGERS:
            raise Unreadable("nobody can place such a wager", name)
    if "main" not in raw:
        raise Unreadable("missing", "main")
    return {name: _inside(name, lambda name=name: _positive(raw[name])) for name in WAGERS if name in raw}  # type: ignore[misc]


def _decision(raw: Any) -> Decision:
    _object(raw)
    do = _needed(raw, "do", _one_of(DECISIONS, "a decision"))
    if do not in DRAWS:
        if "card" in raw:
            raise Unreadable(f"a {do} draws no card", "card")
        return Decision(do)
    card = _needed(raw, "card", _card)
    if do not in STAKED:
        return Decision(do, card)
    lammer = _optional(raw, "lammer", _flag) or False
    if lammer and do == "second_chance":
        raise Unreadable("a second chance is never free", "lammer")
    if lammer and "wager" in raw:
        raise Unreadable("either a wager or a lammer, not both", "lammer")
    return Decision(do, card, 0 if lammer else _needed(raw, "wager", _positive), lammer)


def _behinds(raw: Any) -> tuple[Behind, ...]:
    bettors = _each(_bettor)(raw)
    if len(bettors) > MOST_BEHIND:
        raise Unreadable(f"at most {MOST_BEHIND} bettors stand behind a box")
    return bettors


def _bettor(raw: Any) -> Behind:
    _object(raw)
    follows = dict[int, Follow]()
    for place, follow in enumerate(_optional(raw, "follows", _each(_follow)) or ()):
        if follow.step in follows:
            raise Unreadable("the same step twice", "follows", place, "step")
        follows[follow.step] = follow
    return Behind(_needed(raw, "wagers", _wagers), follows)


def _follow(raw: Any) -> Follow:
    _object(raw)
    step = _needed(raw, "step", _whole)
    if ("wager" in raw) == ("hand" in raw):
        raise Unreadable("needs either a wager or a hand")
    if "wager" in raw:
        return Follow(step, wager=_needed(raw, "wager", _positive))
    return Follow(step, hand=_needed(raw, "hand", _positive))


def _report(raw: Any) -> Report:
    _object(raw)
    wager = _needed(raw, "wager", _one_of((*HAND_WAGERS, *SIDE_WAGERS), "a wager"))
    behind = _optional(raw, "behind", _positive) or 0
    if behind > MOST_BEHIND:
        raise Unreadable(f"at most {MOST_BEHIND} bettors stand behind a box", "behind")
    if wager in HAND_WAGERS:
        hand = _needed(raw, "hand", _positive)
    elif "hand" in raw:
        raise Unreadable(f"{wager} belongs to no hand", "hand")
    else:
        hand = 0
    return Report(wager, _needed(raw, "net", _whole), hand, behind)


def read_options(raw: Any) -> Options:
    """A table's options from decoded JSON."""
    _object(raw)
    wagers = tuple(name for name in WAGERS if name != "main")
    sides = _optional(raw, "side_wagers", _each(_one_of(wagers, "a side wager")))
    return Options(
        decks=_optional(raw, "decks", _positive),
        positions=_optional(raw, "positions", _positive) or 6,
        reader=_otherwise(_optional(raw, "reader", _flag), True),
        hole_card=_otherwise(_optional(raw, "hole_card", _flag), True),
        side_wagers=None if sides is None else frozenset(sides),
        push_22_paytable=_optional(raw, "push_22_paytable", _one_of(("A", "B"), "a pay table")) or "A",
        chip_unit=_optional(raw, "chip_unit", _positive),
        bonus_maximum=_optional(raw, "bonus_maximum", _positive),
        reader_reveals_value=_optional(raw, "reader_reveals_value", _flag) or False,
        readings=frozenset(_optional(raw, "readings", _each(_one_of(READING_IDS, "a reading"))) or ()),
    )


def _signal(raw: dict[str, Any]) -> str:
    """The reader's signal: absent where nobody knows, null where it was not used."""
    if "reader" not in raw:
        return "unknown"
    if raw["reader"] is None:
        return "unused"
    return _needed(raw, "reader", _one_of(SIGNALS, "a signal of the reader"))


def _needed(raw: dict[str, Any], name: str, read: Callable[[Any], T]) -> T:
    value = raw.get(name, _MISSING)
    if value is _MISSING:
        raise Unreadable("missing", name)
    return _inside(name, lambda: read(value))


def _optional(raw: dict[str, Any], name: str, read: Callable[[Any], T]) -> T | None:
    return _needed(raw, name, read) if name in raw else None


def _inside(place: str | int, read: Callable[[], T]) -> T:
    try:
        return read()
    except Unreadable as fault:
        raise fault.under(place) from None


def _each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    def read_list(raw: Any) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise Unreadable(f"must be a list, not {_kind(raw)}")
        made = []
        for place, each in enumerate(raw):
            try:
                made.append(read(each))
            except Unreadable as fault:
                raise fault.under(place) from None
        return tuple(made)

    return read_list


def _one_of(known: Collection[str], what: str) -> Callable[[Any], str]:
    def read_word(raw: Any) -> str:
        if isinstance(raw, str) and raw in known:
            return raw
        raise Unreadable(f"{_shown(raw)} is not {what}")

    return read_word


def _card(raw: Any) -> Card:
    card = CARDS.get(raw) if isinstance(raw, str) else None
    if card is None:
        raise Unreadable(f"{_shown(raw)} is not a card")
    return card


def _positive(raw: Any) -> int:
    if type(raw) is int and 0 < raw <= LARGEST:
        return raw
    if type(raw) is int and raw > 0:
        raise Unreadable("is larger than any amount at a table")
    raise Unreadable(f"{_shown(raw)} is not a whole number above zero")


def _whole(raw: Any) -> int:
    if type(raw) is int and abs(raw) <= LARGEST_NET:
        return raw
    if type(raw) is int:
        raise Unreadable("is larger than any amount at a table")
    raise Unreadable(f"{_shown(raw)} is not a whole number")


def _flag(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    raise Unreadable(f"{_shown(raw)} is neither true nor false")


def _text(raw: Any) -> str:
    if isinstance(raw, str):
        return raw
    raise Unreadable(f"must be a text, not {_kind(raw)}")


def _call(raw: Any) -> str:
    """The bare citation of a dead or void call, written with its prefix or without; without one nothing was called."""
    if not _text(raw).strip():
        raise Unreadable("a call names its section")
    return bare_citation(raw)


def bare_citation(written: str) -> str:
    """A citation as records have it, `590.13(h)`, from one pasted as people write it: `58 Pa. Code § 590.13(h)`."""
    return PREFIX.sub("", written.strip().rstrip(".;,")) or written.strip()


def _object(raw: Any) -> dict[str, Any]:
    if isinstance(raw, dict):
        return raw
    raise Unreadable(f"must be an object, not {_kind(raw)}")


def _instant(raw: Any) -> datetime:
    try:
        instant = datetime.fromisoformat(_text(raw))
    except ValueError:
        raise Unreadable(f"{_shown(raw)} is not a time in ISO 8601") from None
    if instant.tzinfo is None:
        raise Unreadable(f"{_shown(raw)} has no offset")
    return instant


def _otherwise(value: bool | None, default: bool) -> bool:
    return default if value is None else value


def _shown(raw: Any) -> str:
    """A value as it stands in the record, cut to a length a person can read."""
    try:
        text = json.dumps(raw, ensure_ascii=False)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "what stands there"
    return text if len(text) <= 60 else text[:57] + "…"


def _kind(raw: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(raw), "a number")


def _cut_short(digits: str) -> int:
    """A whole number; one too long for any field stays too large for it."""
    return int(digits[:1000])


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
