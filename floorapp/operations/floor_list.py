"""A floor from a list: one line a table, read whole, every fault named with its line before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from floorapp.domain.property import BEFORE, BESIDE, Pit, Place
from floorapp.domain.tables import Fixture, Limits, ShufflingMethod, Table
from floorapp.domain.values import dataclass
from floorapp.engine.provision import Allowed
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import house, tables
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.house import TableSetUp
from floorapp.operations.facts.registry import Subject
from floorapp.operations.listed import ListFault, read_list
from floorapp.operations.moment import Moment
from floorapp.operations.rules import DutyBook, DutyBooks

#: What a list names a column, in any case; a house's own list rarely says it exactly so.
COLUMNS = {
    "table": "table",
    "name": "table",
    "table name": "table",
    "pit": "pit",
    "rulebook": "rulebook",
    "game": "rulebook",
    "boxes": "boxes",
    "seats": "boxes",
    "spots": "boxes",
    "decks": "decks",
    "method": "method",
    "shuffling": "method",
    "shuffle": "method",
    "min": "min",
    "least": "min",
    "minimum": "min",
    "max": "max",
    "most": "max",
    "maximum": "max",
    "reader": "reader",
    "reader serial": "reader",
    "shuffler": "shuffler",
    "shuffler serial": "shuffler",
}
NEEDED = ("table", "pit", "rulebook", "min", "max")
#: How tables stand where nobody said: two rows back to back, so far apart.
PITCH, ROWS, PIT_GAP = 96, 188, 340
PER_ROW = 6


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table as a list or a drawing has it."""

    table: str
    pit: str
    rulebook: str
    boxes: int
    decks: int
    method: ShufflingMethod = ShufflingMethod.BY_HAND
    limits: Limits = Limits(1000, 50_000)
    reader: str = ""
    shuffler: str = ""


@dataclass(frozen=True, slots=True)
class PlannedFloor:
    """What a list says: its tables, and all its faults; it is written down only without any."""

    tables: tuple[PlannedTable, ...]
    faults: tuple[ListFault, ...]


def read_floor(moment: Moment, text: str) -> PlannedFloor:
    """Read a list of tables; never raises, whatever the text is."""
    lines, wrong = read_list(text, COLUMNS, NEEDED, "table")
    found: list[PlannedTable] = []
    faults = list(wrong)
    for each in lines:
        planned, said = _line(moment.books, each.cells)
        faults += [ListFault(each.number, says) for says in said]
        if planned is not None:
            faults += [ListFault(each.number, says) for says in _against(moment, planned, found)]
            found.append(planned)
    return PlannedFloor(tuple(found), tuple(faults))


def _line(books: DutyBooks, cells: Mapping[str, str]) -> tuple[PlannedTable | None, list[str]]:
    wrong = [f"The {name} is missing." for name in NEEDED if not cells.get(name)]
    book = _book(books, cells.get("rulebook", ""))
    if book is None:
        if cells.get("rulebook"):
            known = ", ".join(books)
            wrong.append(f"“{cells['rulebook']}” is not a rulebook. Choose from {known}.")
        return None, wrong
    numbers = {}
    usual = {"boxes": _usual(book.table.boxes.value, 6), "decks": _usual(book.cards.decks.value, 6)}
    for name, default in (*usual.items(), ("min", 0), ("max", 0)):
        typed = cells.get(name, "").replace("$", "").replace(" ", "")
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 8):
            wrong.append(f"“{cells[name]}” is not a whole number for {name}.")
        numbers[name] = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else default
    method = _method(cells.get("method", ""))
    if method is None:
        ways = ", ".join(each.words for each in ShufflingMethod)
        wrong.append(f"“{cells['method']}” is not a shuffling method. Choose from {ways}.")
    if wrong:
        return None, wrong
    limits = Limits(numbers["min"] * 100, numbers["max"] * 100)
    return PlannedTable(
        cells["table"],
        cells["pit"],
        book.id,
        numbers["boxes"],
        numbers["decks"],
        method or ShufflingMethod.BY_HAND,
        limits,
        cells.get("reader", ""),
        cells.get("shuffler", ""),
    ), []


def _book(books: DutyBooks, said: str) -> DutyBook | None:
    """A rulebook by its id, or by what its game is called."""
    wanted = said.casefold().strip()
    for id, book in books.items():
        if wanted and wanted in (id.casefold(), book.name.casefold(), book.short.casefold()):
            return book
    return None


def _usual(allowed: Allowed, wanted: int) -> int:
    return wanted if wanted in allowed else (allowed.one_of[-1] if allowed.one_of else allowed.at_most or 1)


