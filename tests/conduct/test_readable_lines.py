"""What a log may look like and still be read: line ends, empty lines, unknown fields, equal times."""

from __future__ import annotations

import pytest

from floorapp.engine.conduct.log import UnreadableLine, event_of
from tests.conduct.floor import Floor, heard, shoe_by_hand

GOOD = shoe_by_hand("pa-590").do("reader_fails").dealt()


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(GOOD.text().replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + GOOD.text(), id="BOM"),
        pytest.param("\n \t\n" + GOOD.text().replace("\n", "\n\n\r\n"), id="empty lines"),
        pytest.param(GOOD.text().rstrip("\n"), id="no last line end"),
        pytest.param(GOOD.text().replace('"do"', '"other": {"nested": [1.5, null]}, "do"'), id="unknown fields"),
        pytest.param(GOOD.text().replace('{"at"', '{"format": null, "at"'), id="format null where it is not needed"),
        pytest.param(GOOD.text().replace('"do"', '"x": "\u2028\u2029\\ud800", "do"'), id="line separators within text"),
    ],
)
def test_a_log_is_read_however_its_lines_end(written: str) -> None:
    (found,) = heard(written).findings()
    assert (found.duty, found.dealt.rounds) == ("reader-failed", 2)


def test_the_first_line_that_is_not_empty_says_the_format() -> None:
    with pytest.raises(UnreadableLine, match="format: missing") as fault:
        heard('\n\n{"at": "2026-11-10T12:00:00Z", "do": "open", "table": "T"}\n')
    assert fault.value.line == 3


def test_a_line_that_cannot_be_read_lets_no_time_pass() -> None:
    floor = Floor().do("setup", rulebook="pa-590", decks=6, method="hand").equip("pa-590", decks=6)
    floor.do("inspect_reader", by="ann").do("open")
    judge = floor.judge()
    before = [each.as_json() for each in judge.findings(all_=True)]
    late = event_of(floor.do("round", after=3 * 86_400).lines[-1])
    with pytest.raises(UnreadableLine, match="no shoe"):
        judge.take(late)
    assert [each.as_json() for each in judge.findings(all_=True)] == before


def test_equal_times_keep_the_order_of_the_file_and_fractions_are_cut_off() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").do("round").do("reader_mended", after=0)
    floor.lines[-2]["at"] = floor.lines[-1]["at"] = "2026-11-10T15:30:00.900Z"
    floor.do("round")
    floor.lines[-1]["at"] = "2026-11-10T10:30:00.100-05:00"  # earlier by its fraction alone
    (found,) = floor.findings()
    assert found["first"] == found["last"] == found["until"] == "2026-11-10T10:30:00-05:00"
