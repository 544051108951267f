"""The shufflers screen from a moment: batches and what comes next, faults and how long they took."""

from __future__ import annotations

from datetime import timedelta
from statistics import median

from floorapp.domain.decks import Spot
from floorapp.domain.devices import Shuffler, ShufflerCondition
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Equipment, Fixture, Phase, ShufflingMethod
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span_to_the_second
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import shufflers
from floorapp.operations.floor_queries import note_of
from floorapp.operations.moment import Moment
from floorapp.operations.papers.record import Record
from floorapp.operations.shuffler_faults import ShufflerFault, shuffler_faults
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, glances
from floorapp.screens.offers.next_shoe import shoe_act
from floorapp.screens.phrases import back_of, clock, plural
from floorapp.screens.plan import game_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import Chip, TextLine, Words, line


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in the shoe, the rack or the shuffler: a back and its set, or nothing."""

    back: Back | None = None
    word: str = ""
    deck_set: str = ""


@dataclass(frozen=True, slots=True)
class ShufflerRow:
    """One shuffler: its batches, what comes next, and how it stands."""

    table: str
    serial: str
    shoe: Lying
    rack: Lying
    shuffler: Lying
    now: str
    state: State
    word: str
    closed: bool = False
    #: Both batches wait for a swap.
    swap: bool = False


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One fault of the last days, with how long it took."""

    entry: str
    when: str
    table: str
    what: str
    seen: str
    reshuffled: str
    back: str
    open: bool


@dataclass(frozen=True, slots=True)
class ShufflerDetail:
    """The selected shuffler: where its batches are, what must happen, and what can be done."""

    table: str
    subject: str
    state: State
    word: str
    now: str
    cite: str
    facts: tuple[tuple[str, TextLine], ...]
    act: Act


@dataclass(frozen=True, slots=True)
class ShufflersView:
    """The whole screen at one moment."""

    sentence: str
    rows: tuple[ShufflerRow, ...]
    detail: ShufflerDetail | None
    faults: tuple[FaultRow, ...]
    faults_say: str


#: The whole logbook, whatever it has grown to.
ALL = 2**62
DAYS = 7
MOST_FAULTS = 60

CONDITIONS = {
    ShufflerCondition.JAMMED: "jam",
    ShufflerCondition.STOPPED: "stopped",
    ShufflerCondition.FAILED: "cycle failed",
    ShufflerCondition.OUT_OF_ORDER: "out of order",
    ShufflerCondition.WORKING: "working",
}
LOUD = (State.ALARM, State.WARNING, State.DUE, State.SHELVED, State.OKAY)


def shufflers_of(snapshot: Snapshot, selected: str) -> ShufflersView:
    """Ask every table that has a shuffler; the selected one whole, or the first."""
    moment = snapshot.moment
    tables = {name: each for name, each in glances(moment).items() if each.table.method is not ShufflingMethod.BY_HAND}
    found = sorted((_row(moment, each) for each in tables.values()), key=_place)
    wanted = next((each for each in found if each.table == selected), found[0] if found else None)
    detail = None if wanted is None else _detail(moment, tables[wanted.table], wanted)
    record = Record(snapshot.book, upto=ALL, rulebooks=moment.rulebooks)
    first = GamingDay(moment.day.date - timedelta(days=DAYS - 1))
    faults = shuffler_faults(record, first, moment.day) if found else ()
    rows = tuple(_fault(moment, each) for each in reversed(faults))[:MOST_FAULTS]
    return ShufflersView(_sentence(tuple(found)), tuple(found), detail, rows, _usual(faults))


def _place(row: ShufflerRow) -> tuple[int, bool, str]:
    return LOUD.index(row.state), row.closed, row.table


def _sentence(rows: tuple[ShufflerRow, ...]) -> str:
    parts = [plural(len(rows), "shuffler")]
    for words, state in (
        ("not acknowledged", State.ALARM),
        ("needs attention", State.WARNING),
        ("not used", State.SHELVED),
    ):
        count = sum(row.state is state for row in rows)
        parts += [f"{count} {words}"] if count else []
    swaps = sum(row.swap for row in rows)
    parts += [f"{plural(swaps, 'swap')} to make"] if swaps else []
    return " · ".join(parts)


