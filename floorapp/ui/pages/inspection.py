"""The inspection round: walking order at the left, one table in the middle, its reader at the right."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.inspection import InspectionView, ProofShown
from floorapp.screens.states import Lamp, State
from floorapp.screens.text_line import BODY, SECOND, SECTION, Icon, Key, Light, Sign, TextLine, Words, line, state_line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.paint.cards import CardFace
from floorapp.ui.shell.bars import Progress
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.drawer import FactGrid
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import Centre, Left, LineLabel, Right, Text
from floorapp.ui.widgets.surface import FramedBox, Ground, Rule, Scroll, column, row


class ProofRow(QWidget):
    """A test card, the expected light, the seen one, and whether they agree."""

    def __init__(self, look: Look, proof: ProofShown, *, low: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        cells = row(look, 20, 5, 20, 5, gap=16, parent=self)
        cells.addWidget(CardFace(look, proof.card, 34 if low else 44))
        columns = (
            ("test card", Text(look, proof.words, BODY, 600)),
            ("expected", LineLabel(look, _signal(proof.expected))),
            ("seen", LineLabel(look, _signal(proof.seen, proof.waits or "visual check"))),
        )
        for head, value in columns:
            pair = column(look, gap=2 if low else 4)
            pair.addStretch(1)
            pair.addWidget(LineLabel(look, line(Words(head, SECOND, 400, "ink2"))))
            pair.addWidget(value)
            pair.addStretch(1)
            cells.addLayout(pair, 4 if head == "test card" else 3)
        verdict = line(Sign(State.OKAY, 14), Words("agrees", BODY))
        if proof.seen is None:
            verdict = line(Words("" if proof.waits else "look", BODY, 400, "ink2"))
        elif not proof.agrees:
            verdict = state_line(State.WARNING, "differs")
        said = LineLabel(look, verdict, align=Right)
        said.setMinimumWidth(look.px(84))
        cells.addWidget(said)


def _signal(signal: Lamp | str | None, otherwise: str = "") -> TextLine:
    """A light with its word, a word alone, or what stands there until one comes."""
    if isinstance(signal, Lamp):
        return line(Light(signal), signal.value, gap=9)
    return line(signal) if signal else line(Words(otherwise, BODY, 400, "ink2"))


class DayStrip(QWidget):
    """The last seven gaming days of this reader, a sign each."""

    def __init__(self, look: Look, days: tuple[tuple[str, State], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        cells = row(look, gap=0, parent=self)
        for day, state in days:
            pair = column(look, gap=8)
            number = LineLabel(look, line(Words(day, SECOND, 400, "ink2")), align=Centre)
            sign = LineLabel(look, line(Sign(state, 15)), align=Centre)
            sign.setAccessibleName(f"{day}: {state.spoken}")
            pair.addWidget(number)
            pair.addWidget(sign)
            cells.addLayout(pair, 1)


class WalkColumn(Ground):
    """The walking order with what is done and what comes."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "r", parent=parent)
        self._pit = LineLabel(look, align=Right)
        self._progress, self._so_far = LineLabel(look), LineLabel(look, align=Right)
        self._bar = Progress(look)
        self.list = RowList(look, "Route", wraps=True)
        self._floor = LineLabel(look)
        whole = column(look, 0, 0, 1, 0, gap=0, parent=self)
        head = column(look, 16, 16, 16, 14, gap=10)
        first, second = row(look), row(look)
        first.addWidget(LineLabel(look, line(Words("Reader inspections", SECTION, 600))))
        first.addWidget(self._pit, 1)
        second.addWidget(self._progress)
        second.addStretch(1)
        second.addWidget(self._so_far)
        head.addLayout(first)
        head.addLayout(second)
        head.addWidget(self._bar)
        whole.addLayout(head)
        whole.addWidget(Rule(look))
        whole.addWidget(self.list, 1)
        whole.addWidget(Rule(look))
        foot = row(look, 16, 12, 16, 12)
        foot.addWidget(self._floor)
        whole.addLayout(foot)

    def show_walk(self, view: InspectionView) -> None:
        self._pit.show_line(line(Words(view.pit, BODY, 400, "ink2", shrinks=True)))
        far = line(Words(str(view.done), 22, 600), Words(view.progress, BODY, 400, "ink2"))
        self._progress.show_line(far)
        self._so_far.show_line(line(Words(view.so_far, BODY, 400, "ink2")))
        self._bar.show_share(view.done / view.whole if view.whole else 0)
        self.list.show_rows(view.walk)
        self.list.select(view.now)
        self._floor.show_line(line(Words(view.whole_floor, SECOND, 400, "ink2", shrinks=True)))


