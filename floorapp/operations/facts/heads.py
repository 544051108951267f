"""Facts about a station's key, and about the heads it signed."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.findings import Noted
from floorapp.domain.heads import Head, SeenHead, Station
from floorapp.operations.canonical import canonical
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies

#: The format of what a key signs for the next one, before it.
KEY_FORMAT = "floor-key/1"


@fact("station.key-introduced")
class KeyNamed(Fact):
    """As earlier versions had it: the key before is named where there was one, and signed nothing."""

    station: str
    key: str
    replaces: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@fact("station.key-introduced", version=2)
class KeyIntroduced(Fact):
    """From here on a station signs with this key.

    `proof` is made over it and its place in the chain (`introduction`) with the key before it, or itself where it is
    the station's first.
    """

    station: str
    key: str
    replaces: str
    proof: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@fact("station.key-replaced")
class KeyReplaced(Fact):
    """The key on record is lost: an administrator puts another one in its place, and signs for it."""

    station: str
    key: str
    replaces: str
    reason: str
    findings: tuple[Noted, ...]

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


def introduction(*, station: str, key: str, replaces: str, previous: str) -> bytes:
    """What the key before signs for the next one: both, and the hash of the entry before."""
    said = {"key": key, "previous": previous, "replaces": replaces, "station": station}
    return KEY_FORMAT.encode() + b"\n" + canonical(said)


def _signs_with(station: str, key: str, shelves: Shelves) -> None:
    known = shelves.get(Station, station) or Station(station, key)
    shelves.put(replace(known, key=key))


@applies(KeyNamed)
def _named(_: Entry, fact: KeyNamed, shelves: Shelves) -> None:
    _signs_with(fact.station, fact.key, shelves)


@applies(KeyIntroduced)
def _introduced(_: Entry, fact: KeyIntroduced, shelves: Shelves) -> None:
    _signs_with(fact.station, fact.key, shelves)


@applies(KeyReplaced)
def _replaced(entry: Entry, fact: KeyReplaced, shelves: Shelves) -> None:
    _signs_with(fact.station, fact.key, shelves)
    put_findings(entry, "", fact.findings, shelves)


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
    news = known.news if fact.head.seq == known.answered else fact.head.seq
    shelves.put(replace(known, head=fact.head, news=news))


@fact("station.heads-countersigned")
class HeadsSeen(Fact):
    """As earlier versions had it: in which order entries of different stations came was not sworn to."""

    station: str
    heads: tuple[Head, ...]

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@fact("station.heads-countersigned", version=2)
class HeadsCountersigned(Fact):
    """A station of the same logbook has seen these heads of others, the newest of each; its next head seals it.

    `order` is the digest over the hashes of all stations' entries as they stand between `after` and this one.
    """

    station: str
    heads: tuple[Head, ...]
    after: int
    order: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@applies(HeadsSeen)
def _seen(entry: Entry, fact: HeadsSeen, shelves: Shelves) -> None:
    _countersigns(entry, fact.station, fact.heads, shelves)


@applies(HeadsCountersigned)
def _countersigned(entry: Entry, fact: HeadsCountersigned, shelves: Shelves) -> None:
    _countersigns(entry, fact.station, fact.heads, shelves)


def _countersigns(entry: Entry, station: str, heads: tuple[Head, ...], shelves: Shelves) -> None:
    known = shelves.get(Station, station)
    if known is not None:
        now = {each.station: each for each in known.seen} | {
            each.station: SeenHead(each.station, each.seq) for each in heads
        }
        seen = tuple(now[each] for each in sorted(now))
        at_once = known.head is not None and entry.seq == known.head.seq + 2  # between them that head's own entry
        shelves.put(replace(known, seen=seen, answered=entry.seq if at_once else known.answered))
