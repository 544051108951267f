"""A storm over 256 readers: noise, cuts, repeats, silence, unplugging; every signal is accounted for."""

from __future__ import annotations

from collections.abc import Iterator

from tests.campaign.table import Row
from tests.readers.storm import storm

MINUTES, READERS = 30, 256


def rows(scale: float) -> Iterator[Row]:
    """On pseudo-terminals and on TCP, half the time each."""
    seconds = max(3.0, 60 * MINUTES * scale / 2)
    readers = READERS if scale >= 0.05 else 8
    for transport in ("pty", "tcp"):
        left = storm(seconds=seconds, readers=readers, seed=17, transport=transport)
        wrong = len(left.invented) + len(left.unaccounted) + len(left.not_back)
        told = (
            f"{len(left.unaccounted)} lost unnoticed, {len(left.invented)} invented; of {left.said:,} signals"
            f" {left.missing:,} were cut on the line and known to be missing"
        )
        what = f"{readers} readers on {transport}, random faults"
        yield Row(what, f"{seconds / 60:.1f} min", told, f"{len(left.not_back)} lines not back", not wrong)
