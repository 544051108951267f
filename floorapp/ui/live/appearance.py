"""The look a station wears: dark or light, and how large its text is; kept for the next start."""

from __future__ import annotations

import json
from pathlib import Path

from PyQt6.QtCore import QObject

from floorapp.ui.live.drafts import read_kept, replace_kept
from floorapp.ui.live.writer import Writer
from floorapp.ui.look import Look
from floorapp.ui.tokens import DARK, LIGHT, THEMES

#: How large text can be, from the drawing's own size to twice that.
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)


class Appearance(QObject):
    """Changes the look by a key or a press, and writes it down by the writer thread."""

    def __init__(self, look: Look, writer: Writer, path: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look, self._writer, self._path = look, writer, path
        if path is not None:
            writer.run(lambda: read_kept(path), self._take)

    def turn(self) -> None:
        """From dark to light, or back."""
        self._look.wear(tokens=LIGHT if self._look.tokens is DARK else DARK)
        self._keep()

    def grow(self, step: int) -> None:
        """Larger or smaller text, as far as it goes."""
        nearest = min(range(len(SCALES)), key=lambda place: abs(SCALES[place] - self._look.scale))
        self._look.wear(scale=SCALES[max(0, min(len(SCALES) - 1, nearest + step))])
        self._keep()

    def _take(self, kept: dict[str, object]) -> None:
        tokens, scale = THEMES.get(str(kept.get("theme")), self._look.tokens), kept.get("scale")
        worn = scale if isinstance(scale, float) and scale in SCALES else self._look.scale
        if (tokens, worn) != (self._look.tokens, self._look.scale):
            self._look.wear(tokens=tokens, scale=worn)

    def _keep(self) -> None:
        if self._path is not None:
            path, text = self._path, json.dumps({"theme": self._look.tokens.name, "scale": self._look.scale})
            self._writer.run(lambda: replace_kept(path, text))
