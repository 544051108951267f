"""Verifying files of rounds: one answer a round, in order, on one core or several, in bounded memory."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import field, replace
from errno import EFBIG
from io import BytesIO
from itertools import chain, islice
from math import inf
from multiprocessing.context import BaseContext
from typing import BinaryIO, TypeVar

from floorapp.domain.values import dataclass
from floorapp.engine.answer import WRONG, Answer
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.verify import verify_text
from floorapp.operations.quick.record_reader import parts
from floorapp.operations.quick.verify import Checked, QuickVerifier, Sheaf

T = TypeVar("T")
U = TypeVar("U")

VERDICTS = ("ok", "settled", "mismatch", "violation", "unreadable")
BATCH = 500
SHEAF = 3_000_000  # bytes of rounds judged side by side
SPAN = 8_000_000  # bytes of a file that one process reads in a go
BOM = b"\xef\xbb\xbf"
#: A file whose first line is no record by itself is read whole, up to this size: one object over many lines.
#: No record, and so no line, is longer.
WHOLE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Text:
    """A record as it came: its bytes, and the line of its file."""

    line: int
    text: bytes


@dataclass(slots=True)
class VerdictTally:
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
    head, whole = _head(stream)
    if whole:
        yield Sheaf(1, head, 1)
        return
    yield from _sheaves(chain(parts(head, SHEAF), _texts(stream)))


def _sheaves(texts: Iterable[bytes]) -> Iterator[Sheaf]:
    """Texts of whole lines, numbered."""
    first = 1
    for text in texts:
        size = text.count(b"\n") + (not text.endswith(b"\n"))
        yield Sheaf(first, text, size)
        first += size


def _texts(stream: BinaryIO, end: float = inf) -> Iterator[bytes]:
    """What is left of a stream in pieces of whole lines, up to the line that begins at its byte `end` or later."""
    while (left := min(SHEAF, end - stream.tell() if end < inf else SHEAF)) > 0:
        text = stream.read(int(left) - 1) + _line(stream)
        if not text:
            return
        yield text


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    head, whole = _head(stream)
    return iter((head,)) if whole else chain(BytesIO(head), iter(lambda: _line(stream), b""))


def _line(stream: BinaryIO) -> bytes:
    """The next line, or what is left of it; one without an end is no line of a file of records."""
    line = stream.readline(WHOLE)
    if len(line) == WHOLE and not line.endswith(b"\n"):
        raise OSError(EFBIG, f"it has a line of more than {WHOLE >> 20} MiB, and no record is as long")
    return line


def _head(stream: BinaryIO) -> tuple[bytes, bool]:
    """The first lines of a file, and whether they are one record, which is then all there is."""
    head = _line(stream).removeprefix(BOM)
    if not head.strip() or _is_json(head):
        return head, False
    head += stream.read(WHOLE)
    if len(head) < WHOLE and _is_json(head):
        return head, True
    return head + _line(stream), False


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


def checks(stream: BinaryIO, rulebooks: Mapping[str, Rulebook], *, jobs: int = 1) -> Iterator[Checked]:
    """How many of a file's rounds are right, and the answers to the others, some at a time and in order."""
    if jobs == 1:
        yield from map(QuickVerifier(rulebooks).check, sheaves_of(stream))
    elif spans := _spans(stream, jobs):
        yield from _numbered(_shared_out(_check_span, spans, rulebooks, jobs))
    else:
        yield from _shared_out(_check, sheaves_of(stream), rulebooks, jobs)


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of a file that begin between two of its bytes."""

    file: str
    start: int
    end: int


def _spans(stream: BinaryIO, jobs: int) -> list[Span]:
    """A large file of lines in spans that several processes can read by themselves; none where it cannot be cut."""
    name = getattr(stream, "name", None)
    if not isinstance(name, str) or not os.path.isfile(name):
        return []
    size = os.path.getsize(name)
    with open(name, "rb") as again:
        _, whole = _head(again)
    if whole or size < SPAN * jobs:
        return []
    return [Span(name, start, min(start + SPAN, size)) for start in range(0, size, SPAN)]


def _sheaves_in(span: Span) -> Iterator[Sheaf]:
    with open(span.file, "rb") as stream:
        head = b""
        if span.start:
            stream.seek(span.start - 1)
            stream.readline()
        else:
            head = stream.readline().removeprefix(BOM)
        yield from _sheaves(chain(parts(head, SHEAF), _texts(stream, span.end)))


def _numbered(done: Iterable[tuple[int, Checked]]) -> Iterator[Checked]:
    """What was checked span by span, its lines numbered through."""
    before = 0
    for lines, checked in done:
        checked.wrong = [
            answer if answer.line is None else replace(answer, line=answer.line + before) for answer in checked.wrong
        ]
        before += lines
        yield checked


def _shared_out(
    work: Callable[[T], U], batches: Iterable[T], rulebooks: Mapping[str, Rulebook], jobs: int
) -> Iterator[U]:
    """Work done in several processes, its results in the order of the batches; a few wait at a time."""
    left = iter(batches)
    with ProcessPoolExecutor(jobs, processes(), _learn, (rulebooks,)) as pool:
        waiting = deque(pool.submit(work, batch) for batch in islice(left, jobs * 2))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(work, batch) for batch in islice(left, 1))
            yield done


def processes() -> BaseContext:
    """How other processes are begun: a copy of this one is quickest, but one with threads, as the app is, must not
    be copied: a lock that a thread holds would stay locked in the copy for good."""
    alone = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if alone else "spawn")


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


def _check_span(span: Span) -> tuple[int, Checked]:
    """How many lines a span has, and what is right and wrong in them."""
    lines, made = 0, Checked()
    for sheaf in _sheaves_in(span):
        lines += sheaf.size
        checked = _known.check(sheaf)
        made.right += checked.right
        made.wrong += checked.wrong
    return lines, made


def rarely_collect() -> None:
    """Look for cycles once a sheaf only: records come and go by the thousand and hold none."""
    gc.freeze()
    gc.disable()
