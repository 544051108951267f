"""Verifying files of rounds: one answer a round, in order, on one core or several, in bounded memory."""

from __future__ import annotations

import gc
import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import BinaryIO, TypeVar

from floorapp.engine.answer import WRONG, Answer
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.verify import verify_text
from floorapp.operations.quick_verification import Checked, QuickVerifier, Sheaf

T = TypeVar("T")
U = TypeVar("U")

VERDICTS = ("ok", "settled", "mismatch", "violation", "unreadable")
BATCH = 500
SHEAF = 1000  # rounds judged side by side
#: A file whose first line is no record by itself is read whole, up to this size: one object over many lines.
WHOLE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Text:
    """A record as it came: its bytes, and the line of its file."""

    line: int
    text: bytes


@dataclass(slots=True)
class Tally:
    """How many rounds of each verdict."""

    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def status(self) -> int:
        """The exit status these verdicts call for."""
        if self.verdicts["unreadable"]:
            return 2
        return 1 if any(self.verdicts[verdict] for verdict in WRONG) else 0

    def __str__(self) -> str:
        total = self.verdicts.total()
        counts = ", ".join(f"{self.verdicts[verdict]:,} {verdict}" for verdict in VERDICTS)
        return f"{total:,} round{'s' * (total != 1)}: {counts}"


def texts_of(stream: BinaryIO) -> Iterator[Text]:
    """The records of a file: one object a line, or one object over all of it."""
    yield from (Text(number, line) for number, line in enumerate(_lines(stream), start=1) if line.strip())


def sheaves_of(stream: BinaryIO) -> Iterator[Sheaf]:
    """The same records, many at a time."""
    lines, first = _lines(stream), 1
    while taken := list(islice(lines, SHEAF)):
        yield Sheaf(first, taken)
        first += len(taken)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    head = stream.readline()
    start = head.removeprefix(b"\xef\xbb\xbf")
    if not start.strip() or _is_json(start):
        return chain((start,), stream)
    rest = stream.read(WHOLE)
    if _is_json(start + rest) and not stream.read(1):
        return iter((start + rest,))
    *whole, tail = (start + rest).split(b"\n")
    return chain(whole, (tail + stream.readline(),) if tail else (), stream)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def answers(texts: Iterable[Text], rulebooks: Mapping[str, Rulebook], *, jobs: int = 1) -> Iterator[Answer]:
    """The answer to each record, in order."""
    if jobs == 1:
        yield from (verify_text(each.text, rulebooks, each.line) for each in texts)
        return
    for done in _shared_out(_answer, _batches(texts), rulebooks, jobs):
        yield from done


def checks(sheaves: Iterable[Sheaf], rulebooks: Mapping[str, Rulebook], *, jobs: int = 1) -> Iterator[Checked]:
    """How many of each sheaf's rounds are right, and the answers to the others, in order."""
    if jobs == 1:
        yield from map(QuickVerifier(rulebooks).check, sheaves)
        return
    yield from _shared_out(_check, sheaves, rulebooks, jobs)


def _shared_out(
    work: Callable[[T], U], batches: Iterable[T], rulebooks: Mapping[str, Rulebook], jobs: int
) -> Iterator[U]:
    """Work done in several processes, its results in the order of the batches; a few wait at a time."""
    left = iter(batches)
    with ProcessPoolExecutor(jobs, initializer=_learn, initargs=(rulebooks,)) as pool:
        waiting = deque(pool.submit(work, batch) for batch in islice(left, jobs * 2))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(work, batch) for batch in islice(left, 1))
            yield done


def _batches(texts: Iterable[Text]) -> Iterator[list[Text]]:
    remaining = iter(texts)
    while batch := list(islice(remaining, BATCH)):
        yield batch


_known: QuickVerifier


def _learn(rulebooks: Mapping[str, Rulebook]) -> None:
    """What a worker process knows for its life."""
    global _known
    rarely_collect()
    _known = QuickVerifier(rulebooks)


def _answer(batch: list[Text]) -> list[Answer]:
    return [verify_text(each.text, _known.rulebooks, each.line) for each in batch]


def _check(sheaf: Sheaf) -> Checked:
    return _known.check(sheaf)


def rarely_collect() -> None:
    """Look for cycles once a sheaf only: records come and go by the thousand and hold none."""
    gc.freeze()
    gc.disable()
