"""Tabler's outline icons, drawn in whatever ink is asked for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PyQt6.QtCore import QByteArray, QRectF
from PyQt6.QtGui import QColor, QPainter
from PyQt6.QtSvg import QSvgRenderer

ICONS = Path(__file__).parents[2] / "resources" / "icons"
STROKE = "1.75"


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    text = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    return text.replace('stroke-width="2"', f'stroke-width="{STROKE}"')


@lru_cache(maxsize=256)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))


def paint_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Draw the icon into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(name, colour.name()).render(painter, rect)
    painter.restore()
