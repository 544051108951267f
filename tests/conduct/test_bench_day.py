"""What `make bench ARGS=conduct` measures on: a day of a floor at which nothing is found, and one of findings."""

from __future__ import annotations

import json

from tests.bench.conduct import SHOES, day
from tests.conduct.floor import BOOKS, heard


def text(tables: int, *, lawful: bool) -> str:
    return "".join(json.dumps(line) + "\n" for line in day(tables, lawful=lawful))


def test_a_lawful_day_of_every_rulebook_by_hand_and_by_batches_has_no_finding() -> None:
    log = text(10, lawful=True)
    assert len(log.splitlines()) > 15_000
    judge = heard(log)
    assert {
        (each.conduct.setup.rulebook, each.conduct.method) for each in judge.tables.values() if each.conduct.setup
    } == {(book, method) for book in BOOKS for method in ("hand", "batch_shuffler")}
    assert judge.findings() == []


def test_in_a_day_of_findings_every_table_has_one_with_all_its_rounds() -> None:
    found = heard(text(2, lawful=False)).findings()
    assert [(each.duty, each.table, each.dealt.rounds) for each in found] == [
        ("no-floorperson", "T000", SHOES * 58),
        ("no-floorperson", "T001", SHOES * 58),
    ]
