"""From JSON to a round: every fault named with its place, nothing guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import partial
from typing import Any, NoReturn, TypeVar

from floorapp.engine.json_values import (
    each,
    flag,
    inside,
    instant,
    kind_of,
    must_be_object,
    needed,
    one_of,
    optional,
    positive,
    read_card,
    text_of,
    whole,
)
from floorapp.engine.mechanics.register import HAND_WAGERS, MECHANIC
from floorapp.engine.readings import READING_IDS
from floorapp.engine.record import (
    AREAS,
    FORMAT,
    MOST_BEHIND,
    SIGNALS,
    Behind,
    Box,
    DeadHand,
    Decision,
    Follow,
    Happening,
    Options,
    ReportedLine,
    Round,
    Unreadable,
)
from floorapp.engine.wagers.register import SIDE, WAGERS

T = TypeVar("T")
#: What stands before a section where a citation is written out.
PREFIX = re.compile(
    r"^(?:(?:58\s*)?Pa\.?\s*Code|N\.?\s*J\.?\s*A\.?\s*C\.?)?[\s,]*(?:§+|Sec(?:tion|\.))?\s*", re.IGNORECASE
)


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
    except UnicodeDecodeError:
        raise Unreadable("not JSON: it is not UTF-8") from None
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
        raise Unreadable(f"a round must be an object, not {kind_of(raw)}")
    if raw.get("format") != FORMAT:
        raise Unreadable(f"must be {json.dumps(FORMAT)}", "format")
    void = optional(raw, "void", _call)
    dealer = needed(raw, "dealer", must_be_object)
    return Round(
        id=needed(raw, "id", text_of),
        table=optional(raw, "table", text_of) or "",
        at=optional(raw, "at", instant),
        shoe=optional(raw, "shoe", text_of) or "",
        rulebook=needed(raw, "rulebook", one_of(rulebooks, "a rulebook")),
        options=optional(raw, "options", read_options) or Options(),
        dealer=inside("dealer", lambda: needed(dealer, "cards", _cards)),
        signal=inside("dealer", lambda: _signal(dealer)),
        boxes=needed(raw, "boxes", _boxes),
        void=void,
        events=optional(raw, "events", each(_happening)) or (),
        area=inside("dealer", lambda: optional(dealer, "area", one_of(AREAS, "an area")) or ""),
    )


def _happening(raw: Any) -> Happening:
    must_be_object(raw)
    return Happening(
        code=needed(raw, "code", text_of),
        box=optional(raw, "box", positive),
        hand=optional(raw, "hand", positive),
        card=optional(raw, "card", read_card),
        cards=optional(raw, "cards", positive),
        refused_by=optional(raw, "refused_by", each(positive)) or (),
        before_two=optional(raw, "before_two", flag),
        area=optional(raw, "area", one_of(AREAS, "an area")) or "",
        choice=optional(raw, "choice", text_of) or "",
    )


def _boxes(raw: Any) -> tuple[Box, ...]:
    boxes = _each_box(raw)
    if not boxes:
        raise Unreadable("a round has at least one box")
    seen = set[int]()
    for place, box in enumerate(boxes):
        if box.number in seen:
            raise Unreadable(f"box {box.number} is given twice", place, "box")
        seen.add(box.number)
    return boxes


def _box(raw: Any) -> Box:
    must_be_object(raw)
    cards = needed(raw, "cards", _cards)
    if len(cards) > 2:
        raise Unreadable("more than the first two cards", "cards")
    dead = optional(raw, "dead", _dead) or ()
    behind = optional(raw, "behind", each(_bettor)) or ()
    caller = optional(raw, "caller", whole) or 0
    if not 0 <= caller <= len(behind):
        raise Unreadable(f"no bettor behind has the number {caller}", "caller")
    reported = optional(raw, "reported", _reports)
    for place, report in enumerate(reported or ()):
        if report.behind > max(MOST_BEHIND, len(behind)):
            raise Unreadable("no bettor behind has this number", "reported", place, "behind")
    return Box(
        number=needed(raw, "box", positive),
        cards=cards,
        wagers=needed(raw, "wagers", _wagers),
        play=optional(raw, "play", _decisions) or (),
        behind=behind,
        dead=dead if isinstance(dead, str) else None,
        reported=reported,
        dead_hands=() if isinstance(dead, str) else dead,
        seated=_otherwise(optional(raw, "seated", flag), True),
        caller=caller,
    )


def _dead(raw: Any) -> str | tuple[DeadHand, ...]:
    """The citation of a whole box, or of each hand that was called dead."""
    if isinstance(raw, str):
        return _call(raw)
    hands = each(_dead_hand)(raw)
    if not hands:
        raise Unreadable("no hand is named")
    for place, dead in enumerate(hands):
        if any(dead.hand == other.hand for other in hands[:place]):
            raise Unreadable(f"hand {dead.hand} is given twice", place, "hand")
    return hands


def _dead_hand(raw: Any) -> DeadHand:
    must_be_object(raw)
    return DeadHand(needed(raw, "hand", positive), needed(raw, "citation", _call))


def _wagers(raw: Any) -> dict[str, int]:
    must_be_object(raw)
    for name in raw:
        if name not in WAGERS:
            raise Unreadable("nobody can place such a wager", name)
    if "main" not in raw:
        raise Unreadable("missing", "main")
    return {name: inside(name, lambda name=name: positive(raw[name])) for name in WAGERS if name in raw}  # type: ignore[misc]


def _decision(raw: Any) -> Decision:
    must_be_object(raw)
    do = needed(raw, "do", _known_decision)
    mechanic, words = MECHANIC[do], do.replace("_", " ")
    if mechanic.declinable and optional(raw, "declined", flag):
        for name in ("card", "wager"):
            if name in raw:
                raise Unreadable(f"nothing is laid or drawn where a {words} is declined", name)
        return Decision(do, declined=True)
    if not mechanic.draws and "card" in raw:
        raise Unreadable(f"a {do} draws no card", "card")
    card = needed(raw, "card", read_card) if mechanic.draws else None
    if not mechanic.staked:
        return Decision(do, card)
    lammer = optional(raw, "lammer", flag) or False
    if lammer and not mechanic.typed_free:
        raise Unreadable(f"a {words} is never free", "lammer")
    if lammer and "wager" in raw:
        raise Unreadable("either a wager or a lammer, not both", "lammer")
    return Decision(do, card, 0 if lammer else needed(raw, "wager", positive), lammer)


def _bettor(raw: Any) -> Behind:
    must_be_object(raw)
    follows = dict[int, Follow]()
    for place, follow in enumerate(optional(raw, "follows", each(_follow)) or ()):
        if follow.step in follows:
            raise Unreadable("the same step twice", "follows", place, "step")
        follows[follow.step] = follow
    return Behind(needed(raw, "wagers", _wagers), follows)


def _follow(raw: Any) -> Follow:
    must_be_object(raw)
    step = needed(raw, "step", whole)
    if ("wager" in raw) == ("hand" in raw):
        raise Unreadable("needs either a wager or a hand")
    if "wager" in raw:
        return Follow(step, wager=needed(raw, "wager", positive))
    return Follow(step, hand=needed(raw, "hand", positive))


def _report(raw: Any) -> ReportedLine:
    must_be_object(raw)
    wager = needed(raw, "wager", _known_line)
    behind = optional(raw, "behind", positive) or 0
    if wager in HAND_WAGERS:
        hand = needed(raw, "hand", positive)
    elif "hand" in raw:
        raise Unreadable(f"{wager} belongs to no hand", "hand")
    else:
        hand = 0
    return ReportedLine(wager, needed(raw, "net", whole), hand, behind)


def read_options(raw: Any) -> Options:
    """A table's options from decoded JSON."""
    must_be_object(raw)
    wagers = tuple(name for name in WAGERS if name != "main")
    sides = optional(raw, "side_wagers", each(one_of(wagers, "a side wager")))
    return Options(
        decks=optional(raw, "decks", positive),
        positions=optional(raw, "positions", positive) or 6,
        reader=_otherwise(optional(raw, "reader", flag), True),
        hole_card=_otherwise(optional(raw, "hole_card", flag), True),
        side_wagers=None if sides is None else frozenset(sides),
        push_22_paytable=optional(raw, "push_22_paytable", one_of(("A", "B"), "a pay table")) or "A",
        chip_unit=optional(raw, "chip_unit", positive),
        bonus_maximum=optional(raw, "bonus_maximum", positive),
        reader_reveals_value=optional(raw, "reader_reveals_value", flag),
        readings=frozenset(optional(raw, "readings", each(one_of(READING_IDS, "a reading"))) or ()),
    )


