"""`make campaign` in small: the trials that need no server hold, and a row that fails fails the run."""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign import __main__ as campaign
from tests.campaign.table import Row


@pytest.mark.unix
@pytest.mark.parametrize("name", ["conduct", "day", "disks", "kills", "machine", "outside", "papers"])
def test_a_short_trial_holds(name: str) -> None:
    (module,) = campaign.trials([name]).values()
    failed = [str(row) for row in module.rows(0.0002) if not row.good and "needs root" not in row.lost]
    assert not failed


def test_a_row_that_fails_fails_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def rows(_scale: float) -> Iterator[Row]:
        yield Row("good", "1", "nothing")
        yield Row("bad", "1", "an entry", good=False)

    monkeypatch.setattr(campaign, "trials", lambda _names: {"made up": types.SimpleNamespace(rows=rows)})
    monkeypatch.setattr(campaign, "REPORT", tmp_path / "build" / "campaign.md")
    assert campaign.main([]) == 1
    assert "**FAILED**" in (tmp_path / "build" / "campaign.md").read_text(encoding="utf-8")
