"""The command line as a person or another system calls it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import box, record
from tests.plain.rounds import legal_rounds

GOOD = record("pa-590", "6h Td Ks", box("Td 9c", "stand", reported=[{"wager": "main", "hand": 1, "net": 1000}]))
SHORT_PAID = record("pa-590", "6h Td Ks", box("Td 9c", "stand", reported=[{"wager": "main", "hand": 1, "net": 0}]))
IRREGULAR = record(
    "pa-590", "6h Td 2s", box("Td 9c", "stand, hit 2d", reported=[{"wager": "main", "hand": 1, "net": 1000}])
)
SETTLED = record("pa-590", "6h Td Ks", box("Td 9c", "stand"))


def floorapp(*words: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    given = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run([sys.executable, "-m", "floorapp", *words], input=given, capture_output=True, timeout=60)


def lines_of(*records: Any) -> str:
    return "".join(json.dumps(each) + "\n" for each in records)


def verdicts(run: subprocess.CompletedProcess[bytes]) -> list[str]:
    return [json.loads(line)["verdict"] for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    ("records", "status"),
    [
        ([GOOD, SETTLED], 0),
        ([GOOD, SHORT_PAID], 1),
        ([IRREGULAR], 1),
        ([GOOD, SHORT_PAID, {"format": "floor-round/1"}], 2),
    ],
)
def test_the_exit_status_is_that_of_the_worst_round(records: list[Any], status: int) -> None:
    assert floorapp("verify", "-", stdin=lines_of(*records)).returncode == status


def test_every_round_is_answered_in_order_and_a_line_that_is_not_json_by_its_number() -> None:
    text = lines_of(GOOD, SHORT_PAID) + "\nnot json\n" + lines_of(IRREGULAR, SETTLED)
    run = floorapp("verify", "-", stdin=text)
    assert verdicts(run) == ["ok", "mismatch", "unreadable", "violation", "settled"]
    broken = json.loads(run.stdout.splitlines()[2])
    assert (broken["id"], broken["line"]) == (None, 4)
    assert run.returncode == 2


def test_one_object_over_many_lines_is_one_round(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text("\ufeff" + json.dumps(SHORT_PAID, indent=2), encoding="utf-8")
    assert verdicts(floorapp("verify", str(file))) == ["mismatch"]


def test_bytes_that_are_no_text_spoil_only_their_own_line() -> None:
    text = lines_of(GOOD).encode() + b'{"id": "\xff\xfe"}\n' + b"\x00\x01\n" + lines_of(SETTLED).encode()
    assert verdicts(floorapp("verify", "-", stdin=text)) == ["ok", "unreadable", "unreadable", "settled"]


def test_an_answer_is_one_line_whatever_its_id_holds() -> None:
    run = floorapp("verify", "-", stdin=json.dumps(SETTLED | {"id": "a\u2028b\x85c"}, ensure_ascii=False))
    told = run.stdout.decode().splitlines()
    assert (len(told), json.loads(told[0])["id"]) == (1, "a\u2028b\x85c")


def test_an_id_cannot_pose_as_another_line_of_the_summary() -> None:
    """Nor send the terminal a command."""
    posing = IRREGULAR | {"id": "x\n0 rounds: all well\x1b[2J"}
    unnamed = {"format": "?", "id": "y\nz: ok"}
    told = floorapp("verify", "--summary", "-", stdin=lines_of(posing, unnamed)).stdout.decode().splitlines()
    assert told[0] == "x\\n0 rounds: all well\\x1b[2J: procedure error"
    assert told[-2].startswith("y\\nz: ok: unreadable: format")
    assert told[-1].startswith("2 rounds: ")


def test_a_file_that_is_not_there_is_said_and_the_others_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "good.jsonl"
    file.write_text(lines_of(GOOD))
    run = floorapp("verify", str(tmp_path / "none.jsonl"), str(file))
    assert verdicts(run) == ["ok"]
    assert run.returncode == 2
    assert b"none.jsonl: cannot be read" in run.stderr


@pytest.mark.parametrize("words", [[], ["--summary"], ["--shoe"]])
@pytest.mark.parametrize("content", ["", "\n  \n"])
def test_a_file_without_a_round_is_an_error(tmp_path: Path, content: str, words: list[str]) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text(content)
    run = floorapp("verify", str(path), *words)
    assert (run.returncode, bool(run.stderr)) == (2, True)
    if "--shoe" not in words:
        (tmp_path / "one.jsonl").write_text(lines_of(GOOD))
        both = floorapp("verify", str(path), str(tmp_path / "one.jsonl"), *words)
        assert both.returncode == 2 and b"none.jsonl: holds no round." in both.stderr


def test_the_summary_says_what_the_text_requires_and_what_may_be_chosen() -> None:
    touched = record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"))
    light = record("pa-685a", "9h 8s", box("Kc 6d", "hit 9c"), reader="large")
    text = floorapp("verify", "-", "--summary", stdin=lines_of(touched, light)).stdout.decode()
    assert "spot 1, hand 1, main bet: $15.00, as dealt -$10.00" in text.replace("\u2212", "-")
    assert "the player may choose" in text and "590.7(h)(1)" in text and "685a.12(h)" in text


def test_two_jobs_answer_byte_for_byte_as_one(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(lines_of(*legal_rounds(seed=3, count=400), SHORT_PAID) + "nonsense\n")
    one, two = (floorapp("verify", "--jobs", jobs, str(file)) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode == 2


def test_the_summary_is_the_same_on_two_jobs_and_counts_what_the_answers_say(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    rounds = list(legal_rounds(seed=4, count=300))
    file.write_text(lines_of(*rounds, SHORT_PAID, *rounds, IRREGULAR) + "nonsense\n\n" + lines_of(SETTLED))
    one, two = (floorapp("verify", "--summary", "--jobs", jobs, str(file)) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode == 2
    said = Counter(verdicts(floorapp("verify", str(file))))
    counts = (
        f"{said['ok']} paid correctly, {said['settled']} no payout on record, {said['mismatch']} payout error, "
        f"{said['violation']} procedure error, {said['unreadable']} unreadable"
    )
    assert one.stdout.decode().endswith(f"{said.total():,} rounds: {counts}\n")


def test_the_summary_counts_and_names_the_wrong_rounds_for_people() -> None:
    run = floorapp("verify", "--summary", "-", stdin=lines_of(GOOD, SHORT_PAID | {"id": "FB-03/7"}))
    text = run.stdout.decode()
    assert "FB-03/7: payout error" in text
    assert "spot 1, hand 1, main bet: paid $0.00, should be $10.00." in text
    assert "590.7(o)(1)" in text
    assert text.endswith(
        "2 rounds: 1 paid correctly, 0 no payout on record, 1 payout error, 0 procedure errors, 0 unreadable\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["verify", "--jobs", "0", "-"],
        ["verify", "--no-such", "-"],
        ["nonsense"],
        ["rulebooks", "pa-1"],
        ["irregularities"],
        ["irregularities", "pa-590", "no-such-thing"],
        ["irregularities", "pa-590", "--reading", "I-99"],
    ],
)
def test_a_wrong_call_is_64_and_says_why(words: list[str]) -> None:
    run = floorapp(*words)
    assert run.returncode == 64
    assert run.stderr and not run.stdout


def test_rulebooks_says_the_standing_of_each() -> None:
    text = floorapp("rulebooks").stdout.decode()
    assert all(book in text for book in rulebooks())
    assert "672a" in text and "rescinded" in text
    listed = json.loads(floorapp("rulebooks", "--json").stdout)
    assert {each["id"] for each in listed} == set(rulebooks())


@pytest.mark.parametrize("book", sorted(rulebooks()))
def test_a_rulebook_is_shown_whole_with_its_citations(book: str) -> None:
    text = floorapp("rulebooks", book).stdout.decode()
    shown = json.loads(floorapp("rulebooks", book, "--json").stdout)
    cited = rulebooks()[book].cited
    assert all(cited(each["citation"]) in text for each in shown["provisions"])
    assert shown["steps"] and shown["readings"] and shown["irregularities"]


def test_nj_26_15_a_two_cards_face_up_void_the_round_and_one_does_not() -> None:
    one, two = (
        json.loads(floorapp("irregularities", "nj-19-47-26", "card-face-up-in-shoe", "--cards", n, "--json").stdout)
        for n in ("1", "2")
    )
    assert (one["effect"], two["effect"]) == ("continue", "round-void")
    assert two["cited"] == "N.J.A.C. 19:47-26.15(a)"


def test_the_sample_records_show_right_and_wrong_rounds() -> None:
    run = floorapp("verify", "--summary", "resources/sample/rounds.jsonl")
    assert run.returncode == 1
    assert b"payout error" in run.stdout and b"0 unreadable" in run.stdout
