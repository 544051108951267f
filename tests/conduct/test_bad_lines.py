"""What cannot be read: every reason with the number of its line, and what came before is judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorapp.cli import main
from floorapp.engine.conduct.log import UnreadableLine
from tests.conduct.floor import heard, shoe_by_hand
from tests.conduct.lines import BEFORE, after, whole

GOOD = shoe_by_hand("pa-590").do("reader_fails").dealt().do("take_away", set="A").do("cover_card")
NUMBER = len(GOOD.lines) + 2


def answers(log: bytes, place: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]]]:
    file = place / "log.jsonl"
    file.write_bytes(log)
    status = main(["conduct", str(file)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def says(line: bytes, place: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Why a line after a violation, and after an empty line, is unreadable; the violation is told."""
    status, (found, error) = answers(GOOD.text().encode() + b"\n" + line + b"\n", place, capsys)
    assert status == 2
    assert (found["duty"], found["rounds"]) == ("reader-failed", 2)
    assert error["line"] == NUMBER and set(error) == {"error", "line"}
    return str(error["error"])


def told(**said: Any) -> bytes:
    return json.dumps({"at": GOOD.now.isoformat(), "table": "T", **said}).encode()


TEXTS = {
    b"nonsense": "is not JSON",
    b'{"at": ': "is not JSON",
    b"{} {}": "is not JSON",
    b"[]": "is not a JSON object",
    b'"open"': "is not a JSON object",
    b"null": "is not a JSON object",
    b"12": "is not a JSON object",
    b'{"at": "2026-11-10T12:00:00Z", "do": "open", "table": "\xff"}': "is not UTF-8",
    b'\xef\xbb\xbf{"do": "open"}': "is not JSON",
    b'{"do": "open", "do": "close"}': '"do" is given twice',
    b'{"do": "open", "more": {"a": 1, "a": 1}}': '"a" is given twice',
    b'{"do": NaN}': "NaN is not JSON",
    b'{"more": -Infinity}': "-Infinity is not JSON",
    b'{"more": ' + b"[" * 200_000 + b"]" * 200_000 + b"}": "is nested too deeply",
}


