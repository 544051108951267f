"""What screens say of a table's cards and of what stands against dealing: one source, each with its section."""

from __future__ import annotations

import pytest

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import OutOfOrder
from floorapp.domain.tables import Cards
from floorapp.operations.acts import batches, checks, decks, opening, shoes, shufflers
from floorapp.screens.decks import decks_of
from floorapp.screens.drawer import batches_line
from floorapp.screens.floor import floor_of
from floorapp.screens.glance import glances
from floorapp.screens.opening import opening_of
from floorapp.screens.phrases import back_of
from floorapp.screens.shufflers import shufflers_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import Back, State
from floorapp.screens.table import TableView, table_of
from floorapp.screens.text_line import Chip
from tests.acts.floor import Floor, refused
from tests.acts.test_conduct import dealing_batches

Seen = dict[str, Back | None]


def snapshot_of(floor: Floor, moment: object) -> Snapshot:
    return Snapshot(moment, floor.store, floor.store.station)  # type: ignore[arg-type]


def seen_everywhere(floor: Floor, table: str) -> dict[str, Seen]:
    """What each screen says lies in the shoe and in the shuffler, and what the record says."""
    with floor.desk("flo").looking() as moment:
        snapshot = snapshot_of(floor, moment)
        on_map = next(each for each in floor_of(snapshot, "").floor.plan.tables if each.name == table)
        page = table_of(snapshot, table, "all")
        row = next(each for each in shufflers_of(snapshot, table).rows if each.table == table)
        facts = dict(shufflers_of(snapshot, table).detail.facts)  # type: ignore[union-attr]
        chips = [each for each in batches_line(glances(moment)[table]).pieces if isinstance(each, Chip)]
        known = {each.spot: back_of(each.back) for each in moment.state.find(DeckSet, table=table)}
        at_decks = next((each.backs for each in decks_of(snapshot, "play").rows if each.table == table), ())
    assert page is not None

    def chip(words: str) -> Back | None:
        return next((each.back for each in facts[words].pieces if isinstance(each, Chip)), None)

    shoe = known.get(Spot.SHOE)
    assert not shoe or at_decks[:1] == (shoe,), "the shoe's back stands first at Decks"
    assert not shoe or (chips[0].back, chips[0].filled) == (shoe, True)
    assert shoe or not any(each.filled and each.back is on_map.shoe for each in chips)
    return {
        "record": {"shoe": shoe, "shuffler": known.get(Spot.SHUFFLER)},
        "floor": {"shoe": on_map.shoe, "shuffler": on_map.shuffler},
        "table": {"shoe": page.drawing.shoe, "shuffler": page.drawing.shuffler},
        "shufflers": {"shoe": row.shoe.back, "shuffler": row.shuffler.back},
        "shuffler's detail": {"shoe": chip("Shoe"), "shuffler": chip("Shuffler")},
    }


def agree(floor: Floor, table: str) -> Seen:
    seen = seen_everywhere(floor, table)
    assert all(each == seen["record"] for each in seen.values()), seen
    return seen["record"]


def test_decks_shufflers_table_and_floor_say_the_same_of_a_tables_cards(floor: Floor) -> None:
    red, blue = dealing_batches(floor)
    assert agree(floor, "FB-02") == {"shoe": Back.RED, "shuffler": Back.BLUE}
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    assert agree(floor, "FB-02") == {"shoe": None, "shuffler": Back.BLUE}
    batches.swap_batches(desk, table="FB-02")
    assert agree(floor, "FB-02") == {"shoe": Back.BLUE, "shuffler": Back.RED}
    green, black = floor.stock("FB-02", "green", "black")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    decks.change_decks(desk, table="FB-02", out=(red, blue), into=(green, black), done=floor.steps("FB-02"))
    assert agree(floor, "FB-02") == {"shoe": None, "shuffler": None}, "new cards lie on the table until they are dealt"


def test_a_shuffler_that_is_taken_out_leaves_its_batch_on_the_table_on_every_screen(floor: Floor) -> None:
    dealing_batches(floor)
    desk = floor.desk("flo")
    shufflers.take_shuffler_out(desk, table="FB-02", how=OutOfOrder.SIGNED, reason="a belt")
    agree(floor, "FB-02")


def page_of(floor: Floor, table: str) -> TableView:
    with floor.desk("flo").looking() as moment:
        page = table_of(snapshot_of(floor, moment), table, "all")
    assert page is not None
    return page


def test_590_7_c_the_table_page_says_what_stands_with_its_section(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    assert page_of(floor, "FB-01").standing == ()
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    (burn,) = page_of(floor, "FB-01").standing
    assert (burn.cite, burn.state) == ("590.7(c)", State.DUE)
    assert burn.act is not None and burn.act.name == "burn_card" and not burn.act.refusal
    shoes.burn_card(floor.desk("flo"), table="FB-01")
    assert page_of(floor, "FB-01").standing == ()
    floor.clock.advance(hours=24, seconds=1)
    assert {each.cite for each in page_of(floor, "FB-01").standing} >= {"590.3(c)", "590.2(d)"}


def test_a_stop_is_the_first_thing_that_stands_with_its_reason(floor: Floor) -> None:
    floor.open("FB-01")
    opening.suspend_table(floor.desk("flo"), table="FB-01", reason="spill on the layout")
    page = page_of(floor, "FB-01")
    assert page.standing_title == "Before dealing resumes"
    assert page.standing[0].says == "Dealing is stopped: spill on the layout"
    act = page.standing[0].act
    assert act is not None and (act.name, act.key, act.refusal) == ("resume_table", "F7", "")


def test_590_3_a_a_closed_table_without_cards_says_so_and_what_to_do(floor: Floor) -> None:
    page = page_of(floor, "FB-01")
    assert page.standing_title == "Before it can open"
    first = page.standing[0]
    assert (first.cite, first.state) == ("590.3(a)", State.DUE)
    assert first.act is not None and first.act.key == "F3"


@pytest.mark.parametrize("cards", list(Cards))
def test_a_step_shows_the_case_in_which_it_arises(floor: Floor, cards: Cards) -> None:
    with floor.desk("flo").looking() as moment:
        view = opening_of(snapshot_of(floor, moment), "NJ-01", cards.value, {})
    assert view is not None and view.steps
    assert all(step.when for step in view.steps if not step.needed)
    if cards is Cards.NEW:
        assert any("tens" in step.when for step in view.steps)


def test_nothing_checked_is_nothing_recorded(floor: Floor) -> None:
    desk = floor.desk("flo")
    assert refused(checks.check_table, desk, table="FB-01", good=("no-such-step",)).code == "input"
    assert refused(checks.check_table, desk, table="FB-01", good=(), wrong=("layout-name",)).given == "says"
    checks.check_table(desk, table="FB-01", good=("layout-boxes",), wrong=("layout-name",), says="logo worn off")
    assert floor.findings("FB-01") == [("table-check", "590.2(b)(1)")]
