"""Signing the head of the station's chain: every quarter of an hour, at the end of a gaming day, for a paper."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from floorapp.domain.days import EndedDay
from floorapp.domain.heads import Head, Reason, Station
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest
from floorapp.operations.credentials import Signer
from floorapp.operations.desk import Clock, Logbook, Writing
from floorapp.operations.entry import EntryDraft
from floorapp.operations.facts.heads import HeadsCountersigned, HeadSigned, KeyIntroduced, introduction
from floorapp.operations.facts.registry import Fact
from floorapp.operations.faults import LogbookFault
from floorapp.operations.identity import new_id
from floorapp.operations.moment import moment_of
from floorapp.operations.state import StateView

log = logging.getLogger(__name__)

#: A head is signed this often, where something is new.
INTERVAL = timedelta(minutes=15)

#: How often a station at which nobody acts countersigns what another one has countersigned already.
ANSWERS_EVERY = timedelta(hours=1)

#: The format of a head, in the head itself.
FORMAT = "floor-head/1"


class MovingKey(Signer, Protocol):
    """A station's key, which moves forward: a new one each gaming day, and the one before is gone."""

    def renewed(self) -> MovingKey:
        """A new key that would outlast a crash, and is not yet the one in use."""
        ...

    def moved_to(self, key: str) -> MovingKey | None:
        """The key that is on record, from now on the one in use; nothing where the station does not have it."""
        ...


def fingerprint(key: str) -> str:
    """A key as people compare it: the first half of its SHA-256, in groups."""
    whole = digest(bytes.fromhex(key))[:32]
    return " ".join(whole[place : place + 4] for place in range(0, len(whole), 4))


def spelled_fingerprint(text: str) -> str:
    """A typed fingerprint as it is shown: small letters in groups of four."""
    letters = "".join(text.lower().split())
    return " ".join(letters[place : place + 4] for place in range(0, len(letters), 4))


class OtherKey(LogbookFault):
    """The key in the station's file is not the one on record: nothing is signed with it."""

    def __init__(self, known: Station) -> None:
        super().__init__(
            f"The key of station {known.id} on this computer is not the one on record ({known.key[:16]}…).",
            "Somebody replaced or removed it, or an older logbook was put back; no head is signed until it is settled.",
            "Put the key's file back, or have an administrator put a new one on record (floorapp station key). "
            "Notify a compliance officer.",
        )


def sworn(head: Head) -> bytes:
    """What a head's signature is over: everything else in it, with the format before it."""
    return FORMAT.encode() + b"\n" + canonical(replace(head, signature=""))


