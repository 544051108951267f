"""A line of words, signs, chips and keys on one baseline: what labels and list rows are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from floorapp.domain.cards import RED_SUITS
from floorapp.screens.text_line import (
    BODY,
    SMALL,
    Chip,
    Icon,
    Key,
    Light,
    Piece,
    Pill,
    Ring,
    Sign,
    Spacer,
    Suit,
    Tab,
    TextLine,
    Words,
)
from floorapp.ui.icons import paint_icon
from floorapp.ui.look import Look
from floorapp.ui.paint.chips import key_width, paint_chip, paint_key, paint_lamp, paint_ring
from floorapp.ui.paint.signs import paint_sign, paint_suit


def _font_of(look: Look, words: Words) -> QFont:
    return look.font(words.size, words.weight, mono=words.mono, struck=words.struck)


def piece_width(look: Look, piece: Piece) -> float:
    """How much room a piece takes."""
    if isinstance(piece, Words):
        return look.advance(piece.text, piece.size, piece.weight, mono=piece.mono)
    if isinstance(piece, Spacer):
        return look.px(piece.width)
    if isinstance(piece, Tab):
        return 0
    if isinstance(piece, Key):
        return key_width(look, piece.name)
    if isinstance(piece, Pill):
        return QFontMetricsF(look.font(12, 600)).horizontalAdvance(piece.text) + look.px(18)
    return look.px(piece.size)


def _room_between(look: Look, before: Piece, after: Piece, gap: float) -> float:
    return 0 if isinstance(before, Spacer | Tab) or isinstance(after, Spacer | Tab) else look.px(gap)


def starts_of(look: Look, row: TextLine) -> tuple[tuple[float, ...], float]:
    """Where each piece starts, and where the last one ends."""
    x, starts = 0.0, []
    before: Piece | None = None
    for piece in row.pieces:
        if isinstance(piece, Tab):
            x = max(x, look.px(piece.at))
        elif before is not None:
            x += _room_between(look, before, piece, row.gap)
        starts.append(x)
        x += piece_width(look, piece)
        before = piece
    return tuple(starts), x


def line_width(look: Look, row: TextLine) -> float:
    """How wide a line is when nothing is cut."""
    return starts_of(look, row)[1]


def line_height(look: Look, row: TextLine) -> float:
    """How tall a line is: its largest words in their line height, or its largest mark."""
    tallest = 0.0
    for piece in row.pieces:
        if isinstance(piece, Words):
            tallest = max(tallest, QFontMetricsF(_font_of(look, piece)).height())
        elif isinstance(piece, Key | Pill):
            tallest = max(tallest, look.px(20))
        elif not isinstance(piece, Spacer | Tab):
            tallest = max(tallest, look.px(piece.size))
    return tallest


def baseline_of(look: Look, row: TextLine, rect: QRectF) -> float:
    """The baseline that centres the capitals of the largest words in the rectangle."""
    caps = [QFontMetricsF(_font_of(look, p)).capHeight() for p in row.pieces if isinstance(p, Words)]
    return rect.center().y() + max(caps, default=look.px(10)) / 2


def _fitted(look: Look, row: TextLine, width: float) -> tuple[Piece, ...]:
    excess = line_width(look, row) - width
    if excess <= 0.5:
        return row.pieces
    fitted: list[Piece] = []
    for piece in row.pieces:
        if isinstance(piece, Words) and piece.shrinks:
            metrics = QFontMetricsF(_font_of(look, piece))
            room = max(0.0, metrics.horizontalAdvance(piece.text) - excess)
            piece = replace(piece, text=metrics.elidedText(piece.text, Qt.TextElideMode.ElideRight, room))
        fitted.append(piece)
    return _smaller(look, TextLine(tuple(fitted), row.gap), width)


def _smaller(look: Look, row: TextLine, width: float) -> tuple[Piece, ...]:
    """Words that may not shrink where there is no room for them: nothing is painted over what stands beside them.

    They are set smaller, the widest first, and then their middle is left out: names differ at their ends.
    """
    pieces = list(row.pieces)
    widest = sorted((piece_width(look, piece), place) for place, piece in enumerate(pieces) if isinstance(piece, Words))
    for wide, place in reversed(widest):
        excess, words = line_width(look, TextLine(tuple(pieces), row.gap)) - width, pieces[place]
        if excess <= 0.5 or not isinstance(words, Words) or not words.text:
            break
        room = max(0.0, wide - excess)
        size = max(min(words.size, BODY if words.size > BODY else SMALL), int(words.size * room / wide))
        words = replace(words, size=size)
        middle = QFontMetricsF(_font_of(look, words)).elidedText(words.text, Qt.TextElideMode.ElideMiddle, room)
        pieces[place] = replace(words, text=middle)
    return tuple(pieces)


def wrapped(look: Look, row: TextLine, width: float) -> tuple[TextLine, ...]:
    """The line broken at its spaces into as many lines as the width asks for."""
    if line_width(look, row) <= width:
        return (row,)
    rows: list[list[Piece]] = [[]]
    for piece in row.pieces:
        parts = piece.text.split(" ") if isinstance(piece, Words) else [""]
        for place, part in enumerate(parts):
            one = replace(piece, text=part) if isinstance(piece, Words) else piece
            last = rows[-1][-1] if rows[-1] else None
            if place and isinstance(last, Words) and isinstance(one, Words):
                joined: Piece = replace(last, text=f"{last.text} {part}")
                trial = [*rows[-1][:-1], joined]
            else:
                trial = [*rows[-1], one]
            if rows[-1] and line_width(look, TextLine(tuple(trial), row.gap)) > width:
                rows.append([one])
            else:
                rows[-1] = trial
    return tuple(TextLine(tuple(pieces), row.gap) for pieces in rows)


def paint_line(
    painter: QPainter,
    rect: QRectF,
    look: Look,
    row: TextLine,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ink: QColor | None = None,
) -> None:
    """Paint a line into a rectangle; `ink` replaces every tone, as on a filled button."""
    pieces = _fitted(look, row, rect.width())
    row = TextLine(pieces, row.gap)
    x = rect.left()
    if align & Qt.AlignmentFlag.AlignRight:
        x = rect.right() - line_width(look, row)
    elif align & Qt.AlignmentFlag.AlignHCenter:
        x = rect.center().x() - line_width(look, row) / 2
    baseline = baseline_of(look, row, rect)
    caps = QFontMetricsF(_font_of(look, _main_words(pieces))).capHeight()
    starts, _end = starts_of(look, row)
    for start, piece in zip(starts, pieces, strict=True):
        width = piece_width(look, piece)
        _paint_piece(painter, QPointF(x + start, baseline), width, baseline - caps / 2, look, piece, ink)


def _main_words(pieces: Sequence[Piece]) -> Words:
    words = [piece for piece in pieces if isinstance(piece, Words)]
    return max(words, key=lambda piece: piece.size, default=Words(""))


def _tone(look: Look, tone: str, ink: QColor | None) -> QColor:
    return ink or look.colour("ink2" if tone == "okay" else tone)


def _paint_piece(
    painter: QPainter, start: QPointF, width: float, middle: float, look: Look, piece: Piece, ink: QColor | None
) -> None:
    square = QRectF(start.x(), round(middle - width / 2), width, width)
    if isinstance(piece, Words):
        painter.setFont(_font_of(look, piece))
        painter.setPen(_tone(look, piece.tone, ink))
        painter.drawText(start, piece.text)
    elif isinstance(piece, Sign):
        tone = _tone(look, piece.tone, ink) if piece.tone else ink or look.sign_colour(piece.state)
        if piece.inverted:
            painter.fillRect(square, tone)
            inner = square.adjusted(width * 0.14, width * 0.14, -width * 0.14, -width * 0.14)
            paint_sign(painter, inner, piece.state, look.colour("onink"))
        else:
            paint_sign(painter, square, piece.state, tone)
    elif isinstance(piece, Chip):
        paint_chip(painter, square, look, piece.back, filled=piece.filled)
    elif isinstance(piece, Ring):
        paint_ring(painter, square, look, piece.share, piece.state)
    elif isinstance(piece, Icon):
        paint_icon(painter, square, piece.name, _tone(look, piece.tone, ink))
    elif isinstance(piece, Suit):
        paint_suit(painter, square, piece.letter, ink or look.suit_colour(piece.letter in RED_SUITS))
    elif isinstance(piece, Light):
        paint_lamp(painter, square, look, piece.lamp)
    elif isinstance(piece, Key):
        cap = QRectF(start.x(), round(middle - look.px(10)), width, look.px(20))
        paint_key(painter, cap, look, piece.name, ink or look.colour("ink2"), ink or look.colour("edge"))
    elif isinstance(piece, Pill):
        cap = QRectF(start.x(), round(middle - look.px(9)), width, look.px(18))
        _paint_pill(painter, cap, look, piece.text)


def _paint_pill(painter: QPainter, rect: QRectF, look: Look, text: str) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.colour("ink2"), 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), rect.height() / 2, rect.height() / 2)
    painter.setPen(look.colour("ink"))
    painter.setFont(look.font(12, 600))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
