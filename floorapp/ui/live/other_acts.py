"""The acts of a table or a deck set that are not done every hour, as they stand now."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.screens.acts import listed_at
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.phrases import because
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.sheets import Sheets
from floorapp.ui.live.writer import Writer
from floorapp.ui.pages.other_acts import OtherActsSheet


@dataclass(frozen=True, slots=True)
class OtherActs:
    """A list of acts, each with what it offers."""

    title: str
    acts: tuple[tuple[Act, Offer], ...]


def other_acts(snapshot: Snapshot, place: str, about: str) -> OtherActs:
    """What else can be done at a place about what is chosen there; of two under one digit what can be done now."""
    found: dict[str, tuple[Act, Offer]] = {}
    for act in listed_at(place):
        offer = offer_for(snapshot, act.name, about)
        if offer is None:
            continue
        now = replace(act, refusal=offer.form.act.refusal if offer.form is not None else because(offer.refusal))
        if act.key not in found or (found[act.key][0].refusal and not now.refusal):
            found[act.key] = now, offer
    return OtherActs(f"More actions {'at' if place in ('floor', 'table') else 'with'} {about}", tuple(found.values()))


def list_other_acts(writer: Writer, sheets: Sheets, place: str, about: str) -> None:
    """Put up what else can be done about a table or a deck set."""
    if about:
        writer.ask(lambda snapshot: other_acts(snapshot, place, about), lambda found: _show(sheets, found))


def _show(sheets: Sheets, found: OtherActs) -> None:
    offers = {act.name: offer for act, offer in found.acts}
    sheet = OtherActsSheet(sheets.look, found.title, tuple(act for act, _offer in found.acts))

    def take(name: str) -> None:
        sheets.close()
        sheets.offer(offers[name])

    sheet.chosen.connect(take)
    sheets.show(sheet)
