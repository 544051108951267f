"""Damaged logs: whatever a byte becomes, the log is judged or its line is named; nothing else happens."""

from __future__ import annotations

import random
from io import BytesIO

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import UnreadableLine, at_line, read_log
from tests.conduct.random_logs import seeded_log

PIECES = [
    b"",
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b'"',
    b"\\",
    b"{",
    b"}",
    b",",
    b"null",
    b"-",
    b"1e9",
    b"0",
    b"[]",
    b"\xe2\x80\xa8",
]
PIECES += [b'"do"', b'"at"', b"true", b"Z", b"+00:00", b"\\ud800", b"9" * 40, b"NaN", b":"]


def damaged(log: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(log))
        log = log[:at] + rng.choice(PIECES) + log[at + rng.choice((0, 1, 3, 30)) :]
    return log


def judged(log: bytes) -> int | None:
    """The line that cannot be read; whatever happens the judge can be asked."""
    judge = Judge(rulebooks())
    bad = None
    try:
        for number, event in read_log(BytesIO(log)):
            try:
                judge.take(event)
            except UnreadableLine as fault:
                raise at_line(fault, number) from None
    except UnreadableLine as fault:
        bad = fault.line
        assert bad is not None and str(fault)
    told = [each.as_json() for each in judge.findings(all_=True)] + [each.as_json() for each in judge.owed()]
    assert all(each["says"] for each in told)
    return bad


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_log_is_judged_or_its_line_is_named(seed: int) -> None:
    rng = random.Random(seed)
    log = "\n".join(seeded_log(seed, 40)).encode()
    bad = [judged(damaged(log, rng)) for _ in range(25)]
    assert any(bad), "nothing was damaged"
