"""The one table model: it takes new rows by difference, so that selection and scroll stay."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from floorapp.domain.values import dataclass
from floorapp.screens.text_line import TextLine
from floorapp.ui.widgets.label import tip

Row = TypeVar("Row")
LINE = Qt.ItemDataRole.UserRole
ROW = Qt.ItemDataRole.UserRole + 1


SAID = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column: its head, what it shows of a row, whether it is figures, and its share of the width."""

    title: str
    show: Callable[[Row], TextLine]
    right: bool = False
    share: int = 1


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows with a key each; `show_rows` moves, adds, removes and changes only what differs."""

    def __init__(
        self, columns: Sequence[Column[Row]], key: Callable[[Row], Hashable], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.heads = [column.title for column in columns]
        self._key = key
        self._rows: list[Row] = []
        self._keys: list[Hashable] = []

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        shown = self.columns[index.column()].show(row)
        if role == LINE:
            return shown
        if role in SAID:
            return shown.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(shown.spoken)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[section].right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def row_at(self, place: int) -> Row:
        return self._rows[place]

    def place_of(self, key: Hashable) -> int:
        """Where the row with this key stands now, or -1."""
        return self._keys.index(key) if key in self._keys else -1

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Become these rows with the least movement."""
        wanted = [self._key(row) for row in rows]
        if len(set(wanted)) != len(wanted):
            raise ValueError("two rows have the same key")
        self._remove_all_but(set(wanted))
        self._add_and_move(wanted, rows)
        self._change(rows)

    def _remove_all_but(self, kept: set[Hashable]) -> None:
        place = len(self._keys) - 1
        while place >= 0:
            if self._keys[place] in kept:
                place -= 1
                continue
            last = place
            while place > 0 and self._keys[place - 1] not in kept:
                place -= 1
            self.beginRemoveRows(QModelIndex(), place, last)
            del self._keys[place : last + 1], self._rows[place : last + 1]
            self.endRemoveRows()
            place -= 1

    def _add_and_move(self, wanted: Sequence[Hashable], rows: Sequence[Row]) -> None:
        present = set(self._keys)
        place = 0
        while place < len(wanted):
            if place < len(self._keys) and self._keys[place] == wanted[place]:
                place += 1
            elif wanted[place] in present:
                old = self._keys.index(wanted[place], place)
                self.beginMoveRows(QModelIndex(), old, old, QModelIndex(), place)
                self._keys.insert(place, self._keys.pop(old))
                self._rows.insert(place, self._rows.pop(old))
                self.endMoveRows()
                place += 1
            else:
                end = place + 1
                while end < len(wanted) and wanted[end] not in present:
                    end += 1
                self.beginInsertRows(QModelIndex(), place, end - 1)
                self._keys[place:place] = wanted[place:end]
                self._rows[place:place] = rows[place:end]
                self.endInsertRows()
                place = end

    def _change(self, rows: Sequence[Row]) -> None:
        last = len(self.columns) - 1
        for place, row in enumerate(rows):
            if self._rows[place] != row:
                self._rows[place] = row
                self.dataChanged.emit(self.index(place, 0), self.index(place, last))
