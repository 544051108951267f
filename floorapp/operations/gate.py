"""The gate: what keeps a table from opening or going on, each with its paragraph."""

from __future__ import annotations

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.findings import Noted
from floorapp.domain.tables import Equipment, Fixture, Post, ShufflingMethod, Table
from floorapp.operations.floor_queries import change_by, decks_at, holder, note_of, rulebook_of, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.rules import NO_DEALING, Rulebook


def barred(moment: Moment, table: str) -> tuple[Noted, ...]:
    """What no signature can overrule: no cards, or a failed reader where the rulebook then forbids dealing."""
    rulebook = rulebook_of(moment, table)
    if not decks_at(moment, table):
        return (Noted("no-decks", rulebook.cards.decks.cite, f"There are no cards at table {table}."),)
    status = moment.state.get(ReaderStatus, table)
    failure = rulebook.reader.failure
    if status is not None and status.failed_at is not None and failure.value == NO_DEALING:
        return (Noted("reader-malfunction", failure.cite, f"The reader at table {table} is out of order."),)
    return ()


def gate(moment: Moment, table: str) -> tuple[Noted, ...]:
    """What is missing before a table may deal; a co-signed exception can pass these, and is printed."""
    setup, rulebook = the_table(moment, table), rulebook_of(moment, table)
    return (*_reader(moment, table, rulebook), *_decks(moment, setup, rulebook), *_floorperson(moment, table))


def _reader(moment: Moment, table: str, rulebook: Rulebook) -> tuple[Noted, ...]:
    piece = moment.state.get(Equipment, table, Fixture.READER)
    fitted = piece is not None and piece.fitted
    if not fitted:
        required = rulebook.reader.required
        missing = Noted("reader-missing", required.cite, f"Table {table} has no reader.")
        return (missing,) if required.value else ()
    daily = rulebook.reader.inspected_daily
    status = moment.state.get(ReaderStatus, table)
    if daily.value and (status is None or status.inspected_day != str(moment.day)):
        says = f"The reader at table {table} was not inspected this gaming day."
        return (Noted("reader-not-inspected", daily.cite, says),)
    return ()


def _decks(moment: Moment, setup: Table, rulebook: Rulebook) -> tuple[Noted, ...]:
    sets = decks_at(moment, setup.id)
    noted = [each for decks in sets for each in _deck_set(moment, decks, setup, rulebook)]
    if setup.method is ShufflingMethod.BATCH_SHUFFLER and rulebook.cards.two_batches.value:
        noted += batch_faults(batches(sets), rulebook)
    return tuple(noted)


def _deck_set(moment: Moment, decks: DeckSet, setup: Table, rulebook: Rulebook) -> list[Noted]:
    noted = []
    if not decks.verified or not decks.complete:
        code = "extra-card-at-count" if (decks.counted or 0) > decks.cards else "card-missing-at-count"
        says = f"Deck set {decks.id} is not counted and verified as complete."
        noted.append(note_of(rulebook, code, says))
    if decks.tens_removed is rulebook.cards.tens.value:
        says = f"Deck set {decks.id} {'lacks' if decks.tens_removed else 'still has'} its tens."
        noted.append(Noted("wrong-tens", rulebook.cards.tens.cite, says))
    if decks.decks != setup.decks:
        says = f"Deck set {decks.id} has {decks.decks} decks; table {setup.id} is set up for {setup.decks}."
        noted.append(Noted("wrong-decks", rulebook.cards.decks.cite, says))
    due = change_by(moment, decks, rulebook)
    if due is not None and moment.now >= due:
        noted.append(overdue(decks, rulebook))
    return noted


def overdue(decks: DeckSet, rulebook: Rulebook) -> Noted:
    """A deck set in use past its hours."""
    hours = rulebook.cards.change_hours
    return Noted(
        "decks-past-24-hours", hours.cite, f"Deck set {decks.id} is past the {hours.value} hours it may be used."
    )


def batches(sets: tuple[DeckSet, ...]) -> tuple[DeckSet, ...]:
    """The batches of a table: fresh sets laid beside two that are in play wait for the change of decks."""
    playing = tuple(each for each in sets if each.in_play_at is not None or each.spot is not Spot.TABLE)
    return playing if len(playing) > 1 else sets


def batch_faults(sets: tuple[DeckSet, ...], rulebook: Rulebook) -> list[Noted]:
    """What is wrong with the two batches of a batch shuffler."""
    rule = rulebook.cards.two_batches.cite
    noted = []
    if len(sets) != 2:
        noted.append(Noted("batches-not-two", rule, f"A batch shuffler takes two batches; there are {len(sets)}."))
    if len({each.decks for each in sets}) > 1:
        noted.append(Noted("batches-unequal", rule, "The batches do not have the same number of decks."))
    if len({each.design for each in sets}) > 1:
        noted.append(Noted("batches-design", rule, "The batches are not of one design."))
    if len({each.back for each in sets}) != len(sets):
        noted.append(Noted("batches-colour", rule, "The batches do not have different back colors."))
    return noted


def _floorperson(moment: Moment, table: str) -> tuple[Noted, ...]:
    if holder(moment, table, Post.FLOORPERSON) is None:
        return (Noted("no-floorperson", "", f"No floorperson is assigned to table {table}."),)
    return ()
