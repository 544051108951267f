"""Questions every act asks of the floor: the table's rulebook, its cards, its people, and citations."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.findings import Noted
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.property import RulesSubmission
from floorapp.domain.tables import Assignment, KnownCount, Phase, Post, Table, TableStatus
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, unknown
from floorapp.operations.rules import DutyBook


def known_table(moment: Moment, table: str) -> Refusal | None:
    """Refuse a table that does not exist or has been retired."""
    known = moment.state.get(Table, table)
    if known is None:
        return unknown("table", table)
    if known.retired:
        return Refusal("retired", f"Table {table} is retired.", "Nothing was changed.", "Choose a table in use.")
    return None


def the_table(moment: Moment, table: str) -> Table:
    """The table as it is set up; it has been asked for before."""
    found = moment.state.get(Table, table)
    if found is None:
        raise LookupError(f"table {table}; ask known_table first")
    return found


def rulebook_of(moment: Moment, table: str) -> DutyBook:
    """The rulebook a table plays under."""
    return moment.books[the_table(moment, table).rulebook]


def books_at(moment: Moment, tables: Iterable[str]) -> tuple[DutyBook, ...]:
    """The rulebook of each of these tables; of one that cannot be read, none."""
    books = moment.books
    found = (moment.state.get(Table, table) for table in tables)
    return tuple(books[each.rulebook] for each in found if each is not None and each.rulebook in books)


def phase_of(moment: Moment, table: str) -> Phase:
    """Whether a table is dealing; one that was never opened is closed."""
    status = moment.state.get(TableStatus, table)
    return Phase.CLOSED if status is None else status.phase


#: How a table stands, as people say it.
PHASES = {Phase.CLOSED: "closed", Phase.OPEN: "open", Phase.SUSPENDED: "stopped"}


def in_phase(moment: Moment, table: str, *phases: Phase) -> Refusal | None:
    """Refuse unless the table is in one of these phases."""
    now = phase_of(moment, table)
    if now in phases:
        return None
    said, wanted = PHASES[now], " or ".join(PHASES[each] for each in phases)
    todo = f"The table must be {wanted} for this."
    return Refusal(f"table-{now}", f"Table {table} is {said}.", "Nothing was changed.", todo)


def last_known_count(moment: Moment, table: str, at: datetime) -> KnownCount | None:
    """The last time before an instant when a table's cards were known to be complete."""
    counts = moment.state.find(KnownCount, table=table, newest="at")
    return next((count for count in counts if count.at <= at), None)


def holder(moment: Moment, table: str, post: Post) -> str | None:
    """Who holds a post at a table."""
    assignment = moment.state.get(Assignment, table, post)
    return None if assignment is None else assignment.person


def decks_at(moment: Moment, table: str) -> tuple[DeckSet, ...]:
    """The deck sets at a table that can come into play."""
    return tuple(found for found in moment.state.find(DeckSet, table=table) if found.spot in AT_TABLE)


def at_spots(moment: Moment, deck_set: str, *spots: Spot) -> Refusal | None:
    """Refuse a deck set that does not exist or is elsewhere."""
    decks = moment.state.get(DeckSet, deck_set)
    if decks is None:
        return unknown("deck set", deck_set)
    if decks.spot in spots:
        return None
    where = f"{decks.spot.words}, table {decks.table}" if decks.table else decks.spot.words
    return Refusal(
        "wrong-spot",
        f"Deck set {deck_set} is elsewhere: {where}.",
        "Its place on record is unchanged.",
        f"The deck set must be {' or '.join(spot.words for spot in spots)}.",
    )


def the_set(moment: Moment, deck_set: str) -> DeckSet:
    """The deck set; it has been asked for before."""
    found = moment.state.get(DeckSet, deck_set)
    if found is None:
        raise LookupError(f"deck set {deck_set}; ask at_spots first")
    return found


def submission_on(moment: Moment, rulebook: str, day: GamingDay | None = None) -> RulesSubmission | None:
    """The Rules Submission that holds today or on a day: the last to begin, then the last given."""
    given = moment.state.find(RulesSubmission, rulebook=rulebook)
    if not given:
        return None
    today = (day or moment.day).date
    held = [s for s in given if s.holds_from <= today]
    return max(held, key=lambda s: (s.holds_from, s.id), default=None)


def note_of(rulebook: DutyBook, code: str, says: str) -> Noted:
    """A noted thing under the paragraph of the rulebook's own catalog; none where it is silent."""
    try:
        cite = rulebook.irregularity(code).cite
    except KeyError:
        cite = ""
    return Noted(code, cite, says)


def refusal_of(noted: tuple[Noted, ...], means: str, todo: str) -> Refusal | None:
    """The same things as a reason not to act."""
    if not noted:
        return None
    first = noted[0]
    return Refusal(first.code, " ".join(each.says for each in noted), means, todo, first.cite)
