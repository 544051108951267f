"""The acts of a table or a deck set that are not done every hour, as they stand now."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Act
from floorapp.screens.glance import glances
from floorapp.screens.keys import OTHER_AT_TABLE, OTHER_OF_SET
from floorapp.screens.offers import deck_sets, shoes
from floorapp.screens.offers.offer import Offer
from floorapp.screens.phrases import because
from floorapp.ui.live.sheets import Sheets
from floorapp.ui.live.writer import Writer
from floorapp.ui.pages.other_acts import OtherActsSheet

AT_SHOE = {
    "reach_cover_card": shoes.reach_cover_card,
    "idle_shoe": shoes.idle_shoe,
    "resume_shoe": shoes.resume_shoe,
    "recut_shoe": shoes.recut_shoe,
    "reshuffle_shoe": shoes.reshuffle_shoe,
    "report_reader_failure": shoes.report_reader_failure,
}
OF_SETS = {
    "count_decks": deck_sets.count_decks,
    "replace_card": deck_sets.replace_card,
    "withdraw_decks": deck_sets.withdraw_decks,
    "hold_decks": deck_sets.hold_decks,
}


@dataclass(frozen=True, slots=True)
class OtherActs:
    """A list of acts, each with what it offers."""

    title: str
    acts: tuple[tuple[Act, Offer], ...]


def other_at_table(moment: Moment, table: str) -> OtherActs | None:
    """What else can be done at a table; None where there is none of that name."""
    glance = glances(moment).get(table)
    if glance is None:
        return None
    sets = _sets_at(moment, table)
    offers = {name: offer(moment, glance) for name, offer in AT_SHOE.items()}
    offers |= {name: offer(moment, sets) for name, offer in OF_SETS.items()}
    unsaid = "idle_shoe" if shoes.idle(glance) else "resume_shoe"
    return _list(f"Other acts at {table}", tuple(act for act in OTHER_AT_TABLE if act.name != unsaid), offers)


def other_of_set(moment: Moment, deck_set: str) -> OtherActs | None:
    """What else can be done with a deck set; with one at a table, also with those beside it."""
    this = moment.state.get(DeckSet, deck_set)
    if this is None:
        return None
    beside = _sets_at(moment, this.table) if this.table and this.spot in AT_TABLE else ()
    sets = (this, *(each for each in beside if each.id != deck_set))
    return _list(
        f"Other acts with {deck_set}", OTHER_OF_SET, {name: offer(moment, sets) for name, offer in OF_SETS.items()}
    )


def _sets_at(moment: Moment, table: str) -> tuple[DeckSet, ...]:
    """The sets of a table, the one that is dealt first."""
    here = [each for each in moment.state.find(DeckSet, table=table) if each.spot in (Spot.ISSUED, *AT_TABLE)]
    return tuple(sorted(here, key=lambda each: (each.spot is not Spot.SHOE, each.spot is Spot.ISSUED, each.id)))


def _list(title: str, acts: tuple[Act, ...], offers: dict[str, Offer]) -> OtherActs:
    refused = {
        name: offer.form.act.refusal if offer.form is not None else because(offer.refusal)
        for name, offer in offers.items()
    }
    return OtherActs(title, tuple((replace(act, refusal=refused[act.name]), offers[act.name]) for act in acts))


def list_at_table(writer: Writer, sheets: Sheets, table: str) -> None:
    """Put up what else can be done at a table."""
    writer.ask(lambda snapshot: other_at_table(snapshot.moment, table), lambda found: _show(sheets, found))


def list_of_set(writer: Writer, sheets: Sheets, deck_set: str) -> None:
    """Put up what else can be done with a deck set."""
    writer.ask(lambda snapshot: other_of_set(snapshot.moment, deck_set), lambda found: _show(sheets, found))


def _show(sheets: Sheets, found: OtherActs | None) -> None:
    if found is None:
        return
    offers = {act.name: offer for act, offer in found.acts}
    sheet = OtherActsSheet(sheets.look, found.title, tuple(act for act, _offer in found.acts))

    def take(name: str) -> None:
        sheets.close()
        sheets.offer(offers[name])

    sheet.chosen.connect(take)
    sheets.show(sheet)
