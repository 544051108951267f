"""A field one types in: its label above, a plain sentence under it where what was typed cannot be used."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QLineEdit, QWidget

from floorapp.ui.look import SECOND, Look
from floorapp.ui.paint.line import Words, line
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import column


class Field(QWidget):
    """A label, a line to type in, and room for what is wrong with it."""

    entered = pyqtSignal()
    typed = pyqtSignal()

    def __init__(
        self, look: Look, label: str, *, secret: bool = False, hint: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.label = label
        rows = column(look, gap=4, parent=self)
        rows.addWidget(LineLabel(look, line(Words(label, SECOND, 500, "ink2", shrinks=True))))
        self.edit = QLineEdit()
        self.edit.setAccessibleName(label)
        self.edit.setPlaceholderText(hint)
        if secret:
            self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret = secret
        rows.addWidget(self.edit)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        self.setFocusProxy(self.edit)
        self.edit.returnPressed.connect(self.entered)
        self.edit.textEdited.connect(lambda _text: self._typed())

    def _typed(self) -> None:
        self.say_wrong("")
        self.typed.emit()

    @property
    def text(self) -> str:
        return self.edit.text()

    def show_text(self, text: str) -> None:
        self.edit.setText(text)

    def say_wrong(self, sentence: str) -> None:
        """Say beside the field why it cannot be used."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        self.edit.setAccessibleDescription(sentence)
