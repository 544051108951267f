"""The sample's readers on their lines: virtual ones, known to the house, wired anew when one is replaced."""

from __future__ import annotations

from floorapp.domain.reader_lines import VIRTUAL
from floorapp.domain.readers import ReaderKind
from floorapp.operations.acts import lines
from floorapp.operations.desk import Desk
from floorapp.operations.reader_lines import virtual_key
from floorapp.operations.rules import Rulebook
from floorapp.operations.sample.plan import Plan, SampleTable


def line_name(plan: Plan, table: str) -> str:
    """The line of a table, by the table's number in the plan."""
    return f"{next(n for n, each in enumerate(plan.tables, start=1) if each.id == table):02}"


def reader_serial(plan: Plan, table: SampleTable) -> str:
    """The serial number of the reader a table had first."""
    return f"{table.game.reader}{400 + 11 * int(line_name(plan, table.id))}"


def server_of(line: str) -> str:
    """The made-up device server of eight ports on which a line ends: its lines fail together."""
    return f"virtual device server {(int(line) - 1) // 8 + 1}"


def wire(desk: Desk, *, line: str, serial: str, rulebook: Rulebook) -> None:
    """Know a reader and listen to it."""
    reader = virtual_key(serial)
    lines.know_reader(desk, reader=reader, kind=ReaderKind(rulebook.reader.kind.value), virtual=True)
    lines.add_line(desk, line=line, target=VIRTUAL + serial, expects=reader, may_answer=True, group=server_of(line))


def rewire(desk: Desk, *, line: str, old: str, new: str, rulebook: Rulebook) -> None:
    """Another reader stands there now."""
    lines.forget_reader(desk, reader=virtual_key(old), reason=f"Replaced by {new}.")
    lines.remove_line(desk, line=line, reason=f"Reader {old} was replaced by {new}.")
    wire(desk, line=line, serial=new, rulebook=rulebook)
