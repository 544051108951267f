"""Under the PIN of a signature: where another one chose it, its owner chooses their own before anything is signed."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.domain.values import dataclass
from floorapp.screens.forms import missing_words
from floorapp.screens.text_line import BODY
from floorapp.ui.look import Look
from floorapp.ui.widgets.field import AnyField, Field
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.surface import FramedBox, column, row


@dataclass(frozen=True, slots=True)
class ChosenPin:
    """Who chose a PIN on a form, the one they had, and the one they have from now on."""

    person: str
    old: str
    new: str


class OwnPinBox(FramedBox):
    """Says whose PIN is to be chosen and takes the new one, typed twice."""

    #: Both were typed, and Enter.
    entered = pyqtSignal()

    def __init__(self, look: Look, person: AnyField, pin: AnyField, says: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self.person, self.pin = person, pin
        rows = column(look, 12, 10, 12, 12, gap=8, parent=self)
        rows.addWidget(Text(look, says, BODY, 500))
        self.new = Field(look, "New PIN, 6 to 8 digits", secret=True)
        self.again = Field(look, "New PIN again", secret=True)
        pair = row(look, gap=12)
        for field in (self.new, self.again):
            pair.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
        rows.addLayout(pair)
        self.new.entered.connect(self.again.setFocus)
        self.again.entered.connect(self.entered)
        self.setFocusProxy(self.new)

    @property
    def chosen(self) -> ChosenPin | None:
        """What was chosen; None, and a sentence beside the field, where it cannot be taken."""
        new, again = self.new, self.again
        wrong = new if not new.text else again if not again.text or again.text != new.text else None
        if wrong is None:
            return ChosenPin(self.person.text.strip(), self.pin.text, new.text)
        wrong.say_wrong(missing_words(wrong.label) if not wrong.text else "The two do not match.")
        wrong.show_text("")
        wrong.setFocus()
        return None

    def say_wrong(self, sentence: str) -> None:
        """Say why the new PIN was not taken; both are typed anew."""
        self.new.show_text("")
        self.again.show_text("")
        self.new.say_wrong(sentence)
        self.new.setFocus()
