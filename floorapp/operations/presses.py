"""What one press does where that is several acts: one transaction, refused under the name of its main act."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.decks import TensDisposal
from floorapp.domain.people import Person
from floorapp.domain.property import BEFORE, BESIDE, Pit, Place, Shift
from floorapp.domain.tables import Table
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import custody, decks, house, people, sessions, tables
from floorapp.operations.acts.credentials import Proved
from floorapp.operations.credentials import handle_of, setting_of
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import known_table, the_set
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment, moment_of


def bring_decks(
    desk: Desk,
    *,
    deck_set: str,
    table: str,
    counted: int,
    dealer: Signature,
    floorperson: Signature,
    witness: Signature | None = None,
    seal_intact: bool = True,
    tens: TensDisposal | None = None,
    happened: bool = False,
) -> Change:
    """Open a deck set at a table in one go: before a witness it comes from the store.

    With `tens` they were taken out and disposed of so; without, nothing is said of them.
    """
    with desk.acting(Acts.open_decks.name, Subject("deck-set", deck_set)) as act:
        act.ask(known_table(act.moment, table))
        if witness is not None:
            custody.issue_decks(desk, deck_set=deck_set, table=table, witness=witness)
        done = decks.open_decks(
            desk, deck_set=deck_set, counted=counted, dealer=dealer, floorperson=floorperson, seal_intact=seal_intact
        )
        if tens is not None:
            count = 4 * the_set(act.moment, deck_set).decks
            looked = {"dealer": dealer, "floorperson": floorperson}
            done = decks.remove_tens(desk, deck_set=deck_set, removed=count, disposed=tens, happened=happened, **looked)
        return done


def move_tables(desk: Desk, *, places: Mapping[str, Place]) -> Change:
    """Move tables on the map together; one put on another pit's floor belongs to that pit from then on."""
    if not places:
        raise ValueError("no table was moved")
    with desk.acting(Acts.move_table.name, Subject("table", next(iter(places)))) as act:
        for table, place in places.items():
            pit = _pit_at(act.moment, table, place, places)
            change = tables.move_table(desk, table=table, pit=pit, place=place)
        return change


def _pit_at(moment: Moment, table: str, place: Place, moved: Mapping[str, Place]) -> str:
    """The pit on whose floor a place lies, by the tables that stay there; else the table's own."""
    known = moment.state.get(Table, table)
    own = known.pit if known is not None else ""
    for pit in moment.state.find(Pit):
        stay = [
            each.place
            for each in moment.state.find(Table, pit=pit.id, retired=False)
            if each.id != table and each.id not in moved
        ]
        inside = stay and (
            min(p.x for p in stay) - BESIDE <= place.x <= max(p.x for p in stay) + BESIDE
            and min(p.y for p in stay) - BEFORE <= place.y <= max(p.y for p in stay) + BEFORE
        )
        if inside and pit.id != own:
            return pit.id
    return own


def begin_house(
    desk: Desk, *, handle: str, name: str, password: str, pin: str, called: str, zone: str, shifts: tuple[Shift, ...]
) -> Change:
    """Begin a logbook in one go: its first administrator, who is signed in with it, and the house's name and hours."""
    person = handle_of(handle)
    with desk.acting("make_first_administrator", Subject("person", person)) as act:
        sessions.make_first_administrator(desk, handle=person, name=name, password=password, pin=pin)
        session = new_id(act.moment.now)
        secrets = act.writing.credentials
        again = desk.hasher.again(setting_of(secrets.asked(person, Proof.PASSWORD) or ""), password)
        hashed = secrets.proved(person, Proof.PASSWORD, again) or ""
        known = act.writing.state.get(Person, person)
        assert known is not None
        sessions.begin_session(act, session, Proved(known, 0, hashed), password)
        act.moment = moment_of(act.writing.state, act.moment.now, session, desk.rulebooks)
        change = house.set_property(desk, name=called, zone=zone, shifts=shifts)
    desk.seat(session)
    return change


def choose_secrets(desk: Desk, *, old: str, password: str, pin: str) -> Change:
    """Choose a password and a PIN of one's own in place of those somebody else gave, both in one act."""
    return people.change_own(
        {Proof.PASSWORD: password, Proof.PIN: pin}, desk=desk, name=Acts.change_password.name, password=old
    )
