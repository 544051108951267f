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
from floorapp.operations.canonical import canonical
from floorapp.operations.desk import Clock, Logbook, Writing
from floorapp.operations.entry import EntryDraft
from floorapp.operations.facts.heads import HeadSigned, KeyIntroduced
from floorapp.operations.facts.registry import Fact
from floorapp.operations.faults import LogbookFault
from floorapp.operations.identity import new_id
from floorapp.operations.moment import moment_of
from floorapp.operations.state import State

log = logging.getLogger(__name__)

#: A head is signed this often, where something is new.
INTERVAL = timedelta(minutes=15)

#: The format of a head, in the head itself.
FORMAT = "floor-head/1"


class Signer(Protocol):
    """A station's key: what is known of it, and signing with it."""

    @property
    def key(self) -> str:
        """The public half, in hexadecimal."""
        ...

    def sign(self, content: bytes) -> str:
        """A signature in hexadecimal."""
        ...


def sworn(head: Head) -> bytes:
    """What a head's signature is over: everything else in it, with the format before it."""
    return FORMAT.encode() + b"\n" + canonical(replace(head, signature=""))


@dataclass(frozen=True, slots=True)
class Sealing:
    """A station's habit of signing heads: the logbook, the clock, the key, and where heads are kept."""

    logbook: Logbook
    clock: Clock
    signer: Signer
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
        if known is None or known.key != self.signer.key:
            replaces = "" if known is None else known.key
            self._append(writing, KeyIntroduced(station=name, key=self.signer.key, replaces=replaces))
        elif known.head is not None and writing.head.seq <= known.head.seq + 1:
            return known.head  # only the entry of that head came after it
        head = Head(
            format=FORMAT,
            station=name,
            seq=writing.head.seq,
            hash=writing.head.hash,
            secrets=writing.credentials.sealed(),
            at=self.clock.now(),
            reason=reason,
            key=self.signer.key,
            signature="",
        )
        head = replace(head, signature=self.signer.sign(sworn(head)))
        self._append(writing, HeadSigned(head=head))
        return head

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


def due_reason(state: State, now: datetime, station: str) -> Reason | None:
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