#: A name of more letters has the head of the page for itself.
LONG_NAME = 16


class ReaderColumn(Ground):
    """This reader: its line, its last days, and which table comes next."""

    later = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "l", parent=parent)
        self._facts = FactGrid(look, 74, 28)
        self._days_title = LineLabel(look)
        self._days: DayStrip | None = None
        self._note = Text(look, "", SECOND, tone="ink2")
        self._next = LineLabel(look)
        self.later_button = ActButton(look, Act("later", "Skip for now", "L"))
        self.later_button.clicked.connect(self.later)
        self._whole = column(look, 21, 18, 20, 20, gap=12, parent=self)
        self._whole.addWidget(LineLabel(look, line(Words("This reader", SECTION, 600))))
        self._whole.addWidget(self._facts)
        self._whole.addWidget(Rule(look))
        self._whole.addWidget(self._days_title)
        self._place = self._whole.count()
        self._whole.addWidget(self._note)
        self._whole.addStretch(1)
        self._whole.addWidget(Rule(look))
        self._whole.addSpacing(look.px(8))
        self._whole.addWidget(LineLabel(look, line(Words("Next on the route", SECOND, 600, "ink2"))))
        self._whole.addWidget(self._next)
        self._whole.addWidget(self.later_button)

    def show_reader(self, view: InspectionView) -> None:
        self._facts.show_facts(view.facts)
        self._days_title.show_line(line(Words(view.days_title, SECOND, 600, "ink2")))
        if self._days is not None:
            self._whole.removeWidget(self._days)
            self._days.hide()
            self._days.deleteLater()
        self._days = DayStrip(self._look, view.days)
        self._whole.insertWidget(self._place, self._days)
        self._note.show_text(view.days_note)
        self.later_button.offer(Act("later", "Skip for now", "L", view.no_skip))
        words = Words(view.next_words, BODY, 400, "ink2", shrinks=True)
        self._next.show_line(line(Words(view.next_name, 19, 600, fits=True), words, gap=12))


