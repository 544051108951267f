"""What can be done about reader lines: add, switch, remove, know and forget a reader, attach a virtual one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.tables import Equipment, Fixture, Table
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import lines
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import FreePort
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.table_presses import place_reader
from floorapp.screens.forms import NO, YES, Act, Asked, Form
from floorapp.screens.offers.offer import Found, Maker, Offer, Values, number, of_moment
from floorapp.screens.phrases import because
from floorapp.screens.snapshot import Snapshot
from floorapp.system import PORT

NEITHER = "neither"
PUT_AT_TABLE = Act("put_at_table", "Put at a table…", "Alt P")


def _about(make: Callable[[Snapshot, ReaderLine], Offer]) -> Maker:
    """A form about a line that is set up."""

    def offered(snapshot: Snapshot, line: str) -> Offer | None:
        plan = snapshot.moment.state.get(ReaderLine, line)
        return make(snapshot, plan) if plan is not None else None

    return offered


def add_line(snapshot: Snapshot, _line: str) -> Offer:
    """A line of this station, at a port where one is found."""
    found = snapshot.lines.ports() if snapshot.lines else ()

    def do(desk: Desk, values: Values) -> Change:
        return lines.add_line(desk, line=values["line"], **_set_up(snapshot, values, NEW))

    form = Form(
        Acts.add_line.name,
        snapshot.station,
        "Add a line",
        "A line is a serial port, or a port of a device server, with a reader on it.",
        (),
        (Asked("line", "Name of the line", hint="07"), *_asked(snapshot, NEW, found)),
        Act("do", "Add line", "F9", because(snapshot.moment.guard(Acts.add_line.name))),
        "It opens right away; the reader is checked before it is trusted.",
        look=LISTEN,
        look_below="target",
    )
    return Offer(do, form, look=_listening(snapshot, NEW))


#: A line before anything is said of it.
NEW = ReaderLine("", "")
#: Finds out what speaks at a port before a line is made of it.
LISTEN = Act("look", "Listen 5 s and identify it", "F8")


def _listening(snapshot: Snapshot, plan: ReaderLine) -> Callable[[Values], Found]:
    lines = snapshot.lines

    def look(values: Values) -> Found:
        target = _target(lines.ports() if lines else (), values, plan)
        if plan.on and target and target == plan.target:
            says = f"Line {plan.id} is already listening there: see its last frames."
            return Found(f"{says} To identify it again, switch the line off first.", {})
        if lines is None or not target:
            return Found("Choose a port first, or enter its address.", {})
        baud = values["baud"]
        heard = lines.recognize(
            ReaderLine(
                values.get("line", plan.id),
                target,
                baud=int(baud) if baud.isdigit() else None,
                may_answer=values["answer"] == YES,
                framing=values["framing"].upper(),
                asserts="" if values["asserts"] == NEITHER else values["asserts"],
                settings=values["settings"],
            )
        )
        fills = {"driver": heard.driver} if heard.driver else {}
        if heard.baud is not None and "://" not in target:
            fills["baud"] = str(heard.baud)
        if heard.settings and not values["settings"]:
            fills["settings"] = heard.settings
        return Found(heard.says, fills)

    return look


def _target(found: tuple[FreePort, ...], values: Values, plan: ReaderLine) -> str:
    """The port that was typed, or else the one that was chosen from the list, or else the one the line has."""
    chosen = next((each.target for each in found if each.says == values.get("port")), "")
    typed = values["target"]
    return (typed if typed != plan.target else "") or chosen or typed


class SetUp(TypedDict):
    """How a line is set up, as its forms ask it."""

    target: str
    driver: str
    baud: int | None
    may_answer: bool
    group: str | None
    framing: str
    asserts: str
    settings: str


def _set_up(snapshot: Snapshot, values: Values, plan: ReaderLine) -> SetUp:
    answers, spoken = values["answer"] == YES, snapshot.lines
    why = spoken.unfit(values["driver"], values["settings"], may_answer=answers) if spoken else ""
    if why:
        raise Refused(bad_input(f"This line cannot use {values['driver']}: {why}", "Press F1 for what it needs."))
    raised = values["asserts"]
    target = _target(spoken.ports() if spoken else (), values, plan)
    if not target:
        raise Refused(bad_input("No port was chosen.", "Choose one from the list, or enter its address.", "target"))
    return SetUp(
        target=target,
        driver=values["driver"],
        baud=number(values, "baud", "the baud rate") if values["baud"] else None,
        may_answer=answers,
        group=values["group"] or None,
        framing=values["framing"],
        asserts="" if raised == NEITHER else raised,
        settings=values["settings"],
    )


def _asked(snapshot: Snapshot, plan: ReaderLine, found: tuple[FreePort, ...], answer: str = "") -> tuple[Asked, ...]:
    """What a line's forms ask, with how it stands; the ports that were found are offered by what they say of them."""
    spoken = snapshot.lines.drivers() if snapshot.lines else (plan.driver,)
    raised = (NEITHER, *filter(None, lines.ASSERTS))
    ports = tuple(each.says for each in found)
    chosen = ports[0] if len(ports) == 1 and not plan.target else ""
    picked = (Asked("port", "Port of this station", chosen, hint="Choose", needed=False, choices=ports),)
    other = "Or another: device server, port by name" if found else "Port, or device server"
    return (
        *(picked if found else ()),
        Asked("target", other, plan.target, hint=f"{PORT}, socket://HOST:PORT", needed=not found),
        Asked("driver", "Protocol", plan.driver, choices=spoken),
        Asked("baud", "Baud rate", str(plan.baud or ""), hint="the protocol's own", needed=False, digits=True),
        Asked("framing", "Bits and parity", plan.framing, beside=True),
        Asked("asserts", "Raise DTR or RTS (they reset some boards)", plan.asserts or NEITHER, choices=raised),
        Asked("settings", "Settings, if the protocol needs any", plan.settings, needed=False),
        Asked("group", "Device server, if several lines fail together", plan.group or "", needed=False),
        Asked("answer", "May this station answer?", answer, choices=(YES, NO)),
    )


