"""Values of a record, each read strictly by its kind; a fault names its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, TypeVar

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.record import LARGEST, LARGEST_NET, Unreadable

T = TypeVar("T")
_MISSING = object()
#: A date, any sign, a time of day, and an offset or Z: the forms of ISO 8601 that name a moment.
_CLOCK = "[0-9]{2}(:?[0-9]{2}(:?[0-9]{2}([.,][0-9]+)?)?)?"
INSTANT = f"^[0-9]{{4}}-?([0-9]{{2}}-?[0-9]{{2}}|W[0-9]{{2}}(-?[0-9])?).{_CLOCK}(Z|[+-]{_CLOCK})$"
named_moment = re.compile(INSTANT).match


def needed(raw: dict[str, Any], name: str, read: Callable[[Any], T]) -> T:
    value = raw.get(name, _MISSING)
    if value is _MISSING:
        raise Unreadable("missing", name)
    try:
        return read(value)
    except Unreadable as fault:
        raise fault.under(name) from None


def optional(raw: dict[str, Any], name: str, read: Callable[[Any], T]) -> T | None:
    return needed(raw, name, read) if name in raw else None


def inside(place: str | int, read: Callable[[], T]) -> T:
    try:
        return read()
    except Unreadable as fault:
        raise fault.under(place) from None


def each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    def read_list(raw: Any) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise Unreadable(f"must be a list, not {kind_of(raw)}")
        made = []
        for place, each in enumerate(raw):
            try:
                made.append(read(each))
            except Unreadable as fault:
                raise fault.under(place) from None
        return tuple(made)

    return read_list


def one_of(known: Collection[str], what: str) -> Callable[[Any], str]:
    def read_word(raw: Any) -> str:
        if isinstance(raw, str) and raw in known:
            return raw
        raise Unreadable(f"{shown(raw)} is not {what}")

    return read_word


def read_card(raw: Any) -> Card:
    card = CARDS.get(raw) if isinstance(raw, str) else None
    if card is None:
        raise Unreadable(f"{shown(raw)} is not a card")
    return card


def positive(raw: Any) -> int:
    if type(raw) is int and 0 < raw <= LARGEST:
        return raw
    if type(raw) is int and raw > 0:
        raise Unreadable("is larger than any amount at a table")
    raise Unreadable(f"{shown(raw)} is not a whole number above zero")


def whole(raw: Any) -> int:
    if type(raw) is int and abs(raw) <= LARGEST_NET:
        return raw
    if type(raw) is int:
        raise Unreadable("is larger than any amount at a table")
    raise Unreadable(f"{shown(raw)} is not a whole number")


def flag(raw: Any) -> bool:
    if isinstance(raw, bool):
        return raw
    raise Unreadable(f"{shown(raw)} is neither true nor false")


def text_of(raw: Any) -> str:
    if not isinstance(raw, str):
        raise Unreadable(f"must be a text, not {kind_of(raw)}")
    if not is_whole_text(raw):
        raise Unreadable(f"{shown(raw)} holds half of a character")
    return raw


def is_whole_text(text: str) -> bool:
    """False for a text with a lone surrogate, which JSON can spell and no file, paper or database can hold."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def must_be_object(raw: Any) -> dict[str, Any]:
    if isinstance(raw, dict):
        return raw
    raise Unreadable(f"must be an object, not {kind_of(raw)}")


def instant(raw: Any) -> datetime:
    try:
        instant = datetime.fromisoformat(text_of(raw))
    except ValueError:
        raise Unreadable(f"{shown(raw)} is not a time in ISO 8601") from None
    if instant.tzinfo is None:
        raise Unreadable(f"{shown(raw)} has no offset")
    if not named_moment(raw):
        raise Unreadable(f"{shown(raw)} is not a time in ISO 8601")
    return instant


def shown(raw: Any) -> str:
    """A value as it stands in the record, cut to a length a person can read."""
    try:
        text = json.dumps(raw, ensure_ascii=False)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "what stands there"
    return text if len(text) <= 60 else text[:57] + "…"


def kind_of(raw: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(raw), "a number")
