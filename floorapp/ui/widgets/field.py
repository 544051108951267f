"""A field one types in, or picks in: its label above, a plain sentence under it where it cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QKeyEvent
from PyQt6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from floorapp.screens.text_line import BODY, SECOND, Words, line
from floorapp.ui.look import TARGET, Look
from floorapp.ui.widgets.button import SwitchPart
from floorapp.ui.widgets.held import held
from floorapp.ui.widgets.keypad import Keypad, PadOpener
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.picker import Picker
from floorapp.ui.widgets.surface import column, row

#: The focus comes back from another window, and nobody meant to leave the field.
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)


class TypedLine(QLineEdit):
    """A line to type in; Enter that is held goes on once. Left, it shows how a long text begins."""

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        if event is not None and event.reason() not in PASSING:
            self.home(False)

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        if event is not None and event.reason() is Qt.FocusReason.OtherFocusReason and not self.hasSelectedText():
            self.end(False)  # one goes on typing where one was

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is None or event.key() == Qt.Key.Key_Space or not held(event):
            super().keyPressEvent(event)


class Field(QWidget):
    """A label, a line to type in, and room for what is wrong with it; PINs and counts have a keypad for touch."""

    entered = pyqtSignal()
    typed = pyqtSignal()

    def __init__(
        self,
        look: Look,
        label: str,
        *,
        secret: bool = False,
        hint: str = "",
        digits: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.label, self._look = label, look
        rows = column(look, gap=4, parent=self)
        rows.addWidget(Text(look, label, SECOND, 500, tone="ink2"))
        self.edit = TypedLine()
        self.edit.setAccessibleName(label)
        self.edit.setPlaceholderText(hint)
        self.edit.setMinimumHeight(look.px(TARGET))
        if secret:
            self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret = secret
        self.pad: Keypad | None = None
        self.opener: PadOpener | None = None
        self._rows = rows
        if digits or (secret and "PIN" in label):
            beside = row(look, gap=4)
            self.opener = PadOpener(look)
            self.opener.clicked.connect(self.show_pad)
            beside.addWidget(self.edit, 1)
            beside.addWidget(self.opener)
            rows.addLayout(beside)
        else:
            rows.addWidget(self.edit)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        rows.addStretch(1)  # beside a field with a message the label stays where it was
        self.setFocusProxy(self.edit)
        self.edit.returnPressed.connect(self.entered)
        self.edit.textEdited.connect(lambda _text: self._typed())

    def show_pad(self) -> None:
        """Show the keypad under the line, or put it away."""
        if self.pad is None:
            self.pad = Keypad(self._look, self.edit)
            self.pad.hide()
            self._rows.insertWidget(2, self.pad)
        self.pad.setVisible(self.pad.isHidden())
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _typed(self) -> None:
        self.say_wrong("")
        self.typed.emit()

    @property
    def text(self) -> str:
        return self.edit.text()

    def show_text(self, text: str) -> None:
        self.edit.setText(text)
        if not self.edit.hasFocus():
            self.edit.home(False)

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
        self.edit.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # a long value is cut short
        self.edit.setPlaceholderText(hint or "Choose")
        self.edit.setCurrentIndex(-1)
        rows.addWidget(self.edit)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        rows.addStretch(1)  # beside a field with a message the label stays where it was
        self.setFocusProxy(self.edit)
        self.edit.textActivated.connect(lambda _text: self._typed())
        self.edit.entered.connect(self._enter)

    def _enter(self) -> None:
        """On to the next field; where nothing is chosen yet, its values."""
        if self.text:
            self.entered.emit()
        else:
            self.edit.showPopup()

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
        else:
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


class AnswerSide(SwitchPart):
    """One of two answers: its first letter presses it from the other one too, an arrow goes to the other."""

    first = last = True
    lettered = pyqtSignal(str)
    passed = pyqtSignal()

    def event(self, event: QEvent | None) -> bool:
        """A letter is an answer here, whatever it does on the screen behind."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride and event.text().isalpha():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.text().isalpha() and not event.isAutoRepeat():
            self.lettered.emit(event.text().casefold())
        elif event is not None and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.passed.emit()
        else:
            super().keyPressEvent(event)


class ButtonsField(QWidget):
    """A label and two buttons, yes and no say, of which neither is pressed until somebody presses one."""

    entered = pyqtSignal()
    typed = pyqtSignal()
    secret = False

    def __init__(self, look: Look, label: str, choices: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label
        rows = column(look, gap=7, parent=self)  # the frame of the focus lies over no words
        rows.addWidget(Text(look, label, SECOND, 500, tone="ink2"))
        side = row(look, 0, 4, 0, 4, gap=12)
        self.buttons = [AnswerSide(look, line(Words(each, BODY, 600))) for each in choices]
        for button in self.buttons:
            button.setAccessibleName(f"{label}: {button.text()}")
            button.clicked.connect(lambda _on, pressed=button: self._press(pressed))
            button.lettered.connect(self._press_letter)
            button.passed.connect(self._pass)
            side.addWidget(button, 1)
        self.edit = self.buttons[0]
        self.buttons[1].setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # one stop for Tab
        rows.addLayout(side)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        rows.addStretch(1)  # beside a field with a message the label stays where it was
        self.setFocusProxy(self.edit)

    def _pass(self) -> None:
        other = self.buttons[0] if self.buttons[1].hasFocus() else self.buttons[1]
        other.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press_letter(self, letter: str) -> None:
        for button in self.buttons:
            if button.text().casefold().startswith(letter):
                self._press(button)
                return

    def _press(self, pressed: AnswerSide) -> None:
        self.show_text(pressed.text())
        self.say_wrong("")
        self.typed.emit()

    @property
    def text(self) -> str:
        return next((button.text() for button in self.buttons if button.isChecked()), "")

    def show_text(self, text: str) -> None:
        """Press what was chosen before; nothing where it is none of the two."""
        for button in self.buttons:
            button.setChecked(button.text() == text)

    def say_wrong(self, sentence: str) -> None:
        """Say beside it why it cannot be used: nothing was chosen yet."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        for button in self.buttons:
            button.setAccessibleDescription(sentence)


AnyField = Field | PickField | ButtonsField
