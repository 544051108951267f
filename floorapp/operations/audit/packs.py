"""Packing kept rounds: many together, by table and time, sealed by an entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.engine.block import open_block
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.packer import EPOCH, MICROSECOND, pack_block
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.unpacker import rounds_of
from floorapp.operations.audit.storage import RoundStore
from floorapp.operations.canonical import digest
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.facts.audits import RoundsPacked
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import moment_of
from floorapp.operations.rules import Rulebooks

BLOCK = 10_000  # rounds of a block
RUN = 60_000  # rounds that are packed in one transaction
#: Fewer rounds than this are not worth blocks of their own: they wait, and an audit packs them for itself.
WORTH_PACKING = 5_000
#: Rounds that are packed without a rest, and how often a station looks for more.
A_FEW = 200
PACKED_EVERY = timedelta(minutes=10)
#: Where a round says no time, it counts as dealt here.
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def pack_rounds(
    desk: Desk, store: RoundStore, *, run: int = RUN, between: Callable[[], None] = lambda: None
) -> Change | None:
    """Pack what is not packed yet, at most a run of it, and seal it; none where it is not worth it.

    `between` is called after every few rounds: it may rest, or raise, and then nothing was done.
    """
    packed, kept = store.packed_upto()
    if kept - packed < WORTH_PACKING:
        return None
    upto = min(packed + run, kept)
    blocks = tuple(blocks_of(_resting(store.loose_rounds(packed, upto), between), desk.rulebooks, upto))
    with desk.logbook.writing() as writing:
        place, already = writing.last_block()
        if already != packed or not blocks:
            return None  # somebody else has packed them meanwhile, or none of them can be read
        placed = tuple(_placed(block, place + n) for n, block in enumerate(blocks, start=1))
        writing.keep_blocks(placed)
        stated = RoundsPacked(
            first=placed[0].place,
            last=placed[-1].place,
            upto=upto,
            rounds=sum(block.rounds for block in placed),
            digest=sealed_digest(block.digest for block in placed),
        )
        moment = moment_of(writing.state, desk.clock.now(), None, desk.rulebooks)
        return Acting(desk, writing, moment, "pack_rounds", Subject("rounds", "packed")).enter(stated)


def _resting(rounds: Iterator[KeptRound], between: Callable[[], None]) -> Iterator[KeptRound]:
    for number, each in enumerate(rounds, start=1):
        yield each
        if number % A_FEW == 0:
            between()


class PacksRounds:
    """The chore of packing the rounds that came in, so that an audit finds them ready."""

    name = "packing"

    def __init__(self, desk: Desk, store: RoundStore) -> None:
        self._desk, self._store = desk, store
        self._last: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self._last is None or abs(now - self._last) >= PACKED_EVERY

    def do(self, now: datetime, pace: Callable[[], None]) -> None:
        while pack_rounds(self._desk, self._store, run=BLOCK, between=pace) is not None:
            pace()
        self._last = now


def sealed_digest(digests: Iterator[str] | Collection[str]) -> str:
    """One digest over those of blocks, in order."""
    return digest("\n".join(digests).encode())


def blocks_of(kept: Iterator[KeptRound], rulebooks: Rulebooks, upto: int) -> Iterator[RoundBlock]:
    """Rounds in blocks, without the ones that cannot be read."""
    while part := list(islice(kept, BLOCK)):
        read = [(each, _read(each, rulebooks)) for each in part]
        rounds = [(each, round_) for each, round_ in read if round_ is not None]
        if not rounds:
            continue
        packed = pack_block(round_ for _, round_ in rounds)
        times = [each.at or NO_TIME for each, _ in rounds]
        tables = tuple(sorted({each.table for each, _ in rounds}))
        yield RoundBlock(0, upto, len(rounds), min(times), max(times), tables, digest(packed), packed)


def span_of(packed: bytes) -> tuple[int, datetime, datetime, tuple[str, ...]]:
    """What a block says of its rounds, from its content: how many, from when to when, at which tables."""
    block = open_block(packed)
    names = block.dictionary["tables"]
    tables = {str(names[number]) for number in set(block.numbers("table"))}
    at = block.numbers("at")
    times = {EPOCH + end * MICROSECOND for end in (min(at), max(at))} if at else set()
    unusual = block.numbers("unusual_at")
    for each in rounds_of(block, unusual) if unusual else ():
        tables.add(each.table)
        times.add(each.at or NO_TIME)
    return block.rounds, min(times), max(times), tuple(sorted(tables))


def _read(kept: KeptRound, rulebooks: Rulebooks) -> Round | None:
    try:
        return read_round(parse_json(kept.record), rulebooks)
    except Unreadable:
        return None


def _placed(block: RoundBlock, place: int) -> RoundBlock:
    return RoundBlock(
        place, block.upto, block.rounds, block.first_at, block.last_at, block.tables, block.digest, block.packed
    )
