from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acts.conftest import house
from tests.trust.house import Kept, keep_house

__all__ = ["house"]


@pytest.fixture
def kept(house: Path, tmp_path: Path) -> Iterator[Kept]:
    """A data folder of its own to do things to."""
    made = keep_house(house, tmp_path / "kept")
    yield made
    made.close()
