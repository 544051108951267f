"""Setting up reader lines: where to listen, which readers to believe, and virtual ones to try things with."""

from __future__ import annotations

import re

from floorapp.domain.reader_lines import VIRTUAL, ListedReader, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.facts.house import EquipmentDescribed
from floorapp.operations.facts.lines import LineRemoved, LineSetUp, LineSwitched, ReaderListed, ReaderUnlisted
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import known_table, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import VIRTUAL_GROUP, virtual_key
from floorapp.operations.refusal import Refusal, bad_input, first, needs_name, needs_words, unknown
from floorapp.system import PORT

_TARGET = re.compile(
    r"(?:socket|rfc2217)://[^\s:/]+:\d{1,5}|listen://[^\s:/]+:\d{1,5}(?:\?from=[^\s&]+)?"
    r"|usb:[0-9a-f]{4}:[0-9a-f]{4}(?::\S+)?|virtual:\S+|/\S+|COM\d{1,3}",
    re.I,
)
_FRAMING = re.compile(r"[5-8][NEOMS](?:1|1\.5|2)")
#: Which of a port's lines are raised; as a rule none, for they reset many a board.
ASSERTS = ("", "dtr", "rts", "dtr+rts")
_KEY = re.compile(r"[^/\s][^/]*/[^/\s][^/]*/[^/\s][^/]*")


def _line(moment: Moment, line: str) -> ReaderLine | None:
    known = moment.state.get(ReaderLine, line)
    return None if known is None or known.removed else known


def may_add_line(moment: Moment, *, line: str) -> Refusal | None:
    """A shift manager or administrator; a line's name is used once at a time."""
    refusal = first(moment.guard("add_line"), needs_name(line, "name of the line"))
    if refusal is None and _line(moment, line.strip()) is not None:
        return bad_input(f"Line {line} already exists.", "Choose another name.")
    return refusal


def add_line(
    desk: Desk,
    *,
    line: str,
    target: str,
    driver: str = "floor-line",
    baud: int | None = None,
    address: int = 1,
    expects: str | None = None,
    may_answer: bool = False,
    group: str | None = None,
    framing: str = "8N1",
    asserts: str = "",
    settings: str = "",
) -> Change:
    """Listen to a line at this station; `expects` names the only reader that belongs on it."""
    name = line.strip()
    with desk.acting("add_line", Subject("reader-line", name)) as act:
        act.ask(may_add_line(act.moment, line=name))
        stated = LineSetUp(
            line=name,
            station=desk.logbook.station,
            target=target.strip(),
            driver=driver.strip(),
            baud=baud,
            address=address,
            expects=expects or None,
            may_answer=may_answer,
            group=group or None,
            framing=framing.strip().upper(),
            asserts=asserts,
            settings=settings.strip(),
        )
        act.ask(*_bad(act.moment, stated))
        return act.enter(stated)


def may_edit_line(moment: Moment, *, line: str) -> Refusal | None:
    """A shift manager or administrator, for a line of this floor that is set up."""
    refusal = moment.guard("edit_line")
    return unknown("line", line) if refusal is None and _line(moment, line) is None else refusal


def edit_line(
    desk: Desk,
    *,
    line: str,
    target: str,
    driver: str,
    baud: int | None,
    may_answer: bool,
    group: str | None,
    framing: str,
    asserts: str,
    settings: str,
) -> Change:
    """Set a line up otherwise; it is opened anew, and what came over it stays on record."""
    with desk.acting("edit_line", Subject("reader-line", line)) as act:
        act.ask(may_edit_line(act.moment, line=line))
        known = _line(act.moment, line)
        assert known is not None
        stated = LineSetUp(
            line=line,
            station=known.station,
            target=target.strip(),
            driver=driver.strip(),
            baud=baud,
            address=known.address,
            expects=known.expects,
            may_answer=may_answer,
            group=group or None,
            framing=framing.strip().upper(),
            asserts=asserts,
            settings=settings.strip(),
        )
        act.ask(*_bad(act.moment, stated))
        facts = (stated,) if known.on else (stated, LineSwitched(line=line, on=False, reason="it was off before"))
        return act.enter(*facts)


def _bad(moment: Moment, stated: LineSetUp) -> tuple[Refusal | None, ...]:
    """What is wrong with a line as somebody wants it."""
    return (
        needs_words(stated.driver, "protocol"),
        _bad_target(moment, stated.station, stated.target, stated.line),
        _bad_numbers(stated.baud, stated.address),
        _bad_framing(stated.framing, stated.asserts),
    )


def _bad_framing(framing: str, asserts: str) -> Refusal | None:
    if not _FRAMING.fullmatch(framing):
        return bad_input(f"“{framing}” is not data bits, parity and stop bits.", "Write them as 8N1 or 7E1.")
    if asserts not in ASSERTS:
        return bad_input(f"“{asserts}” cannot be raised.", f"Choose one of: {', '.join(filter(None, ASSERTS))}.")
    return None


def _bad_target(moment: Moment, station: str, target: str, line: str) -> Refusal | None:
    if not _TARGET.fullmatch(target):
        return bad_input(
            f"“{target}” is not a port.",
            f"Write a device name such as {PORT}, socket://HOST:PORT, rfc2217://HOST:PORT,"
            " listen://ADDRESS:PORT or usb:VENDOR:PRODUCT:SERIAL.",
        )
    for each in moment.state.find(ReaderLine, station=station, removed=False):
        if each.target == target and each.id != line:
            return bad_input(f"Line {each.id} already uses {target}.", "Choose another port.")
    return None


