"""What comes from outside: too long, made to be run, or made to look like something else."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from db.export import export
from db.export_check import check_export
from floorapp.cli import main
from floorapp.commands.files import read_records
from floorapp.domain.people import Badge, Role
from floorapp.domain.property import Place
from floorapp.operations.acts import house, people, rounds
from floorapp.operations.verification import WHOLE
from printing.seal import Verdict, check
from tests.acts.floor import NOON, refused
from tests.acts.test_rounds import a_round
from tests.trust.house import Kept


@pytest.mark.unix
def test_a_line_of_100_megabytes_is_refused_before_it_is_held(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    with file.open("wb") as out:
        out.write(b'{"id":"')
        for _ in range(100):
            out.write(b"x" * (1 << 20))
        out.write(b'"}\n')
    with pytest.raises(OSError, match="no record is as long"):
        read_records(file, most=1 << 30)
    code = (
        "from pathlib import Path; from floorapp.commands.files import read_records; "
        f"read_records(Path({str(file)!r}), most=1 << 30)"
    )
    import resource  # Windows has none

    most = 400 << 20
    child = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most)),
        check=False,
    )
    assert b"MemoryError" not in child.stderr and b"no record is as long" in child.stderr


def test_no_act_takes_a_longer_record_either_and_no_name_is_kept_that_is_none(kept: Kept) -> None:
    desk = kept.floor.desk("flo")
    assert refused(rounds.import_rounds, desk, source="x", lines=[b"x" * (WHOLE + 1)]).code == "input"
    long = a_round("r" * 100_000, NOON)
    rounds.import_rounds(desk, source="x", lines=[long])
    assert [each.id for each in kept.floor.store.rounds("")] == [""], "found by no name, and the record is as it came"


NAMES = ("\x1b[2Jcleared", "two\nlines", "\u202egro.elif", "tab\there", "a\u2066b")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_holds_nothing_that_cannot_be_seen(kept: Kept, name: str) -> None:
    ada = kept.floor.desk("ada")
    assert refused(people.rename_person, ada, person="flo", name=name).code == "input"
    assert refused(people.set_badge, ada, person="flo", badge=Badge(name)).code == "input"
    assert refused(house.move_pit, ada, pit="P1", name=name, place=Place(1, 1)).code == "input"


#: Cyrillic, Greek and wide letters in the place of Latin ones; the house has a “Sam” and a “Flo”.
LOOKALIKES = ("S\u0430m", "F\u217co", "\uff33am", "\u0405am", "\u0421\u043e\u0441\u043e Spade", "Flo\u0397")


@pytest.mark.parametrize("name", LOOKALIKES)
def test_nobody_is_named_in_letters_that_look_like_another_name(kept: Kept, name: str) -> None:
    """Once, a dealer could be renamed to what on every report reads as the shift manager."""
    ada = kept.floor.desk("ada")
    if name == LOOKALIKES[4]:
        people.rename_person(ada, person="flo", name="Coco Spade")
    assert refused(people.rename_person, ada, person="dan", name=name).code == "input"
    added = {"handle": "new", "role": Role.DEALER, "pin": "913748"}
    assert refused(people.add_person, ada, name=name, **added).code == "input"
    people.rename_person(ada, person="dan", name="Sam")  # two people may have one name: their sign-in names differ
    people.rename_person(ada, person="dan", name="\u0418\u0432\u0430\u043d M\u00fcller")
    people.rename_person(ada, person="dan", name="\u0418\u0432\u0430\u043d \u041c.")


def test_no_cell_of_an_export_is_taken_for_a_formula(kept: Kept, tmp_path: Path) -> None:
    evil = "=cmd|' /C calc'!A0"
    kept.deal(evil)
    house.move_pit(kept.floor.desk("sam"), pit="P1", name=evil, place=Place(1, 1))
    kept.close()
    export(kept.path, tmp_path / "out", now=NOON)
    for name in ("rounds.csv", "entries.csv"):
        cells = [cell for row in csv.reader(io.StringIO((tmp_path / "out" / name).read_text())) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))], name
    assert check_export(tmp_path / "out").flaws == ()


def test_a_byte_range_of_4301_digits_is_no_signature(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"%PDF-1.7\n1 0 obj<</Type/Sig/ByteRange [0 " + b"9" * 4301 + b" 1 2]>>endobj\n%%EOF\n")
    assert check(paper.read_bytes(), certificates=[]) is Verdict.NOT_OURS
    kept.close()
    assert main(["report", "check", str(paper), "--data", str(kept.folder)]) == 1
    told = capsys.readouterr()
    assert "Not recognized" in told.out and "Traceback" not in told.out + told.err