def _lying(glance: Glance, spot: Spot) -> Lying:
    found = glance.lying(spot)
    return Lying() if found is None else Lying(back_of(found.back), found.back, found.id)


def _row(moment: Moment, glance: Glance) -> ShufflerRow:
    piece = moment.state.get(Equipment, glance.table.id, Fixture.SHUFFLER)
    known = moment.state.get(Shuffler, glance.table.id)
    state, word = _standing(moment, glance, known)
    return ShufflerRow(
        glance.table.id,
        piece.serial if piece and piece.fitted else "none installed",
        _lying(glance, Spot.SHOE),
        _lying(glance, Spot.RACK),
        _lying(glance, Spot.SHUFFLER),
        _now(glance, known),
        state,
        word,
        closed=state is State.OKAY and glance.phase is Phase.CLOSED,
        swap=_to_swap(glance, known),
    )


def _standing(moment: Moment, glance: Glance, known: Shuffler | None) -> tuple[State, str]:
    if known is None or known.condition is ShufflerCondition.WORKING:
        if known is not None and known.reshuffle_due:
            return State.WARNING, "reshuffle due"
        if any(duty.key.startswith("two-batches") for duty in glance.duties):
            return State.ALARM, "both batches in the rack"
        return State.OKAY, "closed" if glance.phase is Phase.CLOSED else "working"
    if known.condition is ShufflerCondition.OUT_OF_ORDER:
        state = State.WARNING if known.reshuffle_due else State.SHELVED
        return state, "out of order"
    minutes = int((moment.now - known.since).total_seconds() // 60)
    word = f"{CONDITIONS[known.condition]} {minutes} min" if minutes < 60 else CONDITIONS[known.condition]
    return (State.ALARM if known.acknowledged_at is None else State.WARNING), word


def _to_swap(glance: Glance, known: Shuffler | None) -> bool:
    """Whether a batch waits in the rack and the other in the shuffler, at a table that plays with it."""
    if known is not None and (known.reshuffle_due or known.condition is ShufflerCondition.OUT_OF_ORDER):
        return False
    waits = glance.lying(Spot.RACK) is not None and glance.lying(Spot.SHUFFLER) is not None
    return waits and glance.phase is not Phase.CLOSED


def _now(glance: Glance, known: Shuffler | None) -> str:
    """What must happen next, or what goes on."""
    if known is not None and known.reshuffle_due:
        return "Reshuffle the faulted batch"
    if known is not None and known.condition is ShufflerCondition.OUT_OF_ORDER:
        return "Hand shuffle until it is back"
    if glance.phase is Phase.CLOSED:
        return "Closed"
    shoe, rack, inside = (glance.lying(spot) for spot in (Spot.SHOE, Spot.RACK, Spot.SHUFFLER))
    if rack is not None and inside is not None:
        return f"Swap: {inside.back} into the shoe, {rack.back} into the shuffler"
    if glance.table.method is not ShufflingMethod.BATCH_SHUFFLER:
        return "Cards go back into the shuffler" if shoe or inside else "No cards in play"
    if shoe is not None and inside is not None:
        return f"{shoe.back.capitalize()} is dealt while {inside.back} is shuffled"
    if shoe is not None:
        spare = glance.lying(Spot.TABLE)
        return (
            f"Load {spare.back} into the shuffler" if spare else f"{shoe.back.capitalize()} is dealt, no second batch"
        )
    return "No shoe in play"


def _detail(moment: Moment, glance: Glance, row: ShufflerRow) -> ShufflerDetail:
    known = moment.state.get(Shuffler, row.table)
    return ShufflerDetail(
        row.table,
        f"{game_of(glance)} · {glance.table.method.words} {row.serial}",
        row.state,
        row.word,
        row.now,
        _cite(moment, glance, known),
        _facts(moment, glance, known),
        _act(moment, glance, known),
    )


def _cite(moment: Moment, glance: Glance, known: Shuffler | None) -> str:
    book = glance.rulebook
    if known is not None and known.condition in shufflers.FAULTS or (known is not None and known.reshuffle_due):
        return f"A faulted shuffle is repeated: {note_of(book, 'shuffler-jam', '').cite}"
    removal = shufflers.must_be_removed(moment, glance.table.id)
    if known is not None and known.condition is ShufflerCondition.OUT_OF_ORDER:
        cite = removal or note_of(book, "shuffler-unusable", "").cite
        done = "Removed from the table" if removal else "Covered or signed out of order"
        return f"{done} before another way is used: {cite}"
    turns = book.duty_named.get(("batches-two", ""))
    if glance.table.method is ShufflingMethod.BATCH_SHUFFLER and turns is not None:
        return f"Two batches of different backs take turns: {turns.cite}"
    return ""


def _facts(moment: Moment, glance: Glance, known: Shuffler | None) -> tuple[tuple[str, TextLine], ...]:
    places = (("Shoe", Spot.SHOE, True), ("Rack", Spot.RACK, True), ("Shuffler", Spot.SHUFFLER, False))
    facts = [(name, _set(glance, spot, filled=filled)) for name, spot, filled in places]
    if known is not None and known.condition is not ShufflerCondition.WORKING:
        facts.append(("Since", line(Words(f"{CONDITIONS[known.condition]}, {clock(moment, known.since)}", 14))))
        seen = clock(moment, known.acknowledged_at) if known.acknowledged_at else "not yet"
        facts.append(("Acknowledged", line(Words(seen, 14))))
    if known is not None and known.reshuffle_due:
        facts.append(("Reshuffled", line(Words("not yet", 14, 600, "warning"))))
    return tuple(facts)


def _set(glance: Glance, spot: Spot, *, filled: bool) -> TextLine:
    found = glance.lying(spot)
    if found is None:
        return line(Words("empty", 14, 400, "ink3"))
    back = back_of(found.back)
    words = (Words(found.back, 14), Words(found.id, 13, 400, "ink2", mono=True, shrinks=True))
    return line(Chip(back, filled), *words, gap=8) if back else line(*words, gap=8)


def _act(moment: Moment, glance: Glance, known: Shuffler | None) -> Act:
    """The one thing that presses here."""
    table = glance.table.id
    if known is not None and known.condition in shufflers.FAULTS and known.acknowledged_at is None:
        refusal = shufflers.may_acknowledge_shuffler_fault(moment, table=table)
        return button(Acts.acknowledge_shuffler_fault, "shufflers", refusal)
    if known is not None and known.reshuffle_due:
        refusal = shufflers.may_reshuffle_after_fault(moment, table=table)
        return button(Acts.reshuffle_after_fault, "shufflers", refusal)
    if known is not None and known.condition is not ShufflerCondition.WORKING:
        refusal = shufflers.may_return_shuffler(moment, table=table)
        return button(Acts.return_shuffler, "shufflers", refusal)
    return shoe_act(moment, glance)


def _fault(moment: Moment, fault: ShufflerFault) -> FaultRow:
    what = f"{CONDITIONS[ShufflerCondition(fault.condition)].capitalize()}: {fault.says}"
    return FaultRow(
        fault.entry,
        clock(moment, fault.since),
        fault.table,
        what,
        _took(fault.until_seen),
        _took(fault.until_reshuffled),
        _took(fault.until_back),
        fault.seen_at is None,
    )


def _took(length: timedelta | None) -> str:
    if length is None:
        return "not yet"
    return span_to_the_second(length)


def _usual(faults: tuple[ShufflerFault, ...]) -> str:
    """How long it usually takes: the middle one, and the longest."""
    if not faults:
        return "none"
    said = [plural(len(faults), "fault")]
    for words, times in (
        ("acknowledged", [each.until_seen for each in faults]),
        ("reshuffled", [each.until_reshuffled for each in faults]),
    ):
        known = [each.total_seconds() for each in times if each is not None]
        if known:
            usual, longest = timedelta(seconds=median(known)), timedelta(seconds=max(known))
            said.append(f"{words} after {_took(usual)} (median), {_took(longest)} longest")
    return " · ".join(said)
