"""`floorapp verify`: one JSON answer a round, or a summary for people."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from floorapp.bootstrap import RulebooksAsNeeded, rulebooks
from floorapp.commands.files import jobs_argument
from floorapp.commands.one_line import one_line
from floorapp.commands.status import UNREADABLE
from floorapp.domain.money import dollars
from floorapp.engine.answer import WRONG, Answer, Line, RequiredLine
from floorapp.operations.verification import VERDICT_WORDS, VerdictTally, answers, few, wager_said


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Verifies floor-round/1 records: prints one JSON answer a round, in order."
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records; - reads standard input")
    parser.add_argument("--summary", action="store_true", help="counts, and the rounds with errors, for people")
    parser.add_argument(
        "--shoe",
        action="store_true",
        help="the files are one deck set in order: which card cannot be its own, how likely one is missing",
    )
    jobs_argument(parser)


def run(call: argparse.Namespace) -> int:
    if call.shoe:
        from floorapp.commands.shoe import run_shoe

        return run_shoe(call.files, summary=call.summary)
    tally = VerdictTally()
    unopened = False
    for name in call.files:
        before = tally.verdicts.total()
        try:
            _tell_wrong(name, tally, call.jobs) if call.summary else _tell_all(name, tally, call.jobs)
            if tally.verdicts.total() == before:
                unopened = True
                print(f"{name}: holds no round.", file=sys.stderr)
        except OSError as fault:
            if isinstance(fault, BrokenPipeError):
                raise
            unopened = True
            print(f"{name}: cannot be read: {fault.strerror}; its rounds were not verified.", file=sys.stderr)
    if call.summary:
        print(tally)
    sys.stdout.flush()
    gc.freeze()  # what was learnt goes with the process: nobody looks through it for cycles first
    return max(tally.status, UNREADABLE if unopened else 0)


def _tell_all(name: str, tally: VerdictTally, jobs: int | None) -> None:
    """Every answer as JSON."""
    with _opened(name) as opened:
        is_few, stream = few(opened)
        if is_few:
            for answer in answers(stream, RulebooksAsNeeded()):
                tally.verdicts[answer.verdict] += 1
                print(answer.text, end="")
            return
        from floorapp.operations.quick.files import cores_for, rarely_collect, told  # a few rounds are told before

        rarely_collect()
        for verdicts, texts in told(stream, rulebooks(), jobs=jobs or cores_for(stream)):
            tally.verdicts.update(verdicts)
            print(texts, end="")


def _tell_wrong(name: str, tally: VerdictTally, jobs: int | None) -> None:
    """The wrong rounds in words; the right ones are only counted, which is quick."""
    with _opened(name) as opened:
        is_few, stream = few(opened)
        if is_few:
            for answer in answers(stream, RulebooksAsNeeded()):
                tally.verdicts[answer.verdict] += 1
                print(_for_people(answer), end="")
            return
        from floorapp.operations.quick.files import checks, cores_for, rarely_collect  # a few rounds are told before

        rarely_collect()
        for checked in checks(stream, rulebooks(), jobs=jobs or cores_for(stream)):
            tally.verdicts.update(checked.right)
            tally.verdicts.update(answer.verdict for answer in checked.wrong)
            print("".join(map(_for_people, checked.wrong)), end="")


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _for_people(answer: Answer) -> str:
    """A wrong round in lines a person can read; nothing for a right one."""
    if answer.verdict == "unreadable":
        where = f"line {answer.line}" if answer.line is not None else answer.id or "a round without a name"
        return one_line(f"{where}: unreadable: {answer.error}") + "\n"
    if answer.verdict not in WRONG:
        return ""
    lines = [f"{answer.id}: {VERDICT_WORDS[answer.verdict]}"]
    lines += [_wrong_line(line) for line in answer.lines if line.wrong]
    for finding in answer.findings:
        place = f"spot {finding.box}" if finding.box else "round"
        place += f", hand {finding.hand}" if finding.hand else ""
        lines.append(f"  {place}: {finding.message} [{finding.severity}, {finding.cite}]")
    lines += _required_lines(answer)
    return "".join(one_line(line) + "\n" for line in lines)


def _required_lines(answer: Answer) -> Iterator[str]:
    """What the text requires where it is not what follows from the cards, and what may be chosen."""
    required = answer.required
    if required is None:
        return
    yield f"  required: {required.because} [{required.cite}]"
    for line, dealt in zip(required.lines, answer.lines, strict=True):
        if line.net != dealt.expected:
            yield f"    {_place(line)}: {dollars(line.net)}, as dealt {dollars(dealt.expected)}"
    for choice in required.choices:
        changed = [
            f"{_place(line)} {dollars(line.net)}"
            for line, dealt in zip(choice.lines, answer.lines, strict=True)
            if line.net != dealt.expected
        ]
        yield f"    spot {choice.box}, the {choice.by} may choose: {choice.choice} {'; '.join(changed) or 'as dealt'}"


def _place(line: RequiredLine) -> str:
    place = f"spot {line.box}" + (f", hand {line.hand}" if line.hand else "")
    place += f", bettor behind {line.behind}" if line.behind else ""
    return f"{place}, {wager_said(line.wager)}"


def _wrong_line(line: Line) -> str:
    place = f"spot {line.box}" + (f", hand {line.hand}" if line.hand else "")
    place += f", bettor behind {line.behind}" if line.behind else ""
    said = "no payout entered" if line.reported is None else f"paid {dollars(line.reported)}"
    return (
        f"  {place}, {wager_said(line.wager)}: {said}, should be {dollars(line.expected)}. {line.because} [{line.cite}]"
    )
