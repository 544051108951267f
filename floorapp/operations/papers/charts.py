"""Charts of a period (FA-115): what the dashboards show, drawn for paper from the entries up to its head."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.operations.dashboards import panels
from floorapp.operations.papers.builder import Composing, Form
from floorapp.operations.sheet import Section


def _sections(desk: Composing) -> Iterator[Section]:
    for panel in panels(desk.record, desk.first, desk.last, desk.so_far):
        yield panel.chart


FORM = Form("charts", "Charts of a period", "FA-115", "1", _sections)
