"""Scanned codes into the form that is open: checked at once against the record, and on record where they are right."""

from __future__ import annotations

from floorapp.operations.acts.scans import scan_label
from floorapp.operations.desk import Change, Desk
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.scans import seal_of, used_seal
from floorapp.screens.forms import Asked, Scan
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.writer import Writer
from floorapp.ui.pages.ask_sheet import AskSheet


def scan_into(sheet: AskSheet, writer: Writer, code: str) -> bool:
    """Whether the form has a field for it."""
    asked = sheet.takes_scan()
    if asked is None or asked.scan is None:
        return False
    (_label if asked.scan.sets else _seal)(sheet, writer, asked, asked.scan, code)
    return True


def _gathered(sheet: AskSheet, asked: Asked) -> list[str]:
    """What stands in a field that takes many."""
    return [each.strip() for each in sheet.fields[asked.name].text.split(",") if each.strip()]


def _fill(sheet: AskSheet, asked: Asked, scan: Scan, value: str) -> None:
    """Put it into its field, after what stands there by now: a scanner is quicker than a look at the record."""
    if not sheet.isVisible():
        return
    before = _gathered(sheet, asked) if scan.many else []
    if value in before:
        what = "Deck set" if scan.sets else "Seal"
        _refuse(sheet, asked, bad_input(f"{what} {value} was already scanned.", "Scan the next one.", asked.name))
        return
    sheet.take_scan(asked.name, ", ".join([*before, value]))


def _refuse(sheet: AskSheet, asked: Asked, refusal: Refusal) -> None:
    if sheet.isVisible():
        sheet.say_wrong(str(refusal), asked.name, secret=False)


def _label(sheet: AskSheet, writer: Writer, asked: Asked, scan: Scan, code: str) -> None:
    """The label of a set: that it was there is on record from now on."""
    values = dict(scan.sets)

    def done(change: Change) -> None:
        _fill(sheet, asked, scan, next(values[each.id] for each in change.subjects if each.kind == "deck-set"))

    def act(desk: Desk) -> Change:
        return scan_label(desk, code=code, step=scan.step, expected=tuple(values))

    writer.act(act, done, lambda refusal: _refuse(sheet, asked, refusal))


def _seal(sheet: AskSheet, writer: Writer, asked: Asked, scan: Scan, code: str) -> None:
    """A seal nobody used: it is on record with the act it is scanned for."""

    def look(snapshot: Snapshot) -> Refusal | None:
        return used_seal(snapshot.moment, code, asked.name)

    def take(wrong: Refusal | None) -> None:
        if wrong is None:
            _fill(sheet, asked, scan, seal_of(code))
        else:
            _refuse(sheet, asked, wrong)

    writer.ask(look, take)
