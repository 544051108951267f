"""Damage by chance: flipped bits and overwritten pages that change content are all found, or the file refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.trust.damage import Spoil, damage, flip, outcome, overwrite, sealed_house
from tests.trust.house import Kept


@pytest.fixture(scope="module")
def sealed(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return sealed_house(house, tmp_path_factory.mktemp("damage"))


#: `make campaign` does so ten thousand times.
@pytest.mark.parametrize(("spoil", "often"), [(flip, 40), (overwrite, 30)], ids=["flipped bits", "overwritten pages"])
def test_damage_that_changes_content_is_always_found(
    sealed: Kept, tmp_path: Path, counted: Callable[[str], None], spoil: Spoil, often: int
) -> None:
    received, harmless = damage(sealed, tmp_path / "spoiled.sqlite", often, spoil, seed=2026)
    counted(f"{often} that change content: {received}; {harmless} more changed none")
    assert "good" not in received


def test_files_cut_short_are_never_good(sealed: Kept, tmp_path: Path, counted: Callable[[str], None]) -> None:
    whole = sealed.path.read_bytes()
    chance, tried = random.Random(2028), 0
    for left in (len(whole) - 1, *(chance.randrange(len(whole) - 1) for _ in range(20))):
        path = tmp_path / "cut.sqlite"
        path.write_bytes(whole[:left])
        assert outcome(path, sealed.away) != "good"
        tried += 1
    counted(f"{tried} files cut short, none good")
