"""`floorapp conduct`: what the rulebooks find in a log of what happened at tables, or what is owed there."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any, BinaryIO

from floorapp.bootstrap import rulebooks
from floorapp.commands.one_line import one_line
from floorapp.commands.progress import bar
from floorapp.commands.status import UNREADABLE, WRONG, misused
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN
from floorapp.engine.conduct import log
from floorapp.engine.conduct.finding import VIOLATION, ConductFinding, Owed
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import UnreadableLine, at_line, read_instant, read_log
from floorapp.engine.conduct.stamp import Stamp

LAST_LINE = "the last line's time"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Judges floor-log/1 files: prints one JSON finding a line, in order."
    parser.add_argument("files", nargs="*", metavar="FILE", help="a log of a floor; - reads standard input")
    parser.add_argument("--all", action="store_true", help="also findings with no round dealt")
    parser.add_argument(
        "--owed",
        action=_Owed,
        nargs="?",
        const=LAST_LINE,
        metavar="TIME",
        help="what is due at that time instead (default: at the last line)",
    )
    parser.add_argument("--summary", action="store_true", help="counts, and the findings, for people")


class _Owed(argparse.Action):
    """Keeps the time, and how many files were named before it: where the time was left out a file stands there."""

    def __call__(
        self, parser: argparse.ArgumentParser, call: argparse.Namespace, value: Any, option: str | None = None
    ) -> None:
        call.owed, call.before_owed = value, len(call.files or ())


@dataclass(frozen=True, slots=True)
class HeardLog:
    """A log heard to its end, to the moment asked for, or to the line that cannot be read."""

    judge: Judge
    error: str = ""
    line: int | None = None


def run(call: argparse.Namespace) -> int:
    files, owed = list(call.files), call.owed is not None
    at = None
    if owed and call.owed != LAST_LINE:
        try:
            at = read_instant(call.owed)
        except UnreadableLine as fault:
            if call.owed != "-" and not os.path.exists(call.owed):
                return misused(f"conduct: --owed: {fault}")
            files.insert(call.before_owed, call.owed)  # `--owed FILE`: the time was left out
    if not files:
        return misused("conduct: name the log to judge; - reads standard input")
    status = 0
    for name in files:
        heard = _hear(name, at)
        answers: list[ConductFinding] | list[Owed]
        answers = heard.judge.owed(at) if owed else heard.judge.findings(all_=call.all)
        violated = any(isinstance(each, ConductFinding) and each.severity == VIOLATION for each in answers)
        status = max(status, UNREADABLE if heard.error else WRONG if violated else 0)
        lines = _for_people(name, heard, answers) if call.summary else _as_json(name, heard, answers, len(files) > 1)
        for line in lines:
            print(line)
    sys.stdout.flush()
    return status


def _hear(name: str, until: datetime | None) -> HeardLog:
    """A judge who has heard a log."""
    judge = Judge(rulebooks())
    try:
        with _opened(name) as stream:
            for number, event in read_log(_with_progress(stream), until):
                try:
                    judge.take(event)
                except UnreadableLine as fault:
                    raise at_line(fault, number) from None
    except UnreadableLine as fault:
        return HeardLog(judge, str(fault), fault.line)
    except OSError as fault:
        if isinstance(fault, BrokenPipeError):
            raise
        return HeardLog(judge, f"cannot be read: {fault.strerror}")
    return HeardLog(judge)


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _with_progress(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; how far, for a person before a terminal who waits for a long one."""
    size = os.fstat(stream.fileno()).st_size
    show, read, told = bar("bytes"), 0, 0
    while line := stream.readline(log.LONGEST + 1):
        yield line
        read += len(line)
        if read - told > 1_000_000 and size:
            show(min(read, size), size)
            told = read
    if told:
        show(size, size)


def _as_json(name: str, heard: HeardLog, answers: Iterable[ConductFinding | Owed], several: bool) -> Iterator[str]:
    file = {"file": name} if several else {}
    for answer in answers:
        yield _line({**answer.as_json(), **file})
    if heard.error:
        yield _line({"error": heard.error, "line": heard.line, **file})


def _line(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(answer)


def _for_people(name: str, heard: HeardLog, answers: Iterable[ConductFinding | Owed]) -> Iterator[str]:
    """Every finding in a line a person can read, then the counts."""
    counts = {"violation": 0, "advisory": 0, "due": 0}
    for answer in answers:
        counts["due" if isinstance(answer, Owed) else answer.severity] += 1
        yield one_line(_sentence(answer))
    if heard.error:
        where = f", line {heard.line}" if heard.line else ""
        yield one_line(f"{name}{where}: unreadable: {heard.error}; nothing after it was judged.")
    told = [_counted(word, count) for word, count in counts.items() if count]
    yield one_line(f"{name}: {', '.join(told) or 'nothing found'}.")


def _time(stamp: Stamp) -> str:
    """As the floor's clock had it."""
    return PLAIN.stamp(stamp.at.astimezone(stamp.zone), seconds=True)


def _counted(word: str, count: int) -> str:
    many = {"advisory": "advisories", "due": "due"}.get(word, f"{word}s")
    return f"{count:,} {word if count == 1 else many}"


def _sentence(answer: ConductFinding | Owed) -> str:
    cited = answer.cite or "property policy"
    if isinstance(answer, Owed):
        by = f" By {_time(answer.by)}." if answer.by is not None else ""
        return f"{answer.table}: {answer.as_json()['says']}{by} [{cited}]"
    dealt = answer.dealt
    counts = (("round", dealt.rounds), ("hand", dealt.hands), ("minute", dealt.minutes))
    spent = f" {', '.join(_counted(*each) for each in counts)}." if dealt.rounds else ""
    until = f"to {_time(answer.until)}" if answer.until is not None else "on, still open"
    return f"{answer.table}: {answer.says} From {_time(answer.since)} {until}.{spent} [{answer.severity}, {cited}]"
