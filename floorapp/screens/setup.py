"""A floor that is being listed: the text somebody typed, and the tables it makes."""

from __future__ import annotations

from floorapp.domain.money import dollars
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.floor_list import PlannedTable, read_floor
from floorapp.screens.forms import Act
from floorapp.screens.phrases import because, game_words, plural
from floorapp.screens.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SetupShown:
    """The page, and the tables behind it."""

    page: SetupView
    tables: tuple[PlannedTable, ...]
    games: tuple[tuple[str, str], ...]


def setup_of(snapshot: Snapshot, text: str) -> SetupShown:
    """Ask what a list would make."""
    moment = snapshot.moment
    games = tuple((id, game_words(moment, id)) for id in moment.books)
    planned = read_floor(moment, text) if text.strip() else None
    tables = planned.tables if planned else ()
    faults = tuple((fault.line, fault.says) for fault in planned.faults) if planned else ()
    words = tuple(
        (
            each.table,
            f"{each.pit} · {moment.books[each.rulebook].short} · {each.boxes} spots, "
            f"{each.decks} decks, {each.method.words} · {dollars(each.limits.least)}–{dollars(each.limits.most)}"
            + (f" · reader {each.reader}" if each.reader else ""),
        )
        for each in tables
    )
    refusal = because(moment.guard(Acts.add_table.name))
    if not refusal and faults:
        refusal = "Fix the errors first; nothing was saved."
    elif not refusal and not tables:
        refusal = "Add a pit or paste a list first."
    act = Act("write", f"Save {plural(len(tables), 'table')}", "F9", refusal)
    known = len(moment.state.find(Table, retired=False))
    standing = f"{plural(known, 'table')} on the floor so far. You can add more at any time."
    return SetupShown(SetupView(words, faults, standing, act), tables, games)


@dataclass(frozen=True, slots=True)
class SetupView:
    """What the list says: its tables in words, its faults, and the act that writes it down."""

    tables: tuple[tuple[str, str], ...]
    faults: tuple[tuple[int, str], ...]
    standing: str
    act: Act
