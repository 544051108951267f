"""The map itself: fits the room, zooms and pans smoothly, is walked by keys, and can be rearranged."""

from __future__ import annotations

from collections.abc import Collection

from PyQt6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PyQt6.QtWidgets import QFrame, QGestureEvent, QGraphicsScene, QGraphicsView, QPinchGesture, QWidget

from floorapp.screens.plan import GRID, FloorPlan, MapSpot
from floorapp.screens.text_line import SMALL
from floorapp.ui.floor_map.pit_item import PitItem
from floorapp.ui.floor_map.table_item import WORD, TableItem
from floorapp.ui.look import Look

#: No closer than this many times the drawing, and no further than words of 12 px allow.
CLOSEST = 2.5
#: A small floor fills its room up to this.
LARGE = 2.0
STEP = 1.2
MARGIN = 16
#: How much further a table aside counts than one straight ahead, when walking by arrow keys.
ASIDE = 2.5
WALK = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


class FloorMap(QGraphicsView):
    """Pits and tables; says which table was selected or opened, and where tables were moved to."""

    table_selected = pyqtSignal(str)
    table_opened = pyqtSignal(str)
    places_changed = pyqtSignal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._plan = FloorPlan()
        self._tables: dict[str, TableItem] = {}
        self._pits: dict[str, PitItem] = {}
        self._selected = ""
        self._fitted = True
        self._arranging = False
        self._room = QGraphicsScene(self)
        self.setScene(self._room)
        self._heartbeat = QTimer(self)
        self._heartbeat.setInterval(1000)
        self._heartbeat.timeout.connect(self._invert_unanswered)
        self._dress_view()
        look.changed.connect(self._dress_again)

    def _dress_view(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        viewport = self.viewport()
        assert viewport is not None
        viewport.setCursor(Qt.CursorShape.ArrowCursor)
        viewport.grabGesture(Qt.GestureType.PinchGesture)
        self.setBackgroundBrush(self._look.colour("base"))
        self.setAccessibleName("Floor map")
        self.setMinimumSize(self._look.px(320), self._look.px(240))

    @pyqtSlot()
    def _dress_again(self) -> None:
        self.setBackgroundBrush(self._look.colour("base"))
        for item in self._room.items():
            item.update()
        if self._fitted:
            self.fit()

    # --- what is shown ---

    def show_plan(self, plan: FloorPlan) -> None:
        """Show the floor as it now is: only what differs is painted again; selection and scroll stay."""
        self._plan = plan
        names = {table.name for table in plan.tables}
        for name in [name for name in self._tables if name not in names]:
            self._room.removeItem(self._tables.pop(name))
        for table in plan.tables:
            item = self._tables.get(table.name)
            if item is None:
                item = self._tables[table.name] = TableItem(self._look, table)
                item.arrange(self._arranging)
                self._room.addItem(item)
            item.show_table(table)
        self._show_pits(plan)
        self._keep_selection()
        self._measure()
        if any(table.unanswered for table in plan.tables):
            if not self._heartbeat.isActive():
                self._heartbeat.start()
        else:
            self._heartbeat.stop()

    def _show_pits(self, plan: FloorPlan) -> None:
        tables = {table.name: table for table in plan.tables}
        for name in [name for name in self._pits if name not in {pit.name for pit in plan.pits}]:
            self._room.removeItem(self._pits.pop(name))
        for pit in plan.pits:
            if pit.name not in self._pits:
                self._pits[pit.name] = PitItem(self._look, pit)
                self._room.addItem(self._pits[pit.name])
            self._pits[pit.name].show_pit(pit, tables)

    def _measure(self) -> None:
        """The room's extent, from the plan and not from what happens to be painted."""
        room = QRectF()
        for pit in self._plan.pits:
            above = self._pits[pit.name].title_room + 8
            room = room.united(QRectF(pit.x, pit.y - above, pit.width, pit.height + above))
        for item in self._tables.values():
            room = room.united(item.sceneBoundingRect().adjusted(8, 8, -8, -8))
        if room != self._room.sceneRect():
            self._room.setSceneRect(room)
            if self._fitted:
                self.fit()

    def show_only(self, names: Collection[str] | None) -> None:
        """Step all other tables back; None brings everything forward."""
        for name, item in self._tables.items():
            item.setOpacity(1.0 if names is None or name in names else 0.25)

    def item(self, name: str) -> TableItem:
        return self._tables[name]

    # --- selection ---

    @property
    def selected(self) -> str:
        return self._selected

    def select(self, name: str, *, say: bool = True) -> None:
        """Mark a table, bring it into view, and say so."""
        if name == self._selected or (name and name not in self._tables):
            return
        if self._selected in self._tables:
            self._tables[self._selected].mark(False)
        self._selected = name
        self._keep_selection()
        if name:
            self._tables[name].ensureVisible(xMargin=24, yMargin=24)
        if say:
            self.table_selected.emit(name)

    def _keep_selection(self) -> None:
        item = self._tables.get(self._selected)
        if item is None:
            self._selected = ""
        else:
            item.mark(True)
        self.setAccessibleDescription(item.table.sentence if item else "No table selected")

    def walk(self, step: QPointF) -> None:
        """Go to the nearest table in a direction."""
        here = self._tables.get(self._selected)
        if here is None:
            self.select(next(iter(self._tables), ""))
            return
        nearest, least = "", float("inf")
        for name, item in self._tables.items():
            way = item.pos() - here.pos()
            ahead = QPointF.dotProduct(way, step)
            aside = abs(way.x() * step.y() - way.y() * step.x())
            if ahead > 1 and ahead + ASIDE * aside < least:
                nearest, least = name, ahead + ASIDE * aside
        if nearest:
            self.select(nearest)

    # --- zoom and pan ---

    @property
    def zoom(self) -> float:
        return self.transform().m11()

    def least_zoom(self) -> float:
        """The scale at which the smallest words are still 12 px."""
        return SMALL / WORD * self._look.scale

    def fit(self) -> None:
        """Show the whole room as large as it goes; below 12 px words, scroll instead."""
        room, view = self._room.sceneRect(), self.viewport()
        if room.isEmpty() or view is None:
            return
        margin = 2 * MARGIN * self._look.scale
        scale = min((view.width() - margin) / room.width(), (view.height() - 8) / room.height())
        scale = max(self.least_zoom(), min(scale, LARGE * self._look.scale))
        self.resetTransform()
        self.scale(scale, scale)
        self._fitted = True
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            if bar is not None:  # where it must scroll, it begins at its beginning
                bar.setValue(bar.minimum())
        if self._selected in self._tables:
            self._tables[self._selected].ensureVisible(xMargin=24, yMargin=24)

    def zoom_by(self, factor: float) -> None:
        """Closer or further, within what can be read."""
        wanted = max(self.least_zoom(), min(self.zoom * factor, CLOSEST * self._look.scale))
        if abs(wanted - self.zoom) > 1e-6:
            self.scale(wanted / self.zoom, wanted / self.zoom)
            self._fitted = False

    def zoom_in(self) -> None:
        self.zoom_by(STEP)

    def zoom_out(self) -> None:
        self.zoom_by(1 / STEP)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        assert event is not None
        self.zoom_by(STEP ** (event.angleDelta().y() / 120))
        event.accept()

    def viewportEvent(self, event: QEvent | None) -> bool:
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                self.zoom_by(pinch.scaleFactor())
                return True
        return super().viewportEvent(event)

    # --- hands and keys ---

    def _table_at(self, event: QMouseEvent) -> TableItem | None:
        found = self.itemAt(event.position().toPoint())
        return found if isinstance(found, TableItem) else None

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        assert event is not None
        item = self._table_at(event)
        if item is not None:
            self.select(item.table.name)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        super().mouseReleaseEvent(event)
        viewport = self.viewport()
        assert viewport is not None
        viewport.setCursor(Qt.CursorShape.ArrowCursor)
        if event is not None:
            event.accept()
        if self._arranging:
            self._tell_places()

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        assert event is not None
        item = self._table_at(event)
        if item is not None and not self._arranging:
            self.table_opened.emit(item.table.name)

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        by_key = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if not self._selected and event is not None and event.reason() in by_key:
            self.select(next(iter(self._tables), ""))

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        assert event is not None
        key = Qt.Key(event.key())
        if key in WALK:
            if self._arranging and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._push(WALK[key] * GRID)
            else:
                self.walk(WALK[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected:
            self.table_opened.emit(self._selected)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._tables:
            names = list(self._tables)
            self.select(names[0 if key is Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key is Qt.Key.Key_Minus:
            self.zoom_out()
        elif key is Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    # --- arranging ---

    @property
    def arranging(self) -> bool:
        return self._arranging

    def arrange(self, on: bool) -> None:
        """Let tables be dragged, or pushed by Ctrl and the arrow keys, over the grid."""
        self._arranging = on
        for item in self._tables.values():
            item.arrange(on)
        self.setDragMode(QGraphicsView.DragMode.NoDrag if on else QGraphicsView.DragMode.ScrollHandDrag)
        self._room.update()

    def _push(self, by: QPointF) -> None:
        item = self._tables.get(self._selected)
        if item is not None:
            item.stand_near(item.pos() + by)
            self._tell_places()

    def _tell_places(self) -> None:
        moved = tuple(
            MapSpot(name, item.x(), item.y())
            for name, item in self._tables.items()
            if (item.x(), item.y()) != (item.table.x, item.table.y)
        )
        if moved:
            self.places_changed.emit(moved)

    def drawBackground(self, painter: QPainter | None, rect: QRectF) -> None:
        super().drawBackground(painter, rect)
        if not self._arranging or painter is None:
            return
        step = GRID * 6
        painter.setPen(QPen(self._look.colour("edge"), 1.4))
        x = rect.left() - rect.left() % step
        while x < rect.right():
            y = rect.top() - rect.top() % step
            while y < rect.bottom():
                painter.drawPoint(QPointF(x, y))
                y += step
            x += step

    def _invert_unanswered(self) -> None:
        """A new alarm turns its colours once a second until somebody answers; nothing else blinks."""
        for item in self._tables.values():
            item.invert(item.table.unanswered and not item.inverted)
