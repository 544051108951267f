"""Reports as they lie in the data folder: one that was changed there is found, as everything else is."""

from __future__ import annotations

import pytest

from floorapp.cli import main
from floorapp.operations.papers.issue import Issuing
from floorapp.operations.signatures import Meaning
from tests.papers.test_issuing import Station, station

__all__ = ["station"]

pytestmark = pytest.mark.files


@pytest.fixture
def stored(station: Station) -> Station:
    """Two reports, a copy of the first, and its second signature, in a data folder."""
    number, _ = station.issue(handle="sam")
    station.issue()
    desk = station.floor.desk("sam")
    Issuing(station.office, station.office.begin_copy(desk, number, reason="coffee on it")).finish(desk)
    cora = station.floor.desk("cora")
    station.office.sign_further(cora, number, signature=station.floor.sign(cora, "cora", Meaning.PAPER_SIGNED))
    return station


def test_a_stored_report_that_was_changed_is_found_and_named(
    stored: Station, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once, the folder was not looked at: the look said that nothing was changed."""
    files = sorted((stored.folder / "papers").glob("*.pdf"))
    assert [path.stem.removeprefix("DOC-2026-0000") for path in files] == ["1-copy-1", "1-signed-1", "1", "2"]
    for words in (["logbook", "verify"], ["doctor"]):
        main([*words, "--data", str(stored.folder)])
        assert "stored report" not in capsys.readouterr().out
    for path in files:
        content = path.read_bytes()
        path.write_bytes(content + b"\n% paid in full")
        for words in (["logbook", "verify"], ["doctor"]):
            assert main([*words, "--data", str(stored.folder)]) == 1
            assert f"the stored report {path.name} is not the one" in capsys.readouterr().out
        path.write_bytes(content)
    files[0].unlink()  # somewhere else by now: it is on record, and no report is false for that
    main(["logbook", "verify", "--data", str(stored.folder)])
    assert "stored report" not in capsys.readouterr().out
