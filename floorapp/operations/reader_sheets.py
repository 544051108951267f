"""The sheets of the reader screen: every line at a glance, and one line with its counts and its frames in hex."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.property import Property
from floorapp.domain.reader_lines import LineSheet, LineState
from floorapp.operations.moment import Moment
from floorapp.operations.sheet import (
    Cell,
    Column,
    Dash,
    Fact,
    Facts,
    Figure,
    Head,
    Kind,
    Mark,
    Prose,
    Row,
    Section,
    Sheet,
    Sign,
    Table,
    Tally,
    table,
)

SIGNS = {
    LineState.LIVE: Sign.OKAY,
    LineState.OPENING: Sign.DUE,
    LineState.SILENT: Sign.ALARM,
    LineState.ABSENT: Sign.ALARM,
    LineState.FAULTY: Sign.ALARM,
    LineState.OFF: Sign.OFFLINE,
}


def lines_sheet(moment: Moment, sheets: tuple[LineSheet, ...]) -> Sheet:
    """Every line: its state, its reader and table, its last signal and its counts; what is wrong, in words."""
    ordered = sorted(sheets, key=lambda each: (SIGNS[each.state] is not Sign.ALARM, each.line))
    live = sum(each.state is LineState.LIVE for each in sheets)
    tally = Tally(
        (
            Figure(str(len(sheets)), "lines"),
            Figure(str(live), "live"),
            Figure(str(sum(SIGNS[each.state] is Sign.ALARM for each in sheets)), "in alarm"),
            Figure(f"{sum(each.counters.frames for each in sheets):,}", "frames since the start"),
        )
    )
    sections: tuple[Section, ...] = (tally, _lines(moment, tuple(ordered)))
    return Sheet(_head(moment, "Reader lines"), sections)


def line_sheet(moment: Moment, sheet: LineSheet) -> Sheet:
    """One line: who is there, what was counted, and the last frames both ways."""
    sections: list[Section] = [_facts(moment, sheet)]
    if sheet.trouble is not None:
        trouble = sheet.trouble
        sections.append(Prose((trouble.what, trouble.means, trouble.do), title="What is wrong"))
    sections += [_counts(sheet), _frames(moment, sheet), _changes(moment, sheet)]
    return Sheet(_head(moment, f"Reader line {sheet.line}"), tuple(sections))


def _head(moment: Moment, title: str) -> Head:
    house = moment.state.get(Property, "house")
    name = house.name if house else "This house"
    return Head(name, title, "RL-1", "1", "As it stands", f"{_time(moment, moment.now)}, {moment.day}")


def _time(moment: Moment, at: datetime) -> str:
    return at.astimezone(moment.house.zone).strftime("%H:%M:%S")


def _when(moment: Moment, at: datetime | None, meaning: str) -> Cell:
    return Dash(meaning) if at is None else _time(moment, at)


def _state(sheet: LineSheet) -> Mark:
    reason = sheet.reason.replace("-", " ")
    return Mark(f"{sheet.state}, {reason}", SIGNS[sheet.state])


def _reader(sheet: LineSheet) -> Cell:
    return Dash("nobody has greeted yet") if sheet.reader is None else sheet.reader.name


def _signal(sheet: LineSheet) -> Cell:
    signal = sheet.last_signal
    if signal is None:
        return Dash("no signal yet")
    up = "" if signal.up_card is None else f", {signal.up_card} up"
    return signal.signal.replace("_", " ") + up


def _lines(moment: Moment, sheets: tuple[LineSheet, ...]) -> Table:
    columns = (
        Column("Line", Kind.ID), Column("Table", Kind.NAME), Column("Reader", Kind.TEXT, 2.0),
        Column("State", Kind.STATE, 1.6), Column("Since", Kind.TIME), Column("Last heard", Kind.TIME),
        Column("Last signal", Kind.TEXT, 1.4), Column("Frames", Kind.NUMBER), Column("Missing", Kind.NUMBER),
        Column("Not believed", Kind.NUMBER),
    )  # fmt: skip
    rows = tuple(
        Row(
            (
                each.line, each.table or Dash("at no table"), _reader(each), _state(each),
                _time(moment, each.since), _when(moment, each.last_heard, "nothing heard yet"), _signal(each),
                f"{each.counters.frames:,}", f"{each.counters.missing:,}", f"{_flawed(each):,}",
            ),
            notes=() if each.trouble is None else (str(each.trouble),),
        )
        for each in sheets
    )  # fmt: skip
    return table(*columns, rows=rows, title="Lines")


def _flawed(sheet: LineSheet) -> int:
    return sum(count for _, count in sheet.counters.flaws)


def _facts(moment: Moment, sheet: LineSheet) -> Facts:
    uptime = "not known" if sheet.uptime_ms is None else f"{sheet.uptime_ms / 1000:,.0f} s"
    opened = "not open" if sheet.open_since is None else _time(moment, sheet.open_since)
    late = sheet.latency
    return Facts(
        (
            Fact("State", _state(sheet)),
            Fact("Reader", str(_reader(sheet))),
            Fact("Table", sheet.table or "at no table"),
            Fact("Port", f"{sheet.target} ({sheet.port})" if sheet.port else sheet.target),
            Fact("Protocol", sheet.driver + (", keyed" if sheet.keyed else "")),
            Fact("Direction", "listening only" if sheet.listening_only else "may answer"),
            Fact("Last signal", str(_signal(sheet))),
            Fact("Reader's uptime", uptime),
            Fact("Open since", opened),
            Fact("Delay", f"last {late.last:.1f} ms, median {late.median:.1f} ms, worst {late.worst:.1f} ms"),
        )
    )


def _counts(sheet: LineSheet) -> Table:
    held = sheet.counters
    counts = [
        ("bytes", held.octets), ("frames", held.frames), ("good frames", held.good), ("gaps", held.gaps),
        ("missing frames", held.missing), ("not stored", held.unrecorded), ("dropped as chatter", held.dropped),
        ("sent", held.sent), ("times opened", held.openings),
        *((f"not believed: {flaw}", count) for flaw, count in held.flaws),
    ]  # fmt: skip
    rows = tuple(Row((name, f"{count:,}")) for name, count in counts)
    columns = (Column("What", Kind.TEXT, 3.0), Column("How often", Kind.NUMBER))
    return table(*columns, rows=rows, title="Since the start")


def _frames(moment: Moment, sheet: LineSheet) -> Table:
    rows = tuple(
        Row((_time(moment, each.at), "out" if each.sent else "in", each.octets or Dash("empty"), each.said))
        for each in reversed(sheet.frames)
    )
    columns = (Column("Time", Kind.TIME), Column("Way"), Column("Bytes", Kind.ID, 5.0), Column("Said", weight=2.0))
    return table(*columns, rows=rows, title="Last frames")


def _changes(moment: Moment, sheet: LineSheet) -> Table:
    rows = tuple(
        Row((_time(moment, each.at), str(each.was), str(each.now), each.reason.replace("-", " ")))
        for each in reversed(sheet.history)
    )
    columns = (Column("Time", Kind.TIME), Column("From", Kind.STATE), Column("To", Kind.STATE), Column("Why"))
    return table(*columns, rows=rows, title="Changes")
