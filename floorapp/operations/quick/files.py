"""Files of many rounds, verified the quick way: on one core or several, in order and in bounded memory."""

from __future__ import annotations

import gc
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from floorapp.domain.values import dataclass
from floorapp.engine.rulebook import Rulebook
from floorapp.operations.quick.record_reader import parts
from floorapp.operations.quick.verify import CheckedRounds, QuickVerifier, Sheaf
from floorapp.operations.verification import BOM, head_of, line_of
from floorapp.system import MOST_PROCESSES, cores

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
U = TypeVar("U")

SHEAF = 3_000_000  # bytes of rounds judged side by side
SPAN = 8_000_000  # bytes of a file that one process reads in a go
BIG = 100_000_000  # bytes of a file that is worth a second core


def sheaves_of(stream: BinaryIO) -> Iterator[Sheaf]:
    """The same records, many at a time."""
    head, whole = head_of(stream)
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
        text = stream.read(int(left) - 1) + line_of(stream)
        if not text:
            return
        yield text


def cores_for(stream: BinaryIO) -> int:
    """On how many cores a file is verified where nobody says: two for a big one. More would take more memory."""
    name = getattr(stream, "name", None)
    big = isinstance(name, str) and os.path.isfile(name) and os.path.getsize(name) >= BIG
    return min(2, cores()) if big else 1


def checks(stream: BinaryIO, rulebooks: Mapping[str, Rulebook], *, jobs: int = 1) -> Iterator[CheckedRounds]:
    """How many of a file's rounds are right, and the answers to the others, some at a time and in order."""
    if jobs == 1:
        yield from map(QuickVerifier(rulebooks).check, sheaves_of(stream))
    elif spans := _spans(stream, jobs):
        yield from _numbered(_shared_out(_check_span, spans, rulebooks, jobs))
    else:
        yield from _shared_out(_check, sheaves_of(stream), rulebooks, jobs)


def told(stream: BinaryIO, rulebooks: Mapping[str, Rulebook], *, jobs: int = 1) -> Iterator[tuple[Counter[str], str]]:
    """The answers to a file's rounds as text, some at a time and in order, with how many have each verdict."""
    if jobs == 1:
        yield from map(QuickVerifier(rulebooks).tell, sheaves_of(stream))
    else:
        yield from _shared_out(_tell, sheaves_of(stream), rulebooks, jobs)


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
        _, whole = head_of(again)
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


def _numbered(done: Iterable[tuple[int, CheckedRounds]]) -> Iterator[CheckedRounds]:
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
    with processes(jobs, _learn, rulebooks) as pool:
        waiting = deque(pool.submit(work, batch) for batch in islice(left, jobs * 2))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(work, batch) for batch in islice(left, 1))
            yield done


def processes(jobs: int, begin: Callable[..., None], *knowing: object) -> ProcessPoolExecutor:
    """That many other processes, or as many as the system has for one work; each begins by knowing this much.

    A copy of this process is quickest, but one with threads, as the app is, must not be copied: a lock that a thread
    holds would stay locked in the copy for good.
    """
    import multiprocessing  # one process is up sooner without
    from concurrent.futures import ProcessPoolExecutor

    alone = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    way = multiprocessing.get_context("fork" if alone else "spawn")
    return ProcessPoolExecutor(min(jobs, MOST_PROCESSES), way, begin, knowing)


_known: QuickVerifier


def _learn(rulebooks: Mapping[str, Rulebook]) -> None:
    """What a worker process knows for its life."""
    global _known
    rarely_collect()
    _known = QuickVerifier(rulebooks)


def _check(sheaf: Sheaf) -> CheckedRounds:
    return _known.check(sheaf)


def _tell(sheaf: Sheaf) -> tuple[Counter[str], str]:
    return _known.tell(sheaf)


def _check_span(span: Span) -> tuple[int, CheckedRounds]:
    """How many lines a span has, and what is right and wrong in them."""
    lines, made = 0, CheckedRounds()
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
