"""A table's or an incident's history: what, who, which entry; corrections above what they strike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from PyQt6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPen, QResizeEvent
from PyQt6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from floorapp.screens.lists import TimelineRow
from floorapp.screens.text_line import Icon, TextLine, Words, line
from floorapp.ui.lists.model import ROW, Column, RowModel
from floorapp.ui.lists.rows import paint_row_ground
from floorapp.ui.look import TARGET, Look, follow
from floorapp.ui.paint.text_line import line_width, paint_line, wrapped


class TimelineDelegate(QStyledItemDelegate):
    """Paints an entry on as many lines as its words need."""

    def __init__(self, look: Look, *, roomy: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._roomy = look, roomy
        #: How wide the longest time is: one of another day has its weekday before it.
        self.longest = 0.0

    def _columns(self, width: float) -> tuple[float, float, float, float]:
        """Where time, words, person and record start."""
        px = self._look.px
        more = max(0.0, self.longest - px(44))
        if self._roomy and width > px(760):
            return px(16), px(112) + more, width - px(230), width - px(16)
        return px(16), px(100) + more, width - px(16), width - px(16)

    def _words(self, row: TimelineRow, width: float) -> tuple[TextLine, ...]:
        look = self._look
        _time, start, person, record = self._columns(width)
        room = person - start - look.px(12)
        if person == record:
            room -= line_width(look, self._record(row)) + look.px(4)
        what = row.what
        if row.corrected:
            struck = tuple(
                replace(piece, tone="ink3", struck=True) if isinstance(piece, Words) else piece for piece in what.pieces
            )
            what = TextLine((*struck, Words(row.corrected, 13, 400, "ink2")), what.gap)
        lines = wrapped(look, what, room)
        if row.detail:
            lines += wrapped(look, line(Words(row.detail, 13, 400, "ink2")), room)
        return lines

    @staticmethod
    def _record(row: TimelineRow) -> TextLine:
        return line(Words(row.record, 13, 400, "ink3", mono=True))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        row = index.data(ROW)
        assert isinstance(row, TimelineRow)
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        viewport = view.viewport()
        assert viewport is not None
        width = viewport.width()
        lines = len(self._words(row, width))
        return QSize(
            self._look.px(120), max(self._look.px(TARGET), ceil(self._look.px(21) * lines + self._look.px(20)))
        )

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        row = index.data(ROW)
        assert painter is not None and isinstance(row, TimelineRow)
        look, rect = self._look, QRectF(option.rect)
        painter.save()
        if row.corrects or row.corrected:
            painter.fillRect(rect, look.colour("raised"))
        paint_row_ground(painter, rect, look, option, rule=not row.corrects)
        if row.corrects:
            pen = QPen(look.colour("line"), 1)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            edge = QPointF(0, -0.5)
            painter.drawLine(rect.bottomLeft() + edge, rect.bottomRight() + edge)
        self._paint_columns(painter, rect, row)
        painter.restore()

    def _paint_columns(self, painter: QPainter, rect: QRectF, row: TimelineRow) -> None:
        look = self._look
        time, start, person, record = self._columns(rect.width())
        struck = bool(row.corrected)
        tone = "ink3" if struck else "ink"
        step = look.px(21)
        lines = self._words(row, rect.width())
        top = rect.top() + (rect.height() - step * len(lines)) / 2
        slot = QRectF(rect.left() + time, top, start - time, step)
        paint_line(painter, slot, look, line(Words(row.time, 15, 600, tone, struck=struck)))
        slot.moveLeft(rect.left() + start - look.px(32))
        paint_line(painter, slot, look, line(Icon(row.icon, 17), Words("")))
        for place, shown in enumerate(lines):
            room = QRectF(rect.left() + start, slot.top() + place * step, rect.width() - start, step)
            paint_line(painter, room, look, shown)
        name = line(Words(row.person, 15, 400, "ink3" if struck else "ink2", struck=struck))
        right = QRectF(rect.left(), slot.top(), record, step)
        if person < record:
            paint_line(painter, QRectF(rect.left() + person, slot.top(), look.px(120), step), look, name)
        paint_line(painter, right, look, self._record(row), align=Qt.AlignmentFlag.AlignRight)


class Timeline(QListView):
    """Entries, newest first, each as tall as its words; Enter or two presses open one."""

    entry_opened = pyqtSignal(str)

    def __init__(self, look: Look, name: str, *, roomy: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        columns = [Column[TimelineRow](name, lambda row: line(row.spoken))]
        self.rows_model: RowModel[TimelineRow] = RowModel(columns, lambda row: row.record, self)
        self.setModel(self.rows_model)
        self.setItemDelegate(TimelineDelegate(look, roomy=roomy, parent=self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("background: transparent")
        self.activated.connect(self._open)
        follow(look, self, self.scheduleDelayedItemsLayout)

    @property
    def entry(self) -> str:
        """The entry behind the selected row."""
        row = self.currentIndex().data(ROW)
        return row.entry if isinstance(row, TimelineRow) else ""

    def _open(self) -> None:
        if self.entry:
            self.entry_opened.emit(self.entry)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(240), self._look.px(144))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(160), self._look.px(96))

    def show_rows(self, rows: Sequence[TimelineRow]) -> None:
        delegate = self.itemDelegate()
        assert isinstance(delegate, TimelineDelegate)
        times = [line_width(self._look, line(Words(row.time, 15, 600))) for row in rows]
        longest = max(times, default=0.0)
        if longest != delegate.longest:
            delegate.longest = longest
            self.scheduleDelayedItemsLayout()
        self.rows_model.show_rows(rows)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