class InspectionPage(FoldingPage):
    """One table at a time; Okay is the largest button of the app, and says what it states."""

    okay = pyqtSignal()
    not_okay = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.walk, self.reader = WalkColumn(look), ReaderColumn(look)
        self._view: InspectionView | None = None
        self._low = self._narrow = False
        self._name, self._subject, self._standing = LineLabel(look), LineLabel(look), LineLabel(look)
        self._state = LineLabel(look, align=Right)
        self.proof, self._stated = FramedBox(look), FramedBox(look)
        column(look, gap=0, parent=self.proof)
        column(look, 20, 10, 20, 6, gap=0, parent=self._stated)
        self._citation = Text(look, "", SECOND, tone="ink2")
        self._build_buttons()
        self._build()
        self.setFocusProxy(self.okay_button)

    def _build_buttons(self) -> None:
        look = self._look
        self.okay_button = ActButton(look, Act("okay", "Pass, next table", "Space"), primary=True, tall=104)
        self.not_okay_button = ActButton(look, Act("not okay", "Fail…", "N"), tall=104)
        self._face_buttons()
        self.okay_button.clicked.connect(self.okay)
        self.not_okay_button.clicked.connect(self.not_okay)

    def _face_buttons(self) -> None:
        """The largest words of the app; smaller ones where the page is narrow."""
        okay, wrong, gap = (20, 17, 12) if self._narrow else (26, 20, 18)
        face = line(Sign(State.OKAY, okay - 2), Words("Pass, next table", okay, 600), Key("Space"), gap=gap)
        self.okay_button.give_face(face)
        self.not_okay_button.give_face(
            line(Sign(State.WARNING, wrong), Words("Fail…", wrong, 600), Key("N"), gap=gap - 2)
        )

    def _lay_head(self) -> None:
        """Name, words and state in one row, or the words below: where it is narrow, and under a long name."""
        narrow = self._narrow or (self._view is not None and len(self._view.name) > LONG_NAME)
        self._head.addWidget(self._name, 0, 0)
        self._head.addWidget(self._state, 0, 2)
        self._head.addWidget(self._words, *((1, 0, 1, 3) if narrow else (0, 1)))

    def _build(self) -> None:
        look = self._look
        self._head = QGridLayout()
        self._head.setHorizontalSpacing(look.px(22))
        self._head.setVerticalSpacing(look.px(2))
        self._head.setColumnStretch(1, 1)
        self._words = QWidget()
        words = column(look, gap=2, parent=self._words)
        words.addStretch(1)
        words.addWidget(self._subject)
        words.addWidget(self._standing)
        words.addStretch(1)
        buttons = row(look, gap=16)
        buttons.addWidget(self.okay_button, 13)
        buttons.addWidget(self.not_okay_button, 7)
        held = QWidget()
        seen = column(look, gap=16, parent=held)
        seen.addWidget(self.proof)
        seen.addWidget(self._stated)
        seen.addStretch(1)
        self._middle = middle = column(look, 32, 16, 32, 18, gap=16)
        middle.addLayout(self._head)
        self._held = Scroll(held)
        middle.addWidget(self._held, 1)
        middle.addLayout(buttons)
        middle.addWidget(self._citation)
        self._whole: QBoxLayout = row(look, gap=0, parent=self)
        self._whole.addWidget(self.walk)
        self._whole.addLayout(middle, 1)
        self._whole.addWidget(self.reader)

    def show_inspection(self, view: InspectionView) -> None:
        """Show the round at this table."""
        self.walk.show_walk(view)
        self.reader.show_reader(view)
        self._view = view
        self._lay_head()
        self._name.show_line(line(Words(view.name, 40 if self._low else 48, 600, fits=True)))
        self._subject.show_line(line(Words(view.subject, SECTION, 500, shrinks=True)))
        self._standing.show_line(line(Words(view.standing, BODY, 400, "ink2", shrinks=True)))
        self._state.show_line(state_line(view.state, view.word))
        self._citation.show_text(view.citation)
        self._show_proof(view)
        self._show_stated(view)

    def _show_proof(self, view: InspectionView) -> None:
        look, rows = self._look, self.proof.layout()
        assert rows is not None
        _empty(rows)
        head = QWidget()
        cells = row(look, 20, 10, 20, 10, parent=head)
        fold(look, cells, self._narrow)
        summary = Words(view.proof_summary, BODY, 400, "ink2", shrinks=True)
        cells.addWidget(LineLabel(look, line(Words("Function test", BODY, 600), summary)), 1)
        source = line(Words(view.proof_source, SECOND, 400, "ink2"))
        cells.addWidget(LineLabel(look, source, align=Left if self._narrow else Right))
        rows.addWidget(head)
        for proof in view.proofs:
            rows.addWidget(Rule(look))
            rows.addWidget(ProofRow(look, proof, low=self._low))

    def _show_stated(self, view: InspectionView) -> None:
        look, rows = self._look, self._stated.layout()
        assert rows is not None
        _empty(rows)
        title = LineLabel(look, line(Words(f"By pressing Pass you state, for {view.name}:", BODY, 600, fits=True)))
        title.setMinimumHeight(look.px(30 if self._low else 34))
        rows.addWidget(title)
        for icon, words in view.stated:
            rows.addWidget(Rule(look))
            said = QWidget()
            said.setMinimumHeight(look.px(38 if self._low else 48))
            cells = row(look, gap=12, parent=said)
            cells.addWidget(LineLabel(look, line(Icon(icon, 20))))
            cells.addWidget(Text(look, words, BODY), 1)
            rows.addWidget(said)

    def fold(self, narrow: bool) -> None:
        look, wide = self._look, self.width() >= self._look.px(1340)
        walk, reader = Fold(self.walk, 330, at_most=420), Fold(self.reader, 290 if wide else 268)
        fold(look, self._whole, narrow, walk, reader)
        side = look.px(20 if narrow else 32)
        self._middle.setContentsMargins(side, look.px(16), side, look.px(18))
        self._whole.removeWidget(self.walk)
        self._whole.insertWidget(2 if narrow else 0, self.walk)  # folded, the table of now comes first
        self._held.grow(narrow)
        port = self.parentWidget() if narrow else self  # folded, the page is taller than what is seen of it
        low = (port or self).height() < look.px(700)
        if (low, narrow) != (self._low, self._narrow):
            self._low, self._narrow = low, narrow
            self._face_buttons()
            if self._view is not None:
                self.show_inspection(self._view)
        self._lay_head()


def _empty(rows: QLayout) -> None:
    while rows.count():
        item = rows.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
