"""The second, third and fourth step of a report: what follows, when and who was told, and the signature."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.report_values import OptionShown, Question, ReportView
from floorapp.screens.text_line import BODY, SECOND, Icon, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.theme import bring_into_sight
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.field import Field
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Choice, Rule, column, emptied, row
from floorapp.ui.widgets.toggle import Toggle


class ReportStep(QWidget):
    """A step says what was put where, and when a person goes on."""

    put = pyqtSignal(str, str)
    gone_on = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.fields: dict[str, Field] = {}

    def add(self, name: str, label: str, *, hint: str = "", secret: bool = False) -> Field:
        """A field of this step; Enter goes to the next one, or on."""
        field = self.fields[name] = Field(self._look, label, hint=hint, secret=secret)
        field.typed.connect(lambda: self.put.emit(name, field.text))
        field.entered.connect(lambda: self._next(field))
        return field

    def _next(self, field: Field) -> None:
        shown = [each for each in self.fields.values() if each.isVisible()]
        later = shown[shown.index(field) + 1 :] if field in shown else []
        if later:
            later[0].edit.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.gone_on.emit()

    def fill(self, view: ReportView) -> None:
        """Show what the draft holds; a field that has the hand in it is left alone."""
        for name, field in self.fields.items():
            typing = field.edit.hasFocus() and field.text
            if not field.secret and not typing and field.text != view.value(name):
                field.show_text(view.value(name))

    def first(self) -> QWidget:
        """Where the hand goes."""
        return next((f.edit for f in self.fields.values() if f.isVisibleTo(self) and not f.text), self)


class FollowsStep(ReportStep):
    """What the remedy depends on, and what was chosen by whom."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._questions: tuple[Question, ...] = ()
        self.asked: dict[str, Choice | Field] = {}
        self._asked_rows = column(look, gap=12)
        self._none = Text(look, "The rulebook leaves no choice here. Continue with F9.", BODY, tone="ink2")
        self._options_words = LineLabel(look)
        self.options = RowList(look, "What was chosen", tall=56, wraps=True, blank=True)
        self.options.row_selected.connect(lambda says: self.put.emit("chosen", says))
        self.options.clicked.connect(lambda _index: self.put.emit("chosen", self.options.selected))
        self.options.row_opened.connect(self._open)
        self._chosen = ""
        self.title = self.add("title", "What happened, as a title")
        self.chosen_by = self.add("chosen_by", "Who chose", hint="player at spot 3")
        rows = column(look, 16, 14, 16, 14, gap=12, parent=self)
        rows.addWidget(self._none)
        rows.addWidget(self.title)
        rows.addLayout(self._asked_rows)
        rows.addWidget(self._options_words)
        rows.addWidget(self.options)
        rows.addWidget(self.chosen_by)
        rows.addStretch(1)

    def show_follows(self, view: ReportView) -> None:
        shape = tuple((each.name, each.words, each.counts) for each in view.questions)
        if shape != tuple((each.name, each.words, each.counts) for each in self._questions):
            self._build_questions(view.questions)
        self._questions = view.questions
        for question in view.questions:
            asked = self.asked[question.name]
            if isinstance(asked, Choice) and question.value:
                asked.choose(question.value)
            elif isinstance(asked, Field) and asked.text != question.value and not asked.edit.hasFocus():
                asked.show_text(question.value)
        self._show_options(view.options, view.value("chosen"))
        self.title.setVisible(view.free)
        self._none.setVisible(not view.free and not view.questions and not view.options)
        self.fill(view)

    def _build_questions(self, questions: tuple[Question, ...]) -> None:
        look = self._look
        emptied(self._asked_rows)
        self.asked = {}
        for question in questions:
            if question.counts:
                field = self.asked[question.name] = Field(look, question.words)
                field.typed.connect(lambda f=field, n=question.name: self.put.emit(n, f.text))
                field.entered.connect(self.gone_on)
                self._asked_rows.addWidget(field)
                continue
            faces = [("yes", line(Words("Yes", BODY, 500))), ("no", line(Words("No", BODY, 500)))]
            choice = self.asked[question.name] = Choice(look, faces, switch=True, undecided=True)
            for part in choice.parts.values():
                part.setAccessibleName(f"{question.words} {part.text()}")
            choice.chosen.connect(lambda value, n=question.name: self.put.emit(n, value))
            pair = row(look, gap=12)
            pair.addWidget(Text(look, question.words, BODY, 500), 1)
            pair.addWidget(choice)
            self._asked_rows.addLayout(pair)

    def _show_options(self, options: tuple[OptionShown, ...], chosen: str) -> None:
        self.options.setVisible(bool(options))
        self.chosen_by.setVisible(bool(options))
        self._options_words.setVisible(bool(options))
        whose = options[0].whose if options else ""
        self._options_words.show_line(line(Words(f"What did the {whose} choose?", BODY, 500)))
        rows = [
            ListRow(
                each.says,
                Icon("check", 18, "ink") if each.says == chosen else Icon("minus", 18, "ink3"),
                (
                    line(Words(each.says, BODY, 500, shrinks=True)),
                    line(Words(f"the {each.whose}’s choice", SECOND, 400, "ink2")),
                ),
            )
            for each in options
        ]
        self._chosen = chosen
        self.options.show_rows(rows)
        self.options.take_waiting()
        self.options.setFixedHeight(self._look.px(57) * max(1, len(options)))
        if chosen:
            self.options.select(chosen)

    def first(self) -> QWidget:
        """The first question without an answer, then what was chosen, then by whom."""
        for question in self._questions:
            asked = self.asked[question.name]
            if not question.value:
                return asked.edit if isinstance(asked, Field) else asked.parts["yes"]
        if self.options.isVisibleTo(self) and not self._chosen:
            return self.options
        return super().first()

    def _open(self, says: str) -> None:
        """Enter takes what the focus is on, and continues once it is taken."""
        if says == self._chosen:
            self.gone_on.emit()
        else:
            self.put.emit("chosen", says)


