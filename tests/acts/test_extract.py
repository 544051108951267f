"""An export can be of a period or a table: its entries, rounds, reports and attached files, checkable as a part."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from db.attachments import keep_attachment
from db.extract import Extract, LogbookFolders, check_extract, extract, is_extract
from floorapp.operations.acts import house, incidents
from floorapp.operations.faults import LogbookFault
from floorapp.operations.signatures import Meaning
from tests.acts.floor import SHIFTS, Floor
from tests.papers.two_days import deal

pytestmark = pytest.mark.files
NOW = datetime(2026, 11, 18, tzinfo=UTC)


def entries(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line)["entry"] for line in (folder / "entries.jsonl").read_text().splitlines()]


def database(floor: Floor) -> Path:
    with floor.store.looking() as connection:
        return Path(str(connection.engine.url.database))


def with_a_file(floor: Floor, folder: Path) -> Path:
    """An incident at FB-01 with a file; answers where files are kept."""
    (folder / "photo.txt").write_text("the shoe")
    kept = keep_attachment(folder / "attachments", folder / "photo.txt")
    (folder / "attachments" / "other.txt").write_text("not named by any entry")
    desk, now = floor.desk("flo"), floor.clock.now()
    told = ("floorperson", "surveillance", "security", "compliance-officer", "shift-manager", "regulator", "board")
    made = incidents.IncidentReport(
        table="FB-01",
        says="seen",
        code="late-wager",
        happened_at=now,
        discovered_at=now,
        told=told,
        attachments=(kept,),
    )
    incidents.report_irregularity(desk, report=made, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    return folder / "attachments"


def test_a_part_by_table_holds_what_is_about_it_and_the_files_it_names(floor: Floor, tmp_path: Path) -> None:
    files = with_a_file(floor, tmp_path)
    (tmp_path / "papers").mkdir()
    made = extract(
        database(floor),
        tmp_path / "part",
        Extract(table="FB-01"),
        beside=LogbookFolders((), files, tmp_path / "papers"),
        now=NOW,
    )
    found = entries(tmp_path / "part")
    assert found and made["rows"]["entries"] == len(found) and made["rows"]["attachments"] == 1
    assert any(each["kind"] == "incident.reported" for each in found)
    assert not any(each["subject_kind"] == "table" and each["subject_id"] != "FB-01" for each in found)
    assert is_extract(tmp_path / "part") and not check_extract(tmp_path / "part")


def test_a_part_by_days_holds_nothing_else_and_a_changed_entry_is_found(floor: Floor, tmp_path: Path) -> None:
    with_a_file(floor, tmp_path)
    beside, day = LogbookFolders((), tmp_path / "none", tmp_path / "none"), date(2026, 11, 16)
    extract(database(floor), tmp_path / "day", Extract(day, day), beside=beside, now=NOW)
    assert {each["gaming_day"] for each in entries(tmp_path / "day")} == {"2026-11-16"}
    extract(database(floor), tmp_path / "long ago", Extract(None, date(2025, 1, 1)), beside=beside, now=NOW)
    assert not entries(tmp_path / "long ago")
    with pytest.raises(LogbookFault, match="There is no table XX-1"):
        extract(database(floor), tmp_path / "none", Extract(table="XX-1"), beside=beside, now=NOW)
    assert not (tmp_path / "none").exists() and not (tmp_path / ".none.part").exists()
    lines = tmp_path / "day" / "entries.jsonl"
    lines.write_text(lines.read_text().replace('"flo"', '"sam"', 1))
    wrong = check_extract(tmp_path / "day")
    assert any("entries.jsonl" in each for each in wrong) and any("not what its hash says" in each for each in wrong)


def test_the_rounds_of_a_part_are_those_of_its_gaming_days_by_the_clock_of_then(floor: Floor, tmp_path: Path) -> None:
    """A day began at six in Philadelphia: the round of five in the morning is the day's before."""
    for number, instant in enumerate(("16T10:59:59", "16T11:00:00", "17T10:59:59", "17T11:00:00")):
        deal(floor, number, at=f"2026-11-{instant}Z")
    floor.clock.advance(days=3)
    desk = floor.desk("ada")
    house.set_property(desk, name="Riverbend", zone="America/Chicago", day_begins=time(4), shifts=SHIFTS)
    beside, day = LogbookFolders((), tmp_path / "none", tmp_path / "none"), date(2026, 11, 16)
    made = extract(database(floor), tmp_path / "day", Extract(day, day, "FB-01"), beside=beside, now=NOW)
    told = [json.loads(line)["id"] for line in (tmp_path / "day" / "rounds.jsonl").read_text().splitlines()]
    assert told == ["FB-01/1", "FB-01/2"] and made["rows"]["rounds"] == 2
