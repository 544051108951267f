"""The guest's page: whatever the round, one page in plain words, each wager with its paragraph."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks, shipped
from floorapp.domain.disputes import Claim, Receipt
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.engine.decode import read_round
from floorapp.engine.verify import verify
from floorapp.operations.acts import cases, disputes
from floorapp.operations.card_round import CardRound, Settlement
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper, settled
from floorapp.operations.papers.guest import guest_page
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import Callout, Drawing, Prose, Sheet, SheetTable
from printing.paper import render
from tests.acts.floor import Floor
from tests.deal import box, record
from tests.papers.reading import texts
from tests.papers.samples import ISSUE

pytestmark = pytest.mark.unix  # read back with poppler's tools

PUSH_22 = {
    "format": "floor-round/1",
    "id": "FB-03/1182",
    "table": "FB-03",
    "rulebook": "pa-590",
    "dealer": {"cards": ["6h", "Td", "6d"], "reader": None},
    "options": {"decks": 6, "positions": 6, "side_wagers": ["push_22"]},
    "boxes": [
        {
            "box": 1,
            "cards": ["8c", "8d"],
            "wagers": {"main": 2500, "push_22": 500},
            "play": [
                {"do": "split", "lammer": True, "card": "3d"},
                {"do": "double", "lammer": True, "card": "Th"},
                {"do": "deal", "card": "Ks"},
                {"do": "stand"},
            ],
            "reported": [
                {"hand": 1, "wager": "main", "net": 0},
                {"hand": 1, "wager": "double", "net": 0},
                {"hand": 2, "wager": "main", "net": 0},
                {"wager": "push_22", "net": 4000},
            ],
        }
    ],
}

#: So many wagers of one guest always fit a page.
MOST_LINES = 7


def page(raw: object, box: int | None = None) -> Sheet:
    round_ = read_round(raw, rulebooks())
    book = rulebooks()[round_.rulebook]
    return guest_page(
        round_, verify(round_, book), book, house="Riverbend Casino", day="Sun 15 Nov 2026", when="9:04 pm", box=box
    )


def part(sheet: Sheet, kind: type) -> object:
    return next(each for each in sheet.sections if isinstance(each, kind))


def test_the_push_22_of_the_picture_is_sixty_dollars_short_and_says_so() -> None:
    sheet = page(PUSH_22, box=1)
    callout, settled, drawn = part(sheet, Callout), part(sheet, Settlement), part(sheet, CardRound)
    assert isinstance(callout, Callout) and isinstance(settled, Settlement) and isinstance(drawn, CardRound)
    assert callout.figure == "$60.00" and "underpaid" in callout.headline
    wrong = [line for line in settled.lines if line.differs]
    assert [(line.correct, line.reported, line.citation) for line in wrong] == [
        ("+$100.00", "+$40.00", "58 Pa. Code § 590.12(c)")
    ]
    first, second = drawn.places[1].hands
    assert [each.sideways for each in first.cards] == [False, False, True], "the card of the double lies sideways"
    assert first.lammers == second.lammers == ("FREE",)


def test_a_round_whose_payments_nobody_reported_claims_no_mistake() -> None:
    raw = json.loads(json.dumps(PUSH_22))
    del raw["boxes"][0]["reported"]
    callout = part(page(raw), Callout)
    assert isinstance(callout, Callout) and callout.figure == "" and "not on record" in callout.text


def test_every_sample_round_prints_on_one_page_with_every_paragraph(
    tmp_path: Path, counted: Callable[[str], None]
) -> None:
    lines = shipped("sample", "rounds.jsonl").read_text().splitlines()
    boxes = 0
    for line in lines[:40]:
        raw = json.loads(line)
        number = raw["boxes"][0]["box"]
        sheet = page(raw, box=number)
        pages = texts(render(sheet, issue=ISSUE), tmp_path)
        settled, text = part(sheet, Settlement), "".join(pages)
        assert isinstance(settled, Settlement)
        # In 9 points, which is the least, more wagers than these go on over the page.
        assert len(pages) == 1 or len(settled.lines) > MOST_LINES, (raw["id"], len(settled.lines))
        for each in settled.lines:
            assert each.citation.split("§ ")[-1] in text
        boxes += 1
    counted(f"guest's pages printed: {boxes}")


def test_a_page_of_all_spots_names_table_and_game_once_and_speaks_to_nobody(tmp_path: Path) -> None:
    """Five spots with a card or two each went over the page, for the words above each."""
    raw = next(
        each
        for each in map(json.loads, shipped("sample", "rounds.jsonl").read_text().splitlines())
        if len(each["boxes"]) > 3
    )
    pages = texts(render(page(raw), issue=ISSUE), tmp_path)
    assert len(pages) == 1 and len(re.findall(r"Spot \d+, table", pages[0])) == 1
    assert not re.search(r"\b[Yy]ou\b", pages[0].replace("Signing is your choice", ""))


def test_a_round_settled_at_the_dispute_desk_has_its_guests_page(floor: Floor) -> None:
    disputes.keep_dispute(floor.desk("sam"), record=json.loads(json.dumps(PUSH_22)))
    upto = floor.store.page(limit=1)[0].position
    looked = Record(floor.store, upto=upto, rulebooks=rulebooks())
    request = settled(looked, Request("guest", date(2020, 1, 1), date(2020, 1, 1), about="FB-03/1182#1"))
    [sheet] = make_paper(looked, request)
    assert (sheet.head.period, request.first) == ("Mon, Nov 16, 2026", date(2026, 11, 16)), "the day it was settled"
    callout = part(sheet, Callout)
    assert isinstance(callout, Callout) and callout.figure == "$60.00"


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (
            record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), table="FB-03"),
            ["Required", "+$15.00", "−$10.00", "+$35.00", "590.7(h)(1)", "There is no choice to make."],
        ),
        (
            record("pa-685a", "9h 8s", box("Kc 6d", "hit 9c"), reader="large", table="DU-01"),
            ["player’s choice", "$0.00", "+$10.00", "685a.12(h)", "It is for the player to choose."],
        ),
    ],
)
def test_a_guests_page_shows_both_figures_with_the_difference_and_whose_choice_it_is(
    raw: dict[str, Any], wanted: list[str], tmp_path: Path
) -> None:
    sheet = page(raw, box=1)
    [text] = texts(render(sheet, issue=ISSUE), tmp_path)
    flat = " ".join(text.split())
    assert [each for each in wanted if each not in flat] == []
    plain = record("pa-590", "7h Kd", box("Tc Kd", "stand"), table="FB-03")
    assert not any(isinstance(each, SheetTable) for each in page(plain, box=1).sections)


def test_the_verification_report_shows_both_figures_and_the_patrons_case(floor: Floor, tmp_path: Path) -> None:
    raw = record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="FB-03/1182", table="FB-03")
    disputes.keep_dispute(floor.desk("sam"), record=raw)
    claim = Claim("man in a red cap", 1, 3500, decision="the Blackjack is paid", decided_by="sam")
    cases.open_case(floor.desk("sam"), record=json.dumps(raw), claim=claim)
    close = {"case": "FB-03/1182#1", "paid": 3500, "outcome": "paid as the text requires"}
    drawn = "100,200 240,60 260,220 420,90/460,210 800,190/820,40"
    cases.close_case(floor.desk("sam"), receipt=Receipt.SIGNED, signature=drawn, **close)  # type: ignore[arg-type]
    looked = Record(floor.store, upto=floor.store.page(limit=1)[0].position, rulebooks=rulebooks())
    request = settled(looked, Request("verification", date(2020, 1, 1), date(2020, 1, 1), about="FB-03/1182"))
    [sheet] = make_paper(looked, request)
    printed = render(sheet, issue=ISSUE)
    text = " ".join(" ".join(texts(printed, tmp_path)).split())
    wanted = ["Required", "+$35.00", "590.7(h)(1)", "man in a red cap", "$35.00", "The patron’s signature", "+$15.00"]
    wanted += ["On hold", "released when the case was closed", "part of the logbook"]
    assert [each for each in wanted if each not in text] == []
    assert [each.drawn for each in sheet.sections if isinstance(each, Drawing)] == [drawn]


@pytest.mark.parametrize(("form", "about"), [("verification", "DA-01/7"), ("guest", "DA-01/7#1")])
@pytest.mark.parametrize("paid", [None, 1000])
def test_what_went_wrong_is_told_with_its_remedy_and_does_not_contradict_the_figures(
    floor: Floor, form: str, about: str, paid: int | None
) -> None:
    """Two tens at a Pennsylvania table leave the figures alone (I-23): without the event the page would be silent."""
    reported: dict[str, Any] = {} if paid is None else {"reported": [{"wager": "main", "hand": 1, "net": paid}]}
    events = [{"code": "ten-in-shoe", "cards": 2}, {"code": "burn-card-missed", "box": 2}]
    raw = record("pa-665a", "9h 8s", box("Kc 9d", "stand", **reported), id="DA-01/7", table="DA-01", events=events)
    disputes.keep_dispute(floor.desk("sam"), record=raw)
    looked = Record(floor.store, upto=floor.store.page(limit=1)[0].position, rulebooks=rulebooks())
    request = settled(looked, Request(form, date(2020, 1, 1), date(2020, 1, 1), about=about))
    [sheet] = make_paper(looked, request)
    [told] = [each for each in sheet.sections if isinstance(each, Prose) and each.title.startswith("What went wrong")]
    entry = rulebooks()["pa-665a"].irregularity("ten-in-shoe").given(IrregularityFacts(cards=2))
    first = f"{entry.title}, 2 in all. {entry.remedy} (58 Pa. Code § {entry.cite})"
    void = "The figures above are for the round as dealt; if it is called void, every bet is returned instead."
    assert told.paragraphs[0] == f"{first} {void}"
    assert len(told.paragraphs) == (1 if form == "guest" else 2), "another spot's trouble is not this guest's"
    callout = part(sheet, Callout)
    assert isinstance(callout, Callout) and callout.headline.endswith("for the cards as dealt.")
    assert "the remedy is below" in callout.text


def test_a_round_that_was_called_void_is_not_told_that_it_may_be() -> None:
    entry = rulebooks()["pa-665a"].irregularity("ten-in-shoe").given(IrregularityFacts(cards=2))
    events = [{"code": "ten-in-shoe", "cards": 2, "choice": entry.options[0].says}]
    void = record("pa-665a", "9h 8s", box("Kc 9d", "stand"), table="DA-01", events=events, void="665a.4(b)")
    [told] = [each for each in page(void, box=1).sections if isinstance(each, Prose) and each.title]
    assert "instead" not in "".join(told.paragraphs)
    assert "Chosen: Call the round void" in told.paragraphs[0], "who reads it learns what was decided"
