"""Facts about a station's key, and about the heads it signed."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.heads import Head, Station
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


@fact("station.key-introduced")
class KeyIntroduced(Fact):
    """From here on a station signs with this key; the one before is named where there was one."""

    station: str
    key: str
    replaces: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@applies(KeyIntroduced)
def _introduced(_: Entry, fact: KeyIntroduced, shelves: Shelves) -> None:
    known = shelves.get(Station, fact.station)
    shelves.put(Station(fact.station, fact.key, None if known is None else known.head))


@fact("station.head-signed")
class HeadSigned(Fact):
    """A station signed the head of its chain; the same head was written outside the database."""

    head: Head

    @property
    def subject(self) -> Subject:
        return Subject("station", self.head.station)


@applies(HeadSigned)
def _signed(_: Entry, fact: HeadSigned, shelves: Shelves) -> None:
    known = shelves.get(Station, fact.head.station) or Station(fact.head.station, fact.head.key)
    shelves.put(replace(known, head=fact.head))
