"""The quick way says of a round what the plain way says, or leaves it to the plain way."""

from __future__ import annotations

import doctest
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.packer import pack_block
from floorapp.engine.record import Unreadable
from floorapp.engine.shape import LINE_OF
from floorapp.engine.verify import verify_text
from floorapp.operations import quick as quick_way
from floorapp.operations.quick import files, judge, record_reader, verify
from floorapp.operations.quick.judge import OK, SETTLED, RoundJudge
from floorapp.operations.quick.record_reader import QuickReader
from floorapp.operations.quick.verify import QuickVerifier, Sheaf
from tests.bench import chance
from tests.deal import box, record
from tests.mutations import mutated, reported, with_readings
from tests.plain.rounds import legal_rounds


def answered(lines: list[bytes]) -> list[Answer]:
    """The plain answers to these lines."""
    return [verify_text(line, rulebooks(), n) for n, line in enumerate(lines, start=1) if line.strip()]


def plain(lines: list[bytes]) -> tuple[Counter[str], list[Answer]]:
    """What the plain way says of these lines: how many are right, and the answers to the others."""
    return counted(answered(lines))


def counted(answers: list[Answer]) -> tuple[Counter[str], list[Answer]]:
    right = Counter(answer.verdict for answer in answers if answer.verdict in ("ok", "settled"))
    return right, [answer for answer in answers if answer.verdict not in ("ok", "settled")]


def sheaf(first: int, lines: list[bytes]) -> Sheaf:
    return Sheaf(first, b"".join(lines), len(lines))


def quick(lines: list[bytes]) -> tuple[Counter[str], list[Answer]]:
    made = QuickVerifier(rulebooks()).check(sheaf(1, lines))
    return +made.right, made.wrong


def told(lines: list[bytes]) -> tuple[Counter[str], str]:
    """The answers in full, byte for byte, by the quick way; and how many have each verdict."""
    verdicts, text = QuickVerifier(rulebooks()).tell(sheaf(1, lines))
    return +verdicts, text


def same_every_way(lines: list[bytes]) -> bool:
    """Whether every way says the same of these lines."""
    answers = answered(lines)
    in_full = Counter(answer.verdict for answer in answers), "".join(answer.text for answer in answers)
    said = quick(lines) == counted(answers) and told(lines) == in_full
    return said and packed(lines) == counted([replace(each, line=None) for each in answers if readable(each)])


def packed(lines: list[bytes]) -> tuple[Counter[str], list[Answer]]:
    """What is said of those of these lines that can be read, in a packed block."""
    rounds = []
    for line in lines:
        with suppress(Unreadable, UnicodeDecodeError):
            rounds.append(read_round(parse_json(line), rulebooks()))
    made = QuickVerifier(rulebooks()).check_block(pack_block(rounds))
    return +made.right, [*filter(readable, made.wrong)]


def readable(answer: Answer) -> bool:
    return answer.verdict != "unreadable"


def written(records: list[dict[str, Any]], **layout: Any) -> list[bytes]:
    return [json.dumps(each, **layout).encode() + b"\n" for each in records]


def vouched(records: list[dict[str, Any]]) -> int:
    """How many of these the memory itself vouches for."""
    judge = RoundJudge(rulebooks())
    reader = QuickReader(judge)
    usual = reader.read(b"".join(written(records)))
    assert usual is not None
    return sum(1 for verdict in judge.judge(usual.columns).tolist() if verdict in (OK, SETTLED))


