"""The packed form: lossless, sealed, judged without unpacking, and described byte for byte."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine import fair
from floorapp.engine.block import COLUMNS, HEAD, DamagedBlock, NewerVersion, open_block, write_block
from floorapp.engine.decode import read_round
from floorapp.engine.encode import record_of
from floorapp.engine.packer import pack_block
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.unpacker import unpack_block
from floorapp.engine.verify import verify, verify_json
from floorapp.operations.audit.observations import Observer, Posts
from floorapp.operations.quick.verify import QuickVerifier
from tests.bench import chance, floor
from tests.deal import box, record
from tests.mutations import mutated, reported
from tests.plain.rounds import legal_rounds

PAGE = Path(__file__).parent.parent / "resources" / "help" / "packed-rounds.md"


def read(raw: dict[str, Any]) -> Round:
    return read_round(raw, rulebooks())


def readable(records: Iterator[dict[str, Any]]) -> Iterator[Round]:
    for each in records:
        try:
            yield read(each)
        except Unreadable:
            continue


def changed_rounds(seed: int, count: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(seed)
    for each in legal_rounds(seed, count):
        yield each
        yield mutated(reported(each), rng)


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    return list(readable(changed_rounds(1, 600)))


def test_every_readable_round_comes_back_as_it_was(rounds: list[Round]) -> None:
    assert list(unpack_block(pack_block(rounds))) == rounds
    assert any(each.behind for round_ in rounds for each in round_.boxes)


def test_every_round_can_be_written_as_its_record_again(rounds: list[Round]) -> None:
    assert [read(record_of(round_)) for round_ in rounds] == rounds


ZONES = [UTC, timezone(timedelta(hours=-5)), timezone(timedelta(hours=5, minutes=30, seconds=7))]


@pytest.mark.parametrize(
    "change",
    [
        *({"at": datetime(2026, 11, 15, 21, 4, 5, 123456, zone)} for zone in ZONES),
        {"at": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5)))},
        {"at": datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-5)))},
        {"at": None, "table": "", "shoe": ""},
        {"id": "Ä" * 200},
        {"id": ""},
        {"void": "590.13(a)", "dealer": ()},
    ],
)
def test_odd_names_and_times_come_back_as_they_were(change: dict[str, Any], rounds: list[Round]) -> None:
    odd = replace(rounds[0], **change)
    back = list(unpack_block(pack_block([rounds[1], odd, rounds[2]])))
    assert back == [rounds[1], odd, rounds[2]]
    assert odd.at is None or (back[1].at and back[1].at.utcoffset() == odd.at.utcoffset())


def test_large_amounts_come_back_as_they_were() -> None:
    for amount in (1, (1 << 31) - 1, 1 << 31, (1 << 40) - 1, 1 << 40, 10**15):
        lines = [{"wager": "main", "hand": 1, "net": -amount}]
        round_ = read(record("pa-665a", "6h 8d Ks", box("8c 9c", "stand", main=amount, reported=lines)))
        assert list(unpack_block(pack_block([round_]))) == [round_]


def test_a_round_takes_about_ninety_bytes() -> None:
    floor_rounds = [read(each) for each in floor.rounds(1500, seed=3)]
    assert len(pack_block(floor_rounds)) / len(floor_rounds) < 100


def test_a_packed_block_is_judged_as_the_plain_way_judges_its_records() -> None:
    records = [each for each in changed_rounds(2, 700) if list(readable(iter([each])))]
    made = QuickVerifier(rulebooks()).check_block(pack_block(map(read, records)))
    answers = [verify_json(each, rulebooks()) for each in records]
    assert +made.right == Counter(each.verdict for each in answers if each.verdict in ("ok", "settled"))
    assert made.wrong == [each for each in answers if each.verdict not in ("ok", "settled")]


def test_hardly_a_round_of_a_block_is_left_to_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    records = list(chance.rounds(1000))
    ask = Mock(side_effect=verify)
    monkeypatch.setattr("floorapp.operations.quick.verify.verify", ask)
    block = pack_block(map(read, records))
    assert not open_block(block).numbers("unusual_at"), "dealers with one card among them"
    assert QuickVerifier(rulebooks()).check_block(block).right.total() > 980
    assert ask.call_count < 5


def test_a_dealer_with_a_single_card_is_packed_and_not_counted_among_two_cards() -> None:
    made = [read(each) for each in chance.rounds(2600, seed=4) if not each.get("options", {}).get("hole_card", True)]
    lone = next(each for each in made if len(each.dealer) == 1)
    block = pack_block([*made, lone])
    assert not open_block(block).columns["unusual"] and list(unpack_block(block)) == [*made, lone]
    seen = QuickVerifier(rulebooks()).check_block(block, observer=Observer(Posts(()))).seen
    two = sum(count for (_, _, watched, _), count in seen.items() if watched.family == fair.TWO_CARDS)
    assert two == sum(len(each.dealer) > 1 for each in made)


def test_rounds_of_a_rulebook_that_is_not_known_are_unreadable_and_the_others_are_answered(rounds: list[Round]) -> None:
    block = pack_block([rounds[0], replace(rounds[0], rulebook="xx-1", id="new")])
    made = QuickVerifier(rulebooks()).check_block(block)
    assert [(each.id, each.verdict) for each in made.wrong if each.id == "new"] == [("new", "unreadable")]
    only = QuickVerifier(rulebooks()).check_block(pack_block([replace(rounds[0], rulebook="xx-1")]))
    assert [each.verdict for each in only.wrong] == ["unreadable"]


def test_an_empty_block_is_a_block() -> None:
    assert list(unpack_block(pack_block([]))) == []
    assert not QuickVerifier(rulebooks()).check_block(pack_block([])).right.total()


def test_a_block_that_was_cut_or_changed_is_refused_in_words(rounds: list[Round]) -> None:
    block, rng, verifier = pack_block(rounds[:40]), random.Random(5), QuickVerifier(rulebooks())
    for _ in range(400):
        spoilt = bytearray(block)
        if rng.random() < 0.3:
            del spoilt[rng.randrange(len(block)) :]
        else:
            spoilt[rng.randrange(len(block))] ^= 1 << rng.randrange(8)
        with pytest.raises(DamagedBlock, match="."):
            list(unpack_block(bytes(spoilt)))
        with pytest.raises(DamagedBlock):
            verifier.check_block(bytes(spoilt))


def test_a_block_sealed_over_nonsense_is_refused_in_words(rounds: list[Round]) -> None:
    rng = random.Random(6)
    good, verifier, refused = open_block(pack_block(rounds[:40])), QuickVerifier(rulebooks()), 0
    for _ in range(400):
        columns = dict(good.columns)
        name = rng.choice(list(COLUMNS))
        spoilt = bytearray(columns[name] or b"\x00")
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        columns[name] = bytes(spoilt[: rng.choice((len(spoilt), len(spoilt), rng.randrange(len(spoilt) + 1)))])
        block = write_block(good.rounds, good.width, columns)
        for use in (lambda each: list(unpack_block(each)), verifier.check_block):
            try:
                use(block)
            except DamagedBlock as fault:
                assert str(fault)
                refused += 1
    assert 400 < refused < 800, "most nonsense is refused; some is another round"


def test_a_block_of_a_later_version_is_refused_kindly(rounds: list[Round]) -> None:
    block = bytearray(pack_block(rounds[:1]))
    block[4] = 3
    with pytest.raises(NewerVersion, match="version 3.*update"):
        list(unpack_block(bytes(block)))


#: The example of the page as the first release wrote it.
VERSION_1 = bytes.fromhex(
    "4652504b01040000010000002f010000000000001ef411fa4cccbd8187738986ae3a97d29a0000007b227465726d73223a5b"
    "5b2270612d353930222c7b22736964655f776167657273223a5b22707573685f3232225d7d5d5d2c227461626c6573223a5b"
    "2246422d3033225d2c2273686f6573223a5b22225d2c22776167657273223a5b5b323530302c302c3530302c302c302c305d"
    "5d2c22706c617973223a5b223134313330353032225d2c226c696e6573223a5b223038306131303034225d7d020000000000"
    "02000000000002000000000001000000010100000003010000000108000000408f42315b60060002000000d4fe010000000a"
    "0a00000046422d30332f31313832010000000102000000000002000000000002000000010003000000162515020000001c1d"
    "030000000926331000000000000000000000000000000010270000000000000000000000000000"
)


def test_a_block_of_the_version_before_is_read_and_judged_as_it_was() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example and VERSION_1[4] == 1
    assert list(unpack_block(VERSION_1)) == [read(json.loads(example[1]))]
    assert +QuickVerifier(rulebooks()).check_block(VERSION_1).right == Counter(ok=1)


def test_a_second_chance_that_is_declined_has_its_number_since_version_2() -> None:
    made = [read(each) for each in chance.rounds(400, seed=3) if each["rulebook"] == "pa-673a"]
    assert any(step.declined for round_ in made for each in round_.boxes for step in each.play)
    block = pack_block(made)
    assert block[4] == 2 and not open_block(block).columns["unusual"]
    assert list(unpack_block(block)) == made


def test_the_page_shows_a_block_as_it_is_written() -> None:
    text = PAGE.read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    shown = re.search(r"```hex\n(.*?)```", text, re.DOTALL)
    assert example and shown
    written = "".join(line.split("  ", 1)[0] for line in shown[1].splitlines())
    block = bytes.fromhex(written)
    assert block == pack_block([read(json.loads(example[1]))])
    assert f"{HEAD.size} bytes" in text
    assert all(f"`{name}`" in text for name in COLUMNS)
