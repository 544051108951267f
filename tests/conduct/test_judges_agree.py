"""`floorapp conduct` finds what was worked out by hand, and what the plain judge finds, on days made up at random."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.conduct.both_judges import calls, difference, product, smallest
from tests.conduct.hand_cases import Case, all_cases
from tests.conduct.random_logs import logs, seeded_log

SHARDS, LOGS, LENGTH = 4, 30, 30


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.book} {case.name}")
def test_floorapp_conduct_finds_what_was_worked_out_by_hand(case: Case, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    found, wrong, status = product(log, case.lines)
    assert wrong == next((line["error"] for line in case.expected if "error" in line), None)
    violated = any(each["severity"] == "violation" for each in found)
    assert status == (2 if wrong is not None else int(violated))
    for line in case.expected:
        if "finds" in line:
            assert found == line["finds"]
        if "all" in line:
            assert product(log, case.lines, "--all")[0] == line["all"]
        if "owes" in line:
            at = [line["at"]] if "at" in line else []
            assert product(log, case.lines, "--owed", *at) == (line["owes"], None, 0)


@pytest.mark.parametrize("shard", range(SHARDS), ids=lambda shard: f"{shard + 1}-of-{SHARDS}-{LOGS}-logs-each")
def test_both_judges_agree_on_random_days(shard: int, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for seed in range(shard * LOGS, (shard + 1) * LOGS):
        lines = seeded_log(seed, LENGTH)
        for words in calls(random.Random(seed), lines):
            if difference(log, lines, *words):
                few = smallest(log, lines, *words)
                pytest.fail("\n".join([f"seed {seed}", *few, difference(log, few, *words)]))


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(lines=logs())
def test_both_judges_agree_on_days_that_hypothesis_makes_up(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    log = tmp_path_factory.getbasetemp() / "made-up.jsonl"
    for words in ((), ("--all",), ("--owed",)):
        assert not difference(log, lines, *words)