def _signal(raw: dict[str, Any]) -> str:
    """The reader's signal: absent where nobody knows, null where it was not used."""
    if "reader" not in raw:
        return "unknown"
    if raw["reader"] is None:
        return "unused"
    return needed(raw, "reader", one_of(SIGNALS, "a signal of the reader"))


def _call(raw: Any) -> str:
    """The bare citation of a dead or void call, written with its prefix or without; without one nothing was called."""
    if not text_of(raw).strip():
        raise Unreadable("a call names its section")
    return bare_citation(raw)


def bare_citation(written: str) -> str:
    """A citation as records have it, `590.13(h)`, from one pasted as people write it: `58 Pa. Code § 590.13(h)`."""
    return PREFIX.sub("", written.strip().rstrip(".;,")) or written.strip()


def _cut_short(digits: str) -> int:
    """A whole number; one too long for any field stays too large for it."""
    return int(digits[:1000])


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _otherwise(value: bool | None, default: bool) -> bool:
    return default if value is None else value


# Readers that are made once: a record has dozens of cards, lines and decisions.
_cards, _decisions, _reports, _each_box = each(read_card), each(_decision), each(_report), each(_box)
_known_decision, _known_line = one_of(MECHANIC, "a decision"), one_of({*HAND_WAGERS, *SIDE}, "a wager")
