"""`floorapp conduct` and the plain judge on one log: what each answers, and the smallest log on which they differ."""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from floorapp.cli import main
from tests.conduct.plain_judge import exit_status, judge, owed
from tests.conduct.plain_reading import Unreadable, as_object, seconds

Answered = tuple[list[dict[str, Any]], int | None, int]


def product(path: Path, lines: Sequence[str], *words: str) -> Answered:
    """What `floorapp conduct` prints of a log, without its own words; the line it cannot read; its exit status."""
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(["conduct", str(path), *words])
    answers = [json.loads(line) for line in printed.getvalue().splitlines()]
    wrong = answers.pop()["line"] if answers and "error" in answers[-1] else None
    for answer in answers:
        assert answer.pop("says"), answer
    return answers, wrong, status


def plain(lines: Sequence[str], *words: str) -> Answered:
    """What the plain judge says to the same call."""
    if "--owed" in words:
        found, wrong = owed(lines, *words[1:])
        return found, wrong, 0 if wrong is None else 2
    found, wrong = judge(lines, every="--all" in words)
    return found, wrong, exit_status(found, wrong)


def calls(chance: random.Random, lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The ways to ask about a log: its findings, all stretches, and what is owed at some moments of it."""
    yield ()
    yield ("--all",)
    yield ("--owed",)
    times = [at for at in map(_time, lines) if at is not None]
    for _ in range(2):
        if times:
            moment = chance.choice(times) + chance.choice((-1, 0, 0, 1, 600, 3600, 86400, 90001))
            yield "--owed", (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment)).isoformat()


def _time(line: str) -> int | None:
    try:
        return seconds(as_object(line).get("at"))
    except Unreadable:
        return None


def difference(path: Path, lines: Sequence[str], *words: str) -> str:
    """Nothing where both judges agree, else what one says and the other does not."""
    ours, theirs = product(path, lines, *words), plain(lines, *words)
    if ours == theirs:
        return ""
    told = [f"floorapp conduct {' '.join(words)}: line {ours[1]}, status {ours[2]}"]
    told.append(f"the plain judge: line {theirs[1]}, status {theirs[2]}")
    told += [f"only the product: {each}" for each in ours[0] if each not in theirs[0]]
    told += [f"only the plain judge: {each}" for each in theirs[0] if each not in ours[0]]
    return "\n".join(told if len(told) > 2 else [*told, "the same answers in another order, or counted otherwise"])


def smallest(path: Path, lines: Sequence[str], *words: str) -> list[str]:
    """The log with every line left out that the difference does not need."""
    kept, size = list(lines), max(1, len(lines) // 2)
    while size:
        place = 0
        while place < len(kept):
            fewer = kept[:place] + kept[place + size :]
            if fewer and difference(path, with_format(fewer), *words):
                kept = with_format(fewer)
            else:
                place += size
        size //= 2
    return kept


def with_format(lines: Sequence[str]) -> list[str]:
    """The log with its format on the first line, which another line may have held."""
    first, *rest = lines
    with contextlib.suppress(Unreadable):
        first = json.dumps({"format": "floor-log/1"} | as_object(first))
    return [first, *rest]
