"""`floorapp tour` as a reader walks it: beside each picture, every word that is shown or painted on it.

`python -m tests.app.read_tour FOLDER …` leaves the words of all pictures in FOLDER/words.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QWidget

from floorapp.cli import main
from floorapp.ui.live.tour.walker import Walker
from tests.ui.checks import words_shown

#: What was painted since the last picture.
PAINTED: set[str] = set()
READ: dict[str, list[str]] = {}


def _reading(paint: Any) -> Any:
    def read(self: QPainter, *how: Any, **more: Any) -> Any:
        PAINTED.update(each for each in how if isinstance(each, str))
        return paint(self, *how, **more)

    return read


def _shoot(self: Walker, name: str, window: QWidget | None = None) -> None:
    PAINTED.clear()
    _take(self, name, window)
    READ[f"{self.step:02d}-{name}"] = sorted(words_shown(window or self.app.window) | PAINTED)


_take = Walker.shoot

if __name__ == "__main__":
    QPainter.drawText = _reading(QPainter.drawText)  # type: ignore[method-assign]
    Walker.shoot = _shoot  # type: ignore[method-assign]
    ended = main(["tour", *sys.argv[1:]])
    (Path(sys.argv[1]) / "words.json").write_text(json.dumps(READ), encoding="utf-8")
    sys.exit(ended)