def lawful(seed: int, count: int) -> list[bytes]:
    rounds = list(legal_rounds(seed, count))
    return written(rounds[: count // 4] + [reported(each) for each in rounds[count // 4 :]])


def changed(seed: int, count: int) -> list[bytes]:
    rng = random.Random(seed)
    rounds = [reported(each) for each in legal_rounds(100 + seed, count)]
    return written([mutated(each, rng) for each in rounds for _ in range(3)])


def read_otherwise(seed: int, count: int) -> list[bytes]:
    rng = random.Random(seed)
    rounds = [reported(with_readings(each, rng)) for each in legal_rounds(200 + seed, count)]
    return written(rounds + [mutated(each, rng) for each in rounds])


def with_a_byte_changed(seed: int, count: int) -> list[bytes]:
    rng = random.Random(seed)
    lines = []
    for line in written([reported(each) for each in legal_rounds(300 + seed, count)]):
        for _ in range(3):
            changed, at = bytearray(line[:-1]), rng.randrange(len(line) - 1)
            if rng.random() < 0.3:
                del changed[at : at + rng.choice((1, 2, 20))]
            else:
                changed[at] = rng.choice(b'0123456789AKcdhs"{}[],: \\\x00\xffn')
            lines.append(bytes(changed).replace(b"\n", b" ") + b"\n")
    return lines


def by_chance(seed: int, count: int) -> list[bytes]:
    rng = random.Random(seed)
    return written([each if rng.random() < 0.9 else mutated(each, rng) for each in chance.rounds(count, seed=seed)])


#: Some four thousand rounds, and ten thousand by chance; `make campaign` compares a million.
WAYS = [(made, seed, 160) for made in (lawful, changed, read_otherwise, with_a_byte_changed) for seed in range(2)]
WAYS += [(by_chance, seed, 1000) for seed in range(10)]


@pytest.mark.parametrize(("made", "seed", "count"), WAYS)
def test_rounds_are_answered_as_the_plain_way_answers_them(
    made: Callable[[int, int], list[bytes]], seed: int, count: int
) -> None:
    assert same_every_way(made(seed, count))


def test_even_money_is_answered_alike_against_every_up_card_with_insurance_and_under_readings() -> None:
    dealers = (("Ac Kd", "large"), ("Ac 6d", "medium"), ("Ac 2d 5c", "small"), ("Kc Ad", "large"), ("9c 8d", "medium"))
    readings: tuple[list[str], ...] = ([], ["I-11"], ["I-12"], ["I-17"], ["I-36"], ["I-14"])
    plays = ("even_money", "even_money, stand", "stand, even_money", "even_money, hit 5c", "even_money, even_money")
    made = [
        reported(record(book, dealer, box(first, play, main=main, **side), box("Jd 8c", "stand", number=2), **options))
        for (dealer, says), first, play, main in product(dealers, ("As Jd", "Js Ad", "As 9d"), plays, (1000, 1235))
        for side in ({}, {"insurance": 500}, {"match_dealer": 100, "insurance": 500})
        for book, chosen in [("pa-685a", each) for each in readings] + [("pa-673a", [])]
        for options in [{"reader": says if book == "pa-685a" else None} | ({"readings": chosen} if chosen else {})]
    ]
    assert same_every_way(written(made))
    assert vouched([each for each in made if each["boxes"][0].get("play") == [{"do": "even_money"}]]) >= 8


def test_wagers_of_any_size_beside_a_side_wager_are_answered_alike() -> None:
    sizes = (500, (1 << 26) - 1, 1 << 26, (1 << 40) - 1, 1 << 40)
    made = [
        reported(record("pa-665a", "6h 8d Ks", box("8c 9c", "stand", main=main, bust_it=side)))
        for main, side in product(sizes, sizes)
    ]
    assert same_every_way(written(made))


def test_nearly_all_play_by_chance_is_told_the_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = written(list(chance.rounds(1000)))
    ask = Mock(side_effect=verify_text)
    monkeypatch.setattr(verify, "verify_text", ask)
    assert told(lines)[0].total() == 1000
    assert ask.call_count < 50


def test_nearly_all_play_by_chance_is_vouched_for() -> None:
    rounds = list(chance.rounds(1000))
    assert vouched(rounds) > 0.98 * len(rounds)


def test_the_memory_vouches_for_nearly_all_usual_rounds() -> None:
    rounds = [reported(each) for each in legal_rounds(5, 1000)]
    usual = [each for each in rounds if not any("behind" in one for one in each["boxes"])]
    assert vouched(usual) > 0.5 * len(usual)


ODD = [
    b'{"box": 1, "box": 2, ',
    b'{"b\\u006fx": 1, ',
    b'{"box": 1.0, ',
    b'{"box": 1e0, ',
    b'{"box": true, ',
    b'{"cards": ["\xff"], "box": 1, ',
    b'{"cards": [1e999], "box": 1, ',
    b'{"box": 01, ',
    b'{"box": "1", ',
    b'{"cards": [' + b"9" * 5000 + b'], "box": 1, ',
    b'{"note": "\\ud800", "box": 1, ',
    b'{"box": null, ',
    b'{"note": ' + b"[" * 3000 + b"]" * 3000 + b', "box": 1, ',
    b'{"play": null, "box": 1, ',
    b'{"box":\t1, ',
]


@pytest.mark.parametrize("start", ODD)
def test_odd_json_is_read_as_the_plain_way_reads_it(start: bytes) -> None:
    good = written([reported(record("pa-590", "6h Td Ks", box("Td 9c", "stand")))])[0]
    lines = [good.replace(b'{"box": 1, ', start), good]
    assert lines[0] != good
    assert same_every_way(lines)


@pytest.mark.parametrize("layout", [{"separators": (",", ":")}, {"sort_keys": True}, {"ensure_ascii": False}])
def test_any_layout_of_the_same_records_gives_the_same_verdicts(layout: dict[str, Any]) -> None:
    rounds = [reported(each) | {"id": "Tisch Ä/1"} for each in legal_rounds(6, 200)]
    lines = written(rounds, **layout)
    assert same_every_way(lines)


def test_times_are_read_as_the_plain_way_reads_them() -> None:
    times = ["2006-11-15T21:04:05Z", "20061115T210405+0000", "2006-11-15 21:04Z", "2006-11-15T21:04:05.5-05:00"]
    times += ["2006-11-15T21:04:05 Z", "2006-11-15T21:04:05.Z", "2006-11-15T21:04:05", "2006-11-15", "x"]
    rounds = [{**each, "at": at} for each, at in zip(legal_rounds(9, len(times)), times, strict=True)]
    assert same_every_way(written(rounds))
    assert [answer.verdict == "unreadable" for answer in answered(written(rounds))] == 4 * [False] + 5 * [True]


def test_blank_lines_are_counted_but_not_answered() -> None:
    lines = [b"\n", b"nonsense\n", b"  \r\n", b"[]\n"]
    assert same_every_way(lines)
    assert quick(lines)[1][0].line == 2


def test_a_memory_that_is_full_starts_anew_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = written([reported(each) for each in legal_rounds(7, 400)])
    monkeypatch.setattr(judge, "MOST_LEARNT", 50)
    monkeypatch.setattr(record_reader, "MOST_PIECES", 50)
    verifier = QuickVerifier(rulebooks())
    right, wrong = Counter[str](), list[Answer]()
    for first in range(0, len(lines), 40):
        made = verifier.check(sheaf(first + 1, lines[first : first + 40]))
        right, wrong = right + made.right, wrong + made.wrong
    assert (right, wrong) == plain(lines)


def test_more_kinds_of_tables_than_the_memory_holds_are_left_to_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(8)
    lines = written([reported(with_readings(each, rng)) for each in legal_rounds(8, 60)])
    monkeypatch.setattr(judge, "MOST_TABLES", 10)
    assert quick(lines) == plain(lines)


@pytest.mark.parametrize("span", [97, 900, 4321, 20_000])
def test_several_jobs_read_their_own_spans_and_say_the_same_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, span: int
) -> None:
    rng = random.Random(span)
    rounds = [reported(each) for each in legal_rounds(9, 40)]
    lines = written([each if rng.random() < 0.7 else mutated(each, rng) for each in rounds])
    lines[3:3] = [b"nonsense\n", b"\n", b"[]\r\n"]
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"".join(lines) + b'{"half": ')
    monkeypatch.setattr(files, "SHEAF", 3000)
    told = {}
    for jobs in (1, 2):
        monkeypatch.setattr(files, "SPAN", span if jobs > 1 else 1)
        with file.open("rb") as stream:
            done = list(files.checks(stream, rulebooks(), jobs=jobs))
        right = sum((each.right for each in done), Counter[str]())
        told[jobs] = right, [answer for each in done for answer in each.wrong]
    assert told[1] == told[2] == plain([*lines, b'{"half": '])


