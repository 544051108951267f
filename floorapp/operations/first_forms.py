"""What facts of the first version left unsaid, as the forms of that version promised it; newer facts state it."""

from __future__ import annotations

from floorapp.domain.decks import TensDisposal
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Preparation, Shuffled, Table
from floorapp.engine.conduct.table import TableConduct

#: Of the five games there were, the one with a Masque reader, and the one whose tens were torn and boxed.
MASQUE, TORN = "pa-685a", "pa-665a"


def reader_kind(table: Table | None) -> ReaderKind:
    """A reader was of the kind that its table's game needs."""
    return ReaderKind.MASQUE if table is not None and table.rulebook == MASQUE else ReaderKind.BLACKJACK


def rack_mark(table: Table | None) -> int:
    """A rack was for as many decks as its table."""
    return table.decks if table is not None else 1


def tens_disposal(table: Table | None) -> TensDisposal:
    """Tens were disposed of as their game's text has it."""
    torn = table is not None and table.rulebook == TORN
    return TensDisposal.TORN_AND_BOXED if torn else TensDisposal.DESTROYED


def preparation(conduct: TableConduct, deck_set: str) -> Preparation:
    """A shoe that began was shuffled by the shuffler there, else by hand, and cut."""
    cards = conduct.set_here(deck_set)
    if cards is not None and cards.first_shoe is None and cards.cards == "preshuffled":
        return Preparation(Shuffled.BEFOREHAND, cut=True)
    device = conduct.usable_shuffler is not None
    return Preparation(Shuffled.SHUFFLER if device else Shuffled.HAND, cut=True)
