"""What the sample has off its pits: card storage with its places and movement, and a patron's complaint under way."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.card_storage import StorageKind
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.disputes import Claim, DisputeCase
from floorapp.domain.people import Role
from floorapp.operations.acts import card_storage, cases
from floorapp.operations.card_storage import stored_at
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Signature
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signatures import Meaning

PLACES = (
    ("MAIN", "Main card room", StorageKind.PRIMARY, 20),
    ("PIT-2", "Pit 2 stand", StorageKind.PIT_STAND, 2),
    ("RES", "Reserve vault", StorageKind.RESERVE, 2),
)
#: Where the complaint is from.
TABLE = "FB-05"


class OffThePits:
    """Card storage and the patrons' counter."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """Storage in the hours before the present moment, the complaint shortly before it."""
        self.making.begin(self.making.before(hours=5), self.storage())
        self.making.begin(self.making.before(minutes=21), self.complaint())

    def storage(self) -> Script:
        """Places are named, sets move to the stand and the reserve, and the main room is counted."""
        for place, name, kind, par in PLACES:
            desk = self.making.manager()
            card_storage.set_storage_place(desk, place=place, name=name, kind=kind, par=par)
            yield 30
        for place, *_ in PLACES[1:]:
            desk = self.making.manager()
            with desk.looking() as moment:
                sets = [each.id for each in stored_at(moment.state, "MAIN")][-2:]
            if sets:
                security, games = self._both(desk, Meaning.TRANSFERRED)
                card_storage.transfer_decks(desk, deck_sets=tuple(sets), to_place=place, security=security, games=games)
            yield 240
        desk = self.making.manager()
        with desk.looking() as moment:
            there = moment.state.find(DeckSet, spot=Spot.STORE)
            found = tuple(each.id for each in there if each.place in ("", "MAIN"))
        security, games = self._both(desk, Meaning.STORAGE_COUNTED)
        card_storage.count_storage(desk, place="MAIN", found=found, security=security, games=games)

    def _both(self, desk: Desk, meaning: Meaning) -> tuple[Signature, Signature]:
        """Security, and whoever is at the desk for table games."""
        crew = self.making.crew
        guard = self.making.plan.staff(Role.SECURITY)[0].handle
        with desk.looking() as moment:
            games = moment.actor
        return crew.sign(desk, guard, meaning), crew.sign(desk, games, meaning)

    def complaint(self) -> Script:
        """A patron says a double was not paid; the form is offered and the recording is held."""
        desk = self.making.floorperson(TABLE)
        cases.open_complaint(
            desk,
            claim=Claim("woman in a green jacket", 4, 5_000, player_number="20418"),
            about="Her double on 11 was not paid.",
            happened_at=self.making.now - timedelta(minutes=6),
            table=TABLE,
        )
        yield 180
        desk = self.making.floorperson(TABLE)
        with desk.looking() as moment:
            case = next(each for each in moment.state.find(DisputeCase, closed=False) if each.by_hand)
        cases.file_case(
            desk,
            case=case.id,
            form_offered_at=self.making.now,
            board_number="",
            answer_by=case.answer_by,
            evidence=("surveillance SV-2291, camera 14",),
        )