class WhenStep(ReportStep):
    """When it happened and was found, in which words, who was told, and what goes with it."""

    file_asked = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        rows = column(look, 16, 12, 16, 12, gap=10, parent=self)
        self._label = LineLabel(look, line(Words("What happened", SECOND, 500, "ink2")))
        self.says = QPlainTextEdit()
        self.says.setAccessibleName("What happened")
        self.says.setTabChangesFocus(True)
        self.says.setFixedHeight(look.px(76))
        self.says.textChanged.connect(lambda: self.put.emit("says", self.says.toPlainText()))
        self._says_wrong = Text(look, "", SECOND, 500, tone="warning")
        self._says_wrong.hide()
        rows.addWidget(self._label)
        rows.addWidget(self.says)
        rows.addWidget(self._says_wrong)
        times = row(look, gap=12)
        times.addWidget(self.add("happened", "Time of event", hint="9:05 PM"))
        times.addWidget(self.add("discovered", "Discovered", hint="9:07 PM"))
        times.addWidget(self.add("round", "Rounds", hint="none on record"))
        rows.addLayout(times)
        self.late = self.add("late", "Discovered more than 15 minutes ago: reason for the late entry")
        rows.addWidget(self.late)
        rows.addWidget(LineLabel(look, line(Words("Notified", SECOND, 500, "ink2"))))
        self._told_rows = QGridLayout()
        self._told_rows.setSpacing(look.px(8))
        rows.addLayout(self._told_rows)
        self.told: dict[str, Toggle] = {}
        more = row(look, gap=12)
        more.addWidget(self.add("told_more", "Others notified", hint="casino compliance representative"), 3)
        more.addWidget(self.add("rounds_dealt", "Rounds, if counted"), 2)
        more.addWidget(self.add("hands_dealt", "Hands, if counted"), 2)
        rows.addLayout(more)
        self.file_button = ActButton(look, Act("file", "Add a file…", "Alt F"))
        self.file_button.clicked.connect(self.file_asked)
        self._files = Text(look, "", SECOND, tone="ink2")
        files = row(look, gap=12)
        files.addWidget(self.file_button)
        files.addWidget(self._files, 1)
        files.addStretch(1)
        rows.addLayout(files)
        self._found = column(look, gap=4)
        rows.addLayout(self._found)
        rows.addStretch(1)
        self._found_shown: tuple[tuple[str, str], ...] = ()
        self._at_fault = ""

    def forget(self) -> None:
        """Another report is shown from here on: nothing of the last one stays, whoever has the focus."""
        self.says.blockSignals(True)
        self.says.setPlainText("")
        self.says.blockSignals(False)
        for field in self.fields.values():
            field.show_text("")

    def show_when(self, view: ReportView) -> None:
        if view.at_fault != self._at_fault:  # what was said of a field goes when that is mended
            self._at_fault = view.at_fault
            self._say_wrong("", "")
        typing = self.says.hasFocus() and self.says.toPlainText()
        if not typing and self.says.toPlainText() != view.value("says"):
            self.says.blockSignals(True)
            self.says.setPlainText(view.value("says"))
            self.says.blockSignals(False)
        self.late.setVisible(view.late)
        self.file_button.setVisible(view.can_keep)
        self._files.setVisible(bool(view.files))
        self._files.show_text(", ".join(view.files))
        self._show_told(view)
        if view.found != self._found_shown:
            self._found_shown = view.found
            emptied(self._found)
            for time, words in view.found:
                shown = line(
                    Icon("cpu", 16), Words(time, SECOND, 600, "ink2"), Words(words, SECOND, 400, "ink2", shrinks=True)
                )
                self._found.addWidget(LineLabel(self._look, shown))
        self.fill(view)

    def say_missing(self, view: ReportView) -> bool:
        """Say why one cannot go on beside the field it is about, in sight and with the focus."""
        self._say_wrong(view.at_fault, view.act.refusal)
        field = self.fields.get(view.at_fault)
        part: QWidget | None = field.edit if field is not None else self.says if view.at_fault == "says" else None
        part = part or next((self.told[name] for name in view.told_must if not self.told[name].isChecked()), None)
        if part is not None:
            part.setFocus(Qt.FocusReason.OtherFocusReason)
            bring_into_sight(field or part)
        return field is not None or part is self.says

    def _say_wrong(self, at: str, sentence: str) -> None:
        for name, field in self.fields.items():
            field.say_wrong(sentence if name == at else "")
        self._says_wrong.show_text(sentence if at == "says" else "")
        self._says_wrong.setVisible(at == "says")
        self.says.setAccessibleDescription(sentence if at == "says" else "")

    def _show_told(self, view: ReportView) -> None:
        if tuple(self.told) != tuple(name for name, _words, _on in view.told_names):
            emptied(self._told_rows)
            self.told = {}
            for place, (name, words, _on) in enumerate(view.told_names):
                part = self.told[name] = Toggle(self._look, words)
                part.clicked.connect(lambda _on=False, n=name: self.put.emit("toggle told", n))
                self._told_rows.addWidget(part, place // 2, place % 2)
            self._told_rows.setColumnStretch(2, 1)
        for name, words, on in view.told_names:
            must = " · must notify" if name in view.told_must and not on else ""
            self.told[name].setChecked(on)
            self.told[name].show_words(f"{words}{must}")
            self.told[name].setAccessibleDescription("notified" if on else f"not notified{must}")

    def first(self) -> QWidget:
        return self.says


class SignStep(ReportStep):
    """The last step of a report: what was entered is read once more and signed with a PIN."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._rows = column(look, gap=6)
        self._signs = Text(look, "", BODY, tone="ink2")
        self.pin = self.add("pin", "Your PIN", secret=True)
        self._wrong = Text(look, "", BODY, 500, tone="warning")
        self._wrong.hide()
        self._shown: tuple[tuple[str, str], ...] = ()
        rows = column(look, 16, 14, 16, 14, gap=10, parent=self)
        rows.addLayout(self._rows)
        rows.addWidget(Rule(look))
        rows.addWidget(self._signs)
        rows.addWidget(self.pin)
        rows.addWidget(self._wrong)
        rows.addStretch(1)

    def show_sign(self, view: ReportView) -> None:
        self._signs.show_text(view.signs)
        if view.summary == self._shown:
            return
        self._shown = view.summary
        emptied(self._rows)
        for label, words in view.summary:
            pair = row(self._look, gap=12)
            name = LineLabel(self._look, line(Words(label, BODY, 400, "ink2")))
            name.setFixedWidth(self._look.px(104))
            pair.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
            pair.addWidget(Text(self._look, words, BODY), 1)
            self._rows.addLayout(pair)

    def say_wrong(self, sentence: str) -> None:
        """Say why it was not recorded; the PIN is typed anew."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        self.pin.show_text("")
        if sentence:
            self.pin.edit.setFocus()

    def first(self) -> QWidget:
        return self.pin.edit
