"""Every examined round is answered as the examiner expected: lines in order, nets, paragraphs, findings, the dealer."""

from __future__ import annotations

from collections import Counter

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_json
from tests.examined.cases import Case, ExpectedLine, cases

CASES = cases()


def outcome(line: ExpectedLine) -> str:
    """What the examiner's net says of the outcome; a lammer that does nothing may have lost or tied."""
    if line.half:
        return "half"
    return "win" if line.net > 0 else "lose" if line.net < 0 else "push"


def dealer_as_expected(case: Case, answer: Answer) -> bool:
    assert answer.dealer is not None
    total, held = case.facts.get("D"), case.facts.get("H")
    right = total is None or answer.dealer.total == int(total)
    return right and (held is None or str(answer.dealer.should_hold) == held)


def test_the_examined_rounds_are_many_in_every_rulebook() -> None:
    counted = Counter(case.record["rulebook"] for case in CASES)
    assert set(counted) == set(rulebooks()) and min(counted.values()) >= 80
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_examined_round_is_answered_as_expected(case: Case) -> None:
    answer = verify_json(case.record, rulebooks())
    violated = any(finding.startswith("v") for finding in case.findings)
    assert answer.verdict == case.facts.get("V", "violation" if violated else "settled")
    if answer.verdict == "unreadable":
        return
    assert len(answer.lines) == len(case.lines)
    for line, wanted in zip(answer.lines, case.lines, strict=True):
        assert (line.box, line.behind, line.hand, line.wager) == wanted[:4]
        assert (line.expected, line.lammer) == (wanted.net, wanted.lammer)
        assert line.outcome == outcome(wanted) or (line.lammer and (line.outcome, wanted.net) == ("lose", 0))
        assert wanted.cite in (None, line.cite)
    left = [f"{finding.severity[0]}{finding.cite}" for finding in answer.findings]
    for finding in case.findings:
        match = [each for each in left if each == finding or (finding[1] == "*" and each[0] == finding[0])]
        assert match, f"{finding} is not among {left}"
        left.remove(match[0])
    assert left == []
    assert dealer_as_expected(case, answer)
