"""What holds of every round, whoever dealt it: reports, order, amounts, and the way through JSON."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer, Line
from floorapp.engine.verify import verify_json, verify_text
from tests.examples import examples
from tests.plain.rounds import RULEBOOKS, random_round

Record = dict[str, Any]

every_round = settings(
    max_examples=examples(100), deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
seeds = given(seed=st.integers(0, 2**32 - 1), rulebook=st.sampled_from(RULEBOOKS))


def answered(record: Record) -> Answer:
    return verify_json(record, rulebooks())


def dealt(seed: int, rulebook: str) -> tuple[random.Random, Record]:
    """A lawful round without a report, and dice to go on with."""
    rng = random.Random(seed)
    return rng, random_round(rng, rulebook, reported=False)


def disturbed(rng: random.Random, record: Record) -> Record:
    """The same round after a few decisions that may be anything but lawful."""
    made = copy.deepcopy(record)
    for _ in range(rng.randint(1, 3)):
        box = rng.choice(made["boxes"])
        play = box.setdefault("play", [])
        do = rng.choice(["hit", "stand", "double", "split", "deal", "surrender", "second_chance", "even_money"])
        step: Record = {"do": do}
        if do in ("hit", "deal", "double", "split", "second_chance"):
            step["card"] = rng.choice("A23456789TJQK") + rng.choice("cdhs")
        if do in ("double", "split", "second_chance"):
            step["wager"] = rng.choice([box["wagers"]["main"], rng.randint(1, 5000)])
        play.insert(rng.randint(0, len(play)), step)
    if rng.random() < 0.3:
        cards = made["dealer"]["cards"]
        cards.append(rng.choice("A23456789TJQK") + rng.choice("cdhs"))
    return made


def report_of(line: Line) -> Record:
    """A line as the table would report it."""
    made: Record = {"wager": line.wager, "net": line.expected}
    if line.hand:
        made["hand"] = line.hand
    if line.behind:
        made["behind"] = line.behind
    return made


def reporting(record: Record, answer: Answer) -> Record:
    """The round with the answer's own lines as its report."""
    made = copy.deepcopy(record)
    for box in made["boxes"]:
        box["reported"] = [report_of(line) for line in answer.lines if line.box == box["box"]]
    return made


def places(record: Record) -> list[tuple[int, int]]:
    """Every reported line, by its box's place and its own."""
    return [(b, n) for b, box in enumerate(record["boxes"]) for n in range(len(box["reported"]))]


# What is reported


@every_round
@seeds
def test_a_round_with_its_own_lines_reported_is_ok(seed: int, rulebook: str) -> None:
    _, record = dealt(seed, rulebook)
    first = answered(record)
    assert first.verdict == "settled"
    second = answered(reporting(record, first))
    assert second.verdict == "ok"
    assert all(line.reported == line.expected for line in second.lines)


