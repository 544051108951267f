"""Palette and style sheet, both generated from the tokens, and the frame around what has the focus."""

from __future__ import annotations

from PyQt6 import sip
from PyQt6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer
from PyQt6.QtGui import QPainter, QPalette, QPen
from PyQt6.QtWidgets import (
    QApplication,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QScrollArea,
    QStyle,
    QStyleOption,
    QWidget,
)

from floorapp.screens.text_line import BODY
from floorapp.ui.look import SANS, Look, load_fonts

Role = QPalette.ColorRole
Group = QPalette.ColorGroup

ROLES = {
    Role.Window: "base",
    Role.Base: "raised",
    Role.Button: "raised",
    Role.AlternateBase: "panel",
    Role.WindowText: "ink",
    Role.Text: "ink",
    Role.ButtonText: "ink",
    Role.BrightText: "ink",
    Role.Link: "ink",
    Role.LinkVisited: "ink",
    Role.Accent: "ink",
    Role.PlaceholderText: "ink3",
    Role.Highlight: "hover",
    Role.HighlightedText: "ink",
    Role.ToolTipBase: "ink",
    Role.ToolTipText: "onink",
    Role.Light: "raised",
    Role.Midlight: "line",
    Role.Mid: "line",
    Role.Dark: "edge",
    Role.Shadow: "edge",
}


def palette_of(look: Look) -> QPalette:
    """Qt's own colours, so that even a widget nobody dressed belongs to the theme."""
    palette = QPalette()
    for role, token in ROLES.items():
        palette.setColor(role, look.colour(token))
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.HighlightedText):
        palette.setColor(Group.Disabled, role, look.colour("ink3"))
    return palette


def style_sheet_of(look: Look) -> str:
    """Borders, padding and heights; colours of words come from the palette."""
    t, px = look.tokens, look.px
    return f"""
    QToolTip {{ border: 1px solid {t.edge}; padding: {px(6)}px; background: {t.ink}; color: {t.onink}; }}
    QLineEdit, QPlainTextEdit, QComboBox {{
        border: 1px solid {t.edge}; border-radius: {px(6)}px; padding: 0 {px(12)}px;
        background: {t.raised}; color: {t.ink}; selection-background-color: {t.ink};
        selection-color: {t.onink}; placeholder-text-color: {t.ink3};
    }}
    QLineEdit, QComboBox {{ min-height: {px(48) - 2}px; }}
    QLineEdit {{ lineedit-password-character: {ord("•")}; }}
    QPlainTextEdit {{ padding: {px(6)}px {px(8)}px; }}
    QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus {{ border: 2px solid {t.ink}; }}
    QLineEdit[role="jump"] {{
        background: {t.base}; border: 1px solid {t.line}; padding-left: {px(36)}px;
        min-height: {px(40) - 2}px; border-radius: {px(6)}px; margin: {px(4)}px 0;
    }}
    QLineEdit[role="jump"]:focus {{ border: 2px solid {t.ink}; }}
    QLineEdit[wrong="true"] {{ border: 2px solid {t.alarm.sign}; }}
    QComboBox::drop-down {{ border: 0; width: {px(36)}px; }}
    QComboBox::down-arrow {{ image: none; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QDialog QPushButton {{
        min-height: {px(44)}px; padding: 0 {px(16)}px; border: 1px solid {t.edge};
        border-radius: {px(6)}px; background: {t.raised}; color: {t.ink};
    }}
    QDialog QPushButton:focus {{ border: 2px solid {t.ink}; }}
    QDialog QPushButton:disabled {{ background: transparent; color: {t.ink3}; border-color: {t.line}; }}
    QDialog QToolButton {{ min-width: {px(40)}px; min-height: {px(40)}px; border: 0; }}
    QDialog QTreeView::item, QDialog QListView::item {{ min-height: {px(40)}px; }}
    QDialog QAbstractItemView::item:selected {{ background: {t.hover}; color: {t.ink}; }}
    QScrollBar:vertical {{ background: transparent; width: {px(10)}px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: {px(10)}px; margin: 0; }}
    QScrollBar::handle {{ background: {t.edge}; border-radius: {px(3)}px; margin: {px(2)}px; }}
    QScrollBar::handle:vertical {{ min-height: {px(48)}px; }}
    QScrollBar::handle:horizontal {{ min-width: {px(48)}px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QAbstractItemView {{ border: 0; outline: 0; }}
    QHeaderView {{ background: transparent; }}
    QHeaderView::section {{
        background: transparent; border: 0; border-bottom: 1px solid {t.line};
        padding: 0 {px(10)}px; color: {t.ink2};
        font-family: "{SANS}"; font-size: {px(13)}px; font-weight: 500;
    }}
    QTableView {{ background: transparent; selection-background-color: {t.hover}; }}
    """


