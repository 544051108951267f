"""What of an entry a person can correct, as text, and the fact that what they typed makes of it."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Any

from floorapp.domain.incident_files import IncidentPatron
from floorapp.domain.money import read_cents, typed
from floorapp.domain.typed_time import DATES_LIKE, read_date, read_instant
from floorapp.domain.values import dataclass
from floorapp.operations.facts.card_storage import StorageCounted
from floorapp.operations.facts.registry import Fact
from floorapp.operations.field_words import field_words
from floorapp.operations.incident_sentences import patron_words, read_patron
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input

#: What numbers, days, sections and figures the app gave an entry by itself; a person does not type them.
GIVEN = frozenset(
    """incident series number gaming_day shoe code cite title call action good_at good_entry minutes
    case round as_dealt required behind complete""".split()
)
#: What two people counted is counted again and not typed.
COUNTED = frozenset({"place", "found", "missing", "extra"})
#: Amounts, which are kept in cents and typed in dollars.
MONEY = frozenset({"overpaid", "underpaid", "reimbursed", "claimed", "paid"})
YES, NO = "yes", "no"
#: A deadline may lie ahead, and so may the day something is due.
AHEAD = timedelta(days=3653)


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of a fact in words a person can type anew; `details.overpaid` is one within another."""

    name: str
    label: str
    text: str


def stated(fact: Fact, moment: Moment) -> tuple[Stated, ...]:
    """The values of a fact that can be typed; what is made of many parts of its own is left as it was."""
    found = [Stated(name, _label(name), _text(_last(name), value, moment)) for name, _hint, value in _leaves("", fact)]
    twice = {each.label for each in found if sum(other.label == each.label for other in found) > 1}
    return tuple(
        dataclasses.replace(each, label=_label(each.name, whole=True)) if each.label in twice else each
        for each in found
    )


def restated(fact: Fact, texts: Mapping[str, str], moment: Moment) -> Fact:
    """The fact with other values; raises Refused where one of them cannot be that."""
    given = {each.name: each for each in stated(fact, moment)}
    new: Any = fact
    for name, hint, _value in _leaves("", fact):
        text = texts.get(name, given[name].text).strip()
        if text != given[name].text:
            try:
                new = _with(new, name, _read(_last(name), hint, text, given[name].label, moment))
            except Refused as refused:
                raise Refused(dataclasses.replace(refused.refusal, given=name)) from None
    return typing.cast(Fact, new)


def _leaves(within: str, value: Any) -> Iterator[tuple[str, object, Any]]:
    """Every value that can be typed: its name, its type, and what it is now."""
    hints = typing.get_type_hints(type(value))
    for field in dataclasses.fields(value):
        hint, inner = hints[field.name], getattr(value, field.name)
        if field.name in GIVEN or (isinstance(value, StorageCounted) and field.name in COUNTED):
            continue
        if _typable(hint):
            yield f"{within}{field.name}", hint, inner
        elif dataclasses.is_dataclass(inner):
            yield from _leaves(f"{within}{field.name}.", inner)


def _with(value: Any, name: str, new: object) -> Any:
    first, _, rest = name.partition(".")
    return dataclasses.replace(value, **{first: _with(getattr(value, first), rest, new) if rest else new})


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _label(name: str, *, whole: bool = False) -> str:
    if name == "at":
        return "When it was done"
    words = field_words(name if whole else _last(name))
    return f"{words}, dollars" if _last(name) in MONEY else words


def _alone(hint: object) -> object:
    """The type itself of an optional one."""
    if isinstance(hint, UnionType):
        inner = [each for each in typing.get_args(hint) if each is not NoneType]
        return inner[0] if len(inner) == 1 else hint
    return hint


def _enum(kind: object) -> type[Enum] | None:
    return kind if isinstance(kind, type) and issubclass(kind, Enum) else None


def _several(kind: object) -> object:
    """What a tuple of any length holds; None where it is none."""
    return typing.get_args(kind)[0] if typing.get_origin(kind) is tuple else None


def _typable(hint: object) -> bool:
    kind = _alone(hint)
    one = _several(kind)
    if kind in (str, int, bool, date, datetime) or one in (str, IncidentPatron):
        return True
    return _enum(kind) is not None or _enum(one) is not None


def _text(name: str, value: Any, moment: Moment) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, tuple):
        patrons = any(isinstance(each, IncidentPatron) for each in value)
        return ("; " if patrons else ", ").join(_text("", each, moment) for each in value)
    if isinstance(value, IncidentPatron):
        return patron_words(value)
    if isinstance(value, datetime):
        return moment.house.stamp(value)
    if isinstance(value, date):
        return moment.house.style.date(value)
    if name in MONEY:
        return typed(value)
    return str(value.value) if isinstance(value, Enum) else str(value)


def _read(name: str, hint: object, text: str, label: str, moment: Moment) -> object:
    kind = _alone(hint)
    if kind is not hint and not text:
        return None
    one = _several(kind)
    if one is IncidentPatron:
        return tuple(read_patron(part) for part in text.split(";") if part.strip())
    if one is not None:
        parts = (part.strip() for part in text.split(",") if part.strip())
        return tuple(_one_of(one, part, label) if _enum(one) else part for part in parts)
    if kind is bool:
        return _yes(text, label)
    if kind is datetime or kind is date:
        return _when(kind, text, label, moment)
    if name in MONEY:
        return _amount(text, label)
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise Refused(bad_input(f"{label} is “{text}”, which is not a number.", "Type it in digits."))
        return int(text)
    return text if kind is str else _one_of(kind, text, label)


def _yes(text: str, label: str) -> bool:
    if text.casefold() not in (YES, NO):
        raise Refused(bad_input(f"{label} is “{text}”.", f"Type {YES} or {NO}."))
    return text.casefold() == YES


def _when(kind: object, text: str, label: str, moment: Moment) -> date:
    found: date | None
    if kind is datetime:
        what, like, found = "time", f"{DATES_LIKE} 9:04 PM", read_instant(text, moment.now, moment.house, ahead=AHEAD)
    else:
        what, like, found = "date", DATES_LIKE, read_date(text, moment.day.date)
    if found is None:
        raise Refused(bad_input(f"{label} is “{text}”, which is not a {what}.", f"Type it like {like}."))
    return found


def _amount(text: str, label: str) -> int:
    found = read_cents(text)
    if found is None:
        raise Refused(bad_input(f"{label} is “{text}”, which is not an amount.", "Type it as 15.00."))
    return found


def _one_of(kind: object, text: str, label: str) -> Enum:
    choice = _enum(kind)
    assert choice is not None, f"{kind} is not typed"
    try:
        return choice(text)
    except ValueError:
        choices = ", ".join(str(each.value) for each in choice)
        raise Refused(bad_input(f"{label} cannot be “{text}”.", f"Type one of: {choices}.")) from None