def _bad_numbers(baud: int | None, address: int) -> Refusal | None:
    if baud is not None and not 50 <= baud <= 4_000_000:
        return bad_input(f"{baud} is not a baud rate.", "Leave it blank for the default.")
    if not 0 <= address <= 255:
        return bad_input(f"{address} is not an address on a line.", "Enter a number from 0 to 255.")
    return None


def may_remove_line(moment: Moment, *, line: str) -> Refusal | None:
    """A shift manager or administrator, for a line that is set up."""
    refusal = moment.guard("remove_line")
    return unknown("line", line) if refusal is None and _line(moment, line) is None else refusal


def remove_line(desk: Desk, *, line: str, reason: str) -> Change:
    """Listen to a line no longer; what came over it stays on record."""
    with desk.acting("remove_line", Subject("reader-line", line)) as act:
        act.ask(may_remove_line(act.moment, line=line), needs_words(reason, "reason"))
        return act.enter(LineRemoved(line=line, reason=reason.strip()))


def may_switch_line(moment: Moment, *, line: str, on: bool) -> Refusal | None:
    """Somebody of the floor, for a line that stands the other way."""
    refusal = moment.guard("switch_line")
    known = _line(moment, line)
    if refusal is None and known is None:
        return unknown("line", line)
    if refusal is None and known is not None and known.on == on:
        return bad_input(f"Line {line} is already {'on' if on else 'off'}.", "Nothing to do.")
    return refusal


def switch_line(desk: Desk, *, line: str, on: bool, reason: str) -> Change:
    """Switch a line off, for maintenance, or on again."""
    with desk.acting("switch_line", Subject("reader-line", line)) as act:
        act.ask(may_switch_line(act.moment, line=line, on=on), needs_words(reason, "reason"))
        return act.enter(LineSwitched(line=line, on=on, reason=reason.strip()))


def may_know_reader(moment: Moment, *, reader: str) -> Refusal | None:
    """A shift manager or administrator; by make, model and serial number, once."""
    refusal = moment.guard("know_reader")
    if refusal is None and not _KEY.fullmatch(reader):
        return bad_input(f"“{reader}” is not a reader's identity.", "Give it as MAKE/MODEL/SERIAL.")
    known = moment.state.get(ListedReader, reader)
    if refusal is None and known is not None and not known.forgotten:
        return bad_input(f"{reader} is already registered.", "Nothing to do.")
    return refusal


def know_reader(desk: Desk, *, reader: str, kind: ReaderKind, virtual: bool = False) -> Change:
    """Put a reader on the house's list; it speaks for the table where its serial number is fitted."""
    with desk.acting("know_reader", Subject("equipment", reader.rpartition("/")[2])) as act:
        act.ask(may_know_reader(act.moment, reader=reader))
        return act.enter(ReaderListed(reader=reader, kind=kind, virtual=virtual))


def may_forget_reader(moment: Moment, *, reader: str) -> Refusal | None:
    """A shift manager or administrator, for a reader on the list."""
    refusal = moment.guard("forget_reader")
    known = moment.state.get(ListedReader, reader)
    return unknown("reader", reader) if refusal is None and (known is None or known.forgotten) else refusal


def forget_reader(desk: Desk, *, reader: str, reason: str) -> Change:
    """Take a reader off the list; from then on it is a stranger."""
    with desk.acting("forget_reader", Subject("equipment", reader.rpartition("/")[2])) as act:
        act.ask(may_forget_reader(act.moment, reader=reader), needs_words(reason, "reason"))
        return act.enter(ReaderUnlisted(reader=reader, reason=reason.strip()))


def may_attach_virtual_reader(moment: Moment, *, table: str) -> Refusal | None:
    """A shift manager or administrator, at a table without a reader: it must not pass for a real one."""
    refusal = moment.guard("attach_virtual_reader") or known_table(moment, table)
    piece = moment.state.get(Equipment, table, Fixture.READER)
    if refusal is None and piece is not None and piece.fitted:
        return Refusal(
            "reader-fitted",
            f"Table {table} has reader {piece.serial} on record.",
            "A virtual reader must not replace a real one.",
            "Choose a table without a reader, or record that the reader was removed.",
        )
    return refusal


def attach_virtual_reader(desk: Desk, *, table: str) -> Change:
    """Fit a virtual reader to a table and listen to it; it is marked as virtual wherever it is seen."""
    with desk.acting("attach_virtual_reader", Subject("table", table)) as act:
        act.ask(may_attach_virtual_reader(act.moment, table=table))
        serial = _free_serial(act)
        key = virtual_key(serial)
        kind = ReaderKind(rulebook_of(act.moment, table).reader.kind.value)
        fitted = EquipmentDescribed(
            table=table,
            fixture=Fixture.READER,
            serial=serial,
            place="virtual",
            decks=None,
            approval="",
            reader_kind=kind,
            modes=(),
        )
        line = LineSetUp(
            line=serial,
            station=desk.logbook.station,
            target=VIRTUAL + serial,
            driver="floor-line",
            baud=None,
            address=1,
            expects=key,
            may_answer=True,
            group=VIRTUAL_GROUP,
            framing="8N1",
            asserts="",
            settings="",
        )
        return act.enter(fitted, ReaderListed(reader=key, kind=kind, virtual=True), line)


def _free_serial(act: Acting) -> str:
    """The next virtual reader's number; one that was ever given is not given again."""
    number = 1
    state = act.moment.state
    while True:
        serial = f"VR-{number:04}"
        if state.get(ListedReader, virtual_key(serial)) is None and state.get(ReaderLine, serial) is None:
            return serial
        number += 1
