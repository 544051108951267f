"""Exposure over a period (FA-124): all that was dealt while something stood against it, by item, with totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floorapp.engine.conduct.finding import ConductFinding
from floorapp.engine.duty import OF_A_STEP
from floorapp.operations.papers.builder import FILED, Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.sheet import Cell, Dash, Kind, Prose, Row, Section, SheetColumn

COLUMNS = (
    SheetColumn("Table", Kind.ID, 1.0),
    SheetColumn("Item", Kind.ID, 1.8),
    SheetColumn("Finding", Kind.NAME, 3.4),
    SheetColumn("First round", Kind.TIME, 2.0),
    SheetColumn("Last round", Kind.TIME, 2.0),
    SheetColumn("Minutes", Kind.NUMBER, 0.9),
    SheetColumn("Rounds", Kind.NUMBER, 0.9),
    SheetColumn("Hands", Kind.NUMBER, 0.9),
    SheetColumn("Section", Kind.TEXT, 2.4),
)
TOTALS = (
    SheetColumn("Item", Kind.NAME, 3.0),
    SheetColumn("Findings", Kind.NUMBER, 1.0),
    SheetColumn("Minutes", Kind.NUMBER, 1.0),
    SheetColumn("Rounds", Kind.NUMBER, 1.0),
    SheetColumn("Hands", Kind.NUMBER, 1.0),
)


def _sections(desk: Composing) -> Iterator[Section]:
    found = [each for each in desk.record.judge.findings() if dealt_here(desk, each)]
    by_item: dict[str, list[ConductFinding]] = {}
    for each in found:
        by_item.setdefault(_item(each) or f"Table {each.table}", []).append(each)
    yield tally(items=len(by_item), findings=len(found), rounds=_sum(found, "rounds"), hands=_sum(found, "hands"))
    totals = [_total(item, by_item[item]) for item in sorted(by_item)]
    if found:
        totals.append(_total("Total", found))
    yield plain_table("By item", TOTALS, totals, "Nothing was dealt with an open finding.")
    if len(found) > 1:
        yield Prose(("A round that was dealt under two findings counts in each of them.",))
    rows = (_row(desk, each) for each in found)
    yield plain_table("Each finding", COLUMNS, rows, "None in this period.")


def _item(found: ConductFinding) -> str | None:
    """The reader or the set that a finding is about; a step that was left out is the table's."""
    return None if found.duty in OF_A_STEP else found.subject


def dealt_here(desk: Composing, found: ConductFinding) -> bool:
    """Whether something was dealt under it in the period: also where it began before, or goes on after it."""
    first, last = found.dealt.first, found.dealt.last
    if first is None or last is None or not desk.wants(found.table):
        return False
    return first.at < desk.ends and last.at >= desk.begins


def _sum(found: Iterable[ConductFinding], figure: str) -> int:
    return sum(getattr(each.dealt, figure) for each in found)


def _total(item: str, found: list[ConductFinding]) -> Row:
    figures = (f"{_sum(found, figure):,}" for figure in ("minutes", "rounds", "hands"))
    return Row((item, str(len(found)), *figures))


def _row(desk: Composing, found: ConductFinding) -> Row:
    first, last = found.dealt.first, found.dealt.last
    assert first is not None and last is not None, "chosen before"
    cells: tuple[Cell, ...] = (
        found.table,
        or_dash(_item(found), "the table itself"),
        found.says,
        desk.time(first.at),
        desk.time(last.at),
        f"{found.dealt.minutes:,}",
        f"{found.dealt.rounds:,}",
        f"{found.dealt.hands:,}",
        desk.source(found.cite, found.basis) if found.cite or found.basis else Dash("no section"),
    )
    beyond = first.at < desk.begins or last.at >= desk.ends
    notes = ("Part of it is outside this period; the figures cover all of it.",) if beyond else ()
    return Row(cells, notes=notes)


FORM = PaperForm(
    "exposure",
    "Exposure over a period",
    "FA-124",
    "3",
    _sections,
    narrows=frozenset({"pit", "table"}),
    signers=(FILED,),
)