@every_round
@seeds
def test_an_unlawful_round_with_its_own_lines_reported_is_never_a_mismatch(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    record = disturbed(rng, record)
    first = answered(record)
    if first.verdict != "unreadable":
        assert answered(reporting(record, first)).verdict == {"settled": "ok"}.get(first.verdict, first.verdict)


@every_round
@seeds
def test_changing_any_one_reported_net_is_found_at_that_line(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    right = reporting(record, answered(record))
    for b, n in places(right):
        wrong = copy.deepcopy(right)
        report = wrong["boxes"][b]["reported"][n]
        report["net"] += rng.choice([-1, 1]) * rng.choice([1, 50, report["net"] or 100, rng.randint(1, 10_000)])
        answer = answered(wrong)
        assert answer.verdict == "mismatch"
        found = [(ln.box, ln.wager, ln.hand, ln.behind) for ln in answer.lines if ln.reported != ln.expected]
        place = (report["wager"], report.get("hand", 0), report.get("behind", 0))
        assert found == [(wrong["boxes"][b]["box"], *place)]


@every_round
@seeds
def test_dropping_any_reported_line_is_a_mismatch(seed: int, rulebook: str) -> None:
    _, record = dealt(seed, rulebook)
    right = reporting(record, answered(record))
    for b, n in places(right):
        wrong = copy.deepcopy(right)
        gone = wrong["boxes"][b]["reported"].pop(n)
        answer = answered(wrong)
        assert answer.verdict == "mismatch"
        missing = [(ln.box, ln.wager, ln.hand) for ln in answer.lines if ln.reported is None]
        assert missing == [(wrong["boxes"][b]["box"], gone["wager"], gone.get("hand", 0))]


@every_round
@seeds
def test_a_reported_line_too_many_is_a_mismatch(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    right = reporting(record, answered(record))
    b, n = rng.choice(places(right))
    twice = copy.deepcopy(right["boxes"][b]["reported"][n])
    extra = [twice, {"wager": "main", "hand": 9, "net": 0}, {"wager": "second_chance", "hand": 8, "net": 100}]
    extra += [twice | {"net": twice["net"] + 1}, {"wager": "main", "hand": 7, "behind": 2, "net": 0}]
    for one in extra:
        wrong = copy.deepcopy(right)
        reported = wrong["boxes"][b]["reported"]
        reported.insert(rng.randint(0, len(reported)), one)
        assert answered(wrong).verdict == "mismatch"


@every_round
@seeds
def test_the_order_of_a_report_changes_nothing(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    right = reporting(record, answered(record))
    shuffled = copy.deepcopy(right)
    for box in shuffled["boxes"]:
        rng.shuffle(box["reported"])
    assert answered(shuffled).as_json() == answered(right).as_json()


# What changes nothing


@every_round
@seeds
def test_the_order_of_boxes_changes_nothing(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    for one in (record, disturbed(rng, record)):
        answer = answered(one)
        if answer.verdict != "unreadable":
            rng.shuffle(one["boxes"])
            assert answered(one).as_json() == answer.as_json()


@every_round
@seeds
def test_the_way_through_json_changes_nothing(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    for one in (record, disturbed(rng, record)):
        answer = answered(one).as_json()
        assert answered(json.loads(json.dumps(one))).as_json() == answer
        for text in (json.dumps(one), json.dumps(one, indent=2), json.dumps(one, sort_keys=True)):
            assert verify_text(text, rulebooks()).as_json() == answer
            assert verify_text(text.encode("utf-8"), rulebooks()).as_json() == answer
        assert json.loads(json.dumps(answer)) == answer


@every_round
@seeds
def test_the_record_given_is_left_as_it_was(seed: int, rulebook: str) -> None:
    _, record = dealt(seed, rulebook)
    before = copy.deepcopy(record)
    answered(record)
    assert record == before


@every_round
@seeds
def test_clubs_for_spades_and_diamonds_for_hearts_change_nothing(seed: int, rulebook: str) -> None:
    """No paragraph knows one black or one red suit from the other."""
    _, record = dealt(seed, rulebook)
    other = json.loads(json.dumps(record), object_hook=_suits_swapped)
    assert [ln.expected for ln in answered(other).lines] == [ln.expected for ln in answered(record).lines]


def _suits_swapped(made: Record) -> Record:
    swap = str.maketrans("cdhs", "shdc")
    for name, value in made.items():
        if name == "card":
            made[name] = value[0] + value[1].translate(swap)
        elif name == "cards":
            made[name] = [card[0] + card[1].translate(swap) for card in value]
    return made


# What a wager can do

#: The most any wager can win, to 1: 590.12, 673a.12, 685a.11 (both cards may match), 665a.12, 26.5, 26.6, 26.11.
WINS: dict[str, dict[str, set[Fraction]]] = {
    "pa-590": {
        "main": {Fraction(1), Fraction(3, 2)},
        "insurance": {Fraction(2)},
        "push_22": {Fraction(odds) for odds in (50, 20, 8, 7)},
    },
    "pa-673a": {"main": {Fraction(1), Fraction(2)}, "insurance": {Fraction(2)}},
    "pa-685a": {
        "main": {Fraction(1), Fraction(3, 2)},
        "insurance": {Fraction(2)},
        "match_dealer": {Fraction(a + b) for a in (0, 11, 4) for b in (11, 4)}
        | {Fraction(a + b) for a in (0, 14, 3) for b in (14, 3)},
    },
    "pa-665a": {"insurance": {Fraction(5, 2)}, "bust_it": {Fraction(odds) for odds in (200, 50, 15, 10, 8, 6, 3)}},
}
WINS["nj-19-47-26"] = WINS["pa-665a"]


def possible_nets(rulebook: str, line: Line, main: int) -> set[int]:
    """What a line may come to by its outcome; half a cent goes to the player (I-14)."""
    if line.lammer:
        return {main} if line.outcome == "win" else {0}
    if line.outcome == "win":
        return {-(-line.stake * odds // 1) for odds in WINS[rulebook].get(line.wager, {Fraction(1)})}
    return {{"lose": -line.stake, "push": 0, "half": -(line.stake // 2)}[line.outcome]}


@every_round
@seeds
def test_every_net_is_a_win_a_loss_a_half_or_nothing_of_its_stake(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    for one in (record, disturbed(rng, record)):
        mains = {box["box"]: box["wagers"]["main"] for box in one["boxes"]}
        for line in answered(one).lines:
            assert line.stake >= 0
            assert line.lammer == (line.stake == 0)
            assert line.expected in possible_nets(rulebook, line, mains[line.box]), line


@every_round
@seeds
def test_every_wager_of_the_record_has_exactly_one_line(seed: int, rulebook: str) -> None:
    _, record = dealt(seed, rulebook)
    lines = answered(record).lines
    keys = [(ln.box, ln.behind, ln.hand, ln.wager) for ln in lines]
    assert len(keys) == len(set(keys))
    staked = sum(ln.stake for ln in lines)
    placed = 0
    for box in record["boxes"]:
        placed += sum(box["wagers"].values()) + sum(step.get("wager", 0) for step in box.get("play", []))
        for bettor in box.get("behind", []):
            follows = bettor.get("follows", [])
            placed += sum(bettor["wagers"].values()) + sum(follow.get("wager", 0) for follow in follows)
    assert staked == placed


@every_round
@seeds
def test_every_line_stands_on_a_provision_of_its_rulebook(seed: int, rulebook: str) -> None:
    rng, record = dealt(seed, rulebook)
    cites = provision_cites(rulebook)
    for one in (record, disturbed(rng, record)):
        for line in answered(one).lines:
            assert line.cite in cites, line
            assert line.because.strip().endswith((".", "!")), line


@cache
def provision_cites(rulebook: str) -> frozenset[str]:
    """Every paragraph on which a provision of the rulebook rests."""
    return frozenset(rule.cite for _, rule in rulebooks()[rulebook].provisions())


@every_round
@seeds
def test_ten_times_the_money_is_ten_times_the_net(seed: int, rulebook: str) -> None:
    """From even amounts on, nothing is rounded."""
    _, record = dealt(seed, rulebook)
    even = json.loads(json.dumps(record), object_hook=lambda made: _multiplied(made, 2))
    more = json.loads(json.dumps(record), object_hook=lambda made: _multiplied(made, 20))
    assert [ln.expected for ln in answered(more).lines] == [ln.expected * 10 for ln in answered(even).lines]


def _multiplied(made: Record, times: int) -> Record:
    if "main" in made:
        return {name: amount * times for name, amount in made.items()}
    return {name: value * times if name == "wager" else value for name, value in made.items()}
