"""A sheet at the side of the page that asks what an act needs and keeps what was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QHBoxLayout, QLayoutItem, QWidget

from floorapp.screens.forms import Asked, Form, missing_words
from floorapp.screens.text_line import BODY, SECOND, SECTION, TextLine, Words, line, state_line
from floorapp.ui.look import Look
from floorapp.ui.pages.own_pin import ChosenPin, OwnPinBox
from floorapp.ui.theme import bring_into_sight
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.field import AnyField, ButtonsField, Field, PickField
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import NumberedStep, PanelSheet, StepRow
from floorapp.ui.widgets.surface import Rule, Scroll, column, row

#: Two answers of at most so many letters are two buttons side by side.
SHORT = 12
#: Below this height a sheet's foot is no longer fixed.
LOW = 460.0


def _field(look: Look, asked: Asked) -> AnyField:
    if len(asked.choices) == 2 and all(len(each) <= SHORT for each in asked.choices):
        return ButtonsField(look, asked.label, asked.choices)
    if asked.choices:
        return PickField(look, asked.label, asked.choices, hint=asked.hint)
    return Field(look, asked.label, secret=asked.secret, hint=asked.hint, digits=asked.digits)


class AskSheet(PanelSheet):
    """Shows one form; Enter goes to the next field and, from the last one, does the act."""

    given = pyqtSignal(dict)
    typed = pyqtSignal(dict)
    look_asked = pyqtSignal(dict)
    #: A code was typed into a field that takes a label: by hand, or by a scanner without a prefix.
    scanned = pyqtSignal(str)
    #: Somebody who signs on it chose a PIN of their own.
    pin_chosen = pyqtSignal(object)

    def __init__(self, look: Look, form: Form, draft: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(look, form.title, parent)
        self.form = form
        self.fields: dict[str, AnyField] = {}
        self.own_pin: OwnPinBox | None = None
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
        self.look_button = ActButton(look, form.look) if form.look is not None else None
        self._found = Text(look, "", SECOND, 500)
        self._found.hide()
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
            if self.look_button is not None and asked.name == form.look_below:
                self.look_button.clicked.connect(self.look)
                rows.addWidget(self.look_button)
                rows.addWidget(self._found)
                pair = None
        rows.addStretch(1)
        self.body.addWidget(Scroll(inside), 1)
        self._build_foot(look)
        self._count()

    def _build_foot(self, look: Look) -> None:
        form = self.form
        self._foot = QWidget()
        foot = column(look, gap=8, parent=self._foot)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        foot.addWidget(self._wrong)
        self.do_button = ActButton(look, form.act, primary=True, tall=52)
        self.do_button.clicked.connect(self.give)
        foot.addWidget(self.do_button)
        if form.act.refusal or form.note:
            foot.addWidget(Text(look, form.act.refusal or form.note, SECOND, tone="ink2"))
        self.body.addWidget(self._foot)
        empty = [a for a in form.asks if a.secret or not self.fields[a.name].text]
        first = next((self.fields[a.name] for a in sorted(empty, key=lambda a: not a.needed)), None)
        first = first or next((field for field in self.fields.values() if isinstance(field, Field)), None)
        self.setFocusProxy(first or (self.do_button if self.do_button.isEnabled() else self.close_button))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Where the sheet is low its foot scrolls with the rest, so that there is room to type."""
        super().resizeEvent(event)
        low = self.height() < self._look.px(LOW)
        if low != self._low:
            self._low = low
            (self._rows if low else self.body).addWidget(self._foot)
        QTimer.singleShot(0, self._keep_in_sight)

    def _keep_in_sight(self) -> None:
        """What is typed in stays in sight when the sheet or what stands above it grows."""
        now = self.focusWidget() or self.focusProxy()
        if now is not None and self.isAncestorOf(now):
            bring_into_sight(now)

    def _typed(self) -> None:
        self._count()
        counts = self.form.counting.names if self.form.counting is not None else ()
        if any(self.fields[name].edit.hasFocus() for name in counts if name in self.fields):
            QTimer.singleShot(0, lambda: bring_into_sight(self._counted))
        else:
            QTimer.singleShot(0, self._keep_in_sight)
        self.typed.emit(self.open_values())

    def _count(self) -> None:
        """Say how far from full the count is and what will be recorded, at every key."""
        if self.form.counting is not None:
            state, words = self.form.counting.says(self.values)
            shown = state_line(state, words)
            fitting = (replace(each, fits=True) if isinstance(each, Words) else each for each in shown.pieces)
            self._counted.show_line(line(*fitting, gap=shown.gap))
        if self.form.words is not None:
            self.do_button.offer(replace(self.form.act, words=self.form.words(self.values)))

    def _next(self, field: AnyField) -> None:
        """Enter: on to the next empty field; where something must stand and nothing does, it says so and stays."""
        asked = next(each for each in self.form.asks if self.fields[each.name] is field)
        if not field.text.strip() and asked.needed:
            field.say_wrong(self._wrong_with(asked))
            return
        if field.text.strip() and self._unread(asked):
            self.scanned.emit(field.text.strip())
            return
        self._after(field)

    def _after(self, field: AnyField) -> None:
        """On to the next field that is empty, or the act."""
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
            first = self.fields[next(iter(wrong))]
            first.edit.setFocus()
            QTimer.singleShot(0, lambda: bring_into_sight(first))
            return
        if self.do_button.hasFocus():
            self._foot.setFocus()  # a button that rests hands the focus on, and the next one is Leave
        chosen = self.own_pin.chosen if self.own_pin is not None else None
        if self.own_pin is not None and chosen is None:
            return
        self.do_button.setEnabled(False)
        if chosen is not None:
            self.pin_chosen.emit(chosen)
        else:
            self.given.emit(self.values)

    def ask_own_pin(self, who: str, sentence: str) -> None:
        """Have somebody who signs choose a PIN of their own, right under the one they typed."""
        self.offer_again()
        self._leave_own_pin()
        person, pin = self.fields[who], self.fields[f"{who} pin"]
        box = self.own_pin = OwnPinBox(self._look, person, pin, sentence)
        at = next(at for at in range(self._rows.count()) if _holds(self._rows.itemAt(at), pin))
        self._rows.insertWidget(at + 1, box)
        box.entered.connect(lambda: self._after(pin))
        for field in (person, pin):
            field.typed.connect(self._leave_own_pin)
        box.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, lambda: bring_into_sight(box))

    def take_own_pin(self, chosen: ChosenPin) -> None:
        """It is theirs from now on: what was held up is given, signed with it."""
        box = self.own_pin
        if box is not None and box.person.text.strip() == chosen.person:
            box.pin.show_text(chosen.new)
            self._leave_own_pin()
            self.offer_again()
            self.give()

    def _leave_own_pin(self) -> None:
        """Somebody else signs, or it was chosen."""
        box, self.own_pin = self.own_pin, None
        if box is not None:
            self._rows.removeWidget(box)
            box.hide()
            box.deleteLater()

    def offer_again(self) -> None:
        """The act was not done: it can be given once more, by the same key."""
        self.do_button.setEnabled(not self.form.act.refusal)
        if self._foot.hasFocus() or not self.isAncestorOf(self.focusWidget()):
            self.do_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def takes_scan(self) -> Asked | None:
        """The field a scanned code belongs into: the one with the focus, else the first that has none yet."""
        takers = [asked for asked in self.form.asks if asked.scan is not None]
        focused = [asked for asked in takers if self.fields[asked.name].edit.hasFocus()]
        empty = [asked for asked in takers if not self.fields[asked.name].text or (asked.scan and asked.scan.many)]
        return next(iter((*focused, *empty, *takers)), None)

    def _unread(self, asked: Asked) -> bool:
        """Whether what stands in a field for a label was typed and not looked up yet."""
        scan = asked.scan
        if scan is None or not scan.sets or scan.many:
            return False
        return self.fields[asked.name].text not in dict(scan.sets).values()

    def take_scan(self, name: str, value: str) -> None:
        """A right code was scanned: it stands in its field, and one goes on from there."""
        field = self.fields[name]
        field.say_wrong("")
        field.show_text(value)
        self._typed()

    def look(self) -> None:
        """Ask for what can be found out from what is typed so far."""
        if self.look_button is not None and self.look_button.isEnabled():
            self._say_found(self.look_button.act.words.partition(" and ")[0] + "…")
            if self.look_button.hasFocus():  # a button that is off gives the focus to anyone, such as the cross
                names = list(self.fields)
                after = names[(names.index(self.form.look_below) + 1) % len(names)]
                self.fields[after].edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self.look_button.setEnabled(False)
            self.look_asked.emit(self.values)

    def show_found(self, says: str, values: Mapping[str, str]) -> None:
        """Say what was found out, and fill in what follows from it."""
        assert self.look_button is not None
        self.look_button.setEnabled(True)
        self._say_found(says)
        for name, text in values.items():
            self.fields[name].show_text(text)
        self._typed()

    @property
    def found_says(self) -> str:
        """What was found out last."""
        return self._found.accessibleName()

    def _say_found(self, says: str) -> None:
        self._found.show_text(says)
        self._found.show()
        QTimer.singleShot(0, lambda: bring_into_sight(self._found))

    def _wrong_with(self, asked: Asked) -> str:
        """Why what stands in a field cannot be given."""
        field = self.fields[asked.name]
        text = field.text.strip()
        if not text:
            missing = missing_words(asked.label, choices=asked.choices, digits=asked.digits)
            return missing if asked.needed else ""
        if self._unread(asked):
            return "Press Enter here to look this label up, or clear it."
        whole = text.replace(" ", "")
        if asked.digits and not (whole.isascii() and whole.isdigit()):
            return f"“{text}” is not a number. Type it in digits."
        return ""

    def say_wrong(self, sentence: str, given: str = "", *, secret: bool = True) -> None:
        """Say why it was not done, beside the field it is about, in sight and with the focus; else above the button.

        Where a secret was the reason, they are typed anew.
        """
        self.offer_again()
        secrets = self.forget_secrets() if secret else []
        given = given if given in self.fields else self._quoted_in(sentence)
        field = self.fields.get(given) or (secrets[0] if secrets else None)
        for each in self.fields.values():
            each.say_wrong(sentence if each is field and given in self.fields else "")
        self._wrong.show_text("" if given in self.fields else sentence)
        self._wrong.setVisible(given not in self.fields)
        if field is not None:
            field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            QTimer.singleShot(0, lambda: bring_into_sight(field))
        if self._low and given not in self.fields:
            QTimer.singleShot(0, lambda: bring_into_sight(self._wrong))

    def _quoted_in(self, sentence: str) -> str:
        """The one field whose words a sentence quotes or repeats, where nobody named it."""
        typed = {name: field.text.strip() for name, field in self.fields.items() if not field.secret}
        quoted = [name for name, text in typed.items() if text and f"“{text}”" in sentence]
        repeated = [
            name
            for name, text in typed.items()
            if isinstance(self.fields[name], Field) and text and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", sentence)
        ]
        return next((found[0] for found in (quoted, repeated) if len(found) == 1), "")

    @property
    def said_wrong(self) -> str:
        """Why it was not done, wherever that is said."""
        beside = [field.edit.accessibleDescription() for field in self.fields.values()]
        return " ".join(each for each in (*beside, self._wrong.accessibleName()) if each)

    def forget_secrets(self) -> list[AnyField]:
        """Have every PIN and password typed anew."""
        secrets = [field for field in self.fields.values() if field.secret]
        for field in secrets:
            field.show_text("")
        return secrets


def _holds(item: QLayoutItem | None, widget: QWidget) -> bool:
    """Whether a row of fields holds this one."""
    pair = item.layout() if item is not None else None
    return pair is not None and pair.indexOf(widget) >= 0


def heading(words: str) -> TextLine:
    """A section's title as a line."""
    return line(Words(words, SECTION, 600, shrinks=True))


def said(look: Look, words: str) -> LineLabel:
    """A quiet second line."""
    return LineLabel(look, line(Words(words, SECOND, 400, "ink2", shrinks=True)))
