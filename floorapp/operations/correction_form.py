"""What of an entry a person can correct, as text, and the fact that what they typed makes of it."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType

from floorapp.domain.values import dataclass
from floorapp.operations.facts.registry import Fact
from floorapp.operations.refusal import Refused, bad_input

#: What numbers, days and paragraphs the app gave an entry by itself; a person does not type them.
GIVEN = frozenset({"incident", "series", "number", "gaming_day", "shoe", "code", "cite", "title"})
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of a fact in words a person can type anew."""

    name: str
    label: str
    text: str


def stated(fact: Fact) -> tuple[Stated, ...]:
    """The plain values of a fact; what is made of many parts is left as it was."""
    hints = typing.get_type_hints(type(fact))
    found = []
    for field in dataclasses.fields(fact):  # type: ignore[arg-type]
        if field.name in GIVEN or not _plain(hints[field.name]):
            continue
        label = field.name.replace("_", " ").capitalize()
        found.append(Stated(field.name, label, _text(getattr(fact, field.name))))
    return tuple(found)


def restated(fact: Fact, texts: Mapping[str, str]) -> Fact:
    """The fact with other values; raises Refused where one of them cannot be that."""
    hints = typing.get_type_hints(type(fact))
    given = {each.name: each for each in stated(fact)}
    changed = {
        name: _value(hints[name], text.strip(), given[name].label)
        for name, text in texts.items()
        if name in given and text.strip() != given[name].text
    }
    return dataclasses.replace(fact, **changed)  # type: ignore[type-var]


def _alone(hint: object) -> object:
    """The type itself of an optional one."""
    if isinstance(hint, UnionType):
        inner = [each for each in typing.get_args(hint) if each is not NoneType]
        return inner[0] if len(inner) == 1 else hint
    return hint


def _plain(hint: object) -> bool:
    kind = _alone(hint)
    return kind in (str, int, bool, tuple[str, ...]) or (isinstance(kind, type) and issubclass(kind, Enum))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value.value) if isinstance(value, Enum) else str(value)


def _value(hint: object, text: str, label: str) -> object:
    kind = _alone(hint)
    if kind is not hint and not text:
        return None
    if kind is bool:
        if text.casefold() not in (YES, NO):
            raise Refused(bad_input(f"{label} is “{text}”.", f"Type {YES} or {NO}."))
        return text.casefold() == YES
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise Refused(bad_input(f"{label} is “{text}”, which is not a number.", "Type it in digits."))
        return int(text)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(text)
        except ValueError:
            choices = ", ".join(str(each.value) for each in kind)
            raise Refused(bad_input(f"{label} cannot be “{text}”.", f"Type one of: {choices}.")) from None
    if kind is str:
        return text
    return tuple(part.strip() for part in text.split(",") if part.strip())
