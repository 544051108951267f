"""What a picker opens: its values as rows of the app's own look, and a line to find in them where they are many."""

from __future__ import annotations

from PyQt6.QtCore import QModelIndex, QPoint, QRect, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QComboBox, QFrame

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, Icon, Words, line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import TARGET, Look
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.widgets.field import TypedLine
from floorapp.ui.widgets.surface import column

#: A list with more rows than this has a line to find in it, and is as high as so many rows.
MANY = 8
MOVING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class FindLine(TypedLine):
    """A line that narrows a list; the keys that move in a list move in that one."""

    def __init__(self, look: Look, over: RowList) -> None:
        super().__init__()
        self._over = over
        self.setAccessibleName("Find")
        self.setPlaceholderText("Type to find")
        self.setMinimumHeight(look.px(TARGET))

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in MOVING:
            self._over.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


class PickPopup(QFrame):
    """Opens under its picker, or above it; Enter or a press chooses, Esc leaves it as it was.

    Where nothing was chosen yet no row is marked: a second Enter chooses nothing.
    """

    def __init__(self, look: Look, picker: QComboBox) -> None:
        super().__init__(picker, Qt.WindowType.Popup)
        self._look, self._picker = look, picker
        self.setStyleSheet(f"PickPopup {{ border: 1px solid {look.tokens.edge}; background: {look.tokens.raised}; }}")
        self._values = [picker.itemText(place) for place in range(picker.count())]
        self.list = RowList(look, picker.accessibleName(), tall=TARGET, inset=12)
        self.finder = FindLine(look, self.list)
        self.finder.setVisible(len(self._values) > MANY)
        rows = column(look, 1, 1, 1, 1, gap=0, parent=self)
        rows.addWidget(self.finder)
        rows.addWidget(self.list, 1)
        self.finder.textEdited.connect(lambda _text: self._narrow())
        self.finder.returnPressed.connect(self._take_selected)
        self.list.row_opened.connect(lambda _key: self._take_selected())
        self.list.clicked.connect(lambda index: self._take(index.data(ROW).key))
        self._narrow()
        self.list.select(str(picker.currentIndex()))
        self.setFocusProxy(self.finder if len(self._values) > MANY else self.list)

    def _narrow(self) -> None:
        words = self.finder.text().casefold().split()
        now = self._picker.currentIndex()
        self.list.rows_model.show_rows(
            [
                ListRow(
                    str(place),
                    None,
                    (line(Words(value, BODY, 600 if place == now else 400, shrinks=True)),),
                    note=line(Icon("check", 16, "ink")) if place == now else None,
                )
                for place, value in enumerate(self._values)
                if all(word in value.casefold() for word in words)
            ]
        )
        if words and self.list.rows_model.rowCount() and not self.list.selected:
            self.list.setCurrentIndex(self.list.rows_model.index(0, 0))

    def open(self) -> None:
        """Show it where there is room."""
        picker, px = self._picker, self._look.px
        tall = px(TARGET) * min(MANY, max(1, len(self._values))) + 2
        tall += px(TARGET) if len(self._values) > MANY else 0
        below = picker.mapToGlobal(QPoint(0, picker.height()))
        screen = picker.screen()
        room = screen.availableGeometry() if screen is not None else QRect(0, 0, 4096, 4096)
        above = picker.mapToGlobal(QPoint(0, 0)).y() - tall
        top = below.y() if below.y() + tall <= room.bottom() or above < room.top() else above
        self.setGeometry(below.x(), top, max(picker.width(), self._wide()), min(tall, room.bottom() - top))
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        if picker.currentIndex() < 0:  # with the focus Qt takes the first row
            self.list.setCurrentIndex(QModelIndex())

    def _wide(self) -> int:
        """As wide as what it offers, also where the picker is not."""
        longest = max((line_width(self._look, line(Words(each, BODY, 600))) for each in self._values), default=0)
        return int(longest) + self._look.px(72)

    def _take_selected(self) -> None:
        self._take(self.list.selected)

    def _take(self, key: str) -> None:
        """Choose, and say so as a hand's choice."""
        if not key or not self.isVisible():
            return
        picker, place = self._picker, int(key)
        self.close()
        picker.setCurrentIndex(place)
        picker.activated.emit(place)
        picker.textActivated.emit(picker.itemText(place))

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
