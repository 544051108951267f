"""`floorapp people` and `floorapp rounds import`, as somebody at a terminal uses them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.bootstrap import SystemClock, rulebooks, shipped
from floorapp.cli import main
from floorapp.commands.status import REFUSED
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.people import Person, Role
from floorapp.operations import presses
from floorapp.operations.acts import people, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.facts.people import AdministratorRescued
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.permissions import WORDS
from floorapp.operations.refusal import Refused
from tests.acts.floor import CheapHasher

GIVEN = "given by the office"
PASSWORD = "correct horse battery"
NEW = "quite another password"

Run = Callable[..., int]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one administrator, and a hasher that costs nothing."""
    monkeypatch.setattr("floorapp.commands.at_desk.Argon2", CheapHasher)
    store = open_store(tmp_path / "floor.sqlite")
    desk = Desk(logbook=store, clock=SystemClock(), hasher=CheapHasher(), rulebooks=rulebooks())
    sessions.make_first_administrator(desk, handle="ada", name="Ada", password=PASSWORD, pin="258036")
    store.close()
    return tmp_path


@pytest.fixture
def run(data: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*words: str, typed: str = "") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return main(["--data", str(data), *words])

    return call


def test_what_an_auditor_reads_by_command_line_is_on_record_like_what_they_look_at(
    run: Run, data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    store = open_store(data / "floor.sqlite")
    desk = Desk(logbook=store, clock=SystemClock(), hasher=CheapHasher(), rulebooks=rulebooks())
    sessions.sign_in(desk, name="ada", password=PASSWORD)
    people.add_person(desk, handle="ann", name="Ann", role=Role.AUDITOR, pin="913748", password=GIVEN)
    own = Desk(logbook=store, clock=SystemClock(), hasher=CheapHasher(), rulebooks=rulebooks())
    sessions.sign_in(own, name="ann", password=GIVEN)
    presses.choose_secrets(own, old=GIVEN, password=NEW, pin="258036")
    store.close()
    reads = (
        ("logbook", "show", "--about", "person", "ada"),
        ("logbook", "export", str(data / "out")),
        ("logbook", "floor-log"),
        ("report", "access", "--csv", "-o", str(data / "access.csv")),
    )
    for words in reads:
        assert run(*words, "--as", "ann", typed=f"{NEW}\n") == 0, words
        assert run(*words, "--as", "ann", typed="wrong\n") == REFUSED, words
    assert run("logbook", "show", "--as", "ada", typed=f"{PASSWORD}\n") == 0
    store = open_store(data / "floor.sqlite")
    looks = [e for e in reversed(store.page(limit=60)) if e.fact.KIND == RecordLookedAt.KIND]
    store.close()
    assert [e.fact.about for e in looks if isinstance(e.fact, RecordLookedAt)] == [
        "logbook show person ada",
        "logbook export",
        "logbook floor-log",
        "report access",
    ]
    assert (
        tell(looks[0]).says == "Ann read by command line: logbook show person ada" or "ann read" in tell(looks[0]).says
    )
    assert "logbook floor-log" in (data / "access.csv").read_text(), "the access review has it"


def signs_in(data: Path, name: str, password: str) -> bool:
    store = open_store(data / "floor.sqlite")
    desk = Desk(logbook=store, clock=SystemClock(), hasher=CheapHasher(), rulebooks=rulebooks())
    try:
        sessions.sign_in(desk, name=name, password=password)
    except Refused:
        return False
    finally:
        store.close()
    return True


def test_a_person_is_added_listed_changed_disabled_and_never_deleted(
    run: Run, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_ada = ("--as", "ada")
    secrets = f"{PASSWORD}\n246813\n{NEW}\n"
    assert run("people", "add", "flo", "--name", "Flo Ng", "--role", "floorperson", *as_ada, typed=secrets) == 0
    assert signs_in(data, "flo", NEW)
    change = ("people", "role", "flo", "shift-manager", "--reason", "promoted", *as_ada)
    assert run(*change, typed=f"{PASSWORD}\n") == 0
    assert run("people", "rename", "flo", "Florence Ng", *as_ada, typed=f"{PASSWORD}\n") == 0
    assert run("people", "disable", "flo", "--reason", "left", *as_ada, typed=f"{PASSWORD}\n") == 0
    assert not signs_in(data, "flo", NEW)
    capsys.readouterr()
    assert run("people", "list", "--json") == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["handle"], each["name"], each["role"], each["enabled"]) for each in listed] == [
        ("ada", "Ada", "administrator", True),
        ("flo", "Florence Ng", "shift-manager", False),
    ]


