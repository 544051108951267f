"""What went wrong is told at the desk by words, with the remedy beside it, and both figures are shown."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from floorapp.domain.cards import CARDS
from floorapp.engine.decode import read_round
from floorapp.engine.record import Happening
from floorapp.engine.verify import verify_json
from floorapp.operations.canonical import canonical
from floorapp.operations.card_round import CardRound
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import Draft, NotUnderstood
from floorapp.operations.dispute.draft_text import draft_of, text_of
from floorapp.operations.dispute.happenings import happened, taken, variants
from floorapp.operations.dispute.lawful import remedies
from floorapp.operations.dispute.settlement import hands_of, settle
from floorapp.operations.dispute.word_parser import opened, type_words
from floorapp.operations.papers.guest import round_sections
from floorapp.operations.sheet import Prose
from floorapp.operations.two_figures import two_figures
from floorapp.screens.dispute import event_rows_of
from floorapp.screens.dispute_choices import next_rule, rule_rows, variant_rows
from floorapp.screens.dispute_pad import pad_rows
from floorapp.screens.lists import FindingRow
from tests.deal import box, verified
from tests.dispute.telling import BOOKS, tell
from tests.test_record_events import TOLD

NJ = "nj-19-47-26"


@pytest.mark.parametrize(
    ("rulebook", "words", "event"),
    [
        ("pa-590", "9h8s box 1 10 kc6d event card-requested-not-dealt s", Happening("card-requested-not-dealt", box=1)),
        (NJ, "9h8s event ten-in-shoe box 1 10 kc6d s", Happening("ten-in-shoe", cards=1)),
        ("pa-685a", "9h8s event hole-card box 1 10 kc6d s", Happening("hole-card-wrong-area", area="small")),
        ("pa-590", "9h8s box 1 10 kc6d refuse s", Happening("card-drawn-in-error-exposed", refused_by=(1,))),
    ],
)
def test_an_event_is_told_in_words_and_shown_with_its_remedy(rulebook: str, words: str, event: Happening) -> None:
    draft = tell(rulebook, words)
    assert draft.round.events == (event,)
    assert draft_of(text_of(draft), BOOKS) == draft
    (row,) = event_rows_of(draft, BOOKS[rulebook])
    entry = BOOKS[rulebook].irregularity(event.code)
    assert isinstance(row, FindingRow) and entry.title in row.sentence
    assert tell(rulebook, f"{words} noevent").round.events == ()


def test_areas_declines_dead_split_hands_and_callers_are_told_in_words() -> None:
    assert tell("pa-685a", "9h8s area large box 1 10 kc6d s").round.area == "large"
    declined = tell("pa-673a", "9h8s box 1 10 kc6d 9c decline")
    assert declined.round.boxes[0].play[-1].declined and settle(declined, BOOKS).finished
    assert draft_of(text_of(declined), BOOKS) == declined
    dead = tell("pa-590", "9h8s box 1 10 kckd split 9c s 2c dead 13(h)#2")
    assert [(each.hand, each.citation) for each in dead.round.boxes[0].dead_hands] == [(2, "590.13(h)")]
    assert settle(dead, BOOKS).finished
    four = tell(NJ, "9h8s box 1 10 kc8d s behind 20 box 1 behind 5 box 1 behind 5 box 1 unseated caller 1")
    box = four.round.boxes[0]
    assert (box.seated, box.caller, len(box.behind)) == (False, 1, 3)
    assert {finding.code for finding in settle(four, BOOKS).findings} == {"behind-too-many"}


def test_what_is_asked_of_an_irregularity_is_what_its_remedy_hangs_on() -> None:
    draft = tell(NJ, "9h8s box 1 10 kc8d s")
    two = variants(draft, BOOKS, "ten-in-shoe")[1]
    assert two.event.cards == 2 and "void" in two.more
    late, early = variants(draft, BOOKS, "dealer-missed-first-card")
    assert "void" in late.more.casefold() and early.event.before_two is True
    chosen = variants(draft, BOOKS, "card-requested-not-dealt")
    assert [each.event.choice for each in chosen][-1] == "" and len(chosen) == 3
    with pytest.raises(NotUnderstood):
        variants(tell(NJ, "9h8s box 1 10 kc8d s dealer"), BOOKS, "one-card-to-hand")
    with pytest.raises(NotUnderstood):
        variants(draft, BOOKS, "earthquake")


@pytest.mark.parametrize(
    ("rulebook", "words", "code", "dead"),
    [
        ("pa-590", "9h8s box 1 10 kc3d", "card-requested-not-dealt", "590.13(h)"),
        ("pa-590", "9h8s box 1 10 kc", "one-card-to-hand", "590.13(g)"),
        ("pa-673a", "9h8s box 1 10 kc6d 9c", "card-requested-not-dealt", "673a.13(h)"),
        ("pa-685a", "9h8s box 1 10 kc3d s", "card-requested-not-dealt", None),  # it was played on: two figures
    ],
)
def test_a_dead_hand_that_was_chosen_is_called_dead(rulebook: str, words: str, code: str, dead: str | None) -> None:
    draft = tell(rulebook, words)
    (chosen,) = (each for each in variants(draft, BOOKS, code) if "dead" in each.words)
    made = happened(draft, BOOKS, chosen.event)
    assert made.round.boxes[0].dead == dead and settle(made, BOOKS).finished
    assert {each.code for each in settle(made, BOOKS).findings} == (set() if dead else {"choice-not-kept"})


def test_a_spot_without_a_card_is_dead_and_a_split_hand_is_named() -> None:
    none = tell("pa-590", "9h8s box 1 10 event no-cards box 2 10 kc8d s")
    assert none.round.boxes[0].dead == "590.13(g)" and settle(none, BOOKS).finished
    split = tell("pa-590", "9h8s box 1 10 8c8d fs 3c s 2c")
    (dead,) = (each for each in variants(split, BOOKS, "card-requested-not-dealt") if "dead" in each.words)
    assert dead.event.hand == 2
    made = happened(split, BOOKS, dead.event)
    assert [(each.hand, each.citation) for each in made.round.boxes[0].dead_hands] == [(2, "590.13(h)")]


def test_685a_12_h_each_spot_chooses_for_itself_and_a_bust_hand_may_be_dead_too() -> None:
    draft = tell("pa-685a", "9h9d small box 1 10 kc2d s box 2 10 kc6d kh")
    ways = variants(draft, BOOKS, "reader-signal-wrong")
    assert [each.event.box for each in ways] == [2, 2, None] and "Spot 2" in ways[0].words
    made = happened(draft, BOOKS, ways[1].event)
    assert [box.dead for box in made.round.boxes] == [None, "685a.12(h)"]
    required = settle(made, BOOKS).answer.required
    assert required is not None and {each.box for each in required.choices} == {1}, "spot 1 has not chosen yet"
    laid = variants(draft, BOOKS, "hole-card-wrong-area")
    assert [each.event.area for each in laid] == ["small", "medium", "large", "", ""]
    nobody = variants(tell("pa-685a", "9h9d small box 1 10 kc2d s dealer"), BOOKS, "reader-signal-wrong")
    assert [each.event.choice for each in nobody] == [""]


def test_665a_two_tens_are_the_floorpersons_decision_and_a_void_round_is_called_so() -> None:
    draft = tell("pa-665a", "9hkd box 1 10 9c8d s")
    ways = variants(draft, BOOKS, "ten-in-shoe")
    assert [(each.event.cards, bool(each.event.choice)) for each in ways][:4] == [
        (1, False),
        (2, True),
        (2, True),
        (2, False),
    ]
    void, finished = (happened(draft, BOOKS, each.event) for each in ways[1:3])
    assert (void.round.void, finished.round.void) == ("665a.4(b)", None)
    settled = [settle(each, BOOKS).answer for each in (void, finished)]
    assert [(each.verdict, each.lines[0].expected) for each in settled] == [("settled", 0), ("settled", -1000)]
    assert "stands as it was dealt" in ways[3].more


@pytest.mark.parametrize("name", TOLD)
def test_what_a_record_tells_goes_through_the_desk_and_comes_back_the_same(name: str) -> None:
    wanted = read_round(TOLD[name], BOOKS)
    draft = opened(json.dumps(TOLD[name]), BOOKS)
    assert draft.round == wanted and read_round(draft.record, BOOKS) == wanted
    assert draft_of(text_of(draft), BOOKS) == draft
    assert settle(draft, BOOKS).answer == verify_json(TOLD[name], BOOKS)
    assert read_round(keeping(draft), BOOKS) == wanted


def keeping(draft: Draft) -> dict[str, Any]:
    """The record as the logbook keeps it."""
    kept: dict[str, Any] = json.loads(canonical(draft.record))
    return kept


@pytest.mark.parametrize(("rulebook", "asked"), [("pa-590", False), ("pa-685a", False), ("pa-665a", True), (NJ, True)])
def test_whether_the_reader_gives_the_hole_card_away_is_stated_at_the_desk(rulebook: str, asked: bool) -> None:
    draft = tell(rulebook, "9hkd box 1 10 9c8d s")
    rows = [row for row in rule_rows(draft, BOOKS, ()) if row.key == "reader_reveals"]
    assert bool(rows) == asked
    if asked:
        told = tell(rulebook, "9hkd nobj box 1 10 9c8d s")
        stated = next_rule(told, BOOKS, "reader_reveals")
        required = settle(stated, BOOKS).answer.required
        assert required is not None and [line.net for line in required.lines] == [0]
        denied = next_rule(stated, BOOKS, "reader_reveals")
        assert settle(denied, BOOKS).answer.required is None
        assert next_rule(denied, BOOKS, "reader_reveals").round.options == told.round.options


@pytest.mark.parametrize("rulebook", ["pa-665a", NJ])
def test_what_the_reader_gives_away_is_asked_where_a_wrong_up_card_hangs_on_it(rulebook: str) -> None:
    code = "reader-used-wrong-up-card"
    draft = tell(rulebook, "9hkd nobj box 1 10 9c8d s")
    ways = variants(draft, BOOKS, code)
    assert [each.reveals for each in ways] == [True, False, None] and len({each.more for each in ways}) == 3
    can, cannot, unknown = (settle(taken(draft, BOOKS, each), BOOKS).answer for each in ways)
    assert can.required is not None and [line.net for line in can.required.lines] == [0]
    assert cannot.required is None and unknown.required is None
    assert "unless" in unknown.findings[0].message and "unless" not in cannot.findings[0].message
    stated = taken(draft, BOOKS, ways[1])
    assert stated.round.options.reader_reveals_value is False
    assert len(variants(stated, BOOKS, code)) == 1, "what is known is not asked again"
    assert len(variants(tell("pa-590", "9hkd nobj box 1 10 9c8d s"), BOOKS, code)) == 1


@pytest.mark.parametrize("rulebook", sorted(BOOKS))
def test_a_card_exposed_before_every_player_had_two_is_told_so_with_its_remedy(rulebook: str) -> None:
    draft = tell(rulebook, "9h8s box 1 10 kc6d s")
    early = variants(draft, BOOKS, "card-drawn-in-error-exposed")[-1]
    assert early.event.before_two is True and "By default" in early.more


@pytest.mark.parametrize(
    ("words", "beside", "decided"),
    [
        ("7hkd box 1 10 ackd double 5c", ("dealt after it was finished: five of clubs",), ("double (five of clubs)",)),
        ("7hkd box 1 10 ackd 9c", ("dealt after it was finished: nine of clubs",), ("hit (nine of clubs)",)),
        ("7hkd box 1 10 kc6d 9c second 3c", ("second chance: three of clubs",), ("second chance (three of clubs)",)),
        ("7hkd box 1 10 kc6d 9c", (), ()),
    ],
)
def test_a_card_that_does_not_count_in_a_hand_is_shown_beside_it(
    words: str, beside: tuple[str, ...], decided: tuple[str, ...]
) -> None:
    draft = tell("pa-673a", words)
    (hand,) = hands_of(draft, 1, BOOKS)
    assert (hand.beside, hand.decided, hand.sideways) == (beside, decided, frozenset())
    (place,) = [
        each
        for section in round_sections(draft.round, settle(draft, BOOKS).answer, BOOKS["pa-673a"])
        if isinstance(section, CardRound)
        for each in section.places[1:]
    ]
    assert all(each in place.hands[0].caption for each in beside)


def test_who_refused_a_card_and_what_was_chosen_stand_beside_the_remedy() -> None:
    refused = tell("pa-590", "9h8s box 1 10 kc6d refuse s")
    (row,) = event_rows_of(refused, BOOKS["pa-590"])
    assert isinstance(row, FindingRow) and "exposed. Refused by spot 1." in row.sentence
    tens = tell("pa-665a", "9h8s box 1 10 kc9d s")
    several = [each for each in variants(tens, BOOKS, "ten-in-shoe") if (each.event.cards or 1) == 2]
    assert [each.words.partition(". ")[2][:14] for each in several] == [
        "Call the round",
        "Take the tens ",
        "No choice made",
    ]
    (row,) = event_rows_of(happened(tens, BOOKS, several[0].event), BOOKS["pa-665a"])
    assert isinstance(row, FindingRow) and "in the shoe, 2 in all. Chosen: Call the round void" in row.sentence
    title, rows = variant_rows(variants(tens, BOOKS, "ten-in-shoe"))
    assert title == "Which was it?" and [len(each.lines) for each in rows[:4]] == [2, 2, 1, 1], "a remedy is said once"


@pytest.mark.parametrize("words", ["6htd box 1 25 tc9h hit 5s second 5 ", "6htd box 1 25 5c6h double 25 "])
def test_a_missed_card_of_a_hand_that_is_called_dead_is_not_waited_for(words: str) -> None:
    draft = tell("pa-673a", words)
    assert not settle(draft, BOOKS).finished
    dead = next(each for each in variants(draft, BOOKS, "card-requested-not-dealt") if "called dead" in each.words)
    made = happened(draft, BOOKS, dead.event)
    settled = settle(made, BOOKS)
    assert settled.finished and [line.expected for line in settled.lines] == [0]


@pytest.mark.parametrize(
    "words", ["event card-face-up its 5c ", "refuse its 5♣ ", "event card-drawn-in-error-e its 5C"]
)
def test_the_card_of_an_event_is_told_and_shown(words: str) -> None:
    draft = tell("pa-590", f"9h8s box 1 10 kc6d s {words}")
    (event,) = draft.round.events
    assert event.card == CARDS["5c"] and draft.box.cards == (CARDS["Kc"], CARDS["6d"])
    (row,) = event_rows_of(draft, BOOKS["pa-590"])
    assert isinstance(row, FindingRow) and "The five of clubs." in row.sentence
    told = [each for each in round_sections(draft.round, settle(draft, BOOKS).answer, BOOKS["pa-590"], box=1)]
    assert any("The five of clubs." in "".join(each.paragraphs) for each in told if isinstance(each, Prose))


def test_a_card_without_an_event_says_what_to_enter_first() -> None:
    typed = type_words(tell("pa-590", "9h8s box 1 10 kc6d s"), "its 5c ", BOOKS)
    assert "Enter what went wrong first" in typed.wrong


def test_the_hand_of_a_split_that_missed_its_card_is_named() -> None:
    draft = tell("pa-590", "9h8s box 1 10 8c8d fs 3d s event card-requested-not-dealt ")
    (event,) = draft.round.events
    (row,) = event_rows_of(draft, BOOKS["pa-590"])
    assert event.hand == 2 and isinstance(row, FindingRow) and row.sentence.startswith("Spot 1, hand 2: ")


def test_the_pad_has_a_key_for_the_card_of_an_event() -> None:
    draft = tell("pa-590", "9h8s box 1 10 kc6d s event card-face-up")
    presses = {press.types: press.words for row in pad_rows(draft, "calls", "", BOOKS) for press in row}
    assert presses["its "] == "Its card" and presses["noevent "] == "Did not happen"


@pytest.mark.parametrize(
    ("rulebook", "words", "readings", "remedy"),
    [
        ("pa-685a", "9h8s medium box 1 10 match 5 9c", (), "A Match-the-Dealer wager is paid if that one card matches"),
        (NJ, "9h8s unused box 1 10 9c", (), "Call the hand dead and return its wagers."),
        ("pa-590", "9h8s unused box 1 10 9c", ("I-25",), "The house lets the hand play on with its one card."),
    ],
)
def test_once_the_second_card_is_declined_the_remedy_is_the_one_for_that(
    rulebook: str, words: str, readings: tuple[str, ...], remedy: str
) -> None:
    draft = tell(rulebook, words)
    options = replace(draft.round.options, readings=frozenset(readings))
    draft = edit.play_under(draft, rulebook, options)
    take, decline, _ = variants(draft, BOOKS, "one-card-to-hand")
    assert remedy in decline.more and remedy not in take.more
    made = taken(draft, BOOKS, decline)
    (row,) = event_rows_of(made, BOOKS[rulebook])
    assert isinstance(row, FindingRow) and remedy in row.sentence and "Ask the player" not in row.sentence
    assert bool(made.box.dead) == (not readings)
    told = round_sections(made.round, settle(made, BOOKS).answer, BOOKS[rulebook], box=1)
    assert any(remedy in "".join(each.paragraphs) for each in told if isinstance(each, Prose))


def test_two_hands_of_a_spot_that_missed_their_cards_are_both_dead_in_the_column() -> None:
    one = box("8c 8d", "split 1000 5c, stand, deal 4c, stand")
    missed = [{"code": "card-requested-not-dealt", "box": 1, "hand": hand} for hand in (1, 2)]
    answer = verified("pa-673a", "9h 8s", one, events=missed).answer
    both = two_figures(answer, BOOKS["pa-673a"])
    assert both is not None and [way.nets for way in both.ways] == [(-1000, -1000), (0, 0)]


@pytest.mark.parametrize(("rulebook", "cite"), [("pa-590", "590.13(g)"), (NJ, "19:47-26.15(h)")])
def test_a_section_with_two_irregularities_is_offered_under_both_names(rulebook: str, cite: str) -> None:
    named = dict(remedies(tell(rulebook, "9h8s"), BOOKS, void=False))
    assert named[cite] == "No card dealt to a spot · Only one card dealt to a spot"
