"""The readers screen from a moment: the lines on record, how they stand at work, and one of them whole."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from floorapp.domain.reader_lines import Latency, LineReason, LineSheet, LineState, ReaderLine
from floorapp.domain.readers import Flaw
from floorapp.domain.tables import Equipment, Fixture
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span_to_the_second
from floorapp.operations.act_table import Acts
from floorapp.operations.moment import Moment
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.phrases import because, clock, local, plural
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import TextLine, Words, line


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line: where it leads, how it stands, what it last said and what was counted."""

    line: str
    table: str
    reader: str
    virtual: bool
    state: State
    word: str
    signal: str
    frames: str
    missing: str
    flawed: str
    #: How the line itself stands; none while nobody listens to it.
    heard: LineState | None = None
    #: Its reader spoke, and the house does not know it.
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class WatchedStretch:
    """A part of the time a line was watched, from 0 to 1, and how it stood."""

    begins: float
    ends: float
    state: State


@dataclass(frozen=True, slots=True)
class LineDetail:
    """The selected line: what is wrong, its health over time, its facts and its frames."""

    line: str
    subject: str
    virtual: bool
    state: State
    word: str
    trouble: tuple[str, ...]
    health: tuple[WatchedStretch, ...]
    health_says: str
    facts: tuple[tuple[str, TextLine], ...]
    frames: str
    #: What a virtual reader can be told to do; empty for a real one.
    plays: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadersView:
    """The whole screen at one moment."""

    sentence: str
    rows: tuple[LineRow, ...]
    detail: LineDetail | None
    #: Whether a line may be added, and a virtual reader attached.
    add: Act
    attach: Act
    #: Why a person may not know a reader, switch a line, remove one, forget a reader; empty where they may.
    no_knowing: str = ""
    no_switching: str = ""
    no_removing: str = ""
    no_forgetting: str = ""


STATES = {
    LineState.LIVE: State.OKAY,
    LineState.OPENING: State.DUE,
    LineState.SILENT: State.OFFLINE,
    LineState.ABSENT: State.OFFLINE,
    LineState.FAULTY: State.ALARM,
    LineState.OFF: State.SHELVED,
}

#: What a line that failed is called, in a word or two.
FAULTS = {
    LineReason.FAULT: "fault",
    LineReason.TAMPER: "tampering",
    LineReason.SELF_TEST: "self-test failed",
    LineReason.NO_IDENTITY: "not identified",
    LineReason.STRANGER: "unrecognized",
    LineReason.WRONG_IDENTITY: "wrong reader",
    LineReason.NAMESAKE: "same serial number",
    LineReason.CHANGED: "identity changed",
    LineReason.CLONED: "cloned",
    LineReason.FORGED: "forged",
    LineReason.CHATTER: "chatter",
    LineReason.UNRECORDED: "not stored",
}
#: What was wrong with a frame, where the short word says too little.
FLAWS: dict[str, str] = {
    Flaw.NOISE: "noise",
    Flaw.OVERLONG: "too long",
    Flaw.CRC: "wrong checksum",
    Flaw.FORM: "unreadable",
    Flaw.FOREIGN: "for another address",
    Flaw.REPEAT: "repeated",
    Flaw.TURN: "out of turn",
    Flaw.LEAP: "with a number far ahead",
    Flaw.CLOCK: "with a clock that went back",
    Flaw.SESSION: "restarts under a session used before",
    Flaw.IDENTITY: "with another identity",
    Flaw.STRANGER: "before it identified itself",
    Flaw.FORGED: "forged",
    Flaw.REPLAYED: "played again",
}
WORDS = {LineState.ABSENT: "no port", LineState.SILENT: "no signal"}

#: What a virtual reader can be told by a press: the words of a script, and what it is called.
PLAYS = (
    Act("hand As Kh", "Blackjack"),
    Act("fault optics", "Fail"),
    Act("cleared fault", "Clear"),
    Act("unplug 5", "Unplug for 5 s"),
)

#: Worst first, as the list is read.
ORDER = (State.ALARM, State.OFFLINE, State.DUE, State.SHELVED, State.OKAY)


