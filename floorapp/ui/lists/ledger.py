"""A table of figures without a grid: hairline rows of at least 48 px, columns that share the width."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from PyQt6.QtCore import QModelIndex, QRectF, QSize, Qt, pyqtSlot
from PyQt6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from floorapp.screens.text_line import SECOND, TextLine, Words
from floorapp.ui.lists.model import LINE, Column, RowModel
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import paint_line, wrapped
from floorapp.ui.widgets.held import held

Row = TypeVar("Row")

#: How tall a line is that is folded into a row, and how many lines there are below a whole row.
STEP, BELOW = 24.0, 2


class CellDelegate(QStyledItemDelegate):
    """Paints a cell's line, and under it those folded there; the selected row's first cell carries the ink bar."""

    def __init__(self, look: Look, parent: QTableView) -> None:
        super().__init__(parent)
        self._look, self._table = look, parent
        #: Which columns stand under which, by their places; and which one below the whole row.
        self.under: dict[int, list[int]] = {}
        self.below = -1

    @property
    def tall(self) -> float:
        """How tall a row is, with what is folded into it."""
        folded = max((len(under) for under in self.under.values()), default=0)
        return 48.0 + STEP * folded + (STEP * BELOW if self.below >= 0 else 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(self._look.px(48), self._look.px(self.tall))

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        shown = index.data(LINE)
        assert painter is not None and isinstance(shown, TextLine)
        look, rect = self._look, QRectF(option.rect)
        painter.save()
        current = self._table.currentIndex()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, look.colour("hover"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), look.colour("line"))
        if chosen and index.column() == 0:
            painter.fillRect(QRectF(rect.left(), rect.top(), look.px(3), rect.height()), look.colour("ink"))
        if self._table.hasFocus() and current.row() == index.row():
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 2), look.colour("ink"))
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), look.colour("ink"))
        model = index.model()
        right = isinstance(model, RowModel) and model.columns[index.column()].right
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        inner = rect.adjusted(look.px(10), 0, -look.px(10), 0)
        lines = [shown, *(index.siblingAtColumn(place).data(LINE) for place in self.under.get(index.column(), ()))]
        lines = lines if len(lines) > 1 else _in_two(look, shown, inner.width())
        step = look.px(STEP)
        if self.below >= 0:
            inner.setBottom(inner.bottom() - step * BELOW)
            self._paint_below(
                painter, QRectF(rect.left(), inner.bottom() - look.px(8), rect.width(), step * BELOW), index
            )
        top = inner.center().y() - step * len(lines) / 2
        for place, each in enumerate(lines):
            paint_line(painter, QRectF(inner.left(), top + place * step, inner.width(), step), look, each, align=side)
        painter.restore()

    def _paint_below(self, painter: QPainter, room: QRectF, index: QModelIndex) -> None:
        """The words below the whole row, of which this cell shows its part."""
        viewport, look = self._table.viewport(), self._look
        assert viewport is not None
        painter.save()
        painter.setClipRect(room)
        width = viewport.width() - look.px(20)
        lines = wrapped(look, index.siblingAtColumn(self.below).data(LINE), width)
        for place, each in enumerate(lines[:BELOW]):
            paint_line(
                painter, QRectF(look.px(10), room.top() + place * look.px(STEP), width, look.px(STEP)), look, each
            )
        painter.restore()


def _in_two(look: Look, shown: TextLine, width: float) -> list[TextLine]:
    """Words that do not fit in their column, in two lines, of which the second is cut if need be."""
    lines = list(wrapped(look, shown, width))
    if len(lines) < 3:
        return lines
    *before, last = lines[1].pieces
    more = replace(last, text=f"{last.text} …") if isinstance(last, Words) else last
    return [lines[0], TextLine((*before, more), shown.gap)]


class Ledger(QTableView, Generic[Row]):
    """A table over the one model; whole rows are selected."""

    def __init__(
        self,
        look: Look,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], Hashable],
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self.rows_model: RowModel[Row] = RowModel(columns, key, self)
        self.setModel(self.rows_model)
        self._cells = CellDelegate(look, self)
        self.setItemDelegate(self._cells)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side, head = self.verticalHeader(), self.horizontalHeader()
        assert side is not None and head is not None
        side.hide()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        look.changed.connect(self._dress)
        self._dress()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if not held(event):
            super().keyPressEvent(event)

    @pyqtSlot()
    def _dress(self) -> None:
        side, head = self.verticalHeader(), self.horizontalHeader()
        assert side is not None and head is not None
        side.setDefaultSectionSize(self._look.px(self._cells.tall))
        head.setFont(self._look.font(SECOND, 500))
        head.setFixedHeight(self._look.px(34))
        self._share_width()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(240), self._look.px(144))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(160), self._look.px(96))

    def show_rows(self, rows: Sequence[Row]) -> None:
        self.rows_model.show_rows(rows)

    def leave_out(self, *titles: str) -> None:
        """Show every column but these, where there is no room for all."""
        for place, column in enumerate(self.rows_model.columns):
            self.setColumnHidden(place, bool(column.title) and column.title in titles)
        self._share_width()

    def fold_under(self, under: Mapping[str, str], *, below: str = "") -> None:
        """Let columns stand under others, each title under another, and one below the whole row; by default, none."""
        places = {column.title: place for place, column in enumerate(self.rows_model.columns)}
        heads = list(places)
        self._cells.under = {}
        for title, over in under.items():
            self._cells.under.setdefault(places[over], []).append(places[title])
            heads[places[over]] += f", {title.lower()}"
        self.rows_model.heads = heads
        self._cells.below = places[below] if below else -1
        self.leave_out(*under, below)
        self._dress()

    def _share_width(self) -> None:
        viewport = self.viewport()
        assert viewport is not None
        width = viewport.width()
        columns = enumerate(self.rows_model.columns)
        shares = {place: each.share for place, each in columns if not self.isColumnHidden(place)}
        for place, share in shares.items():
            self.setColumnWidth(place, width * share // sum(shares.values()))
        if shares:
            last = max(shares)
            used = sum(self.columnWidth(place) for place in shares)
            self.setColumnWidth(last, self.columnWidth(last) + width - used)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._share_width()
