"""Sheets at the side of the page: one asks what an act needs and keeps what was typed, one offers a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QHBoxLayout, QWidget

from floorapp.screens.forms import Asked, Form
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND, SECTION, TextLine, Words, line, state_line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.theme import bring_into_sight
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.field import AnyField, ButtonsField, Field, PickField
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import NumberedStep, Sheet, StepRow
from floorapp.ui.widgets.surface import Rule, Scroll, column, row


class ChooseSheet(Sheet):
    """Rows in groups; what was chosen is said by its key."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, title: str, says: str = "", parent: QWidget | None = None) -> None:
        super().__init__(look, title, parent)
        self.setAutoFillBackground(True)
        if says:
            self.body.addWidget(Text(look, says, BODY, tone="ink2"))
        self.list = RowList(look, title, inset=8)
        self.body.addWidget(self.list, 1)
        self.list.row_opened.connect(self._take)
        self.list.clicked.connect(lambda index: self._take(self.list.rows_model.row_at(index.row()).key))
        self.setFocusProxy(self.list)

    def show_rows(self, rows: Sequence[ListRow], selected: str = "") -> None:
        self.list.rows_model.show_rows(rows)
        if rows:
            self.list.select(selected or rows[0].key)

    def _take(self, key: str) -> None:
        """Enter and a press can both come for one choice; it counts once."""
        if self.isVisible() and not key.startswith("head "):
            self.chosen.emit(key)


#: Two answers of at most so many letters are two buttons side by side.
SHORT = 12
#: Below this height a sheet's foot is no longer fixed.
LOW = 460.0


def _field(look: Look, asked: Asked) -> AnyField:
    if len(asked.choices) == 2 and all(len(each) <= SHORT for each in asked.choices):
        return ButtonsField(look, asked.label, asked.choices)
    if asked.choices:
        return PickField(look, asked.label, asked.choices, hint=asked.hint)
    return Field(look, asked.label, secret=asked.secret, hint=asked.hint)


