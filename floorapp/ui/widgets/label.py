"""Labels: a painted line that never wraps, and running text that does."""

from __future__ import annotations

from math import ceil

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSlot
from PyQt6.QtGui import QPainter, QPaintEvent, QPalette
from PyQt6.QtWidgets import QLabel, QSizePolicy, QWidget

from floorapp.screens.text_line import BODY, TextLine, Words, line
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.text_line import line_height, line_width, paint_line, piece_width

Left, Right, Centre = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


def escaped(words: str) -> str:
    """Words of which Qt reads no marks; as the standard library does, whose two thousand entities no start needs."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def tip(words: str) -> str:
    """A tooltip that is shown as it was written: Qt would read marks in it."""
    return f"<qt>{escaped(words)}</qt>" if words else ""


#: What a name keeps of its room, set smaller.
LEAST_NAME = 120


def gives_way(row: TextLine) -> bool:
    """Whether a line has words that take less room than they would like."""
    return any(isinstance(piece, Words) and (piece.shrinks or piece.fits) for piece in row.pieces)


class LineLabel(QWidget):
    """One painted line; where a piece may shrink, the label gives way before its neighbours."""

    def __init__(
        self, look: Look, row: TextLine | str = "", *, align: Qt.AlignmentFlag = Left, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look, self._align = look, align
        self._row = line()
        self.show_line(row)
        follow(look, self, self.updateGeometry)

    def show_line(self, row: TextLine | str) -> None:
        """Show other words; nothing moves when they are the same."""
        row = line(row) if isinstance(row, str) else row
        if row == self._row:
            return
        self._row = row
        shrinks = gives_way(row)
        across = QSizePolicy.Policy.Preferred if shrinks else QSizePolicy.Policy.Minimum
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(row.spoken)
        self.setToolTip(tip(row.spoken) if shrinks else "")
        self.updateGeometry()
        self.update()

    @property
    def row(self) -> TextLine:
        return self._row

    def sizeHint(self) -> QSize:
        return QSize(ceil(line_width(self._look, self._row)) + 1, ceil(line_height(self._look, self._row)))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        fitting = [p for p in self._row.pieces if isinstance(p, Words) and p.fits]
        if fitting:
            least = sum(min(piece_width(self._look, p), self._look.px(LEAST_NAME)) for p in fitting)
            hint.setWidth(hint.width() - ceil(sum(piece_width(self._look, p) for p in fitting) - least))
        shrinking = [p for p in self._row.pieces if isinstance(p, Words) and p.shrinks]
        if shrinking:
            kept = line_width(self._look, line(*shrinking)) - self._look.px(40)
            hint.setWidth(max(self._look.px(40), hint.width() - ceil(kept)))
        return hint

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        paint_line(painter, QRectF(self.rect()), self._look, self._row, align=self._align)
        painter.end()


class Text(QLabel):
    """Running text in one size and tone that wraps, shown as it was written.

    Only text of our own that is `marked` has `<b>` in it for weight 600: what people typed is never read.
    """

    def __init__(
        self,
        look: Look,
        text: str = "",
        size: float = BODY,
        weight: int = 400,
        tone: str = "ink",
        *,
        marked: bool = False,
        mono: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look, self._size, self._weight, self._tone = look, size, weight, tone
        self._marked, self._mono = marked, mono
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._text = text
        look.changed.connect(self.dress)
        self.dress()

    def minimumSizeHint(self) -> QSize:
        """One line: how many it takes depends on the width, and layouts ask for that."""
        return QSize(self._look.px(80), self._look.px(self._size * 1.4))

    def show_text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.dress()

    @pyqtSlot()
    def dress(self) -> None:
        look = self._look
        self.setFont(look.font(self._size, self._weight, mono=self._mono))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, look.colour(self._tone))
        self.setPalette(palette)
        strong = escaped(self._text).replace("\n", "<br>")
        if self._marked:
            strong = strong.replace("&lt;b&gt;", '<span style="font-weight:600">')
            strong = strong.replace("&lt;/b&gt;", "</span>")
        leading = look.px(self._size * 1.33)
        self.setText(f'<p style="margin:0; line-height:{leading}px; -qt-line-height-type:fixed">{strong}</p>')
        plain = self._text.replace("<b>", "").replace("</b>", "") if self._marked else self._text
        self.setAccessibleName(plain)
