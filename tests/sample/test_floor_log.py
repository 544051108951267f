"""A logbook told as a floor log: anybody's judge finds in it what the app shows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.bootstrap import rulebooks
from floorapp.cli import main
from floorapp.domain.conduct import KeptConduct
from floorapp.engine.conduct.judge import Judge
from floorapp.operations.conduct import conduct_in
from floorapp.operations.papers.record import Record

ALL = 2**62


#: Tables under the property's own rulebook.
OWN = ("BJ-01", "BJ-02")


def judged(path: Path) -> Judge:
    store = open_store(path, station="PIT2")
    try:
        return Record(store, upto=ALL, rulebooks=rulebooks()).judge
    finally:
        store.close()


def test_conduct_of_the_exported_log_finds_what_the_app_shows(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "floor.sqlite"
    shutil.copy(evening, copy)
    assert main(["--database", str(copy), "logbook", "floor-log"]) == 0
    log = tmp_path / "log.jsonl"
    log.write_text(capsys.readouterr().out)
    for option in ([], ["--all"], ["--owed"]):
        main(["conduct", str(log), *option])
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        judge = judged(copy)
        own = judge.owed() if option == ["--owed"] else judge.findings(all_=bool(option))
        public = [each for each in own if each.table not in OWN]  # the public log leaves the property's own out
        assert told == [each.as_json() for each in public]
        assert told


def test_what_the_judge_cannot_read_is_said_and_not_dropped(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A logbook of a house whose sixth game is not known here: its tables are named, the others are told."""
    copy = tmp_path / "floor.sqlite"
    shutil.copy(evening, copy)
    known = {name: book for name, book in rulebooks().items() if name != "pa-665a"}
    monkeypatch.setattr("floorapp.commands.logbook.rulebooks", lambda: known)
    assert main(["--database", str(copy), "logbook", "floor-log"]) == 2
    told = capsys.readouterr()
    assert len(told.out.splitlines()) > 1000 and '"rulebook": "pa-665a"' not in told.out
    left = told.err.splitlines()
    assert any("setup: rulebook: 'pa-665a' is not known" in each for each in left)
    assert any(each.endswith("has no setup") and ", round: " in each for each in left)


def test_the_view_kept_of_each_table_is_the_judges(evening: Path, tmp_path: Path) -> None:
    """What is kept entry by entry and what a replay of everything gives: the same cards in the same places."""
    copy = tmp_path / "floor.sqlite"
    shutil.copy(evening, copy)
    judge = judged(copy)
    store = open_store(copy, station="PIT2")
    with store.reading() as state:
        kept = {each.table: conduct_in(each, state) for each in state.find(KeptConduct)}
    store.close()
    assert len(kept) == len(judge.tables)
    for name, watched in judge.tables.items():
        own, whole = kept[name], watched.conduct
        assert (own.is_open, own.stopped, own.floorperson) == (whole.is_open, whole.stopped, whole.floorperson), name
        here = {each.name: (each.where, each.opened and each.opened.at) for each in whole.opened_sets()}
        assert {each.name: (each.where, each.opened and each.opened.at) for each in own.opened_sets()} == here, name
        assert (own.shoe and own.shoe.cards.name) == (whole.shoe and whole.shoe.cards.name), name
