"""What a scanned code means by the record: a deck set and where it is, a table, a seal that is used or free."""

from __future__ import annotations

from floorapp.domain.codes import Labeled, read_code
from floorapp.domain.decks import DeckSet, Spot, UsedSeal
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input


@dataclass(frozen=True, slots=True)
class Meant:
    """What a code means: a set, by its own label or by a seal; a table; or a seal nobody has used."""

    code: str
    deck_set: DeckSet | None = None
    table: str = ""
    seal: str = ""


def meant(moment: Moment, code: str) -> Meant:
    """Look a code up in the record."""
    what, name = read_code(code)
    state = moment.state
    used = state.get(UsedSeal, name) if what in (None, Labeled.SEAL) else None
    if used is not None:
        return Meant(code, state.get(DeckSet, used.deck_set), seal=name)
    cards = state.get(DeckSet, name) if what in (None, Labeled.SET) else None
    if cards is not None:
        return Meant(code, cards)
    if what in (None, Labeled.TABLE) and (table := state.get(Table, name)) is not None:
        return Meant(code, table=table.id)
    return Meant(code, seal=name if what in (None, Labeled.SEAL) else "")


def whereabouts(cards: DeckSet) -> str:
    """Where a set is by the record."""
    if not cards.table:
        return cards.spot.words
    return f"at table {cards.table}" if cards.spot is Spot.TABLE else f"{cards.spot.words} at table {cards.table}"


def said_of(found: Meant) -> str:
    """What was scanned, in a few words."""
    if found.deck_set is not None:
        return f"deck set {found.deck_set.id}, listed as {whereabouts(found.deck_set)}"
    return f"table {found.table}" if found.table else f"nothing on record ({found.code})"


def wrong_set(moment: Moment, code: str, expected: tuple[str, ...]) -> Refusal | None:
    """A label that is not of a set this step is about, or a seal that is no longer on it."""
    found = meant(moment, code)
    cards = found.deck_set
    if cards is None or (expected and cards.id not in expected):
        wanted = f"deck set {' or '.join(expected[:3])}" if expected and len(expected) <= 3 else "a set for this step"
        return Refusal(
            "wrong-set" if cards is not None else "unknown-code",
            f"This is {said_of(found)}, not {wanted}.",
            "Nothing was recorded with it.",
            "Find the right set; if the record is wrong about where it is, tell a shift manager.",
            given="scan",
        )
    if found.seal and found.seal != cards.seal:
        return Refusal(
            "old-seal",
            f"Seal {found.seal} is an earlier seal of deck set {cards.id}; on record it now has seal {cards.seal}.",
            "Nothing was recorded with it.",
            "Check the seal on the container, and report a wrong one to compliance.",
            given="scan",
        )
    return None


def wrong_table(moment: Moment, code: str, table: str) -> Refusal | None:
    """A label that is not at this table."""
    found = meant(moment, code)
    if found.table == table:
        return None
    return Refusal(
        "wrong-table",
        f"This is {said_of(found)}, not table {table}.",
        f"It proves nothing about table {table}.",
        f"Scan the label at table {table}, or continue with the table this label belongs to.",
        given="scan",
    )


def seal_of(code: str) -> str:
    """The number of the seal that was scanned."""
    return read_code(code)[1]


def used_seal(moment: Moment, code: str, given: str) -> Refusal | None:
    """A seal that is on record already, or no seal at all."""
    what, name = read_code(code)
    if what not in (None, Labeled.SEAL):
        return bad_input(f"This is {said_of(meant(moment, code))}, not a new seal.", "Scan the seal.", given)
    used = moment.state.get(UsedSeal, name)
    if used is None:
        return None
    return Refusal(
        "seal-used",
        f"Seal {name} was used before, on deck set {used.deck_set}.",
        "It cannot be used again.",
        "Take another seal; report a repeated number to compliance.",
        given=given,
    )