def _method(said: str) -> ShufflingMethod | None:
    plain = said.strip().casefold().replace("_", "-").replace(" ", "-")
    if not plain:
        return ShufflingMethod.BY_HAND
    return next(
        (
            each
            for each in ShufflingMethod
            if plain in (each.value, each.words.replace(" ", "-"), each.value.split("-")[0], each.words.split()[0])
        ),
        None,
    )


def _against(moment: Moment, planned: PlannedTable, before: list[PlannedTable]) -> Iterator[str]:
    """What the rulebook, the floor and the lines before say against a table."""
    if planned.table in {each.table for each in before}:
        yield f"{planned.table} is in this list twice."
    if moment.state.get(Table, planned.table) is not None:
        yield f"The name {planned.table} is already taken; names are never reused."
    for serial, what in ((planned.reader, "reader"), (planned.shuffler, "shuffler")):
        if serial and serial in {getattr(each, what) for each in before}:
            yield f"The {what} {serial} is at another table in this list."
    setup = _setup(planned, planned.pit, Place(0, 0))
    refusal = tables.bad_under(moment.books[planned.rulebook], setup)
    if refusal is not None:
        yield f"{refusal.happened} {refusal.todo}" + (f" ({refusal.cite})" if refusal.cite else "")


def _setup(planned: PlannedTable, pit: str, place: Place) -> TableSetUp:
    return TableSetUp(
        table=planned.table,
        pit=pit,
        place=place,
        rulebook=planned.rulebook,
        boxes=planned.boxes,
        decks=planned.decks,
        method=planned.method,
        limits=planned.limits,
        side_wagers=(),
    )


def pit_id(name: str) -> str:
    """`P1` for “Pit 1”: a pit's short name is its letters and digits."""
    words = name.split()
    return "".join(word if word.isdigit() else word[0].upper() for word in words if word[0].isalnum()) or name


def places_of(tables_: tuple[PlannedTable, ...], below: int) -> dict[str, Place]:
    """Where tables stand until somebody arranges them: a pit under the other, in two rows back to back."""
    found: dict[str, Place] = {}
    top = below
    for pit in dict.fromkeys(each.pit for each in tables_):
        inside = [each.table for each in tables_ if each.pit == pit]
        half = min(PER_ROW, -(-len(inside) // 2)) if len(inside) > 3 else len(inside)
        for number, table in enumerate(inside):
            block, seat = divmod(number, 2 * half)
            lower = seat >= half
            x = BESIDE + (seat - half if lower else seat) * PITCH
            y = top + block * PIT_GAP + BEFORE + (ROWS if lower else 0)
            found[table] = Place(x, y, 180 if lower else 0)
        top += PIT_GAP * (-(-len(inside) // (2 * half)))
    return found


def write_floor(desk: Desk, planned: tuple[PlannedTable, ...]) -> Change:
    """Write a list down as one act: its new pits, its tables, and the readers and shufflers it names."""
    if not planned:
        raise ValueError("a floor of no tables is not written down")
    with desk.acting(Acts.add_table.name, Subject("table", planned[0].table)) as act:
        return _write(desk, act.moment, planned)


def _write(desk: Desk, moment: Moment, planned: tuple[PlannedTable, ...]) -> Change:
    pits = {pit.name: pit.id for pit in moment.state.find(Pit)} | {pit.id: pit.id for pit in moment.state.find(Pit)}
    standing = moment.state.find(Table, retired=False)
    below = max((table.place.y for table in standing), default=-BEFORE - PIT_GAP + ROWS) + PIT_GAP - ROWS
    places = places_of(planned, below)
    for name in dict.fromkeys(each.pit for each in planned):
        if name not in pits:
            pits[name] = _free(pit_id(name), set(pits.values()))
            here = places[next(each.table for each in planned if each.pit == name)]
            corner = Place(max(0, here.x - BESIDE), max(0, here.y - BEFORE))
            house.add_pit(desk, pit=pits[name], name=name, place=corner)
    for each in planned:
        change = tables.add_table(
            desk,
            table=each.table,
            pit=pits[each.pit],
            place=places[each.table],
            rulebook=each.rulebook,
            boxes=each.boxes,
            decks=each.decks,
            method=each.method,
            limits=each.limits,
        )
        for fixture, serial in ((Fixture.READER, each.reader), (Fixture.SHUFFLER, each.shuffler)):
            if serial:
                change = tables.fit_equipment(desk, table=each.table, fixture=fixture, serial=serial)
    return change


def _free(wanted: str, taken: set[str]) -> str:
    number = 2
    free = wanted
    while free in taken:
        free, number = f"{wanted}-{number}", number + 1
    return free
