"""A field one types in, or picks in: its label above, a plain sentence under it where it cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QLineEdit, QWidget

from floorapp.screens.text_line import SECOND
from floorapp.ui.look import TARGET, Look
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.picker import Picker
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
        rows.addWidget(Text(look, label, SECOND, 500, tone="ink2"))
        self.edit = QLineEdit()
        self.edit.setAccessibleName(label)
        self.edit.setPlaceholderText(hint)
        self.edit.setMinimumHeight(look.px(TARGET))
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


class PickField(QWidget):
    """A label and one value out of a few; asked and answered as a field one types in."""

    entered = pyqtSignal()
    typed = pyqtSignal()
    secret = False

    def __init__(
        self, look: Look, label: str, choices: Sequence[str], hint: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.label = label
        rows = column(look, gap=4, parent=self)
        rows.addWidget(Text(look, label, SECOND, 500, tone="ink2"))
        self.edit = Picker(look, label, choices)
        if hint:
            self.edit.setPlaceholderText(hint)
            self.edit.setCurrentIndex(-1)
        rows.addWidget(self.edit)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        self.setFocusProxy(self.edit)
        self.edit.textActivated.connect(lambda _text: self._typed())

    def _typed(self) -> None:
        self.say_wrong("")
        self.typed.emit()

    @property
    def text(self) -> str:
        return self.edit.currentText()

    def show_text(self, text: str) -> None:
        """Choose what stands there already; what cannot be chosen any more is left."""
        if self.edit.findText(text) >= 0:
            self.edit.setCurrentText(text)
        elif self.edit.placeholderText():
            self.edit.setCurrentIndex(-1)

    def offer(self, choices: Sequence[str]) -> None:
        """Offer other values; the chosen one stays where it still is one."""
        if [self.edit.itemText(place) for place in range(self.edit.count())] != list(choices):
            chosen = self.text
            self.edit.clear()
            self.edit.addItems(list(choices))
            self.show_text(chosen)

    def say_wrong(self, sentence: str) -> None:
        """Say beside it why it cannot be used: nothing was chosen yet."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        self.edit.setAccessibleDescription(sentence)
