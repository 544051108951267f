"""Papers: the list, a true preview of the chosen one, issuing it, and the archive with its hashes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QDragEnterEvent, QDropEvent, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from floorapp.ui.lists.rows import ListRow, RowList
from floorapp.ui.look import BODY, SECOND, SECTION, Look
from floorapp.ui.paint.line import Icon, Words, line
from floorapp.ui.widgets.button import Act, ActButton, IconButton
from floorapp.ui.widgets.label import Centre, LineLabel, Text
from floorapp.ui.widgets.picker import Picker
from floorapp.ui.widgets.surface import Box, Ground, Rule, Scroll, column, row


@dataclass(frozen=True, slots=True)
class PapersView:
    """The whole screen at one moment; the first act is the primary one."""

    papers: tuple[ListRow, ...]
    chosen: str
    pickers: tuple[tuple[str, tuple[str, ...], str], ...]
    page_words: str
    ready: str
    acts: tuple[Act, ...]
    issued: tuple[ListRow, ...]


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


class DropBox(Box):
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


class PapersPage(Ground):
    """List, preview, issue and archive."""

    act_chosen = pyqtSignal(str)
    paper_chosen = pyqtSignal(str)

    def __init__(self, look: Look, view: PapersView, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self.papers = RowList(look, "Papers", tall=50)
        self.papers.show_rows(view.papers)
        self.papers.select(view.chosen)
        self.papers.row_selected.connect(self.paper_chosen)
        self.preview = PaperPreview(look)
        self.previous = IconButton(look, "chevron-left", "Previous page")
        self.next = IconButton(look, "chevron-right", "Next page")
        self.issued = RowList(look, "Issued papers", tall=46, inset=0)
        self.issued.show_rows(view.issued)
        self.drop = DropBox(look)
        self.buttons: list[ActButton] = []
        self._left, self._right = self._list_column(), self._issue_column(view)
        whole = row(look, gap=0, parent=self)
        whole.addWidget(self._left)
        whole.addLayout(self._preview_column(view.pickers, view.page_words), 1)
        whole.addWidget(self._right)
        self.setFocusProxy(self.papers)

    def _list_column(self) -> Ground:
        look = self._look
        left = Ground(look, "panel", "r")
        rows = column(look, 0, 0, 1, 0, gap=0, parent=left)
        head = row(look, 16, 16, 16, 14)
        head.addWidget(LineLabel(look, line(Words("Papers", SECTION, 600))))
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.papers, 1)
        return left

    def _preview_column(self, pickers: Sequence[tuple[str, tuple[str, ...], str]], words: str) -> QVBoxLayout:
        look = self._look
        middle = column(look, gap=0)
        tools = row(look, 20, 13, 20, 13, gap=10)
        for name, values, icon in pickers:
            tools.addWidget(Picker(look, name, values, icon))
        tools.addStretch(1)
        tools.addWidget(self.previous)
        tools.addWidget(LineLabel(look, line(Words(words, 14, 400, "ink2"))))
        tools.addWidget(self.next)
        middle.addLayout(tools)
        middle.addWidget(Rule(look))
        holder = QWidget()
        inside = column(look, 30, 16, 30, 16, gap=0, parent=holder)
        inside.addWidget(self.preview)
        inside.addStretch(1)
        scroll = Scroll(holder)
        scroll.setAccessibleName("Preview")
        middle.addWidget(scroll, 1)
        return middle

    def _issue_column(self, view: PapersView) -> Ground:
        look = self._look
        right = Ground(look, "panel", "l")
        rows = column(look, 21, 16, 20, 18, gap=10, parent=right)
        rows.addWidget(LineLabel(look, line(Words("Ready to sign", SECTION, 600))))
        rows.addWidget(Text(look, view.ready, 14, tone="ink2"))
        pair = row(look, gap=10)
        for place, act in enumerate(view.acts):
            button = ActButton(look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
            if place == 0:
                rows.addWidget(button)
            else:
                pair.addWidget(button, 1)
        rows.addLayout(pair)
        rows.addSpacing(look.px(10))
        head = row(look)
        head.addWidget(LineLabel(look, line(Words("Issued", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(LineLabel(look, line(Words("document, hash, state", SECOND, 400, "ink2"))))
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.issued, 1)
        rows.addWidget(self.drop)
        return right

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        px = self._look.px
        wide = self.width() >= px(1340)
        self._left.setFixedWidth(px(346))
        self._right.setFixedWidth(px(320 if wide else 300))