class AskSheet(Sheet):
    """Shows one form; Enter goes to the next field and, from the last one, does the act."""

    given = pyqtSignal(dict)
    typed = pyqtSignal(dict)

    def __init__(self, look: Look, form: Form, draft: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(look, form.title, parent)
        self.form = form
        self.fields: dict[str, AnyField] = {}
        self.setAutoFillBackground(True)
        inside = QWidget()
        self._rows = rows = column(look, 2, 0, 8, 4, gap=12, parent=inside)
        self._low = False
        if form.sentence:
            rows.addWidget(Text(look, form.sentence, BODY, tone="ink2"))
        for number, (what, detail) in enumerate(form.steps, start=1):
            step = StepRow(look)
            step.show_step(NumberedStep(number, False, what, detail))
            rows.addWidget(step)
            rows.addWidget(Rule(look))
        self._counted = LineLabel(look)
        pair: QHBoxLayout | None = None
        for asked in form.asks:
            field = _field(look, asked)
            field.show_text(draft.get(asked.name, asked.value) if not asked.secret else "")
            field.entered.connect(lambda f=field: self._next(f))
            field.typed.connect(self._typed)
            self.fields[asked.name] = field
            if not asked.beside or pair is None:
                pair = row(look, gap=12)
                rows.addLayout(pair)
            pair.addWidget(field, 2 if asked.beside else 3, Qt.AlignmentFlag.AlignTop)
            if form.counting is not None and asked.name == form.counting.names[-1]:
                rows.addWidget(self._counted)
                pair = None
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        rows.addWidget(self._wrong)
        rows.addStretch(1)
        self.body.addWidget(Scroll(inside), 1)
        self._build_foot(look)
        self._count()

    def _build_foot(self, look: Look) -> None:
        form = self.form
        self._foot = QWidget()
        foot = column(look, gap=8, parent=self._foot)
        self.do_button = ActButton(look, form.act, primary=True, tall=52)
        self.do_button.clicked.connect(self.give)
        foot.addWidget(self.do_button)
        if form.act.refusal or form.note:
            foot.addWidget(Text(look, form.act.refusal or form.note, SECOND, tone="ink2"))
        self.body.addWidget(self._foot)
        first = next((f for a in form.asks if (f := self.fields[a.name]) and (a.secret or not f.text)), None)
        first = first or next((field for field in self.fields.values() if isinstance(field, Field)), None)
        self.setFocusProxy(first or (self.do_button if self.do_button.isEnabled() else self.close_button))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Where the sheet is low its foot scrolls with the rest, so that there is room to type."""
        super().resizeEvent(event)
        low = self.height() < self._look.px(LOW)
        if low != self._low:
            self._low = low
            (self._rows if low else self.body).addWidget(self._foot)
            now = self.focusProxy()
            if now is not None:
                QTimer.singleShot(0, lambda: bring_into_sight(now))

    def _typed(self) -> None:
        self._count()
        self.typed.emit(self.open_values())

    def _count(self) -> None:
        """Say how far from full the count is and what will be recorded, at every key."""
        if self.form.counting is not None:
            state, words = self.form.counting.says(self.values)
            self._counted.show_line(state_line(state, words))
        if self.form.words is not None:
            self.do_button.offer(replace(self.form.act, words=self.form.words(self.values)))

    def _next(self, field: AnyField) -> None:
        later = list(self.fields.values())
        for each in later[later.index(field) + 1 :]:
            if not each.text:
                each.edit.setFocus(Qt.FocusReason.TabFocusReason)
                return
        self.give()

    @property
    def values(self) -> dict[str, str]:
        """Everything typed."""
        return {name: field.text.strip() for name, field in self.fields.items()}

    def open_values(self) -> dict[str, str]:
        """What may be kept as a draft: no secrets."""
        return {name: field.text for name, field in self.fields.items() if not field.secret}

    def give(self) -> None:
        """Hand over what was typed, unless something needed is missing."""
        if not self.do_button.isEnabled():
            return
        wrong = {asked.name: said for asked in self.form.asks if (said := self._wrong_with(asked))}
        for name, said in wrong.items():
            self.fields[name].say_wrong(said)
        if wrong:
            self.fields[next(iter(wrong))].edit.setFocus()
            return
        self.do_button.setEnabled(False)
        self.given.emit(self.values)

    def _wrong_with(self, asked: Asked) -> str:
        """Why what stands in a field cannot be given."""
        field = self.fields[asked.name]
        text = field.text.strip()
        if not text:
            verb = "Choose" if isinstance(field, ButtonsField) else "Enter"
            return f"{verb}: {asked.label}." if asked.needed else ""
        whole = text.replace(" ", "")
        if asked.digits and not (whole.isascii() and whole.isdigit()):
            return f"“{text}” is not a number. Type it in digits."
        return ""

    def say_wrong(self, sentence: str, *, secret: bool = True) -> None:
        """Say why it was not done; where a secret was the reason, they are typed anew."""
        self.do_button.setEnabled(not self.form.act.refusal)
        self._wrong.show_text(sentence)
        self._wrong.show()
        secrets = self.forget_secrets() if secret else []
        target = secrets[0].edit if secrets else next(iter(self.fields.values()), self.do_button)
        target.setFocus()

    def forget_secrets(self) -> list[AnyField]:
        """Have every PIN and password typed anew."""
        secrets = [field for field in self.fields.values() if field.secret]
        for field in secrets:
            field.show_text("")
        return secrets


def heading(words: str) -> TextLine:
    """A section's title as a line."""
    return line(Words(words, SECTION, 600, shrinks=True))


def said(look: Look, words: str) -> LineLabel:
    """A quiet second line."""
    return LineLabel(look, line(Words(words, SECOND, 400, "ink2", shrinks=True)))
