"""Kinds of facts under stable names and versions, spelled strictly in both directions."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, TypeVar, dataclass_transform

import msgspec

from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, check_instants

F = TypeVar("F", bound="Fact")


@dataclass(frozen=True, slots=True)
class Subject:
    """What an entry is about: a noun of the floor and its name."""

    kind: str
    id: str


class Fact:
    """Something that happened, as an entry's payload; see `fact`."""

    __slots__ = ()
    KIND: ClassVar[str]
    VERSION: ClassVar[int]
    CORRECTABLE: ClassVar[bool]

    @property
    def subject(self) -> Subject:
        """What the entry is about."""
        raise TypeError(f"{type(self).__name__} does not say what it is about")

    @property
    def mentions(self) -> tuple[Subject, ...]:
        """What else it concerns: the entry stands on their timelines too."""
        return ()


@dataclass(frozen=True, slots=True)
class UnknownFact(Fact):
    """A fact of a kind this version does not know: kept, shown as it was written, changing no state."""

    kind: str
    version: int
    text: str
    about: Subject

    @property
    def subject(self) -> Subject:
        return self.about


class MisspelledFact(ValueError):
    """A payload that is not exactly what its kind and version spell."""


_FLOAT = re.compile(r"\bfloat\b")
_KINDS: dict[tuple[str, int], type[Fact]] = {}
_DECODERS: dict[type[Fact], msgspec.json.Decoder[Fact]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(kind: str, *, version: int = 1, correctable: bool = False) -> Callable[[type[F]], type[F]]:
    """Make a class the payload of a kind: frozen, slotted, by keyword, and registered for good."""

    def register(plain: type[F]) -> type[F]:
        if (kind, version) in _KINDS:
            raise ValueError(f"{kind} version {version} is already registered")
        made = dataclass(frozen=True, slots=True, kw_only=True)(plain)
        made.KIND, made.VERSION, made.CORRECTABLE = kind, version, correctable
        if any(_FLOAT.search(str(hint)) for hint in made.__annotations__.values()):
            raise TypeError("a payload holds no floating point number")
        _KINDS[kind, version] = made
        return made

    return register


def refuse_floats(kind: object, seen: set[object]) -> None:
    """A float has no one spelling: no payload may hold one, however deep.

    Tests ask this of every kind; at start only a kind's own fields are looked at, which costs nothing.
    """
    if kind is float:
        raise TypeError("a payload holds no floating point number")
    for inner in typing.get_args(kind):
        refuse_floats(inner, seen)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind not in seen:
        seen.add(kind)
        for hint in typing.get_type_hints(kind).values():
            refuse_floats(hint, seen)


def _known(kind: str, version: int) -> type[Fact] | None:
    """The class of a kind; all of them are imported when one is first missing, which no start waits for."""
    if (kind, version) not in _KINDS:
        import_module("floorapp.operations.kinds")
    return _KINDS.get((kind, version))


def kinds() -> tuple[type[Fact], ...]:
    """Every registered kind, by name and version."""
    import_module("floorapp.operations.kinds")
    return tuple(_KINDS[name] for name in sorted(_KINDS))


def encode_fact(stated: Fact) -> bytes:
    """The canonical payload of a fact; what was never understood goes out as it came in."""
    if isinstance(stated, UnknownFact):
        return stated.text.encode()
    check_instants(stated)
    return canonical(stated)


def decode_fact(kind: str, version: int, payload: bytes, *, subject: Subject) -> Fact:
    """Read a payload strictly: a known kind must spell back to the same letters."""
    made = _known(kind, version)
    if made is None:
        return UnknownFact(kind, version, payload.decode(), subject)
    decoder = _DECODERS.get(made)
    if decoder is None:
        decoder = _DECODERS[made] = msgspec.json.Decoder(made)
    try:
        stated = decoder.decode(payload)
    except msgspec.DecodeError as error:
        raise MisspelledFact(f"{kind} version {version}: {error}") from error
    if canonical(stated) != payload:
        raise MisspelledFact(f"{kind} version {version}: not in its canonical spelling")
    return stated