def test_a_wrong_password_and_a_refused_act_say_so_and_end_with_77(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("people", "pin", "ada", "--as", "ada", typed="wrong password\n246813\n") == 77
    assert "do not match" in capsys.readouterr().err
    assert run("people", "disable", "ada", "--reason", "x", "--as", "ada", typed=f"{PASSWORD}\n") == 77
    assert "That is you." in capsys.readouterr().err


def test_a_missing_logbook_or_secret_is_a_wrong_call_and_makes_no_file(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("people", "list", "--data", str(tmp_path / "elsewhere")) == 64
    assert not (tmp_path / "elsewhere").exists()
    assert run("people", "pin", "ada", "--as", "ada", typed="") == 64
    assert "standard input has ended" in capsys.readouterr().err


def test_the_owners_door_lets_an_administrator_in_and_is_a_finding(run: Run, data: Path) -> None:
    for _ in range(10):
        assert not signs_in(data, "ada", "a wrong password")
    assert run("people", "rescue", "ada", "--reason", "password lost", typed=f"{NEW}\n") == 0
    assert signs_in(data, "ada", NEW)
    store = open_store(data / "floor.sqlite")
    try:
        assert any(isinstance(each.fact, AdministratorRescued) for each in store.page())
        with store.reading() as state:
            person = state.get(Person, "ada")
            assert person is not None and not person.locked_out
            assert [each.code for each in state.find(RecordedFinding)] == ["administrator-rescued"]
    finally:
        store.close()


def test_the_owners_door_is_for_administrators_only(run: Run) -> None:
    typed = f"{PASSWORD}\n246813\n{NEW}\n"
    run("people", "add", "flo", "--name", "Flo", "--role", "floorperson", "--as", "ada", typed=typed)
    assert run("people", "rescue", "flo", "--reason", "x", typed=f"{NEW}\n") == 77


def test_the_matrix_names_every_act(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("people", "matrix") == 0
    told = capsys.readouterr().out
    assert all(words in told for words in WORDS.values())


def add_floorperson(run: Run, data: Path) -> None:
    """Somebody who is added, and has chosen secrets of their own."""
    typed = f"{PASSWORD}\n246813\n{GIVEN}\n"
    assert run("people", "add", "flo", "--name", "Flo", "--role", "floorperson", "--as", "ada", typed=typed) == 0
    assert run("rounds", "import", str(data), "--as", "flo", typed=f"{GIVEN}\n") != 0, "not with what ada knows"
    store = open_store(data / "floor.sqlite")
    desk = Desk(logbook=store, clock=SystemClock(), hasher=CheapHasher(), rulebooks=rulebooks())
    sessions.sign_in(desk, name="flo", password=GIVEN)
    presses.choose_secrets(desk, old=GIVEN, password=NEW, pin="739146")
    store.close()


def test_rounds_are_taken_in_verified_and_known_the_second_time(
    run: Run, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_floorperson(run, data)
    sample = Path(str(shipped("sample", "rounds.jsonl")))
    call = ("rounds", "import", str(sample), "--as", "flo")
    first = run(*call, typed=f"{NEW}\n")
    told = capsys.readouterr().out
    store = open_store(data / "floor.sqlite")
    try:
        found = [each.fact for each in store.page() if isinstance(each.fact, RoundsImported)]
    finally:
        store.close()
    assert len(found) == 1
    lines = sum(1 for line in sample.read_bytes().splitlines() if line.strip())
    verdicts = found[0].verdicts
    assert lines == sum((verdicts.ok, verdicts.settled, verdicts.mismatch, verdicts.violation, verdicts.unreadable))
    assert first == (2 if verdicts.unreadable else 1 if found[0].wrong else 0)
    assert all(name in told for name in found[0].wrong)
    assert run(*call, typed=f"{NEW}\n") == 0
    assert f"none new; {lines} already on record" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_leaves_the_others_taken_in(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_floorperson(run, tmp_path)
    nonsense = tmp_path / "nonsense.jsonl"
    nonsense.write_bytes(b"{not json\n\xff\xfe\n")
    call = ("rounds", "import", str(tmp_path / "none.jsonl"), str(nonsense), "--as", "flo")
    assert run(*call, typed=f"{NEW}\n") == 2
    told = capsys.readouterr()
    assert "cannot be read" in told.err
    assert "2 unreadable" in told.out


def test_a_list_is_imported_whole_or_its_errors_are_named_with_their_lines(
    run: Run, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = data / "people.csv"
    file.write_text(
        "user,name,role,pin,title,license,expires\nd.bell,Josie Bell,deeler,471182,Dealer,30211,2027-01-31\n"
    )
    assert run("people", "import", str(file), "--as", "ada", typed=f"{PASSWORD}\n") == 1
    said = capsys.readouterr().err
    assert said.startswith("line 2: “deeler” is not a role.") and "Nobody was added." in said
    file.write_text(file.read_text().replace("deeler", "dealer"))
    assert run("people", "import", str(file), "--as", "ada", typed=f"{PASSWORD}\n") == 0
    assert "1 added." in capsys.readouterr().out
    assert run("people", "badge", "ada", "--title", "Systems administrator", "--as", "ada", typed=f"{PASSWORD}\n") == 0
    capsys.readouterr()
    assert run("people", "list", "--json") == 0
    listed = {each["handle"]: each for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (listed["d.bell"]["license"], listed["d.bell"]["expires"]) == ("30211", "2027-01-31")
    assert listed["ada"]["title"] == "Systems administrator"
    assert run("people", "import", str(data / "none.csv"), "--as", "ada", typed=f"{PASSWORD}\n") != 0
