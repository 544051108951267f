"""The table screen from a moment: six facts, acts, and its timeline with corrections struck."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.property import Pit
from floorapp.domain.tables import Phase, Post
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN, span
from floorapp.operations.act_table import Acts
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import holder
from floorapp.operations.moment import Moment
from floorapp.operations.table_cap import most_tables
from floorapp.screens.acts import OTHER
from floorapp.screens.drawer import batches_line, change_of, door_of, reader_act, since_of, stopped_acts
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, glances, of_hours
from floorapp.screens.history import timeline_of, with_corrections
from floorapp.screens.lists import TimelineRow
from floorapp.screens.offers.next_shoe import next_shoe_says, shoe_act
from floorapp.screens.open_findings import StandingLine, standing_of
from floorapp.screens.phrases import clock, plural, short_of
from floorapp.screens.plan import game_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import Ring, Sign, TextLine, Words, line
from floorapp.screens.told import told_of


@dataclass(frozen=True, slots=True)
class FactShown:
    """One of the six facts: its label, the fact, and a second line."""

    label: str
    value: TextLine
    detail: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole screen at one moment; the first act is the primary one."""

    name: str
    subject: str
    rulebook: TextLine
    state: State
    word: str
    drawing: TableDrawing
    facts: tuple[FactShown, ...]
    acts: tuple[Act, ...]
    period: str
    filters: tuple[tuple[str, str], ...]
    timeline: tuple[TimelineRow, ...]
    #: What stands against dealing, most of it with the act that clears it; and what that list is called.
    standing: tuple[StandingLine, ...] = ()
    standing_title: str = ""
    #: What the next shoe would write, said before its key is pressed.
    next_shoe: str = ""


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """What the drawing shows of a table."""

    name: str
    boxes: int
    age: float
    decks_state: State
    shoe: Back | None
    shuffler: Back | None
    reader: State
    reader_words: str


#: How many entries a timeline shows at once; more are asked page by page.
PAGE = 60

FILTERS = (
    ("all", "All"),
    ("decks", "Decks"),
    ("shoe", "Shoes"),
    ("shuffler", "Shuffler"),
    ("reader", "Reader"),
    ("incident", "Incidents"),
    ("correction", "Corrections"),
)
FIGURE = 18, 600
#: What the list of what stands is called.
STANDING = {
    Phase.OPEN: "Before the next round",
    Phase.SUSPENDED: "Before dealing resumes",
    Phase.CLOSED: "Before it can open",
}


def table_of(snapshot: Snapshot, name: str, only: str) -> TableView | None:
    """Ask one table whole; None where there is none of that name."""
    moment = snapshot.moment
    tables = glances(moment)
    glance = tables.get(name)
    if glance is None:
        return None
    entries = snapshot.book.page(about=Subject("table", name), limit=PAGE)
    told = [(entry, told_of(moment, entry)) for entry in entries]
    counts = Counter(each.about for _entry, each in told)
    filters = tuple((key, f"{words} {len(told) if key == 'all' else counts[key]}") for key, words in FILTERS)
    kept = [pair for pair in told if only in ("all", pair[1].about)]
    pit = moment.state.get(Pit, glance.table.pit)
    where = pit.name.split(" (")[0] if pit else ""
    calm = glance.state is State.OKAY and glance.phase is not Phase.CLOSED
    return TableView(
        name,
        f"{game_of(glance)} · {where} · {since_of(moment, glance)}",
        _rulebook(moment, glance),
        glance.state,
        "open" if calm else glance.word,
        _drawing(glance),
        _facts(moment, glance, tables),
        table_acts(moment, glance),
        f"newest {plural(len(told), 'entry', 'entries')}",
        filters,
        timeline_of(moment, kept, with_corrections(snapshot, entries)),
        standing_of(moment, glance),
        STANDING[glance.phase],
        next_shoe_says(moment, glance),
    )


def _rulebook(moment: Moment, glance: Glance) -> TextLine:
    book = glance.rulebook
    pieces = [Words("Rulebook", 13, 400, "ink2"), Words(book.id, 13, 400, "ink2", mono=True)]
    standing = book.standing
    until = f", in force until {PLAIN.date(standing.until)}" if standing.until else ""
    caution = "" if standing.in_force(moment.day.date) else f" · {standing.status}{until}; see the rulebook"
    pieces.append(Words(f"version {book.version}{caution}", 13, 400, "ink2", shrinks=True))
    return line(*pieces, gap=5)


