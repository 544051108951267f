"""After a storm of faults no signal was invented, none lost without being missed, and all lines are back."""

from __future__ import annotations

import pytest

from tests.readers.storm import storm


@pytest.mark.parametrize("transport", [pytest.param("pty", marks=pytest.mark.unix), "tcp"])
def test_every_signal_is_reported_or_known_to_be_missing(transport: str) -> None:
    result = storm(seconds=4.0, readers=8, seed=11, transport=transport)
    assert result.said > 50 and result.reported > 20 and result.missing > 0
    assert result.invented == []
    assert result.unaccounted == []
    assert result.not_back == []
