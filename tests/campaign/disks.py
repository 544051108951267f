"""A logbook on a bad disk: every write refused, an upgrade killed at every statement, the file damaged by chance."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from signal import SIGKILL

from db.store import open_store
from db.verify import verify
from tests.acts.floor import furnish
from tests.archive.test_archive import RELEASES, unpack
from tests.campaign.table import Row
from tests.trust.damage import damage, flip, overwrite, sealed_house
from tests.trust.failing_disk import ACTS, ERRORS, walk_all
from tests.trust.killed_upgrade import opened_until

DAMAGED, PART = 10_000, 100


def rows(scale: float) -> Iterator[Row]:
    """All of it; of the walks and the kills as many as the scale says, at least one."""
    with tempfile.TemporaryDirectory(prefix="floorapp-campaign-") as name, ProcessPoolExecutor() as pool:
        folder = Path(name)
        house = folder / "house.sqlite"
        furnish(house)
        ways = list(itertools.product(("WAL", "DELETE"), ERRORS, (False, True)))
        yield _refused(house, folder, ways[: max(1, round(len(ways) * scale))])
        yield _killed(folder, RELEASES[: max(1, round(len(RELEASES) * scale))], every=1 if scale >= 0.5 else 50)
        yield _damaged(
            pool, house, folder, max(1, round(DAMAGED * scale / PART)), min(PART, max(5, round(DAMAGED * scale)))
        )


def _refused(house: Path, folder: Path, ways: list[tuple[str, str, bool]]) -> Row:
    points = told = 0
    for number, (journal, error, for_good) in enumerate(ways):
        here = folder / f"refused-{number}"
        here.mkdir()
        found = walk_all(house, here, journal, error, for_good=for_good)
        points, told = points + found.points, told + found.told
    often = f"{points:,} points of {len(ACTS)} acts, {len(ways)} ways"
    return Row("a write, sync or truncation refused", often, f"0 half done; told {told:,} times", "the next act")


def _killed(folder: Path, releases: list[str], every: int) -> Row:
    kills, lost = 0, list[str]()
    for release in releases:
        here = folder / f"killed-{release}"
        here.mkdir()
        old = unpack(release, here)
        stations = verify(old).stations
        for step in itertools.count(0, every):
            path = Path(shutil.copy(old, here / "killed.sqlite"))
            if opened_until(path, step) != -SIGKILL:
                break
            kills += 1
            whole = verify(path, structure=False).good
            open_store(path).close()
            if not whole or not verify(path).good or verify(path).stations != stations:
                lost.append(f"{release} at {step}")
            for left in here.glob("killed.sqlite*"):
                left.unlink()
    return Row(
        "upgrades killed at a statement", f"{kills:,}", f"{len(lost)} logbooks not whole {lost or ''}", good=not lost
    )


def _damaged(pool: ProcessPoolExecutor, house: Path, folder: Path, parts: int, each: int) -> Row:
    folders = [folder / f"damage-{part}" for part in range(parts)]
    received = list(pool.map(_damage, [house] * parts, folders, [each] * parts, range(parts)))
    believed = sum(part.get("good", 0) for part in received)
    often = sum(sum(part.values()) for part in received)
    return Row("bits and pages damaged", f"{often:,}", f"{believed} called good", good=not believed)


def _damage(house: Path, folder: Path, often: int, seed: int) -> dict[str, int]:
    kept = sealed_house(house, folder)
    received, _ = damage(kept, folder / "spoiled.sqlite", often, overwrite if seed % 4 == 3 else flip, seed)
    return received
