"""Verifying files of rounds: one answer a round, in order, on one core or several, in bounded memory."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO

from floorapp.engine.answer import WRONG, Answer
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.verify import verify_text

VERDICTS = ("ok", "settled", "mismatch", "violation", "unreadable")
BATCH = 500
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
    head = stream.readline()
    start = head.removeprefix(b"\xef\xbb\xbf")
    if start.strip() and not _is_json(start):
        rest = stream.read(WHOLE)
        if _is_json(start + rest) and not stream.read(1):
            yield Text(1, start + rest)
            return
        lines = _lines(start + rest, stream)
    else:
        lines = _lines(start, stream)
    yield from (Text(number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _lines(start: bytes, stream: BinaryIO) -> Iterator[bytes]:
    *whole, tail = start.split(b"\n")
    yield from whole
    if tail:
        yield tail + stream.readline()
    yield from stream


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
    batches = _batches(texts)
    with ProcessPoolExecutor(jobs, initializer=_learn, initargs=(rulebooks,)) as pool:
        waiting: deque[Future[list[Answer]]] = deque()
        for batch in islice(batches, jobs * 3):
            waiting.append(pool.submit(_answer, batch))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(_answer, batch) for batch in islice(batches, 1))
            yield from done


def _batches(texts: Iterable[Text]) -> Iterator[list[Text]]:
    remaining = iter(texts)
    while batch := list(islice(remaining, BATCH)):
        yield batch


_known: Mapping[str, Rulebook] = {}


def _learn(rulebooks: Mapping[str, Rulebook]) -> None:
    """What a worker process knows for its life."""
    global _known
    _known = rulebooks


def _answer(batch: list[Text]) -> list[Answer]:
    return [verify_text(each.text, _known, each.line) for each in batch]