@pytest.mark.parametrize("layout", [{}, {"separators": (",", ":")}, {"sort_keys": True}])
def test_a_name_given_twice_is_left_to_the_plain_way_wherever_it_stands(layout: dict[str, Any]) -> None:
    rounds = [reported(each) for each in legal_rounds(5, 60)]
    lines = written(rounds, **layout)
    names = (
        b'"id"',
        b'"table"',
        b'"at"',
        b'"rulebook"',
        b'"cards"',
        b'"main"',
        b'"do"',
        b'"net"',
        b'"box"',
        b'"decks"',
    )
    twice = list(lines)
    for name in names:
        there = next(line for line in lines if name in line)
        at = there.index(name)
        twice.append(there[:at] + name + b": 1, " + there[at:])
    assert quick(twice) == plain(twice)
    assert sum(answer.verdict == "unreadable" for answer in quick(twice)[1]) == len(names)


@pytest.mark.parametrize("layout", [{}, {"separators": (",", ":")}])
def test_numbers_of_every_size_are_read_as_the_plain_way_reads_them(layout: dict[str, Any]) -> None:
    good = written([reported(record("pa-590", "6h Td Ks", box("Td 9c", "stand")))], **layout)[0]
    before = b'"net":' + b" " * (not layout)
    amounts = [b"99999999", b"-99999999", b"100000000", b"-123456789012", b"9" * 30, b"0", b"-0", b"01", b"-", b"--5"]
    amounts += [b"1.5", b"1e3", b"5x", b"5 ", b"\x025", b'1,"a":2', b'1,"":2', b"5}]}", b'5}]}]}}, {"box": 2']
    lines = [good, *(good.replace(before + b"1000", before + each) for each in amounts), good]
    assert len(set(lines)) == len(amounts) + 1
    assert same_every_way(lines)
    for line in lines:
        assert same_every_way([good, line])
    assert not any("unreadable" in told([good, line])[1] for line in lines[1:5])


def test_the_example_of_numbers_taken_out_is_true() -> None:
    assert doctest.testmod(record_reader) == (0, 2)


def test_the_example_in_the_quick_way_s_own_words_is_true() -> None:
    won = reported(record("pa-590", "6h Td Ks", box("Td 9c", "stand")))
    also = reported(record("pa-590", "6s Tc Kd", box("Kd 9h", "stand")))
    wrong = json.loads(json.dumps(also).replace('"net": 1000', '"net": -1000'))
    judge = RoundJudge(rulebooks())
    usual = QuickReader(judge).read(b"".join(written([won, also, wrong])))
    assert usual is not None
    columns = usual.columns
    numbers = [columns.table, columns.dealt, columns.play, columns.first_cards, columns.nets, judge.judge(columns)]
    look = judge.look(columns)
    main = LINE_OF["main"]
    numbers += [look.hands, look.places, look.stakes[:, 0], judge.hands.shares(look.hands, main, look.places)]
    numbers.append(look.nets.cents[main])
    for shown in numbers:
        assert str(shown.tolist()) in (quick_way.__doc__ or "")
