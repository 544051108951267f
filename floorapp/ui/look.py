"""What every painted thing asks: the theme's colours, sizes at the chosen scale, and fonts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF

from floorapp.screens.states import State
from floorapp.screens.text_line import BODY
from floorapp.ui.tokens import DARK, Tokens

FONTS = Path(__file__).parents[2] / "resources" / "fonts"
SANS = "IBM Plex Sans"
MONO = "IBM Plex Mono"

#: The least height of anything a finger presses.
TARGET = 48


@lru_cache(maxsize=256)
def _colour(hex_number: str) -> QColor:
    return QColor(hex_number)


@lru_cache(maxsize=512)
def _font(size: float, weight: int, mono: bool, struck: bool, close: bool) -> QFont:
    font = QFont(MONO if mono else SANS)
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight(weight))
    font.setStrikeOut(struck)
    if close:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 97.5)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@lru_cache(maxsize=8192)
def _advance(text: str, size: float, weight: int, mono: bool) -> float:
    return QFontMetricsF(_font(size, weight, mono, False, False)).horizontalAdvance(text)


def load_fonts() -> None:
    """Make the shipped fonts known to Qt; a missing file is a broken install and says so."""
    if SANS in QFontDatabase.families() and MONO in QFontDatabase.families():
        return
    for path in sorted(FONTS.glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"the font {path.name} cannot be read")


class Follower(QObject):
    """Does one thing whenever the look changes, for as long as its widget lives."""

    def __init__(self, look: Look, widget: QObject, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._act = act
        look.changed.connect(self._follow)

    @pyqtSlot()
    def _follow(self) -> None:
        self._act()


def follow(look: Look, widget: QObject, act: Callable[[], object]) -> None:
    """Have a widget do one of Qt's own acts at each change; Qt would not let go of those by itself."""
    Follower(look, widget, act)


class Look(QObject):
    """A theme at a scale; says so when either changes, and widgets dress again."""

    changed = pyqtSignal()

    def __init__(self, tokens: Tokens = DARK, scale: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._scale = scale

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    @property
    def scale(self) -> float:
        return self._scale

    def wear(self, *, tokens: Tokens | None = None, scale: float | None = None) -> None:
        """Change theme or scale for everything that is dressed in this look."""
        self._tokens = tokens or self._tokens
        self._scale = scale or self._scale
        self.changed.emit()

    def px(self, length: float) -> int:
        """A length of the drawing, at the chosen scale."""
        return round(length * self._scale)

    def colour(self, name: str) -> QColor:
        """A colour by the name of its token, or by the name of a state for that state's words."""
        value = getattr(self._tokens, name)
        return _colour(value if isinstance(value, str) else value.text)

    def sign_colour(self, state: State) -> QColor:
        return _colour(self._tokens.of_state(state).sign)

    def text_colour(self, state: State) -> QColor:
        if state is State.OKAY:
            return _colour(self._tokens.ink2)
        return _colour(self._tokens.of_state(state).text)

    def tint(self, state: State) -> QColor | None:
        tint = self._tokens.of_state(state).tint
        return _colour(tint) if tint else None

    def suit_colour(self, red: bool) -> QColor:
        """A suit outside a card: the card's red is too dark for a dark button."""
        if not red:
            return self.colour("ink")
        return _colour(self._tokens.lamp_red if self._tokens.name == "dark" else self._tokens.card_red)

    def hex(self, hex_number: str) -> QColor:
        """A colour already read from the tokens."""
        return _colour(hex_number)

    def font(
        self, size: float = BODY, weight: int = 400, *, mono: bool = False, struck: bool = False, close: bool = False
    ) -> QFont:
        """A font in drawing pixels, at the chosen scale; `close` sets the letters a little tighter."""
        return _font(size * self._scale, weight, mono, struck, close)

    def advance(self, text: str, size: float, weight: int, *, mono: bool = False) -> float:
        """How wide some words are; the same few are asked for at every painting, so they are remembered."""
        return _advance(text, size * self._scale, weight, mono)
