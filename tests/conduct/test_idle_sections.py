"""After a dead game: what must be done with the cards before the next round, by rulebook and way of shuffling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conduct.floor import BOOKS, NJ, NO_TENS, PA, STEPS, Floor, batches, by_hand, decks_of, shoe_by_hand
from tests.conduct.sections import Case, duty

WASH = ("590.5(g)(1)", "673a.5(g)(1)", "665a.5(g)", "19:47-26.4(i)")
SPREAD = ("590.5(g)", "673a.5(g)")
SWAP = ("590.5(g)(2)", "673a.5(g)(2)")
OPEN_AGAIN = ("685a.5(g)",)
Finding = tuple[str, str | None, str]


def step(floor: Floor, *steps: str, of: str = "A", after: float = 1) -> Floor:
    for each in steps:
        floor.do("step", after=after, set=of, step=each)
    return floor


def dead(book: str, **more: Any) -> Floor:
    """A table shuffled by hand, dealt from, at which nobody plays."""
    return shoe_by_hand(book, **more).dealt().do("idle")


def dead_batches(book: str, **more: Any) -> Floor:
    """A table with a shuffler in use: A was dealt, B is in the shuffler, nobody plays."""
    return batches(book, **more).dealt().do("idle")


def found(floor: Floor) -> set[Finding]:
    return {(each["duty"], each["subject"], each["citation"]) for each in floor.findings()}


# Spread, wash, a new shoe: 590 and 673a by hand, 665a and New Jersey whatever the method


@duty("idle-not-done", *WASH)
def test_5_g_1_the_cards_are_washed_once_a_player_has_come(case: Case) -> None:
    case.lawful(step(step(dead(case.book), "spread").do("player"), "washed").shoe().dealt())
    case.found(step(dead(case.book), "spread", "washed").do("player").shoe().dealt(), "washed")
    case.found(step(dead(case.book), "spread").do("player").shoe().dealt(), "washed")


@duty("idle-not-done", *WASH)
def test_5_g_1_a_new_shoe_is_begun_once_a_player_has_come(case: Case) -> None:
    case.found(step(step(dead(case.book), "spread").do("player"), "washed").dealt(), "shoe")
    early = step(step(dead(case.book), "spread").shoe().do("player"), "washed").dealt()
    case.found(early, "shoe")


@duty("idle-not-done", *SPREAD, of="spread")
def test_5_g_the_cards_are_spread_while_nobody_plays(case: Case) -> None:
    case.found(step(dead(case.book).do("player"), "washed").shoe().dealt(), "spread")
    early = step(shoe_by_hand(case.book).dealt(), "spread").do("idle")
    case.found(step(early.do("player"), "washed").shoe().dealt(), "spread")
    case.lawful(step(dead(case.book).do("player"), "spread", "washed").shoe().dealt())
    case.found(dead_batches(case.book).do("player").next_shoe("B", "A").dealt(), "spread")


@pytest.mark.parametrize(("book", "cite"), [("pa-665a", "665a.5(g)"), (NJ, "19:47-26.4(i)")])
def test_5_g_665a_and_new_jersey_cite_one_paragraph_for_all(book: str, cite: str) -> None:
    expected = {("idle-not-done", each, cite) for each in ("spread", "washed", "shoe")}
    assert found(dead(book).do("player").dealt()) == expected
    assert found(dead_batches(book).do("player").dealt()) == expected


@duty("idle-not-done", "665a.5(g)", "19:47-26.4(i)")
def test_5_g_665a_and_new_jersey_wash_beside_a_shuffler_too(case: Case) -> None:
    case.lawful(step(step(dead_batches(case.book), "spread").do("player"), "washed").next_shoe("B", "A").dealt())
    case.found(step(dead_batches(case.book), "spread").do("player").next_shoe("B", "A").dealt(), "washed")


@pytest.mark.parametrize("method", ["continuous", "counting_device"])
def test_5_h_devices_of_pennsylvania_are_spared_and_new_jerseys_not(method: str) -> None:
    for book in PA:
        assert dead(book, method=method).do("player").dealt().findings() == []
    expected = {("idle-not-done", each, "19:47-26.4(i)") for each in ("spread", "washed", "shoe")}
    assert found(dead(NJ, method=method).do("player").dealt()) == expected


@duty("idle-not-done", *WASH)
def test_5_g_every_set_in_the_shoe_or_the_rack_goes_through_it(case: Case) -> None:
    def two_sets() -> Floor:
        floor = shoe_by_hand(case.book).dealt().do("end_shoe").cards("B", case.book, decks=decks_of(case.book))
        floor.cards("C", case.book, decks=decks_of(case.book)).shoe("B").dealt().do("idle")
        return step(step(floor, "spread"), "spread", of="B").do("player")

    case.found(step(two_sets(), "washed").shoe("B").dealt(), "washed")
    case.lawful(step(step(two_sets(), "washed"), "washed", of="B").shoe("C").dealt())


# The whole opening again: 685a


@duty("idle-not-done", *OPEN_AGAIN)
@pytest.mark.parametrize("missing", STEPS)
def test_685a_5_g_the_whole_opening_is_done_again(case: Case, missing: str) -> None:
    steps = [each for each in STEPS if each != missing]
    case.lawful(step(dead(case.book).do("player"), *STEPS).shoe().dealt())
    case.found(step(dead(case.book).do("player"), *steps).shoe().dealt(), missing)
    case.found(step(step(dead(case.book), missing).do("player"), *steps).shoe().dealt(), missing)
    preshuffled = {"cards": "preshuffled"}
    case.found(step(dead(case.book, cards=preshuffled).do("player"), *steps).shoe().dealt(), missing)
    with_shuffler = step(dead_batches(case.book).do("player"), *steps).next_shoe("B", "A").dealt()
    case.found(with_shuffler, missing)


@duty("idle-not-done", *OPEN_AGAIN)
def test_685a_5_g_a_new_shoe_is_begun(case: Case) -> None:
    case.found(step(dead(case.book).do("player"), *STEPS).dealt(), "shoe")
    case.lawful(step(dead_batches(case.book).do("player"), *STEPS).next_shoe("B", "A").dealt())


# The other batch: 590 and 673a with a shuffler in use


@duty("idle-not-done", *SWAP, of="shuffler")
def test_5_g_2_the_other_batch_is_dealt(case: Case) -> None:
    case.lawful(step(dead_batches(case.book), "spread").do("player").next_shoe("B", "A").dealt())
    on = step(dead_batches(case.book), "spread").do("player").dealt()
    assert found(on) == {("idle-not-done", each, case.cite) for each in ("load", "shoe")}
    same = step(dead_batches(case.book), "spread").do("player").do("load", set="A").shoe("A", shuffled="shuffler")
    assert found(same.dealt()) == {
        ("idle-not-done", "shoe", case.cite),
        ("batch-not-alternated", "A", f"{case.cite.split('.')[0]}.3(b)(4)"),
    }


@duty("idle-not-done", *SWAP, of="shuffler")
def test_5_g_2_the_batch_dealt_last_goes_into_the_shuffler(case: Case) -> None:
    floor = step(dead_batches(case.book), "spread").do("player").do("shoe", set="B", shuffled="shuffler", cut=True)
    floor.do("clear_rack").do("burn").dealt()
    assert found(floor) == {
        ("idle-not-done", "load", case.cite),
        ("batch-outside", "A", f"{case.cite.split('.')[0]}.3(b)(3)"),
    }
    early = step(dead_batches(case.book), "spread").do("load", set="A").do("player").shoe("B", shuffled="shuffler")
    case.found(early.dealt(), "load")


@duty("idle-not-done", *SWAP, of="shuffler")
def test_5_g_2_a_player_who_asks_sees_the_other_batch_spread_and_reshuffled(case: Case) -> None:
    def asked() -> Floor:
        return step(dead_batches(case.book), "spread").do("player", asks_to_spread=True)

    seen = step(asked(), "spread", of="B")
    case.lawful(seen.do("reshuffled", set="B").next_shoe("B", "A").dealt())
    loaded = step(asked(), "spread", of="B").do("load", set="B").next_shoe("B", "A")
    case.lawful(loaded.dealt())
    by_hand_ = step(asked(), "spread", of="B").do("load", set="A").shoe("B")
    case.lawful(by_hand_.dealt())
    case.found(step(asked(), "spread", of="B").next_shoe("B", "A").dealt(), "reshuffled")
    unshuffled = step(asked(), "spread", of="B").do("load", set="B").do("load", set="A").shoe("B", shuffled=None)
    told = {each[:2] for each in found(unshuffled.dealt())}
    assert told == {("not-shuffled", "B"), ("idle-not-done", "reshuffled")}
    again = asked().do("idle").do("player")  # whoever comes now does not ask
    case.lawful(again.next_shoe("B", "A").dealt())
    late = step(asked(), "spread", of="B").next_shoe("B", "A").do("reshuffled", set="B").dealt()
    case.lawful(late)
    spread = f"{case.cite.split('.')[0]}.5(g)"
    unseen = asked().do("reshuffled", set="B").next_shoe("B", "A").dealt()
    assert found(unseen) == {("idle-not-done", "spread", spread)}
    nothing = asked().dealt()
    assert found(nothing) == {
        ("idle-not-done", "spread", spread),
        *(("idle-not-done", each, case.cite) for each in ("load", "shoe", "reshuffled")),
    }


@duty("idle-not-done", *SWAP, of="shuffler")
def test_5_g_2_a_later_player_of_the_same_dead_game_may_still_ask(case: Case) -> None:
    floor = step(dead_batches(case.book), "spread").do("player").do("player", asks_to_spread=True)
    asked = floor.lines[-1]["at"]
    floor = step(floor, "spread", of="B").next_shoe("B", "A").dealt()
    assert case.found(floor, "reshuffled")["since"] == asked


@duty("idle-not-done", *SWAP, of="shuffler")
def test_5_g_2_the_set_of_the_last_shoe_taken_away_is_not_wanted_in_the_shuffler(case: Case) -> None:
    """A lies in the rack and B was dealt last; B goes, and coming back it is still not another set."""

    def without_b() -> Floor:
        floor = batches(case.book).dealt().do("end_shoe").shoe("B", shuffled="shuffler").do("idle")
        return step(floor, "spread").do("take_away", set="B")

    more = {"set": "D", "decks": decks_of(case.book), "back": "blue", "design": "Bee", "cards": "new"}
    two = without_b().do("bring", **more).do("take_away", set="D").cards("C", case.book, decks=decks_of(case.book))
    case.lawful(two.do("player").next_shoe("C", "A").dealt())
    other = without_b().cards("C", case.book, decks=decks_of(case.book)).do("player").next_shoe("C", "A").dealt()
    case.lawful(other)
    back = {"set": "B", "decks": decks_of(case.book), "back": "blue", "design": "Bee", "cards": "new"}
    same = without_b().do("bring", **back).do("player").next_shoe("B", "A").dealt()
    case.found(same, "shoe")


@duty("idle-not-done", *WASH[:2])
@pytest.mark.parametrize("gone", [{"do": "shuffler_out", "how": "covered"}, {"do": "remove", "what": "shuffler"}])
def test_5_g_1_with_the_shuffler_out_the_cards_are_washed(case: Case, gone: dict[str, str]) -> None:
    def floor() -> Floor:
        return step(batches(case.book).dealt().do(**gone).do("idle"), "spread").do("player")

    case.lawful(step(floor(), "washed").shoe().dealt())
    case.found(floor().shoe().dealt(), "washed")


# When it begins and ends, in every rulebook


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_missing_stands_from_the_player(book: str) -> None:
    floor = dead(book).do("player", after=100)
    came = floor.lines[-1]["at"]
    for each in floor.dealt().findings():
        assert (each["duty"], each["since"], each["until"]) == ("idle-not-done", came, None)


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_without_a_player_is_its_own(book: str) -> None:
    floor = dead(book).do("round", after=100)
    dealt = floor.lines[-1]["at"]
    told = floor.do("round", after=100).findings()
    assert len(told) >= 3
    assert {(each["since"], each["first"], each["rounds"]) for each in told} == {(dealt, dealt, 2)}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ends", ["end_shoe", "close", "idle", "shoe"])
def test_it_ends_with_the_shoe_with_a_closing_and_with_the_next_idle(book: str, ends: str) -> None:
    floor = dead(book).do("player").dealt().do(ends, **({"set": "A"} if ends == "shoe" else {}))
    ended = floor.lines[-1]["at"]
    told = floor.findings()
    assert len(told) >= 3 and {each["until"] for each in told} == {ended}


@pytest.mark.parametrize("book", BOOKS)
def test_it_lasts_through_a_new_shoe_until_that_shoe_ends(book: str) -> None:
    """The first round after the player comes out of the new shoe: what was not done stands until it ends."""
    floor = dead(book).do("player").shoe().dealt(1)
    assert {each["until"] for each in floor.findings()} == {None}
    floor.do("end_shoe")
    ended = floor.lines[-1]["at"]
    assert {(each["until"], each["rounds"]) for each in floor.shoe().dealt().findings()} == {(ended, 1)}


@pytest.mark.parametrize("book", BOOKS)
def test_a_second_idle_before_a_round_goes_on_with_the_first_and_waits_for_a_new_player(book: str) -> None:
    floor = step(step(dead(book), "spread").do("player"), *STEPS).do("idle").do("player").shoe().dealt()
    again = {"pa-685a": set(STEPS)}.get(book, {"washed"})
    assert {each["subject"] for each in floor.findings()} == again


@pytest.mark.parametrize("book", BOOKS)
def test_an_idle_after_a_new_shoe_is_another(book: str) -> None:
    """The spread of the first dead game does not do for the second."""
    floor = step(step(dead(book), "spread").do("player"), *STEPS).shoe().do("idle")
    steps = [each for each in STEPS if each != "spread"]
    assert {each["subject"] for each in step(floor.do("player"), *steps).shoe().dealt().findings()} == {"spread"}


@pytest.mark.parametrize("book", BOOKS)
def test_an_idle_after_a_round_is_another(book: str) -> None:
    """A round out of the old shoe is enough: what was spread before it does not do for the second dead game."""
    floor = step(dead(book), "spread").do("player").dealt(1).do("idle")
    second = floor.lines[-1]["at"]
    steps = [each for each in STEPS if each != "spread"]
    told = step(floor.do("player"), *steps).shoe().dealt().findings()
    assert [each["subject"] for each in told if each["since"] > second] == ["spread"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_set_that_is_taken_away_drops_out_also_when_it_comes_back(book: str) -> None:
    back = {"set": "A", "decks": decks_of(book), "back": "red", "design": "Bee", "tens": book not in NO_TENS}
    floor = dead(book).do("take_away", set="A")
    assert floor.do("bring", cards="new", **back).do("player").shoe().dealt().findings() == []


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_owed_of_cards_that_were_not_in_play(book: str) -> None:
    assert by_hand(book).do("idle").do("player").shoe().dealt().findings() == []
    assert shoe_by_hand(book).dealt().do("end_shoe").do("clear_rack").do("idle").shoe().dealt().findings() == []
    assert dead(book).do("close").do("open").do("player").shoe().dealt().findings() == []
    assert shoe_by_hand(book).dealt().do("player").dealt().findings() == []


@pytest.mark.parametrize("book", BOOKS)
def test_since_is_by_the_order_of_lines_also_within_a_second(book: str) -> None:
    late = step(step(dead(book), "spread").do("player"), *STEPS, after=0).shoe().dealt()
    assert late.findings() == []
    early = step(dead(book), *STEPS).do("player", after=0).shoe().dealt()
    assert "washed" in {each["subject"] for each in early.findings()}
