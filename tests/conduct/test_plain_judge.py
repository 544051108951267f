"""The plain judge held to small logs that were worked out by hand from the page."""

from __future__ import annotations

import pytest

from tests.conduct.hand_cases import Case, all_cases
from tests.conduct.plain_judge import judge, owed


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.book} {case.name}")
def test_the_plain_judge_finds_what_was_worked_out_by_hand(case: Case) -> None:
    assert case.expected, "a case that expects nothing proves nothing"
    found, wrong = judge(case.lines)
    assert wrong == next((line["error"] for line in case.expected if "error" in line), None)
    for line in case.expected:
        if "finds" in line:
            assert found == line["finds"]
        if "all" in line:
            assert judge(case.lines, every=True)[0] == line["all"]
        if "owes" in line:
            assert owed(case.lines, line.get("at")) == (line["owes"], None)
