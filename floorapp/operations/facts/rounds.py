"""The fact that rounds came in: how many, what the engine said, and the digests that seal them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from floorapp.domain.rounds import KeptRound, LastRound
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


@dataclass(frozen=True, slots=True)
class ShoeSeal:
    """The rounds of one shoe in one import, sealed by a digest over them in order."""

    table: str
    shoe: str
    rounds: int
    digest: str
    last_at: datetime | None
    last_day: str


def seal_of(rounds: Iterable[KeptRound]) -> str:
    """The digest that seals rounds in order: each record by its own digest, and what was kept about it."""
    lines = (
        canonical([r.digest, r.id, r.table, r.shoe, r.at, r.rulebook, r.verdict, r.findings, r.hands, r.boxes])
        for r in rounds
    )
    return digest(b"\n".join(lines))


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How many rounds got which verdict."""

    ok: int = 0
    settled: int = 0
    mismatch: int = 0
    violation: int = 0
    unreadable: int = 0


@fact("rounds.imported")
class RoundsImported(Fact):
    """Rounds were taken in from a source, verified, and kept; the seals bind them into the chain."""

    source: str
    rulebooks: tuple[str, ...]
    seals: tuple[ShoeSeal, ...]
    verdicts: Verdicts
    known_before: int
    contradicting: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("rounds", self.source)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        tables = dict.fromkeys(seal.table for seal in self.seals if seal.table)
        return tuple(Subject("table", table) for table in tables)


@applies(RoundsImported)
def _imported(_: Entry, fact: RoundsImported, shelves: Shelves) -> None:
    for seal in fact.seals:
        if seal.last_at is None or not seal.table:
            continue
        known = shelves.get(LastRound, seal.table)
        came = digest(f"{known.came if known else ''}{seal.digest}".encode())
        if known is None or known.at < seal.last_at:
            shelves.put(LastRound(seal.table, seal.last_at, seal.last_day, came))
        else:
            shelves.put(replace(known, came=came))
