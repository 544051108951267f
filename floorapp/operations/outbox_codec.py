"""How a fact waits in the outbox (`offline_acts` says of which acts), and what it becomes when it arrives."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import msgspec

from floorapp.operations.canonical import canonical
from floorapp.operations.entry import Entry, EntryDraft, Signature, Written, read, write
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.registry import Fact, decode_fact, encode_fact
from floorapp.operations.facts.shoes import ShoeBegun
from floorapp.operations.series import incident_name, next_number, shoe_name
from floorapp.operations.state import StateView

F = TypeVar("F", bound=Fact)

#: How a name given on this station begins, until the database gives the real one.
PROVISIONAL = "kept-"

#: Names in a payload that a server gives on arrival.
_GIVEN = ("incident", "number")

_WRITTEN = msgspec.json.Decoder(tuple[Written, ...])


def provisional(stated: Fact, name: str) -> Fact:
    """A fact as it is kept: an incident gets its number on arrival, so its name says until then that it waits."""
    if isinstance(stated, IncidentReported):
        return replace(stated, incident=f"{PROVISIONAL}{name}", number=0)
    return stated


def arriving(stated: Fact, state: StateView, names: dict[str, str]) -> Fact:
    """A fact as it is entered on arrival: numbers are given now, and later facts follow the names given."""
    stated = _renamed(stated, names)
    if isinstance(stated, IncidentReported):
        number = next_number(state, stated.series)
        given = incident_name(stated.series, number)
        return _named(stated, replace(stated, incident=given, number=number), stated.incident, given, names)
    if isinstance(stated, ShoeBegun):
        number = next_number(state, stated.series)
        given = shoe_name(stated.series, stated.table, number)
        return _named(stated, replace(stated, shoe=given, number=number), stated.shoe, given, names)
    return stated


def _named(old: F, new: F, kept: str, given: str, names: dict[str, str]) -> F:
    if kept == given:
        return old
    names[kept] = given
    return new


def _renamed(stated: Fact, names: dict[str, str]) -> Fact:
    """The fact with every name that was provisional replaced by the one given since."""
    payload = encode_fact(stated)
    if not any(kept.encode() in payload for kept in names):
        return stated
    spelled = canonical(_follow(msgspec.json.decode(payload), names))
    return decode_fact(stated.KIND, stated.VERSION, spelled, subject=stated.subject)


def _follow(value: object, names: dict[str, str]) -> object:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {name: _follow(inner, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [_follow(inner, names) for inner in value]
    return value


def carried_over(signatures: tuple[Signature, ...], kept: Fact, given: Fact) -> tuple[Signature, ...]:
    """The signatures of a kept entry on arrival: where names were given, what was signed stays beside them."""
    if kept == given:
        return signatures
    payload = encode_fact(kept).decode()
    return tuple(replace(each, over=each.over or payload) if each.value else each for each in signatures)


def only_names_given(over: object, payload: object, name: str = "") -> bool:
    """Whether a payload says what was signed, but for names and numbers that a server gave on arrival.

    Asked only of what a station keeps: whoever wrote it could else move a signature to another incident.
    """
    if over == payload:
        return True
    if isinstance(over, dict) and isinstance(payload, dict):
        return over.keys() == payload.keys() and all(only_names_given(over[each], payload[each], each) for each in over)
    if isinstance(over, list) and isinstance(payload, list) and len(over) == len(payload):
        return all(only_names_given(*pair, name) for pair in zip(over, payload, strict=True))
    return name in _GIVEN or (isinstance(over, str) and over.startswith(PROVISIONAL))


def spell(drafts: list[EntryDraft]) -> bytes:
    """Drafts in the letters of entries, without a place in the chain."""
    return canonical([write(draft, station="", seq=0, previous="") for draft in drafts])


def unspell(content: bytes) -> list[EntryDraft]:
    """The drafts of a kept act."""
    return [_draft(read(each, position=0, hash="")) for each in _WRITTEN.decode(content)]


def _draft(entry: Entry) -> EntryDraft:
    return EntryDraft(
        id=entry.id,
        fact=entry.fact,
        actor=entry.actor,
        occurred_at=entry.occurred_at,
        recorded_at=entry.recorded_at,
        gaming_day=entry.gaming_day,
        late=entry.late,
        signatures=entry.signatures,
    )
