"""What a station keeps outlives the files it is kept in: lost, emptied, overwritten or garbled in part."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.outbox import Outbox
from db.outbox_recovery import open_outbox
from db.station import StationStore
from floorapp.cli import main
from floorapp.domain.property import Place
from floorapp.operations.entry import EntryDraft
from floorapp.operations.facts.house import PitPlaced
from floorapp.operations.faults import LogbookFault
from floorapp.operations.identity import new_id
from tests.stations.podium import podium
from tests.stations.proxy import Mode, Proxy
from tests.stations.test_offline import keep_three, proxy, through

__all__ = ["proxy"]


def gone(outbox: Path) -> None:
    outbox.unlink()


def emptied(outbox: Path) -> None:
    outbox.write_bytes(b"")


def overwritten(outbox: Path) -> None:
    outbox.write_bytes(b"x" * outbox.stat().st_size)


def one_act_garbled(outbox: Path) -> None:
    with sqlite3.connect(outbox) as connection:
        connection.execute("UPDATE kept SET drafts = x'00ff' WHERE number = 2")
    connection.close()


@pytest.mark.parametrize("harm", [gone, emptied, overwritten, one_act_garbled])
def test_what_waits_survives_its_outbox(
    proxy: Proxy, url: str, tmp_path: Path, harm: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """The second copy has it too, in the same order; and what was sent already is not sent again."""
    folder = tmp_path / "pod"
    keep_three(proxy, url, folder)
    harm(folder / "outbox.sqlite")
    with podium(through(proxy, url), folder, "POD-1") as again:
        assert again.station.standing().waiting == 4
        proxy.set(Mode.OPEN)
        again.wait_in_step()
        sent = [entry for entry in again.station.page(limit=100) if entry.station == "POD-1"]
        tables = [entry.subject.id for entry in sent if entry.fact.KIND == "reader.inspected"]
        assert tables == ["FB-03", "FB-02", "FB-01"]  # newest first: in the order they were kept
        assert len(sent) == 4
    aside = harm in (overwritten, one_act_garbled)
    assert main(["doctor", "--data", str(folder), "--database", url]) == int(aside)
    assert ("was put aside" in capsys.readouterr().out) == aside


@pytest.mark.parametrize("count", [2, 4])
def test_what_is_left_of_an_outbox_keeps_its_names_its_database_and_its_numbers(tmp_path: Path, count: int) -> None:
    """A name that was given once is given to nothing else, and what waits goes to no other database."""
    path = tmp_path / "outbox.sqlite"
    outbox = Outbox(path)
    drafts = [a_draft(f"Pit {number}") for number in range(count)]
    for draft in drafts:
        outbox.keep("move_pit", [draft])
    outbox.sent(outbox.acts(1), {"kept-POD-1-1": "IR-2026-0001"})
    outbox.mean_for("abc")
    outbox.close()
    one_act_garbled(path)
    again = open_outbox(path, tmp_path / "none.sqlite", "POD-1-kept")
    assert [act.drafts for act in again.acts()] == [[draft] for draft in drafts[2:]]
    assert (again.names(), again.meant_for()) == ({"kept-POD-1-1": "IR-2026-0001"}, "abc")
    assert again.next_number() > count
    again.close()


def a_draft(name: str) -> EntryDraft:
    now = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)
    placed = PitPlaced(pit="P1", name=name, place=Place(0, 0))
    return EntryDraft(
        id=new_id(now), fact=placed, actor="sam", occurred_at=now, recorded_at=now, gaming_day="2026-11-16"
    )


def test_a_damaged_copy_is_called_one_and_made_anew(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with podium(url, tmp_path / "pod", "POD-1") as first:
        first.wait_in_step()
    (tmp_path / "pod" / "known.sqlite").write_bytes(b"x" * 8192)
    with pytest.raises(LogbookFault, match="copy of the logbook.*station rejoin"):
        StationStore(url, tmp_path / "pod", station="POD-1")
    (tmp_path / "pod" / "settings.toml").write_text(f'station = "POD-1"\ndatabase = "{url}"\n')
    assert main(["station", "rejoin", "--data", str(tmp_path / "pod")]) == 0
    assert "0 saved actions" in capsys.readouterr().out
