"""The one list: a sign or icon, up to three lines, a note at the right or an act with its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PyQt6.QtCore import QModelIndex, QRectF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PyQt6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, Key, TextLine, Words, line
from floorapp.ui.lists.model import ROW, Column, RowModel
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.text_line import line_width, paint_line, wrapped
from floorapp.ui.widgets.held import held

ACT_WIDTH = 120.0
#: A text is broken into at most so many lines; of what is left as much is shown as the last one holds.
MANY_LINES, REST = 6, 200


class RowDelegate(QStyledItemDelegate):
    """Paints a row: selection is a hover fill and an ink bar at the left, hairlines part the rows."""

    def __init__(self, look: Look, tall: float, inset: float, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self.tall, self._inset = look, tall, inset
        #: Whether words that do not fit go on in a next line instead of being cut.
        self.wraps = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        row = index.data(ROW)
        assert isinstance(row, ListRow)
        look, view = self._look, self.parent()
        assert isinstance(view, QAbstractItemView)
        tall = look.px(self.tall + max(0, len(row.lines) - 2) * 31)
        if self.wraps:
            lines = self._wrapped(row, self._room(row, QRectF(view.viewport().rect())).width())  # type: ignore[union-attr]
            tall = max(tall, look.px(20) * len(lines) + look.px(16))
        return QSize(look.px(200), tall)

    def _room(self, row: ListRow, rect: QRectF) -> QRectF:
        """Where the lines of a row stand: right of its mark, left of its act."""
        px = self._look.px
        room = rect.adjusted(px(self._inset), 0, -px(self._inset), 0)
        if row.mark is not None:
            room.setLeft(room.left() + px(28))
        if row.act is not None:
            room.setRight(room.right() - self._act_width(row.act) - px(4))
        return room

    def _wrapped(self, row: ListRow, width: float) -> list[TextLine]:
        """The lines as they are painted; the first gives way to the note."""
        if not self.wraps:
            return list(row.lines)
        note = line_width(self._look, row.note) + self._look.px(8) if row.note else 0
        shown: list[TextLine] = []
        for place, each in enumerate(row.lines):
            lines = wrapped(self._look, each, width - (note if place == 0 else 0))
            if len(lines) > MANY_LINES:
                rest = " ".join(one.spoken for one in lines[MANY_LINES - 1 :])
                words = next(piece for piece in each.pieces if isinstance(piece, Words))
                lines = (*lines[: MANY_LINES - 1], line(replace(words, text=rest[:REST], shrinks=True)))
            shown += lines
        return shown

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        row = index.data(ROW)
        assert painter is not None and isinstance(row, ListRow)
        look, rect = self._look, QRectF(option.rect)
        painter.save()
        paint_row_ground(painter, rect, look, option)
        room = self._room(row, rect)
        lines = self._wrapped(row, room.width())
        if row.mark is not None:
            middle = rect if len(lines) < 3 else QRectF(rect.left(), rect.top(), 1, look.px(46))
            mark = QRectF(rect.left() + look.px(self._inset), middle.top(), look.px(20), middle.height())
            paint_line(painter, mark, look, line(row.mark), align=Qt.AlignmentFlag.AlignHCenter)
        if row.act is not None:
            start = room.right() + look.px(4)
            slot = QRectF(start, rect.top(), self._act_width(row.act), rect.height())
            paint_line(painter, slot, look, self._act_line(row.act))
        self._paint_lines(painter, room, row, lines)
        painter.restore()

    @staticmethod
    def _act_line(act: Act) -> TextLine:
        words = Words(act.words, 14, 500, "ink3" if act.refusal else "ink")
        return line(Key(act.key), words, gap=8) if act.key else line(words)

    def _act_width(self, act: Act) -> float:
        return max(self._look.px(ACT_WIDTH), line_width(self._look, self._act_line(act)))

    def _paint_lines(self, painter: QPainter, room: QRectF, row: ListRow, lines: Sequence[TextLine]) -> None:
        look = self._look
        step = look.px(18 if len(lines) == 2 else 20)
        top = room.center().y() - step * len(lines) / 2
        for place, shown in enumerate(lines):
            slot = QRectF(room.left(), top + place * step, room.width(), step)
            if place == 0 and row.note is not None:
                paint_line(painter, slot, look, row.note, align=Qt.AlignmentFlag.AlignRight)
                slot.setWidth(slot.width() - line_width(look, row.note) - look.px(8))
            paint_line(painter, slot, look, shown)


def paint_row_ground(
    painter: QPainter, rect: QRectF, look: Look, option: QStyleOptionViewItem, *, rule: bool = True
) -> None:
    """What lies under a row: selection, hover, the hairline below, and the frame of the keyboard's row."""
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
    if selected or hovered:
        painter.fillRect(rect, look.colour("hover" if selected else "raised"))
    if rule:
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), look.colour("line"))
    if selected:
        painter.fillRect(QRectF(rect.left(), rect.top(), look.px(3), rect.height()), look.colour("ink"))
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(look.colour("ink"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(1, 1, -1, -2))


class RowList(QListView):
    """A list of rows; says what was selected, opened, or which row's act was pressed."""

    row_selected = pyqtSignal(str)
    row_opened = pyqtSignal(str)
    act_pressed = pyqtSignal(str)
    waiting_changed = pyqtSignal(int)

    def __init__(
        self,
        look: Look,
        name: str,
        *,
        tall: float = 52,
        inset: float = 16,
        wraps: bool = False,
        blank: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._blank = blank  # the focus alone selects nothing: what is selected here is somebody's statement
        self._focusing = False
        self._waiting: tuple[ListRow, ...] | None = None
        self._twice = False
        columns = [Column[ListRow](name, lambda row: line(Words(row.spoken, BODY)))]
        self.rows_model: RowModel[ListRow] = RowModel(columns, lambda row: row.key, self)
        self.setModel(self.rows_model)
        self._delegate = RowDelegate(look, tall, inset, self)
        self._delegate.wraps = wraps
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        viewport = self.viewport()
        assert viewport is not None
        viewport.setAutoFillBackground(False)
        self.setStyleSheet("background: transparent")
        chosen = self.selectionModel()
        assert chosen is not None
        chosen.currentChanged.connect(self._say_selected)
        self.activated.connect(lambda index: self.row_opened.emit(index.data(ROW).key))
        follow(look, self, self.scheduleDelayedItemsLayout)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(240), self._look.px(144))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(160), self._look.px(96))

    def be_tall(self, tall: float) -> None:
        """Rows of this height from now on."""
        self._delegate.tall = tall
        self.scheduleDelayedItemsLayout()

    def wrap(self, on: bool) -> None:
        """Let words that do not fit go on in a next line, or cut them."""
        if self._delegate.wraps != on:
            self._delegate.wraps = on
            self.scheduleDelayedItemsLayout()

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Take the new rows; while one is held or focused, new and moved ones wait behind "2 new"."""
        new = {row.key for row in rows} - {row.key for row in self.rows_model.rows}
        order = [row.key for row in rows if row.key not in new]
        kept = [row.key for row in self.rows_model.rows if row.key in set(order)]
        if self.hasFocus() and kept and (new or order != kept):
            self._waiting = tuple(rows)
            values = {row.key: row for row in rows}
            self.rows_model.show_rows([values[key] for key in kept])
            self.waiting_changed.emit(len(new))
            return
        self._waiting = None
        self.rows_model.show_rows(rows)

    def take_waiting(self) -> None:
        """Let in what waited."""
        rows, self._waiting = self._waiting, None
        if rows is not None:
            self.rows_model.show_rows(rows)
            self.waiting_changed.emit(0)

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        self._focusing = self._blank  # Qt then takes the first row
        super().focusInEvent(event)
        self._focusing = False

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.take_waiting()

    def select(self, key: str) -> None:
        place = self.rows_model.place_of(key)
        if place >= 0:
            self.setCurrentIndex(self.rows_model.index(place, 0))

    @property
    def selected(self) -> str:
        row = self.currentIndex().data(ROW)
        return row.key if isinstance(row, ListRow) else ""

    def _say_selected(self, now: QModelIndex, _before: QModelIndex) -> None:
        row = now.data(ROW)
        if isinstance(row, ListRow):
            self.setAccessibleDescription(row.spoken)
            if not self._focusing:
                self.row_selected.emit(row.key)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if not held(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        super().mouseReleaseEvent(event)
        assert event is not None
        twice, self._twice = self._twice, False
        key = self._act_at(event)
        if key and not twice:
            self.act_pressed.emit(key)

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        """The second press of a double-click on an act is no press: one was meant."""
        assert event is not None
        self._twice = bool(self._act_at(event))
        if not self._twice:
            super().mouseDoubleClickEvent(event)

    def _act_at(self, event: QMouseEvent) -> str:
        """The row whose act lies under the mouse."""
        place = event.position().toPoint()
        row = self.indexAt(place).data(ROW)
        width = self.viewport().width()  # type: ignore[union-attr]
        inside = place.x() > width - self._look.px(ACT_WIDTH + 16)
        return row.key if isinstance(row, ListRow) and row.act and inside else ""

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        QTimer.singleShot(0, self._keep_whole)

    def _keep_whole(self) -> None:
        """A selected row that a lower list would cut is scrolled into sight."""
        now, port = self.visualRect(self.currentIndex()), self.viewport()
        if port is not None and port.rect().intersects(now) and not port.rect().contains(now):
            self.scrollTo(self.currentIndex())
