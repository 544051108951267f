"""The header: property and gaming day, jump box, health, clock, person, look and lock; one row that gives way."""

from __future__ import annotations

from math import ceil

from PyQt6.QtCore import QRectF, QSize, Qt, QTimer, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy, QWidget

from floorapp.screens.shell import Cell, HeaderView, Health
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SMALL, Pill, Sign, TextLine, Words, line
from floorapp.ui.icons import paint_icon
from floorapp.ui.look import TARGET, Look, follow
from floorapp.ui.paint.chips import key_width, paint_key
from floorapp.ui.paint.text_line import line_width, paint_line
from floorapp.ui.widgets.button import IconButton
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import Ground, Rule, row

TALL = 56.0
#: In how many steps the header gives way where there is little room.
LEVELS = 7
HEARTBEAT_MS = 1000
KEY = "Ctrl K"


class JumpBox(QLineEdit):
    """Ctrl+K: the name of any table or record; drawn 40 px high, pressed over 48."""

    #: It has the focus now, or no longer.
    reached = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setProperty("role", "jump")
        self.setAccessibleName("Jump to a table or record")
        look.changed.connect(self._dress)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        self.be_small(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def be_small(self, small: bool) -> None:
        """Only the glass, until somebody types here."""
        least, most = (TARGET, TARGET) if small else (168, 224)
        self.setMinimumSize(self._look.px(least), self._look.px(TARGET))
        self.setMaximumWidth(self._look.px(most))
        self.setPlaceholderText("" if small else "Table or record")

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.reached.emit()

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.reached.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(224), super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        look, painter = self._look, QPainter(self)
        middle = self.height() / 2
        size = look.px(18)
        icon = QRectF(look.px(11), middle - size / 2, size, size)
        paint_icon(painter, icon, "search", look.colour("ink2"))
        if self.width() >= look.px(212) and not self.text():
            width = key_width(look, KEY)
            cap = QRectF(self.width() - width - look.px(9), middle - look.px(10), width, look.px(20))
            paint_key(painter, cap, look, KEY, look.colour("ink2"), look.colour("edge"))
        painter.end()


class TwoLines(QWidget):
    """Two lines above each other, as narrow as the longer one."""

    def __init__(self, look: Look, lead: float = 19, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._lead = look, lead
        self._lines: tuple[TextLine, ...] = ()
        self._short, self._least = False, 0
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_lines(self, *lines: TextLine) -> None:
        if lines == self._lines:
            return
        before, self._lines = self.sizeHint(), lines
        self.setAccessibleName(", ".join(shown.spoken for shown in lines))
        if self.sizeHint() != before:  # a beat or another word as wide lays nothing out anew
            self.updateGeometry()
        self.update()

    def be_short(self, short: bool, least: int = 0) -> None:
        """Show the first line alone; with a least width its words may be cut."""
        if (short, least) != (self._short, self._least):
            self._short, self._least = short, least
            across = QSizePolicy.Policy.Preferred if least else QSizePolicy.Policy.Minimum
            self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
            self.setToolTip(self.accessibleName() if short else "")
            self.updateGeometry()
            self.update()

    @property
    def _shown(self) -> tuple[TextLine, ...]:
        return self._lines[:1] if self._short else self._lines

    def sizeHint(self) -> QSize:
        width = max((line_width(self._look, shown) for shown in self._shown), default=0)
        return QSize(ceil(width) + 1, self._look.px(self._lead) * len(self._shown) + 2)

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        return QSize(min(whole.width(), self._least), whole.height()) if self._least else whole

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        step = self._look.px(self._lead)
        top = (self.height() - step * len(self._shown)) / 2
        for place, shown in enumerate(self._shown):
            paint_line(painter, QRectF(0, top + place * step, self.width(), step), self._look, shown)
        painter.end()


class AlarmCell(QAbstractButton):
    """The alarms of the header: pressed, it opens their list; unanswered, its sign beats once a second."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._lines = TwoLines(look, 17)
        self._lines.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row(look, gap=0, parent=self).addWidget(self._lines)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("framed", True)
        self._cell: Health | None = None
        self.inverted = False
        self.heartbeat = QTimer(self)
        self.heartbeat.setInterval(HEARTBEAT_MS)
        self.heartbeat.timeout.connect(self.beat)

    def sizeHint(self) -> QSize:
        least = self._look.px(TARGET)
        return self._lines.sizeHint().expandedTo(QSize(least, least))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """The two lines paint themselves."""

    def show_cell(self, cell: Health) -> None:
        """Show how many stand; begin or end the beat."""
        self._cell = cell
        if cell.unanswered and not self.heartbeat.isActive():
            self.heartbeat.start()
        elif not cell.unanswered:
            self.heartbeat.stop()
            self.inverted = False
        self._lines.show_lines(*_health_lines(cell, self.inverted))
        self.updateGeometry()
        said = "not acknowledged" if cell.unanswered else ""
        self.setAccessibleName(" ".join(filter(None, (cell.name, cell.word, said))))
        self.setToolTip("Open the alarm list (F10)")

    def beat(self) -> None:
        """Invert the sign, or turn it back."""
        self.inverted = not self.inverted
        if self._cell is not None:
            self._lines.show_lines(*_health_lines(self._cell, self.inverted))


def _health_lines(cell: Health, inverted: bool = False) -> tuple[TextLine, TextLine]:
    calm = cell.state is State.OKAY
    word = Words(cell.word, BODY - 1, 500 if calm else 600, "ink" if calm else cell.state.value)
    sign = Sign(cell.state, 13, inverted=inverted)
    return line(Words(cell.name, SMALL, 400, "ink2")), line(sign, word, gap=6)


class Header(Ground):
    """The bar above every screen: house and day, jump box, health, clock, person, look and lock."""

    lock_asked = pyqtSignal()
    look_asked = pyqtSignal()
    jump_asked = pyqtSignal(str)
    alarms_asked = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "b", parent=parent)
        self._view: HeaderView | None = None
        self._where = TwoLines(look)
        self.jump = JumpBox(look)
        self._health = QWidget()
        self._health_cells: list[TwoLines | AlarmCell] = []
        row(look, gap=22, parent=self._health)
        self.alarms: AlarmCell | None = None
        self._clock = LineLabel(look)
        self._who = TwoLines(look)
        self.turn = IconButton(look, "contrast", "Light or dark")
        self.lock = IconButton(look, "lock", "Lock this station")
        self._rule = Rule(look, upright=True)
        self.turn.clicked.connect(self.look_asked)
        self.lock.clicked.connect(self.lock_asked)
        self.jump.returnPressed.connect(lambda: self.jump_asked.emit(self.jump.text().strip()))
        self._cells = row(look, gap=0, parent=self)
        self._build()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.jump.reached.connect(self._give_way)
        look.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        cells = self._cells
        cells.setContentsMargins(self._look.px(16), 0, self._look.px(12), 0)
        cells.addWidget(self._where)
        cells.addWidget(self.jump)
        cells.addStretch(1)
        for cell in (self._health, self._rule, self._clock, self._who):
            cells.addWidget(cell)
        buttons = row(self._look, gap=0)
        buttons.addWidget(self.turn)
        buttons.addWidget(self.lock)
        cells.addLayout(buttons)

    @pyqtSlot()
    def _dress(self) -> None:
        self.setFixedHeight(self._look.px(TALL))
        self._rule.setFixedHeight(self._look.px(32))
        self._give_way()

    def _give_way(self) -> None:
        """Leave out, where there is little room, what can be found elsewhere: first the words of the jump box, then
        health that is good, then second lines, then the property and the readers, which the rail counts; the alarms,
        the database, the clock and the person stay."""
        for level in range(LEVELS):
            self._be_short(level)
            self._health.updateGeometry()  # what is hidden in it asks for no room any more
            self._cells.invalidate()
            if self._cells.minimumSize().width() <= self.width():
                return

    def _be_short(self, level: int) -> None:
        typing, px = self.jump.hasFocus(), self._look.px
        self._cells.setSpacing(px((20, 20, 18, 12, 8, 8, 8)[level]))
        self.jump.be_small(level > 0 and not typing)
        self._where.setVisible(level < 5 and not (level > 0 and typing))
        self.turn.setVisible(level < 3)
        self._rule.setVisible(level < 2)
        self._where.be_short(level > 2, px((0, 0, 190, 140, 140, 0, 0)[level]))
        self._who.be_short(level > 2, px((0, 0, 150, 0, 72, 72, 48)[level]))
        if self._view is not None:
            self._clock.show_line(line(Words(self._view.clock, 26 if level < 3 else 20, 500)))
            for cell, health in zip(self._health_cells, self._view.health, strict=False):
                wrong = health.state is not State.OKAY and (level < 6 or health.cell is not Cell.READERS)
                cell.setVisible(level < 2 or health.cell is Cell.ALARMS or wrong)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._give_way()

    def show_header(self, view: HeaderView) -> None:
        """Show who, where and how things stand; only what differs is painted again."""
        if view == self._view:
            return
        self._view = view
        name = Words(view.property_name, BODY, 600, shrinks=True)
        first = line(name, Pill("SAMPLE")) if view.sample else line(name)
        self._where.show_lines(first, line(Words(view.gaming_day, SECOND, 400, "ink2", shrinks=True)))
        self._clock.setAccessibleName(f"Local time {view.clock}")
        self._who.show_lines(
            line(Words(view.person, BODY, 600, shrinks=True)), line(Words(view.post, SECOND, 400, "ink2", shrinks=True))
        )
        layout = self._health.layout()
        assert layout is not None
        for health in view.health[len(self._health_cells) :]:
            self._health_cells.append(self._health_cell(health))
            layout.addWidget(self._health_cells[-1])
        for cell, health in zip(self._health_cells, view.health, strict=False):
            if isinstance(cell, AlarmCell):
                cell.show_cell(health)
            else:
                cell.show_lines(*_health_lines(health))
        self._give_way()

    def _health_cell(self, health: Health) -> TwoLines | AlarmCell:
        if health.cell is not Cell.ALARMS:
            return TwoLines(self._look, 17)
        self.alarms = AlarmCell(self._look)
        self.alarms.clicked.connect(self.alarms_asked)
        return self.alarms

    def focus_jump(self) -> None:
        self.jump.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.jump.selectAll()
