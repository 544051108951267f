"""Papers that come back broken: bytes flipped, cut, moved, appended; none is ever taken for unchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache

from printing.press import issue_paper
from printing.seal import PaperKey, Verdict, check, make_key
from tests.campaign.table import Row
from tests.papers import samples

BROKEN, PART = 200_000, 2_000
NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)


@cache
def paper() -> tuple[PaperKey, bytes]:
    """A key, and a paper signed with it."""
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    return key, issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=key)


def broken(chance: random.Random, content: bytes) -> bytes:
    """The paper after one of the things that can happen to a file."""
    place, other = sorted(chance.randrange(len(content)) for _ in range(2))
    flipped = bytes([content[place] ^ 1 << chance.randrange(8)])
    ways = (
        content[:place] + flipped + content[place + 1 :],
        content[:place] + bytes(chance.randrange(256) for _ in range(other - place)) + content[other:]
        if other - place < 5_000
        else content[:place] + content[other:],
        content[:place],
        content + content[place : place + chance.randrange(1, 400)],
        content[other:] + content[:other],
        content[:place] + content[place:other] + content[place:],
    )
    return chance.choice(ways)


def believed(seed: int, often: int) -> int:
    """How many broken papers were taken for unchanged."""
    chance, (key, content) = random.Random(seed), paper()
    taken = 0
    for _ in range(often):
        made = broken(chance, content)
        taken += made != content and check(made, certificates=[key.certificate]) is Verdict.UNCHANGED
    return taken


def rows(scale: float) -> Iterator[Row]:
    """All of them, on every core."""
    parts = max(1, round(BROKEN * scale / PART))
    each = min(PART, max(100, round(BROKEN * scale)))
    with ProcessPoolExecutor() as pool:
        taken = sum(pool.map(believed, range(parts), [each] * parts))
    yield Row("broken papers", f"{parts * each:,}", f"{taken} taken for unchanged", good=not taken)
