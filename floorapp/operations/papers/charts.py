"""Charts of the floor (FA-115): the dashboards as they are shown on the screen, drawn as vectors for paper."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.operations.dashboards import panels
from floorapp.operations.papers.builder import Composing, PaperForm
from floorapp.operations.sheet import Prose, Section


def _sections(desk: Composing) -> Iterator[Section]:
    yield Prose((f"Counted from the entries up to {desk.stamp(desk.so_far)}.",), small=True)
    record = desk.record.by_clock(desk.clock)
    for panel in panels(record, desk.first, desk.last, desk.so_far, desk.record.heard.change_by):
        yield panel.chart


FORM = PaperForm("charts", "Charts of the floor", "FA-115", "5", _sections)