@pytest.mark.parametrize("line", TEXTS, ids=lambda line: line[:40].decode(errors="replace"))
def test_what_is_no_line_of_a_log(line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert TEXTS[line] in says(line, tmp_path, capsys)


FIELDS: list[tuple[bytes, str]] = [
    (
        told(do="house", policy={"inspection_minutes": -1}),
        "inspection_minutes: -1 is not a whole number of zero or more",
    ),
    (told(do="open", format="floor-log/2"), 'format: "floor-log/2"'),
    (told(do="open", format=1), "format: 1"),
    (told(do="open", at=None), "at: missing"),
    (told(do="open", at="today"), "at: "),
    (told(do="open", at="2026-11-10"), "at: "),
    (told(do="open", at="2026-11-10T12:00:00"), "has no offset"),
    (told(do="open", at="2026-11-31T12:00:00Z"), "at: "),
    (told(do="open", at=1762772400), "at: "),
    (told(do="open", at="0001-01-01T00:00:00+23:00"), "at: "),
    (told(do="open", at="9999-12-31T23:59:59-23:00"), "at: "),
    (told(do="open", at="2026-11-10T09:59:59-05:00"), "earlier than the line before"),
    (told(do=None), "do: missing"),
    (told(do="Open"), 'do: "Open" is not known'),
    (told(do=["open"]), "do: "),
    (told(do="open", table=None), "table: missing"),
    (told(do="open", table=7), "table: "),
    (told(do="house", zone="Atlantis/North"), "zone: "),
    (told(do="house", zone=""), "zone: "),
    (told(do="house", zone="../../etc/passwd"), "zone: "),
    (told(do="house", zone="A" * 5000), "zone: "),
    (told(do="house", zone=5), "zone: "),
    (told(do="house", day_begins="6:00"), "day_begins: "),
    (told(do="house", day_begins="24:00"), "day_begins: "),
    (told(do="house", day_begins="06:00:00"), "day_begins: "),
    (told(do="house", day_begins="٠٦:٠٠"), "day_begins: "),
    (told(do="house", policy=[]), "policy: "),
    (told(do="house", policy={"inspection_minutes": -1}), "policy.inspection_minutes: "),
    (told(do="house", policy={"nj_change_hours": 0}), "policy.nj_change_hours: "),
    (told(do="house", policy={"nj_change_hours": 1.5}), "policy.nj_change_hours: "),
    (told(do="house", policy={"nj_inspection": 1}), "policy.nj_inspection: "),
    (told(do="setup", rulebook="pa-591", decks=6, method="hand"), "rulebook: "),
    (told(do="setup", rulebook="pa-590", decks=6, method="machine"), "method: "),
    (told(do="setup", rulebook="pa-590", decks=6, method="hand", side_wagers=["main"]), "side_wagers: "),
    (told(do="setup", rulebook="pa-590", decks=6, method="hand", side_wagers="push_22"), "side_wagers: "),
    (told(do="setup", rulebook="pa-590", decks=6, method="hand", readings=[37]), "readings: "),
    (told(do="fit", what="chair"), "what: "),
    (told(do="fit", what="reader", serial="R", kind="poker"), "kind: "),
    (told(do="fit", what="reader", kind="masque"), "serial: missing"),
    (told(do="fit", what="reader", serial="R"), "kind: missing"),
    (told(do="fit", what="discard_rack"), "decks: missing"),
    (told(do="remove", what="chair"), "what: "),
    (told(do="assign", post="cashier", who="ann"), "post: "),
    (told(do="bring", set="B", decks=6, back="red", design="Bee", cards="old"), "cards: "),
    (told(do="bring", set="B", decks=6, back="red", design="Bee", cards="new", tens="yes"), "tens: "),
    (told(do="step", set="A", step="cut"), "step: "),
    (told(do="step", set="A", step="tens_removed"), "disposed: missing"),
    (told(do="step", set="A", step="tens_removed", disposed="eaten"), "disposed: "),
    (told(do="shoe", set="A", shuffled="twice"), "shuffled: "),
    (told(do="shoe", set="A", cut="yes"), "cut: "),
    (told(do="recut", by_post="dealer"), "by_post: "),
    (told(do="player", asks_to_spread="no"), "asks_to_spread: "),
    (told(do="inspect_reader", by="ann", good=1), "good: "),
    (told(do="shuffler_out", how="asleep"), "how: "),
    (told(do="round", count=0), "count: "),
    (told(do="round"), "no shoe"),
    (told(do="round", table="U"), "has no setup"),
    *(
        (told(**whole(kind) | {"set": name, "at": GOOD.now.isoformat()}), f"set: {name!r} is not at table 'T'")
        for name in ("A", "C")  # one that was taken away, one that never came
        for kind in ("break_seal", "step", "step tens_removed", "count", "load", "shoe", "take_away", "reshuffled")
    ),
]


@pytest.mark.parametrize(("line", "expected"), FIELDS, ids=lambda each: str(each)[:90])
def test_what_no_table_can_tell(line: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert expected in says(line, tmp_path, capsys)


NUMBERS = [("setup", "decks"), ("setup", "boxes"), ("fit discard_rack", "decks"), ("bring", "decks")]
NUMBERS += [("count", "cards"), ("round", "count"), ("round", "hands")]
NO_NUMBERS = ["0", "-1", "1.5", "6.0", '"6"', "true", "[6]", "1e400", str(10**15 + 1), "1" + "0" * 4300]


@pytest.mark.parametrize(("kind", "field"), NUMBERS)
@pytest.mark.parametrize("number", NO_NUMBERS, ids=lambda number: number[:12])
def test_a_number_is_whole_and_above_zero(kind: str, field: str, number: str) -> None:
    text = after({**whole(kind), field: "?"}).text().replace(f'"{field}": "?"', f'"{field}": {number}')
    with pytest.raises(UnreadableLine, match=f"^{field}: ") as fault:
        heard(text)
    assert fault.value.line == len(BEFORE.lines) + 1


@pytest.mark.parametrize(("kind", "field"), NUMBERS)
def test_a_number_that_no_table_has_is_a_number_all_the_same(kind: str, field: str) -> None:
    heard(after({**whole(kind), field: 10**15}).text())


@pytest.mark.parametrize(("name", "number"), [("inspection_minutes", 10**6 + 1), ("nj_change_hours", 10**6 + 1)])
def test_a_house_whose_deadlines_would_leave_the_calendar_is_unreadable(name: str, number: int) -> None:
    house = whole("house")
    with pytest.raises(UnreadableLine, match=f"^policy.{name}: "):
        heard(after({**house, "policy": {name: number}}).text())
    heard(after({**house, "policy": {name: number - 1}}).text())


def test_a_number_of_many_digits_where_nobody_looks_is_nothing() -> None:
    text = after({**whole("open"), "more": "?"}).text().replace('"?"', "9" * 4301)
    assert heard(text).findings() == []