def readers_of(snapshot: Snapshot, selected: str) -> ReadersView:
    """Ask every line; the selected one whole, or the first."""
    moment = snapshot.moment
    plans = moment.state.find(ReaderLine, removed=False)
    sheets = {sheet.line: sheet for sheet in snapshot.lines.sheets()} if snapshot.lines else {}
    fitted = _fitted(moment)
    rows = tuple(sorted((_row(each, sheets, fitted) for each in plans), key=_place))
    wanted = next((each for each in rows if each.line == selected), rows[0] if rows else None)
    plan = next((each for each in plans if wanted and each.id == wanted.line), None)
    detail = None if plan is None or wanted is None else _detail(snapshot, plan, wanted, sheets.get(plan.id))
    add = button(Acts.add_line, "readers", moment.guard(Acts.add_line.name))
    attach = button(Acts.attach_virtual_reader, "readers", moment.guard(Acts.attach_virtual_reader.name))
    denied = {
        act: because(moment.guard(act))
        for act in (Acts.know_reader.name, Acts.switch_line.name, Acts.remove_line.name, Acts.forget_reader.name)
    }
    return ReadersView(
        _sentence(rows),
        rows,
        detail,
        add,
        attach,
        denied[Acts.know_reader.name],
        denied[Acts.switch_line.name],
        denied[Acts.remove_line.name],
        denied[Acts.forget_reader.name],
    )


def _fitted(moment: Moment) -> Mapping[str, str]:
    found = moment.state.find(Equipment, fitted=True)
    return {piece.serial: piece.table for piece in found if piece.fixture is Fixture.READER}


def _place(row: LineRow) -> tuple[int, str]:
    return ORDER.index(row.state), row.line


def _sentence(rows: tuple[LineRow, ...]) -> str:
    live = sum(row.heard is LineState.LIVE for row in rows)
    not_heard = sum(row.state is State.OFFLINE for row in rows)
    failed = sum(row.state is State.ALARM for row in rows)
    virtual = sum(row.virtual for row in rows)
    parts = [plural(len(rows), "line"), f"{live} live"]
    parts += [f"{not_heard} no signal"] if not_heard else []
    parts += [f"{failed} out of order or not trusted"] if failed else []
    parts += [f"{virtual} of them virtual"] if virtual else []
    return " · ".join(parts)


def _word(sheet: LineSheet) -> str:
    if sheet.state is LineState.FAULTY:
        return FAULTS.get(sheet.reason, "faulty")
    return WORDS.get(sheet.state, sheet.state.value)


def _row(plan: ReaderLine, sheets: Mapping[str, LineSheet], fitted: Mapping[str, str]) -> LineRow:
    expected = (plan.expects or "").rpartition("/")[2]
    sheet = sheets.get(plan.id)
    if sheet is None:
        table = fitted.get(expected) or fitted.get(plan.expects or "", "")
        word = "off" if not plan.on else "not open"
        return LineRow(
            plan.id,
            table,
            expected or "anyone",
            plan.virtual,
            State.SHELVED,
            word,
            "",
            "0",
            "0",
            "0",
            None if plan.on else LineState.OFF,
        )
    held = sheet.counters
    serial = sheet.reader.serial if sheet.reader else expected or "none yet"
    return LineRow(
        plan.id,
        sheet.table or "",
        serial,
        plan.virtual or sheet.virtual,
        STATES[sheet.state],
        _word(sheet),
        _signal(sheet).partition(",")[0],
        f"{held.frames:,}",
        f"{held.missing:,}",
        f"{sum(count for _, count in held.flaws):,}",
        sheet.state,
        sheet.state is LineState.FAULTY and sheet.reason is LineReason.STRANGER,
    )


def _signal(sheet: LineSheet) -> str:
    said = sheet.last_signal
    if said is None:
        return "none yet"
    up = "" if said.up_card is None else f", {said.up_card} up"
    return said.signal.replace("_", " ") + up


def _detail(snapshot: Snapshot, plan: ReaderLine, row: LineRow, sheet: LineSheet | None) -> LineDetail:
    moment = snapshot.moment
    if sheet is None:
        elsewhere = plan.station != snapshot.station
        why = f"Monitored by station {plan.station}." if elsewhere else "Not monitored now."
        facts = _set_up(plan)
        return LineDetail(
            plan.id, _about(row), row.virtual, row.state, row.word, (why,), (), "", facts, "No frames here."
        )
    trouble = sheet.trouble
    words = () if trouble is None else (trouble.what, trouble.means, trouble.do)
    health, says = _health(moment, sheet)
    return LineDetail(
        plan.id,
        _about(row),
        row.virtual,
        row.state,
        row.word,
        words,
        health,
        says,
        (*_facts(moment, sheet), *_set_up(plan)),
        _frames(moment, sheet),
        PLAYS if plan.virtual else (),
    )


