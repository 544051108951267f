"""4,000 broken records: never an exception, never a guess; what stays whole is still answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fuzz_records import VERDICTS, fuzz

#: `make campaign` breaks two million.
SHARDS, RECORDS = 2, 2_000


@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_broken_record_is_answered_and_never_raises(shard: int, counted: Callable[[str], None]) -> None:
    verdicts, faults = fuzz(9_000 + shard, RECORDS)
    counted(", ".join(f"{count:,} {verdict}" for verdict, count in sorted(verdicts.items())))
    assert not faults, "\n\n".join(f"{fault}\n  in record {where}" for fault, where in list(faults.items())[:10])
    assert verdicts.total() == RECORDS
    assert all(verdicts[verdict] >= 10 for verdict in VERDICTS)
