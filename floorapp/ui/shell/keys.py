"""`?`: every key of this screen on one sheet, in the page and not over it."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QGridLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.text_line import BODY, SECOND, Key, Words, line
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll, column

#: What holds on every screen.
EVERYWHERE = (
    Act("jump", "Jump to a table or record", "Ctrl K"),
    Act("rail", "Go to that screen", "Ctrl 1–9"),
    Act("papers", "Reports", "Ctrl 0"),
    Act("settings", "Settings", "Ctrl ,"),
    Act("lock", "Lock this station", "Ctrl L"),
    Act("look", "Light or dark", "Ctrl D"),
    Act("larger", "Larger text", "Ctrl +"),
    Act("smaller", "Smaller text", "Ctrl -"),
    Act("help", "Help", "F1"),
    Act("alarms", "Alarms", "F10"),
    Act("leave", "Leave; the draft is saved", "Esc"),
    Act("next", "Next field or button", "Tab"),
    Act("due", "Do the action of that row in Due now", "1–9"),
)


class KeysSheet(PanelSheet):
    """The acts of a screen beside what holds everywhere; a refused one says why."""

    def __init__(self, look: Look, acts: Sequence[Act], parent: QWidget | None = None) -> None:
        super().__init__(look, "All keys", parent)
        grid = QGridLayout()
        grid.setHorizontalSpacing(look.px(24))
        grid.setVerticalSpacing(look.px(8))
        for across, (title, some) in enumerate((("On this screen", acts), ("Everywhere", EVERYWHERE))):
            grid.addWidget(LineLabel(look, line(Words(title, SECOND, 600, "ink2"))), 0, across)
            held = column(look, gap=8)
            for act in some:
                tone = "ink3" if act.refusal else "ink"
                held.addWidget(LineLabel(look, line(Key(act.key), Words(act.words, BODY, 400, tone), gap=10)))
                if act.refusal:
                    held.addWidget(Text(look, act.refusal, SECOND, tone="ink2"))
            held.addStretch(1)
            grid.addLayout(held, 1, across)
            grid.setColumnStretch(across, 1)
        rows = QWidget()
        whole = column(look, 0, 0, 8, 0, gap=0, parent=rows)
        whole.addLayout(grid)
        whole.addStretch(1)
        self._scroll = Scroll(rows)
        self.body.addWidget(self._scroll, 1)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Page through them, where they are more than fit: nothing in the list takes the focus."""
        bar = self._scroll.verticalScrollBar()
        if event is None or bar is None or event.key() not in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
            return
        bar.setValue(bar.value() + (bar.pageStep() if event.key() == Qt.Key.Key_PageDown else -bar.pageStep()))
