"""40,000 fuzzed frames: nothing raised, nothing believed, little kept, in step with the next good frame."""

from __future__ import annotations

import pytest

from floorapp.domain.readers import Flaw
from tests.readers.fuzz import MOST_HELD, fuzz

#: `make campaign` fuzzes twenty million.
SHARDS = 2
FRAMES = 40_000


@pytest.mark.unix
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_fuzzed_frame_is_believed(shard: int) -> None:
    import resource  # Windows has none

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = fuzz(FRAMES // SHARDS, seed=shard)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert result.frames >= FRAMES // SHARDS
    assert result.believed == []
    assert result.unheard == 0, "a good frame after bad ones was not heard"
    assert result.most_held <= MOST_HELD
    assert grown < 20_000, f"{grown} KB more memory"
    print(
        f"{result.frames:,} fuzzed frames: {len(result.believed)} believed, {result.unheard} good ones unheard,"
        f" at most {result.most_held} kept, {grown} KB grown"
    )
    seen = {Flaw.NOISE, Flaw.CRC, Flaw.FORM, Flaw.FOREIGN, Flaw.OVERLONG, Flaw.LEAP, Flaw.REPEAT, Flaw.FORGED}
    assert seen <= result.flaws.keys()
