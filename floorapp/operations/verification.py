"""Files of rounds: their records one by one, and how many of each verdict there were."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from errno import EFBIG
from io import BufferedReader, BytesIO, RawIOBase
from itertools import chain
from typing import BinaryIO

from floorapp.domain.values import dataclass
from floorapp.engine.answer import WRONG, Answer
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.verify import verify_text

VERDICTS = ("ok", "settled", "mismatch", "violation", "unreadable")
#: What a verdict is called for people, everywhere.
VERDICT_WORDS = {
    "ok": "paid correctly",
    "settled": "no payout on record",
    "mismatch": "payout error",
    "violation": "procedure error",
}
FEW = 64 * 1024  # bytes of a file that is answered before the quick way is up
BOM = b"\xef\xbb\xbf"
#: A file whose first line is no record by itself is read whole, up to this size: one object over many lines.
#: No record, and so no line, is longer.
WHOLE = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RecordText:
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
        return f"{total:,} round{'s' * (total != 1)}: {counted_verdicts(self.verdicts)}"


def counted_verdicts(verdicts: Mapping[str, int], names: Iterable[str] = VERDICTS) -> str:
    """How many rounds of each of these verdicts: `57 paid correctly, 6 payout errors`."""
    return ", ".join(f"{verdicts[name]:,} {_many(name, verdicts[name])}" for name in names)


def wager_said(wager: str) -> str:
    """A wager of a record as people say it away from its rulebook."""
    return "main bet" if wager == "main" else wager.replace("_", " ")


def _many(verdict: str, count: int) -> str:
    return VERDICT_WORDS.get(verdict, verdict) + "s" * (verdict in WRONG and verdict in VERDICT_WORDS and count != 1)


def texts_of(stream: BinaryIO) -> Iterator[RecordText]:
    """The records of a file: one object a line, or one object over all of it."""
    yield from (RecordText(number, line) for number, line in enumerate(_lines(stream), start=1) if line.strip())


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    head, whole = head_of(stream)
    return iter((head,)) if whole else chain(BytesIO(head), iter(lambda: line_of(stream), b""))


def line_of(stream: BinaryIO) -> bytes:
    """The next line, or what is left of it; one without an end is no line of a file of records."""
    line = stream.readline(WHOLE)
    if len(line) == WHOLE and not line.endswith(b"\n"):
        raise OSError(EFBIG, f"it has a line of more than {WHOLE >> 20} MiB, and no record is as long")
    return line


def head_of(stream: BinaryIO) -> tuple[bytes, bool]:
    """The first lines of a file, and whether they are one record, which is then all there is."""
    head = line_of(stream).removeprefix(BOM)
    if not head.strip() or _is_json(head):
        return head, False
    head += stream.read(WHOLE)
    if len(head) < WHOLE and _is_json(head):
        return head, True
    return head + line_of(stream), False


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def answers(stream: BinaryIO, rulebooks: Mapping[str, Rulebook]) -> Iterator[Answer]:
    """The answer to each record of a file, in order, one by one."""
    yield from (verify_text(each.text, rulebooks, each.line) for each in texts_of(stream))


class _Joined(RawIOBase):
    """A stream whose beginning was already read."""

    def __init__(self, begun: bytes, rest: BinaryIO) -> None:
        self._begun, self._rest = BytesIO(begun), rest

    def readable(self) -> bool:
        return True

    def readinto(self, space: memoryview) -> int:  # type: ignore[override]
        found = self._begun.read(len(space)) or self._rest.read(len(space))
        space[: len(found)] = found
        return len(found)


def few(stream: BinaryIO) -> tuple[bool, BinaryIO]:
    """Whether a file holds so little that it is not worth bringing up the quick way; and the file, from its start."""
    begun = stream.read(FEW)
    if len(begun) < FEW:
        return True, BytesIO(begun)
    if stream.seekable():
        stream.seek(0)
        return False, stream
    return False, BufferedReader(_Joined(begun, stream))