class FloorStyle(QProxyStyle):
    """Fusion without its focus rectangle: the frame is drawn outside, or by the row itself.

    Nothing else is asked in Python here: Qt asks a style thousands of times while a page is built.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption | None,
        painter: QPainter | None,
        widget: QWidget | None = None,
    ) -> None:
        if element is not QStyle.PrimitiveElement.PE_FrameFocusRect:
            super().drawPrimitive(element, option, painter, widget)


class FrameStyle(FloorStyle):
    """For the focus frame alone: a two-pixel ink frame three pixels outside whatever has the focus."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption | None,
        painter: QPainter | None,
        widget: QWidget | None = None,
    ) -> None:
        if element is QStyle.ControlElement.CE_FocusFrame and option is not None and painter is not None:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._look.colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = self._look.px(9)
            painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), radius, radius)
            painter.restore()
            return
        super().drawControl(element, option, painter, widget)

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric in (QStyle.PixelMetric.PM_FocusFrameHMargin, QStyle.PixelMetric.PM_FocusFrameVMargin):
            return 5
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: object = None,
    ) -> int:
        if hint is QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        return super().styleHint(hint, option, widget, returnData)  # type: ignore[arg-type]


def bring_into_sight(typed_in: QWidget) -> None:
    """Scroll so that what one types in is seen; Qt does so for its own Tab alone."""
    for _twice in range(2):  # words that fold say how tall they are only in the second round
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    around = None if sip.isdeleted(typed_in) else typed_in.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            inner = around.widget()
            if inner is not None:  # all of it: Qt's own way is content with the text cursor
                top = typed_in.mapTo(inner, QPoint(0, 0))
                around.ensureVisible(top.x(), top.y() + typed_in.height(), 0, 12)
                around.ensureVisible(top.x(), top.y(), 0, 12)
        around = around.parentWidget()


class FocusFollower(QFocusFrame):
    """The one focus frame of a window: it goes to whatever asks for it with `framed`."""

    def follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        if sip.isdeleted(self._window):
            return  # the program ends
        if isinstance(now, QLineEdit | QComboBox | QPlainTextEdit):
            QTimer.singleShot(0, lambda: bring_into_sight(now))
        framed = now is not None and bool(now.property("framed")) and now.window() is self.home()
        self.setWidget(now if framed else None)
        if not framed and self.parentWidget() is not self._window:
            self.setParent(self._window)  # Qt had put it into a scrolled page, and would delete it with that

    def __init__(self, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._style = FrameStyle(look)  # a widget does not keep its style alive
        self.setStyle(self._style)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.follow)

    def home(self) -> QWidget:
        return self._window


class Wardrobe:
    """Dresses the application: fonts, style, palette and style sheet, again whenever the look changes."""

    def __init__(self, application: QApplication, look: Look) -> None:
        load_fonts()
        self._application = application
        self._look = look
        self._style = FloorStyle()
        application.setStyle(self._style)
        look.changed.connect(self.dress)
        self.dress()

    def dress(self) -> None:
        self._application.setFont(self._look.font(BODY))
        self._application.setPalette(palette_of(self._look))
        self._application.setStyleSheet(style_sheet_of(self._look))