def _drawing(glance: Glance) -> TableDrawing:
    reader = glance.reader_state or State.OKAY
    word = {State.OKAY: "reader inspected", State.ALARM: "reader out of order", State.DUE: "reader inspection due"}
    return TableDrawing(
        glance.table.id,
        glance.table.boxes,
        glance.share,
        glance.decks_state,
        glance.in_shoe,
        glance.in_shuffler,
        reader,
        word.get(reader, "") if glance.reader_state else "no reader",
    )


def table_acts(moment: Moment, glance: Glance) -> tuple[Act, ...]:
    """The acts of the screen; the first presses most."""
    reader = reader_act(moment, glance)
    whole = {Acts.inspect_reader.name: "Inspect reader", Acts.mend_reader.name: "Repair reader…"}
    reader = replace(reader, words=whole[reader.name])
    acts = [change_of(moment), reader, shoe_act(moment, glance), door_of(moment, glance)]
    if glance.phase is Phase.SUSPENDED:
        acts = [*stopped_acts(moment, glance), *acts]
    elif glance.phase is Phase.CLOSED:
        acts.insert(0, acts.pop())
    last = {act.name: act for act in (*acts, OTHER)}
    return tuple(last.values())


def _facts(moment: Moment, glance: Glance, tables: dict[str, Glance]) -> tuple[FactShown, ...]:
    return (
        _decks(moment, glance),
        FactShown("Batches", batches_line(glance), glance.table.method.words),
        _reader(glance),
        _inspection(moment, glance),
        _floorperson(moment, glance, tables),
        _incidents(moment, glance),
    )


def _decks(moment: Moment, glance: Glance) -> FactShown:
    if glance.age is None:
        return FactShown("Decks", line(Words("none", *FIGURE)), "no cards open at this table")
    value = line(
        Ring(glance.share, glance.decks_state, 23),
        Words(f"{span(glance.age)} {of_hours(glance)}".rstrip(), *FIGURE),
        gap=9,
    )
    broken = clock(moment, moment.now - glance.age)
    names = ", ".join(each.id for each in glance.sets[:1]) + (" and another" if glance.sets[1:] else "")
    return FactShown("Decks", value, f"{names} · since {broken}")


def _reader(glance: Glance) -> FactShown:
    if glance.reader_state is None:
        return FactShown("Reader", line(Words("none", *FIGURE)), "no reader is installed")
    failed = glance.reader_state is State.ALARM
    word = "out of order" if failed else "working"
    detail = (
        glance.reader.says
        if failed and glance.reader
        else f"{'virtual, ' if glance.virtual else ''}serial {glance.serial}"
    )
    return FactShown("Reader", line(Sign(State.ALARM if failed else State.OKAY, 16), Words(word, *FIGURE)), detail)


def _inspection(moment: Moment, glance: Glance) -> FactShown:
    reader = glance.reader
    if glance.reader_state is None:
        return FactShown("Last inspection", line(Words("none", *FIGURE)), "no reader is installed")
    if reader is None or reader.inspected_at is None:
        return FactShown("Last inspection", line(Sign(State.DUE, 16), Words("never", *FIGURE)), "")
    today = not glance.inspection_owed
    state = State.OKAY if today else State.DUE
    words = clock(moment, reader.inspected_at)
    return FactShown(
        "Last inspection",
        line(Sign(state, 16), Words(words, *FIGURE)),
        f"{short_of(moment, reader.inspected_by)}, pass" + ("" if today else " · due today"),
    )


def _floorperson(moment: Moment, glance: Glance, tables: dict[str, Glance]) -> FactShown:
    if glance.floorperson is None:
        return FactShown("Floorperson", line(Words("nobody", *FIGURE)), "assign one before the table opens")
    held = {name: each.rulebook for name, each in tables.items() if each.floorperson == glance.floorperson}
    detail = f"{len(held)} of {most_tables(moment.policy, held.values()).most} tables: {', '.join(held)}"
    dealer = holder(moment, glance.table.id, Post.DEALER)
    if dealer is not None:
        detail = f"{short_of(moment, dealer)} deals · {detail}"
    return FactShown("Floorperson", line(Words(short_of(moment, glance.floorperson), *FIGURE, shrinks=True)), detail)


def _incidents(moment: Moment, glance: Glance) -> FactShown:
    found = moment.state.find(Incident, table=glance.table.id)
    standing = [each for each in found if each.phase is not IncidentPhase.CLOSED]
    if not standing:
        return FactShown("Open incidents", line(Words("none", *FIGURE)), f"{len(found)} closed")
    value = line(Sign(State.DUE, 16), Words(str(len(standing)), *FIGURE))
    return FactShown("Open incidents", value, ", ".join(f"{each.number} {each.phase}" for each in standing))