@_about
def edit_line(snapshot: Snapshot, plan: ReaderLine) -> Offer:
    """Set a line up otherwise."""
    form = Form(
        Acts.edit_line.name,
        plan.id,
        f"Edit line {plan.id}",
        "It reopens right away; its data stays on record.",
        (),
        _asked(snapshot, plan, snapshot.lines.ports() if snapshot.lines else (), YES if plan.may_answer else NO),
        Act("do", "Save", "F9", because(lines.may_edit_line(snapshot.moment, line=plan.id))),
        look=LISTEN,
        look_below="target",
    )

    def do(desk: Desk, values: Values) -> Change:
        return lines.edit_line(desk, line=plan.id, **_set_up(snapshot, values, plan))

    return Offer(do, form, look=_listening(snapshot, plan))


@of_moment
def attach_virtual_reader(moment: Moment, _line: str) -> Offer:
    free = [t.id for t in moment.state.find(Table, retired=False) if _may_attach(moment, t.id)]
    why = because(moment.guard(Acts.attach_virtual_reader.name))
    if not why and not free:
        why = "Every table has a reader. Record a removal first: a virtual reader must not pass for a real one."
    form = Form(
        Acts.attach_virtual_reader.name,
        "",
        "Attach a virtual reader",
        "This app simulates it; it is marked virtual wherever it appears.",
        (),
        (Asked("table", "Table without a reader", free[0] if len(free) == 1 else "", choices=tuple(free)),)
        if free
        else (),
        Act("do", "Attach", "F9", why),
    )
    return Offer(lambda desk, v: lines.attach_virtual_reader(desk, table=v["table"]), form)


def _may_attach(moment: Moment, table: str) -> bool:
    return lines.may_attach_virtual_reader(moment, table=table) is None


