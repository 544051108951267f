"""An audit: stored rounds verified again on several cores, with what was seen held against the odds."""

from __future__ import annotations

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import field
from datetime import datetime
from itertools import chain, islice
from pathlib import Path

from floorapp.domain.money import dollars
from floorapp.domain.rounds import RoundBlock
from floorapp.domain.values import dataclass
from floorapp.engine import fair
from floorapp.engine.answer import Answer
from floorapp.engine.block import DamagedBlock
from floorapp.operations.audit.observations import Comparison, Observer, Odds, Posts, Seen, WatchedTerms, compare
from floorapp.operations.audit.packs import blocks_of, sealed_digest
from floorapp.operations.audit.selection import Selection
from floorapp.operations.audit.storage import RoundStore
from floorapp.operations.canonical import digest
from floorapp.operations.quick.files import checks, processes, rarely_collect
from floorapp.operations.quick.verify import CheckedRounds, QuickVerifier
from floorapp.operations.rules import Rulebooks
from floorapp.operations.verification import wager_said

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class WrongRound:
    """A round that is not right: where and when, the verdict, and the first thing that is wrong with it."""

    id: str
    table: str
    at: datetime | None
    verdict: str
    says: str
    cite: str = ""


@dataclass(slots=True)
class Audit:
    """What an audit found."""

    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: list[WrongRound] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    digest: str = ""
    seconds: float = 0.0
    seen: Seen = field(default_factory=Counter)
    comparisons: tuple[Comparison, ...] = ()

    @property
    def rounds(self) -> int:
        return self.verdicts.total()

    def add(self, part: Audit) -> None:
        """Put what was found in a part to the rest."""
        self.verdicts.update(part.verdicts)
        self.wrong += part.wrong
        self.seen.update(part.seen)


def found_in(checked: CheckedRounds) -> Audit:
    """What was found in some rounds: of the wrong ones no more than an audit says."""
    verdicts = checked.right + Counter(answer.verdict for answer in checked.wrong)
    return Audit(verdicts, [*map(wrong_round, checked.wrong, checked.places)], seen=checked.seen)


def wrong_round(answer: Answer, place: tuple[str, datetime | None]) -> WrongRound:
    """A wrong round, with the first thing that is wrong."""
    table, at = place
    says, cite = answer.error or "", ""
    for line in answer.lines:
        if line.wrong:
            said = "not reported" if line.reported is None else f"paid {dollars(line.reported)}"
            said = f"{wager_said(line.wager)}: {said}, should be {dollars(line.expected)}"
            says, cite = f"Spot {line.box}, {said}. {line.because}", line.cite
            break
    else:
        for finding in answer.findings:
            if finding.severity == "violation":
                says, cite = finding.message, finding.cite
                break
    return WrongRound(answer.id or "", table, at, answer.verdict, says, cite)


def audit(
    store: RoundStore,
    selection: Selection,
    rulebooks: Rulebooks,
    *,
    posts: Posts,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
    cancelled: Cancelled = lambda: False,
) -> Audit | None:
    """Verify the rounds of a selection again; None where it was cancelled, and then nothing is left behind."""
    began = time.monotonic()
    packed, kept = store.packed_upto()
    places = store.block_places(selection.since, selection.until, selection.tables)
    of, done, made, digests = sum(rounds for _, rounds in places) + max(kept - packed, 0), 0, Audit(), list[str]()
    stored = (store.block(place) for place, _ in places)
    loose = blocks_of(store.loose_rounds(packed, kept), rulebooks, kept) if kept > packed else iter(())
    odds: Odds = {}
    progress(0, of)
    for block, checked in _checked(chain(stored, loose), rulebooks, selection, posts, jobs, cancelled, odds):
        if isinstance(checked, str):
            made.damaged.append(f"block {block.place} of the packed rounds: {checked}")
        else:
            made.add(checked)
        digests.append(block.digest)
        done += block.rounds
        progress(done, of)
    if cancelled():
        return None
    made.digest = sealed_digest(digests)
    made.comparisons = compare(made.seen, posts, rulebooks, odds)
    made.seconds = time.monotonic() - began
    return made


def audit_file(file: Path, rulebooks: Rulebooks, *, jobs: int = 1, progress: Progress = lambda done, of: None) -> Audit:
    """Verify the rounds of a file; raises OSError where it cannot be read. The digest is the file's own."""
    began, made, sum_ = time.monotonic(), Audit(), hashlib.sha256()
    with file.open("rb") as stream:
        while part := stream.read(1 << 20):
            sum_.update(part)
        stream.seek(0)
        for checked in checks(stream, rulebooks, jobs=jobs):
            checked.places = [("", None)] * len(checked.wrong)
            made.add(found_in(checked))
            progress(made.rounds, 0)
    made.digest = sum_.hexdigest()
    made.seconds = time.monotonic() - began
    return made


#: A block without its rounds, and what was found in it, or why it could not be read.
Found = tuple[RoundBlock, Audit | str]


def _checked(
    blocks: Iterable[RoundBlock],
    rulebooks: Rulebooks,
    selection: Selection,
    posts: Posts,
    jobs: int,
    cancelled: Cancelled,
    odds: Odds,
) -> Iterator[Found]:
    """Every block checked, in order, in this process or in several; it stops where it is cancelled.

    Several also find the exact odds of what they see, which take their time; these are put into `odds`.
    """
    if jobs == 1:
        _begin(rulebooks, selection, posts, quietly=False)
        for block in blocks:
            if cancelled():
                return
            yield _check(block)
        return
    left, asked = iter(blocks), dict[WatchedTerms, Future[fair.Chances | None]]()
    with processes(jobs, _begin, rulebooks, selection, posts) as pool:
        waiting = deque(pool.submit(_check, block) for block in islice(left, jobs * 2))
        try:
            while waiting and not cancelled():
                done = waiting.popleft().result()
                waiting.extend(pool.submit(_check, block) for block in islice(left, 1))
                if not isinstance(done[1], str):
                    for watched in {watched for _, _, watched, _ in done[1].seen} - asked.keys():
                        asked[watched] = pool.submit(_odds, watched)
                yield done
            if not cancelled():
                odds.update((watched, chances.result()) for watched, chances in asked.items())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_known: tuple[QuickVerifier, Selection, Observer]


def _begin(rulebooks: Rulebooks, selection: Selection, posts: Posts, *, quietly: bool = True) -> None:
    """What a process knows while it audits."""
    global _known
    if quietly:
        rarely_collect()
    _known = (QuickVerifier(rulebooks), selection, Observer(posts))


def _odds(watched: WatchedTerms) -> fair.Chances | None:
    return watched.chances(_known[0].rulebooks)


def _check(block: RoundBlock) -> Found:
    """One block: first whether it is what was kept, then its rounds."""
    verifier, selection, observer = _known
    named = RoundBlock(block.place, block.upto, block.rounds, block.first_at, block.last_at, (), block.digest, b"")
    if digest(block.packed) != block.digest:
        return named, "it was changed after it was kept"
    try:
        return named, found_in(verifier.check_block(block.packed, selection, observer))
    except DamagedBlock as fault:
        return named, str(fault)