def _about(row: LineRow) -> str:
    return f"{row.table or 'no table'} · reader {row.reader}"


def _fact(name: str, words: str, *, mono: bool = False) -> tuple[str, TextLine]:
    return name, line(Words(words, 13 if mono else 14, mono=mono, shrinks=True))


def _set_up(plan: ReaderLine) -> tuple[tuple[str, TextLine], ...]:
    way = "may answer" if plan.may_answer else "listen only"
    facts = [_fact("Port", plan.target, mono=True), _fact("Protocol", f"{plan.driver} · {way}")]
    if plan.group:
        facts.append(_fact("Device server", f"with {plan.group}"))
    return tuple(facts)


def _facts(moment: Moment, sheet: LineSheet) -> tuple[tuple[str, TextLine], ...]:
    reader, held = sheet.reader, sheet.counters
    said = _signal(sheet)
    if sheet.last_signal_at is not None:
        said += f" at {moment.house.time(sheet.last_signal_at, seconds=True)}"
    flaws = ", ".join(f"{count:,} {FLAWS.get(flaw, flaw)}" for flaw, count in held.flaws if count) or "none"
    return (
        _fact("Reader", reader.name if reader else "none connected yet"),
        _fact("Firmware", f"{reader.firmware}{', keyed' if sheet.keyed else ''}" if reader else "not known"),
        _fact("Signal", said),
        _fact("Last heard", _time(moment, sheet.last_heard, "nothing yet")),
        _fact("Running", _running(sheet.uptime_ms)),
        _fact("Delay", "not known" if sheet.uptime_ms is None else _delay(sheet.latency)),
        _fact(
            "Frames", f"{held.frames:,} in, {held.sent:,} out, {held.missing:,} missing in {plural(held.gaps, 'gap')}"
        ),
        _fact("Bad", flaws),
        _fact("Opened", f"{plural(held.openings, 'time')}, {_time(moment, sheet.open_since, 'not open now')}"),
    )


def _time(moment: Moment, at: datetime | None, otherwise: str) -> str:
    return otherwise if at is None else moment.house.time(at, seconds=True)


def _delay(late: Latency) -> str:
    return f"{late.last:.0f} ms now, {late.median:.0f} median, {late.worst:.0f} worst"


def _running(uptime_ms: int | None) -> str:
    if uptime_ms is None:
        return "not known"
    return f"{span_to_the_second(timedelta(milliseconds=uptime_ms))} since the reader's start"


def _health(moment: Moment, sheet: LineSheet) -> tuple[tuple[WatchedStretch, ...], str]:
    """How the line stood from the first change that is remembered until now."""
    changes = sheet.history
    if not changes:
        return (), "Monitoring just started."
    first = changes[0].at
    whole = max(1.0, (moment.now - first).total_seconds())
    ends = [each.at for each in changes[1:]] + [moment.now]
    parts, live = [], 0.0
    for change, end in zip(changes, ends, strict=True):
        begins, until = ((at - first).total_seconds() / whole for at in (change.at, end))
        parts.append(WatchedStretch(max(0.0, begins), min(1.0, max(begins, until)), STATES[change.now]))
        live += until - begins if change.now is LineState.LIVE else 0.0
    share = 100 * min(1.0, max(0.0, live))
    times = sum(each.now is not LineState.LIVE and each.was is LineState.LIVE for each in changes)
    lost = f", lost {plural(times, 'time')}" if times else ""
    return tuple(parts), f"Live {share:.1f}% of the time since {clock(moment, first)}{lost}"


def _to_the_millisecond(moment: Moment, at: datetime) -> str:
    return moment.house.style.to_the_millisecond(local(moment, at))


def _frames(moment: Moment, sheet: LineSheet) -> str:
    shown = [
        _to_the_millisecond(moment, each.at)
        + f"  {'out' if each.sent else 'in '}  {each.said}\n              {each.octets or '(empty)'}"
        for each in reversed(sheet.frames)
    ]
    return "\n".join(shown) or "No frame yet."