@_about
def know_reader(snapshot: Snapshot, plan: ReaderLine) -> Offer:
    """Put the reader that speaks on the line on the house's list."""
    moment, sheets = snapshot.moment, snapshot.lines.sheets() if snapshot.lines else ()
    sheet = next((each for each in sheets if each.line == plan.id), None)
    said = sheet.reader if sheet is not None else None
    key = said.key if said else ""
    refused = "No reader has connected on this line yet." if said is None else ""
    refused = refused or because(lines.may_know_reader(moment, reader=key))
    name = said.name if said else "The reader"

    def do(desk: Desk, _values: Values) -> Change:
        assert said is not None
        return lines.know_reader(desk, reader=key, kind=said.kind, virtual=said.virtual)

    form = Form(
        Acts.know_reader.name,
        key,
        "Register this reader",
        f"{name} is on this line. Once registered it is trusted at the table where its serial number is installed.",
        (),
        (),
        Act("do", "Register", "F9", refused),
    )
    return Offer(do, form)


@_about
def put_at_table(snapshot: Snapshot, plan: ReaderLine) -> Offer:
    """Install the reader that speaks on the line at a table without one; it is registered by the same press."""
    moment, sheets = snapshot.moment, snapshot.lines.sheets() if snapshot.lines else ()
    said = next((each.reader for each in sheets if each.line == plan.id), None)
    fitted = {each.table for each in moment.state.find(Equipment, fitted=True) if each.fixture is Fixture.READER}
    free = tuple(each.id for each in moment.state.find(Table, retired=False) if each.id not in fitted)
    why = "" if said is not None else "No reader has connected on this line yet."
    why = why or ("" if free else "Every table has a reader. Record a removal first.")
    why = why or because(moment.guard(Acts.fit_equipment.name))

    def do(desk: Desk, values: Values) -> Change:
        assert said is not None
        return place_reader(desk, table=values["table"], reader=said.key, kind=said.kind, virtual=said.virtual)

    form = Form(
        PUT_AT_TABLE.name,
        plan.id,
        f"Reader {said.serial if said else ''} at a table",
        "It is registered and installed there; inspect it before the table deals.",
        (),
        (Asked("table", "Table without a reader", free[0] if len(free) == 1 else "", choices=free),) if free else (),
        Act("do", "Install", "F9", why),
    )
    return Offer(do, form)


def forget_reader(snapshot: Snapshot, line: str) -> Offer:
    """Take a reader off the house's list, also one whose line is gone; the one on this line is the usual."""
    moment = snapshot.moment
    known = [each.key for each in moment.state.find(ListedReader, forgotten=False)]
    sheets = snapshot.lines.sheets() if snapshot.lines else ()
    here = next((each.reader.key for each in sheets if each.line == line and each.reader), "")
    why = because(moment.guard(Acts.forget_reader.name)) or ("" if known else "No reader is registered.")
    form = Form(
        Acts.forget_reader.name,
        "",
        "Unregister a reader",
        "It is then unrecognized and not trusted. Its earlier signals stay on record.",
        (),
        (Asked("reader", "Reader", here, hint="Choose", choices=tuple(sorted(known))), Asked("reason", "Reason"))
        if known
        else (),
        Act("do", "Unregister", "F9", why),
    )
    return Offer(lambda desk, v: lines.forget_reader(desk, reader=v["reader"], reason=v["reason"]), form)


@_about
def remove_line(snapshot: Snapshot, plan: ReaderLine) -> Offer:
    form = Form(
        Acts.remove_line.name,
        plan.id,
        f"Remove line {plan.id}",
        "It is no longer monitored. Its data stays on record.",
        (),
        (Asked("reason", "Reason"),),
        Act("do", "Remove line", "F9", because(lines.may_remove_line(snapshot.moment, line=plan.id))),
    )
    return Offer(lambda desk, v: lines.remove_line(desk, line=plan.id, reason=v["reason"]), form)


@_about
def switch_line(snapshot: Snapshot, plan: ReaderLine) -> Offer:
    on = not plan.on
    way = "on" if on else "off"
    sentence = "" if on else "While it is off there is no signal and no alarm."
    form = Form(
        Acts.switch_line.name,
        plan.id,
        f"Switch line {plan.id} {way}",
        sentence,
        (),
        (Asked("reason", "Reason"),),
        Act("do", f"Switch {way}", "F9", because(lines.may_switch_line(snapshot.moment, line=plan.id, on=on))),
    )
    return Offer(lambda desk, v: lines.switch_line(desk, line=plan.id, on=on, reason=v["reason"]), form)
