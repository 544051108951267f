"""A record that tells what happened: its fields come back the same from reading, writing and packing."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.decode import read_round
from floorapp.engine.encode import record_of
from floorapp.engine.packer import pack_block
from floorapp.engine.unpacker import unpack_block
from floorapp.engine.verify import verify, verify_json
from tests.deal import Verified, box, record, verified
from tests.test_schemas import schema

NJ = "nj-19-47-26"
TOLD: dict[str, dict[str, Any]] = {
    "exposed": record(
        "pa-590",
        "9h 8s",
        box("Kc 8d", "stand"),
        events=[{"code": "card-drawn-in-error-exposed", "card": "9c", "refused_by": [1, 3], "before_two": False}],
    ),
    "missed": record(
        "pa-590",
        "9h 8s",
        box("Kc 8d", "stand"),
        events=[{"code": "card-requested-not-dealt", "box": 1, "hand": 1, "choice": "continue"}],
    ),
    "found": record(NJ, "9h 8s", box("Kc 8d", "stand"), events=[{"code": "ten-in-shoe", "cards": 2, "card": "Th"}]),
    "area": record("pa-685a", "9h 8s", box("Kc 8d", "stand"), reader="medium", area="large"),
    "laid": record(
        "pa-685a", "9h 8s", box("Kc 8d", "stand"), events=[{"code": "hole-card-wrong-area", "area": "small"}]
    ),
    "dead hand": record(
        "pa-590", "9h 8s", box("8c 8d", "split 1000 Kc, stand, deal 2c", dead=[{"hand": 2, "citation": "590.13(h)"}])
    ),
    "called": record(
        NJ,
        "9h 8s",
        box("Kc 8d", "stand", seated=False, caller=2, behind=[{"wagers": {"main": n}} for n in (500, 2000, 700)]),
    ),
    "declined": record("pa-673a", "9h 8s", box("Kc 8d", "hit 9c, second_chance declined")),
    "unknown": record("pa-590", "9h 8s", box("Kc 8d", "stand"), events=[{"code": "earthquake"}]),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_a_record_tells_comes_back_from_reading_writing_and_packing(name: str) -> None:
    raw = TOLD[name]
    schema("round").validate(raw)
    round_ = read_round(raw, rulebooks())
    again = read_round(record_of(round_), rulebooks())
    (packed,) = unpack_block(pack_block([round_]))
    assert again == packed == round_
    assert record_of(round_) == raw | {"boxes": record_of(round_)["boxes"]}
    answer = verify_json(raw, rulebooks())
    assert answer == verify(packed, rulebooks()[round_.rulebook])
    schema("answer").validate(answer.as_json())


@pytest.mark.parametrize(
    ("name", "path", "value", "place"),
    [
        ("exposed", ("events", 0, "code"), 5, "events[0].code"),
        ("exposed", ("events", 0, "card"), "1h", "events[0].card"),
        ("exposed", ("events", 0, "refused_by", 1), 0, "events[0].refused_by[1]"),
        ("exposed", ("events", 0, "before_two"), "yes", "events[0].before_two"),
        ("found", ("events", 0, "cards"), 0, "events[0].cards"),
        ("laid", ("events", 0, "area"), "blue", "events[0].area"),
        ("area", ("dealer", "area"), "blue", "dealer.area"),
        ("dead hand", ("boxes", 0, "dead", 0, "citation"), "", "boxes[0].dead[0].citation"),
        ("called", ("boxes", 0, "caller"), -1, "boxes[0].caller"),
        ("called", ("boxes", 0, "seated"), 1, "boxes[0].seated"),
    ],
)
def test_a_wrong_value_is_unreadable_at_its_place(name: str, path: tuple[Any, ...], value: Any, place: str) -> None:
    made = copy.deepcopy(TOLD[name])
    inner: Any = made
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    answer = verify_json(made, rulebooks())
    assert answer.verdict == "unreadable" and answer.error.startswith(f"{place}: ")
    with pytest.raises(jsonschema.ValidationError):
        schema("round").validate(made)


# One hand of a split


def split(**more: Any) -> dict[str, Any]:
    return box("Kc Kd", "split 1000 9c, stand, deal 2c, stand", **more)


def test_one_hand_of_a_split_is_dead_and_the_other_is_settled() -> None:
    dead = [{"hand": 2, "citation": "590.13(h)"}]
    unfinished = box("Kc Kd", "split 1000 9c, stand, deal 2c", push_22=500, dead=dead)
    answer = verified("pa-590", "9h 8s", unfinished)
    assert (answer.net(), answer.net(hand=2), answer.net("push_22")) == (1000, 0, -500)
    assert (answer.line(hand=2).cite, answer.violations) == ("590.13(h)", set())
    finished = verified("pa-590", "9h 8s", split(dead=dead))
    assert (finished.violations, finished.answer.findings[0].hand) == ({"dead-not-allowed"}, 2)


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
def test_play_stops_on_a_dead_hand_of_a_split_and_goes_on_with_the_next(rulebook: str) -> None:
    cite = {"pa-685a": "685a.12(g)", "pa-665a": "665a.13(g)", "nj-19-47-26": "19:47-26.15(i)"}
    dead = [{"hand": 1, "citation": cite.get(rulebook, f"{rulebook[3:]}.13(h)")}]
    first = verified(rulebook, "9h 8s", box("Kc Kd", "split 1000 2c, deal 9c, stand", dead=dead))
    assert (first.net(), first.net(hand=2), first.violations) == (0, 1000, set())
    drawn = verified(rulebook, "9h 8s", box("Kc Kd", "split 1000 2c, hit 3c, deal 2d, hit 9c", dead=dead))
    assert (drawn.net(), drawn.net(hand=2), drawn.violations) == (0, 1000, set())
    alive = verified(rulebook, "9h 8s", box("Kc Kd", "split 1000 2c, deal 9c, stand, stand"))
    assert alive.violations == {"deal-out-of-turn"}


def test_two_dead_hands_of_a_split_are_left_and_the_third_is_played() -> None:
    dead = [{"hand": n, "citation": "590.13(h)"} for n in (1, 2)]
    play = "split 1000 Kh, split 1000 2c, deal 3c, deal 9c, stand"
    answer = verified("pa-590", "9h 8s", box("Kc Kd", play, dead=dead))
    assert ([answer.net(hand=n) for n in (1, 2, 3)], answer.violations) == ([0, 0, 1000], set())


def test_all_hands_of_a_split_dead_are_the_box_dead() -> None:
    dead = [{"hand": n, "citation": "590.13(h)"} for n in (1, 2)]
    both = box("Kc Kd", "split 1000 9c", dead=dead)
    answer = verified("pa-590", "9h", both)
    assert (answer.net(), answer.net(hand=2), answer.violations) == (0, 0, set())


@pytest.mark.parametrize(
    ("dead", "place"),
    [
        ([{"hand": 3, "citation": "590.13(h)"}], "boxes[0].dead[0].hand"),
        ([{"hand": 1, "citation": "590.13(h)"}] * 2, "boxes[0].dead[1].hand"),
        ([], "boxes[0].dead"),
    ],
)
def test_a_hand_that_is_not_there_or_named_twice_is_unreadable(dead: list[Any], place: str) -> None:
    answer = verified("pa-590", "9h 8s", split(dead=dead))
    assert answer.verdict == "unreadable" and answer.error.startswith(f"{place}: ")


# Who calls


@pytest.mark.parametrize(
    ("seated", "caller", "found"), [(True, 0, False), (True, 1, True), (False, 0, True), (False, 1, False)]
)
def test_nj_26_13_b_the_seated_player_calls_or_the_highest_wager(seated: bool, caller: int, found: bool) -> None:
    behind = [{"wagers": {"main": 2000}}]
    answer = verified(NJ, "9h 8s", box("Kc 8d", "stand", seated=seated, caller=caller, behind=behind))
    assert answer.violations == ({"caller-not-entitled"} if found else set())
    if found:
        assert answer.cite("caller-not-entitled") == "19:47-26.13(b)"
        who = "Bettor 1 behind" if caller else "The player in front"
        assert answer.answer.findings[0].message.startswith(f"{who} called the hand; ")


# A second chance that was declined


def test_673a_7_l_a_declined_second_chance_settles_nothing() -> None:
    def lost(answer: Verified) -> bool:
        return (answer.verdict, answer.net()) == ("settled", -1000)

    assert lost(verified("pa-673a", "9h 8s", box("Kc 8d", "hit 9c, second_chance declined")))
    assert lost(verified("pa-673a", "9h 8s", box("Kc 8d", "hit 9c")))
    dead = box("Kc 8d", "hit 9c, second_chance declined", dead="673a.13(h)")
    assert verified("pa-673a", "9h 8s", dead, box("9c 9d", "stand", number=2)).violations == {"dead-not-allowed"}
    other = verified("pa-590", "9h 8s", box("Kc 8d", "hit 9c, second_chance declined"))
    assert other.violations == {"second-chance-not-in-game"}


# Calls under a paragraph that ends nothing


@pytest.mark.parametrize(
    ("rulebook", "cite"), [("pa-665a", "665a.13(h)(2)"), ("nj-19-47-26", "19:47-26.15(l)2"), ("pa-590", "590.13(i)")]
)
def test_a_call_under_a_paragraph_that_plays_on_is_held_against_that_paragraph(rulebook: str, cite: str) -> None:
    dead = verified(rulebook, "9h 8s", box("Kc 5d", dead=cite))
    assert (dead.violations, dead.cite("dead-not-allowed")) == ({"dead-not-allowed"}, cite)
    void = verified(rulebook, "9h 8s", box("Kc 5d"), void=cite)
    assert (void.violations, void.cite("void-not-allowed")) == ({"void-not-allowed"}, cite)
