"""A settlement line by line: wager, outcome, expected and reported, each with its sentence and citation."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QModelIndex, QRectF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QPainter, QPen, QResizeEvent
from PyQt6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from floorapp.screens.lists import FindingRow, SettlementRow, SettlementShown
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, TextLine, Words, line
from floorapp.ui.lists.model import ROW, Column, RowModel
from floorapp.ui.lists.rows import paint_row_ground
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.text_line import line_width, paint_line, wrapped

Right = Qt.AlignmentFlag.AlignRight


class SettlementDelegate(QStyledItemDelegate):
    """A right line is two rows of text; a wrong one is boxed, with the difference below."""

    def __init__(self, look: Look, parent: QListView) -> None:
        super().__init__(parent)
        self._look, self._list = look, parent
        self._wraps: dict[tuple[str, float, float], tuple[TextLine, ...]] = {}  # a sentence is wrapped once a width

    def _sentence(self, row: SettlementShown) -> tuple[tuple[TextLine, ...], float]:
        """The sentence on as many lines as it needs beside its citation."""
        look, viewport = self._look, self._list.viewport()
        assert viewport is not None
        citation = line_width(look, line(Words(row.citation, 13)))
        room = viewport.width() - look.px(60 + 20 + 12) - (citation if isinstance(row, SettlementRow) else 0)
        key = (row.sentence, max(look.px(120), room), look.scale)
        if key not in self._wraps:
            if len(self._wraps) > 500:
                self._wraps.clear()
            self._wraps[key] = wrapped(look, line(Words(row.sentence, 13, 400, "ink2")), key[1])
        return self._wraps[key], citation

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        row = index.data(ROW)
        lines = len(self._sentence(row)[0])
        if isinstance(row, FindingRow):
            return QSize(self._look.px(240), self._look.px(max(48, 20 + 18 * (lines + bool(row.citation)))))
        tall = 39 + 18 * lines + (45 if row.difference else 0)
        return QSize(self._look.px(240), self._look.px(tall))

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        row = index.data(ROW)
        assert painter is not None
        look, rect = self._look, QRectF(option.rect)
        px = look.px
        if isinstance(row, FindingRow):
            self._paint_finding(painter, rect, option, row)
            return
        painter.save()
        paint_row_ground(painter, rect, look, option, rule=not row.difference)
        top = rect.top() + px(10)
        if row.difference:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.sign_colour(State.WARNING), 2))
            painter.setBrush(look.colour("raised"))
            box = rect.adjusted(px(10), px(7), -px(10), -px(7))
            painter.drawRoundedRect(box, px(6), px(6))
            top += px(8)
        self._paint_figures(painter, rect, top, row)
        lines, _citation = self._sentence(row)
        for place, shown in enumerate(lines):
            slot = QRectF(rect.left() + px(60), top + px(20) + place * px(18), rect.width(), px(18))
            paint_line(painter, slot, look, shown)
        slot = QRectF(rect.left(), top + px(20), rect.width() - px(20), px(18))
        paint_line(painter, slot, look, line(Words(row.citation, 13, 400, "ink2")), align=Right)
        if row.difference:
            slot = QRectF(rect.left(), rect.bottom() - px(40), rect.width() - px(20), px(24))
            said = line(Words(row.difference, 17, 700, "warning"))
            paint_line(painter, slot, look, said, align=Right)
        painter.restore()

    def _paint_finding(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, row: FindingRow) -> None:
        look, px = self._look, self._look.px
        painter.save()
        paint_row_ground(painter, rect, look, option)
        top = rect.top() + px(10)
        paint_line(painter, QRectF(rect.left() + px(22), top, px(20), px(18)), look, line(Sign(row.state, 15)))
        lines, _citation = self._sentence(row)
        for place, shown in enumerate(lines):
            paint_line(painter, QRectF(rect.left() + px(60), top + place * px(18), rect.width(), px(18)), look, shown)
        if row.citation:
            slot = QRectF(rect.left(), top + len(lines) * px(18), rect.width() - px(20), px(18))
            paint_line(painter, slot, look, line(Words(row.citation, 13, 400, "ink2")), align=Right)
        painter.restore()

    def _paint_figures(self, painter: QPainter, rect: QRectF, top: float, row: SettlementRow) -> None:
        look, px = self._look, self._look.px
        columns = settlement_columns(look, rect.width())
        cells = (
            Words(row.box, 15, 500, "ink2"),
            Words(row.wager, 15, 600),
            Words(row.stake, 15, 500, "ink2"),
            Words(row.outcome, 15, 500, "ink", shrinks=True),
        )
        for place, words in enumerate(cells):
            end = columns[place + 1] if place < 3 else columns[4] - px(80)
            slot = QRectF(rect.left() + columns[place], top, end - columns[place] - px(6), px(20))
            paint_line(painter, slot, look, line(words))
        weight = 700 if row.difference else 600
        expected = line(Words(row.expected, 15, weight))
        paint_line(painter, QRectF(rect.left(), top, columns[4], px(20)), look, expected, align=Right)
        tone = "warning" if row.difference else "ink"
        reported = Words(row.reported, 15, weight, tone)
        shown = line(Sign(State.WARNING, 14), reported) if row.difference else line(reported)
        paint_line(painter, QRectF(rect.left(), top, columns[5], px(20)), look, shown, align=Right)


def settlement_columns(look: Look, width: float) -> tuple[float, float, float, float, float, float]:
    """Where box, wager, stake and outcome start, and where the two figures end."""
    px = look.px
    return px(20), px(60), px(144), px(220), width - px(130), width - px(20)


class SettlementList(QListView):
    """All lines of a round's settlement, then what was found."""

    row_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._wrong: list[str] = []
        columns = [Column[SettlementShown]("Settlement", lambda row: line(row.spoken))]
        self.rows_model: RowModel[SettlementShown] = RowModel(columns, lambda row: row.key, self)
        self.setModel(self.rows_model)
        self.setItemDelegate(SettlementDelegate(look, self))
        self.setAccessibleName("Settlement, line by line")
        self.clicked.connect(self._say_chosen)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("background: transparent")
        follow(look, self, self.scheduleDelayedItemsLayout)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(240), self._look.px(144))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(160), self._look.px(96))

    def show_rows(self, rows: Sequence[SettlementShown]) -> None:
        before = self.rows_model.rows
        self.rows_model.show_rows(rows)
        if [row.key for row in rows] != [row.key for row in before] or len(rows) < 40:
            self.scheduleDelayedItemsLayout()  # a sentence may have come to need another line
        wrong = [row.key for row in rows if isinstance(row, SettlementRow) and row.difference]
        come, self._wrong = [key for key in wrong if key not in self._wrong], wrong
        if come:
            QTimer.singleShot(0, lambda: self._bring(come[0]))

    def _bring(self, key: str) -> None:
        """A line that has come to be wrong is what one looks for: bring it into sight."""
        place = self.rows_model.place_of(key)
        if place >= 0:
            self.scrollTo(self.rows_model.index(place, 0))

    @property
    def selected(self) -> str:
        row = self.currentIndex().data(ROW)
        return row.key if isinstance(row, SettlementRow | FindingRow) else ""

    def select(self, key: str) -> None:
        """Choose a line by its key; an unknown one chooses none."""
        place = self.rows_model.place_of(key)
        if place >= 0:
            self.setCurrentIndex(self.rows_model.index(place, 0))
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())

    def _say_chosen(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, SettlementRow | FindingRow):
            self.row_chosen.emit(row.key)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        if self._wrong:
            QTimer.singleShot(0, lambda: self._bring(self._wrong[0] if self._wrong else ""))
