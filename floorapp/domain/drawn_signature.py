"""A signature drawn on the screen: strokes on a pad of 1000 by 300, written as text so that an entry can hold it."""

from __future__ import annotations

from collections.abc import Iterable

WIDE, TALL = 1000, 300
#: More points than any hand draws.
MOST = 5000

Point = tuple[int, int]
Stroke = tuple[Point, ...]


def written(strokes: Iterable[Stroke]) -> str:
    """Strokes as text: points `x,y` apart by spaces, strokes by slashes; a stroke of one point is a dot."""
    return "/".join(" ".join(f"{x},{y}" for x, y in stroke) for stroke in strokes if stroke)


def strokes_of(text: str) -> tuple[Stroke, ...]:
    """The strokes of a written drawing; raises ValueError where it is none."""
    strokes = tuple(tuple(map(_point, stroke.split())) for stroke in text.split("/")) if text else ()
    points = sum(map(len, strokes))
    if not all(strokes) or points > MOST:
        raise ValueError("a drawing has strokes of points, not too many")
    return strokes


def _point(text: str) -> Point:
    x, y = map(int, text.split(","))
    if not (0 <= x <= WIDE and 0 <= y <= TALL):
        raise ValueError(f"{text} is beyond the pad")
    return x, y