@dataclass(frozen=True, slots=True)
class Sealing:
    """A station's habit of signing heads: the logbook, the clock, the key, and where heads are kept."""

    logbook: Logbook
    clock: Clock
    signer: MovingKey
    keep: Callable[[Head], None]

    def tick(self) -> Head | None:
        """Sign a head if one is due; asked as often as one likes."""
        with self.logbook.reading() as state:
            reason = due_reason(state, self.clock.now(), self.logbook.station)
        return None if reason is None else self.sign(reason)

    def sign(self, reason: Reason) -> Head:
        """Sign the head of the chain, put it on record and keep it outside; the last one if nothing is new."""
        with self.logbook.writing() as writing:
            head = self._new_head(writing, reason)
        self.signer.moved_to(head.key)  # only now: what is not on record must not be the key in use
        try:
            self.keep(head)
        except LogbookFault as fault:
            if reason is not Reason.PAPER:
                raise
            # A drive that is away keeps no paper from being printed: the station's chores keep the head, and tell.
            log.warning("%s", fault)
        return head

    def catch_up(self) -> Head | None:
        """Keep the last head outside once more: the station may have stopped before it could."""
        with self.logbook.reading() as state:
            station = state.get(Station, self.logbook.station)
        if station is None or station.head is None:
            return None
        self.keep(station.head)
        return station.head

    def _new_head(self, writing: Writing, reason: Reason) -> Head:
        name = self.logbook.station
        known = writing.state.get(Station, name)
        others = _unseen(writing.state, known, name)
        if known is not None and known.head is not None and writing.head.seq <= known.head.seq + 1:
            waits = abs(self.clock.now() - known.head.at) < ANSWERS_EVERY
            if not any(each.news and not (each.witnessed and waits) for each in others):
                return known.head  # only the entry of that head came after it, and no news waits for this station
        signer = self._signer(writing, known)
        if others:
            after, order = writing.order()
            heads = tuple(each.head for each in others)
            self._append(writing, HeadsCountersigned(station=name, heads=heads, after=after, order=order))
        head = Head(
            format=FORMAT,
            station=name,
            seq=writing.head.seq,
            hash=writing.head.hash,
            secrets=writing.credentials.sealed(),
            at=self.clock.now(),
            reason=reason,
            key=signer.key,
            signature="",
        )
        head = replace(head, signature=signer.sign(sworn(head)))
        self._append(writing, HeadSigned(head=head))
        return head

    def _signer(self, writing: Writing, known: Station | None) -> MovingKey:
        """The key on record; the first one of a station and each gaming day's are put there by the one before."""
        if known is None:
            return self._introduce(writing, self.signer, self.signer, "")
        own = self.signer.moved_to(known.key)
        if own is None:
            raise OtherKey(known)
        house = moment_of(writing.state, self.clock.now(), None, {}).house
        if known.head is not None and house.day_of(known.head.at) != house.day_of(self.clock.now()):
            return self._introduce(writing, own.renewed(), own, own.key)
        return own

    def _introduce(self, writing: Writing, new: MovingKey, by: MovingKey, replaces: str) -> MovingKey:
        said = introduction(station=self.logbook.station, key=new.key, replaces=replaces, previous=writing.head.hash)
        fact = KeyIntroduced(station=self.logbook.station, key=new.key, replaces=replaces, proof=by.sign(said))
        self._append(writing, fact)
        return new

    def _append(self, writing: Writing, stated: Fact) -> None:
        now = self.clock.now()
        house = moment_of(writing.state, now, None, {}).house
        draft = EntryDraft(
            id=new_id(now),
            fact=stated,
            actor=f"station/{self.logbook.station}",
            occurred_at=now,
            recorded_at=now,
            gaming_day=str(house.day_of(now)),
        )
        writing.append(draft)


@dataclass(frozen=True, slots=True)
class Unseen:
    """The newest head of another station that this one has not countersigned yet."""

    head: Head
    #: Whether it vouches for more than an answer: two idle stations would answer each other without end.
    news: bool
    #: Whether a third station has countersigned it.
    witnessed: bool


def _unseen(state: StateView, known: Station | None, name: str) -> tuple[Unseen, ...]:
    stations = sorted(state.find(Station), key=lambda each: each.id)
    seen = {(by.id, each.station): each.seq for by in stations for each in by.seen}
    return tuple(
        Unseen(
            each.head,
            each.news > seen.get((name, each.id), 0),
            any(seen.get((by.id, each.id), 0) >= each.news for by in stations if by.id != name),
        )
        for each in stations
        if each.head is not None and each.id != name and each.head.seq > seen.get((name, each.id), 0)
    )


def due_reason(state: StateView, now: datetime, station: str) -> Reason | None:
    """Why a head is due now; None where the last one is young and no gaming day was ended since."""
    known = state.get(Station, station)
    if known is None or known.head is None:
        return Reason.INTERVAL
    house = moment_of(state, now, None, {}).house
    ended = state.get(EndedDay, str(house.day_of(now).previous()))
    if ended is not None and ended.at > known.head.at:
        return Reason.END_OF_DAY
    # A clock that was set back must not keep heads from being signed.
    return Reason.INTERVAL if abs(now - known.head.at) >= INTERVAL else None
