"""Values of a rulebook file, each read strictly by its type; a fault names its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from functools import cache, partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from floorapp.engine.provision import Allowed, PayTable

#: The types of a class's fields; a rulebook has a thousand tables of a few kinds.
_hints_of = cache(get_type_hints)


def hints_of(kind: Any) -> dict[str, Any]:
    hints: dict[str, Any] = _hints_of(kind)
    return hints


class RulebookFault(ValueError):
    """A rulebook file that cannot be trusted, with the place of the fault, and the faults found after it."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place}: {what}")
        self.place = place
        self.later: list[RulebookFault] = []

    @property
    def all(self) -> list[RulebookFault]:
        return [self, *self.later]


def together(*parts: Callable[[], Any]) -> list[Any]:
    """Read several parts; the faults of all of them are raised as one."""
    made: list[Any] = []
    faults: list[RulebookFault] = []
    for part in parts:
        try:
            made.append(part())
        except RulebookFault as fault:
            faults += fault.all
    if faults:
        first, *later = faults
        first.later = later
        raise first
    return made


def read_value(kind: Any, raw: Any, place: str) -> Any:
    """A value of this type; for a union, of the first type that takes it."""
    kinds = [each for each in get_args(kind) if each is not type(None)] if is_union(kind) else [kind]
    *others, last = kinds
    for each in others:
        try:
            return READERS[each](raw, place)
        except RulebookFault:
            continue
    return READERS[last](raw, place)


def read_fields(kind: Any, raw: Any, place: str, *, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """The plain fields of a dataclass from a table; unknown, missing and ill-typed ones are refused."""
    table = must_be_table(raw, place)
    hints = hints_of(kind)

    def read(spec: Any) -> dict[str, Any]:
        if spec.name in table:
            return {spec.name: read_value(hints[spec.name], table[spec.name], f"{place}.{spec.name}")}
        if spec.default is MISSING and spec.default_factory is MISSING:
            raise RulebookFault(f"{place}.{spec.name}", "no citation" if spec.name == "cite" else "missing")
        return {}

    wanted = [partial(read, spec) for spec in fields(kind) if spec.name not in skip]
    _, *made = together(lambda: refuse_unknown(table, (*hints, *skip), place), *wanted)
    return {name: value for each in made for name, value in each.items()}


def is_union(kind: Any) -> bool:
    return get_origin(kind) in (UnionType, Union)


def must_be_table(raw: Any, place: str) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise RulebookFault(place, "must be a table")
    return raw


def must_be_tables(raw: Any, place: str) -> list[Any]:
    if not isinstance(raw, list):
        raise RulebookFault(place, "must be a list of tables")
    return raw


def refuse_unknown(raw: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    together(*(partial(refuse, f"{place}.{key}", "unknown") for key in raw if key not in known))


def refuse(place: str, what: str) -> None:
    """A fault, where only a call will do."""
    raise RulebookFault(place, what)


def refuse_twins(names: list[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise RulebookFault(place, f"{name!r} stands there twice")


def among(words: Any, known: Any, place: str) -> None:
    """Refuse a word, or any of several, that is not known."""
    for word in (words,) if isinstance(words, str) else words:
        if word not in known:
            raise RulebookFault(place, f"{word!r} is unknown; known: {', '.join(sorted(known))}")


def text(raw: Any, place: str) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise RulebookFault(place, "must be a text")
    return raw


def whole(raw: Any, place: str) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise RulebookFault(place, "must be a whole number")
    return raw


def flag(raw: Any, place: str) -> bool:
    if not isinstance(raw, bool):
        raise RulebookFault(place, "must be true or false")
    return raw


def texts(raw: Any, place: str) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise RulebookFault(place, "must be a list of texts")
    return tuple(text(each, place) for each in raw)


def odds(raw: Any, place: str) -> Fraction:
    """Odds as they are spoken: `"3:2"` pays three for two."""
    if not isinstance(raw, str) or not re.fullmatch(r"[0-9]+:[1-9][0-9]*", raw):
        raise RulebookFault(place, f'{raw!r} are not odds such as "3:2"')
    won, staked = raw.split(":")
    return Fraction(int(won), int(staked))


def paytable(raw: Any, place: str) -> PayTable:
    table = must_be_table(raw, place)
    return PayTable({name: odds(each, f"{place}.{name}") for name, each in table.items()})


def allowed(raw: Any, place: str) -> Allowed:
    if isinstance(raw, list) and raw:
        return Allowed(one_of=tuple(whole(each, place) for each in raw))
    if not isinstance(raw, dict) or not raw or set(raw) - {"at_least", "at_most"}:
        raise RulebookFault(place, "must be a list of numbers, or at_least and at_most")
    at_least, at_most = (whole(raw[key], place) if key in raw else None for key in ("at_least", "at_most"))
    return Allowed(at_least=at_least or 1, at_most=at_most)


def numbers(raw: Any, place: str) -> tuple[int, ...]:
    if not isinstance(raw, list) or not raw:
        raise RulebookFault(place, "must be a list of numbers")
    return tuple(whole(each, place) for each in raw)


READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    str: text,
    int: whole,
    bool: flag,
    Fraction: odds,
    PayTable: paytable,
    Allowed: allowed,
    tuple[int, ...]: numbers,
    tuple[str, ...]: texts,
}
