"""Papers: the list, a true preview of the chosen one, issuing it, and the archive with its hashes."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, QObject, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QDragEnterEvent, QDropEvent, QImage, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PyQt6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.papers import FILTERS, PaperOffered, PapersView
from floorapp.screens.text_line import BODY, SECOND, SECTION, Icon, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, IconButton
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import Centre, LineLabel, Text
from floorapp.ui.widgets.picker import Picker
from floorapp.ui.widgets.surface import FramedBox, Ground, Rule, Scroll, column, emptied, row

#: How many times wider than its room the page can be shown.
ZOOMS = (1.0, 1.4, 2.0, 3.0)
#: Narrower than this the filters have their rows for themselves.
LEAST_FOR_FILTERS = 760.0


class PaperPreview(QWidget):
    """A page as it will be printed, as wide as there is room; the picture comes from the paper itself."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._page = QImage()
        self.setAccessibleName("Preview of the page")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    def show_page(self, page: QImage) -> None:
        self._page = page
        self._fit()
        self.update()

    def _fit(self) -> None:
        if not self._page.isNull():
            ratio = self._page.height() / self._page.width()
            self.setFixedHeight(round(self.width() * ratio))

    def be_wide(self, width: int) -> None:
        """As wide as there is room, or wider: then it is scrolled."""
        self.setMinimumWidth(width)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(480), self._look.px(400))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(rect, self._look.hex(self._look.tokens.paper))
        if not self._page.isNull():
            painter.drawImage(rect, self._page)
        painter.setPen(QPen(self._look.colour("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)
        painter.end()


class DropBox(FramedBox):
    """Takes a PDF to be checked against the logbook."""

    dropped = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "", "edge", dashed=True, parent=parent)
        self.setAcceptDrops(True)
        self.setAccessibleName("Drop a PDF to check it against the logbook")
        cells = row(look, 12, 16, 12, 16, gap=12, parent=self)
        cells.addStretch(1)
        cells.addWidget(LineLabel(look, line(Icon("shield-check", 20))))
        words = column(look, gap=2)
        for text in ("Drop a PDF to check it", "against the logbook"):
            words.addWidget(LineLabel(look, line(Words(text, BODY, 400, "ink2")), align=Centre))
        cells.addLayout(words)
        cells.addStretch(1)

    def dragEnterEvent(self, event: QDragEnterEvent | None) -> None:
        mime = event.mimeData() if event is not None else None
        if event is not None and mime is not None and mime.hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent | None) -> None:
        mime = event.mimeData() if event is not None else None
        for url in mime.urls() if mime is not None else ():
            self.dropped.emit(url.toLocalFile())


class PapersPage(FoldingPage):
    """List, preview, issue and archive; beside each other where there is room, else below each other."""

    wide_enough = 1080.0

    act_chosen = pyqtSignal(str)
    paper_chosen = pyqtSignal(str)
    document_chosen = pyqtSignal(str)
    picked = pyqtSignal(str, int)
    turned = pyqtSignal(int)
    #: The page is shown larger or smaller, and wants a sharper picture.
    zoomed = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.papers = RowList(look, "Reports", tall=50)
        self.preview = PaperPreview(look)
        self.previous = IconButton(look, "chevron-left", "Previous page")
        self.next = IconButton(look, "chevron-right", "Next page")
        self.smaller = IconButton(look, "zoom-out", "Smaller (Ctrl and wheel)")
        self.larger = IconButton(look, "zoom-in", "Larger (Ctrl and wheel)")
        self._zoom, self._low = 0, False
        self.issued = RowList(look, "Issued reports", tall=46, inset=10)
        self.drop = DropBox(look)
        self.pickers: dict[str, Picker] = {}
        self.buttons: list[ActButton] = []
        self._words = LineLabel(look)
        self._title = LineLabel(look)
        self._ready = Text(look, "", 14, tone="ink2")
        self._left, self._middle, self._right = self._list_column(), self._preview_column(), self._issue_column()
        holder = QWidget()
        self._whole = row(look, gap=0, parent=holder)
        for part, share in ((self._left, 0), (self._middle, 1), (self._right, 0)):
            self._whole.addWidget(part, share)
        column(look, parent=self).addWidget(Scroll(holder))
        self.papers.row_selected.connect(self.paper_chosen)
        self.issued.row_opened.connect(self.document_chosen)
        self.previous.clicked.connect(lambda: self.turned.emit(-1))
        self.next.clicked.connect(lambda: self.turned.emit(1))
        self.larger.clicked.connect(lambda: self.zoom(1))
        self.smaller.clicked.connect(lambda: self.zoom(-1))
        self.zoom(0)
        self.setFocusProxy(self.papers)

    def _list_column(self) -> Ground:
        look = self._look
        left = Ground(look, "panel", "r")
        rows = column(look, 0, 0, 1, 0, gap=0, parent=left)
        head = row(look, 16, 16, 16, 14)
        head.addWidget(LineLabel(look, line(Words("Reports", SECTION, 600))))
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.papers, 1)
        return left

    def _preview_column(self) -> Ground:
        look = self._look
        middle = Ground(look, "base")
        rows = column(look, gap=0, parent=middle)
        tools = column(look, 20, 13, 20, 13, gap=10)
        self._tools = row(look, gap=10), row(look, gap=10), row(look, gap=10)
        for cells, names in zip(self._tools, FILTERS, strict=True):
            tools.addLayout(cells)
            for name in names:
                cells.addWidget(self._picker(name))
            cells.addStretch(1)
        self._turning = row(look, gap=10)
        self._turning.addStretch(1)
        tools.addLayout(self._turning)
        self._place_view(self._tools[0], self._tools[1])
        rows.addLayout(tools)
        rows.addWidget(Rule(look))
        holder = QWidget()
        inside = column(look, 30, 16, 30, 16, gap=0, parent=holder)
        inside.addWidget(self.preview)
        inside.addStretch(1)
        self._seen = scroll = Scroll(holder)
        scroll.setAccessibleName("Preview")
        scroll.installEventFilter(self)
        rows.addWidget(scroll, 1)
        return middle

    def _place_view(self, zooming: QHBoxLayout, turning: QHBoxLayout) -> None:
        """What turns and enlarges the page stands beside the filters, or where they need the room below them."""
        for widget in (self.smaller, self.larger):
            zooming.addWidget(widget)
        for each in (self.previous, self._words, self.next):
            turning.addWidget(each)

    def zoom(self, step: int) -> None:
        """Show the page larger or smaller, from the width there is room for to three times that."""
        self._zoom = max(0, min(len(ZOOMS) - 1, self._zoom + step))
        self.smaller.setEnabled(self._zoom > 0)
        self.larger.setEnabled(self._zoom < len(ZOOMS) - 1)
        self._fit_preview()
        if step:
            self.zoomed.emit()

    def zoom_round(self) -> None:
        """By a key: larger, and from the largest back to the whole width."""
        self.zoom(1 if self._zoom < len(ZOOMS) - 1 else -len(ZOOMS))

    def _fit_preview(self) -> None:
        room = self._seen.width() - self._look.px(80)
        self.preview.be_wide(0 if self._zoom == 0 else round(room * ZOOMS[self._zoom]))

    def eventFilter(self, of: QObject | None, event: QEvent | None) -> bool:
        """Ctrl and the wheel over the page."""
        if isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            return True
        if event is not None and event.type() is QEvent.Type.Resize and self._zoom:
            self._fit_preview()
        return super().eventFilter(of, event)

    def _picker(self, name: str) -> Picker:
        made = self.pickers[name] = Picker(self._look, name, (), "calendar" if name == FILTERS[0][0] else "")
        made.setMinimumWidth(self._look.px(104))
        made.activated.connect(lambda place: self.picked.emit(name, place))
        return made

    def _issue_column(self) -> Ground:
        look = self._look
        right = Ground(look, "panel", "l")
        rows = column(look, 21, 16, 20, 18, gap=10, parent=right)
        rows.addWidget(self._title)
        rows.addWidget(self._ready)
        self._acts = column(look, gap=10)
        rows.addLayout(self._acts)
        rows.addSpacing(look.px(10))
        head = row(look)
        head.addWidget(LineLabel(look, line(Words("Issued", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(LineLabel(look, line(Words("document, hash, state", SECOND, 400, "ink2", shrinks=True))))
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.issued, 1)
        rows.addWidget(self.drop)
        return right

    def show_papers(self, view: PapersView) -> None:
        """Show the screen as it stands."""
        self.papers.show_rows(view.papers)
        self.papers.select(view.chosen)
        self.issued.show_rows(view.issued)
        if view.document:
            self.issued.select(view.document)
        self._words.show_line(line(Words(view.page_words, 14, 400, "ink2")))
        self.previous.setEnabled(view.more_before)
        self.next.setEnabled(view.more_after)
        self._title.show_line(line(Words(view.title, SECTION, 600, shrinks=True)))
        self._ready.show_text(view.ready)
        self._show_pickers(view.pickers)
        self._show_acts(view.acts)

    def _show_pickers(self, offered: Sequence[PaperOffered]) -> None:
        shown = {each.name: each for each in offered}
        for name, picker in self.pickers.items():
            picker.setVisible(name in shown)
            if name in shown:
                picker.show_values(shown[name].values, shown[name].chosen)

    def _show_acts(self, acts: Sequence[Act]) -> None:
        if acts == tuple(button.act for button in self.buttons):
            return
        if tuple(act.name for act in acts) == tuple(button.act.name for button in self.buttons):
            for button, act in zip(self.buttons, acts, strict=True):
                button.offer(act)
            return
        emptied(self._acts)
        self.buttons = []
        pair = row(self._look, gap=10)
        for place, act in enumerate(acts):
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
            self._acts.addWidget(button) if place == 0 else pair.addWidget(button)
        self._acts.addLayout(pair)

    def fold(self, narrow: bool) -> None:
        look, wide = self._look, self.width() >= self._look.px(1340)
        if (low := self.width() < look.px(LEAST_FOR_FILTERS)) != self._low:
            self._low = low
            self._place_view(*((self._turning, self._turning) if low else self._tools[:2]))
        left = Fold(self._left, 320 if wide else 292, at_most=230)
        right = Fold(self._right, 320 if wide else 310, 620)
        fold(look, self._whole, narrow, left, Fold(self._middle, height=520), right)
