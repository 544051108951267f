"""Ctrl+K, live: what is typed is looked for off the UI thread, and what is chosen is walked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from floorapp.screens.lists import ListRow
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import Icon, Words, line
from floorapp.ui.live.writer import Writer
from floorapp.ui.shell.jump import JumpList
from floorapp.ui.shell.window import Window

if TYPE_CHECKING:
    from floorapp.operations.search import SearchHit

ICONS = {
    "table": "map-pin-2",
    "incident": "flag",
    "deck-set": "cards",
    "person": "user",
    "entry": "file-text",
    "round": "cards",
    "rule": "scale",
    "desk": "scale",
}
NOUNS = {
    "table": "table",
    "incident": "incident",
    "deck-set": "deck set",
    "person": "person",
    "entry": "entry",
    "round": "round",
    "rule": "rule",
    "desk": "dispute desk",
}


def row_of(found: SearchHit) -> ListRow:
    """A found thing as a row."""
    named = Words(found.name, 15, 600, mono=found.kind == "entry")
    return ListRow(
        f"{found.kind}/{found.id}",
        Icon(ICONS[found.kind], 20),
        (line(named), line(Words(found.says, 13, 400, "ink2", shrinks=True))),
        note=line(Words(NOUNS[found.kind], 13, 400, "ink3")),
    )


def found_rows(snapshot: Snapshot, text: str) -> tuple[ListRow, ...]:
    """What answers to a text; what answers in two ways stands there once."""
    from floorapp.operations.search import find  # not at start: it knows every sentence

    rows = (row_of(found) for found in find(snapshot.moment, snapshot.book, text))
    return tuple({row.key: row for row in rows}.values())


def walk_to(key: str) -> tuple[str, str]:
    """The place and the subject of a chosen row."""
    kind, _, id = key.partition("/")
    if kind == "table":
        return "table", id
    if kind == "incident":
        return "incidents", id
    if kind in ("round", "desk"):
        return "disputes", id
    if kind == "rule":
        return "rulebooks", id
    return "record", key


class Jumping(QObject):
    """Joins the jump box with the logbook."""

    go = pyqtSignal(str, str)

    def __init__(self, window: Window, writer: Writer) -> None:
        super().__init__(window)
        self._writer = writer
        self.list = JumpList(window.look, window.header.jump, window)
        self.list.asked.connect(self._find)
        self.list.chosen.connect(lambda key: self.go.emit(*walk_to(key)))
        window.header.jump_asked.connect(lambda _text: self.list.go())
        window.jump_begun.connect(self.list.remember)
        self.list.page_wanted.connect(window.focus_page)

    def _find(self, text: str) -> None:
        self._writer.ask(lambda snapshot: found_rows(snapshot, text), lambda rows: self.list.show_rows(text, rows))
