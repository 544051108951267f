"""`python -m floorapp.ui.gallery OUTDIR`: renders every page, dark and light, without a screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PyQt6.QtWidgets import QApplication

from floorapp.ui.gallery.decks import decks_page
from floorapp.ui.gallery.dispute import dispute_page
from floorapp.ui.gallery.floor import floor_page
from floorapp.ui.gallery.frame import FLOORPERSON, MORNING, SHIFT_MANAGER, take_picture, window_with
from floorapp.ui.gallery.incident import incident_page
from floorapp.ui.gallery.inspection import inspection_page
from floorapp.ui.gallery.papers import papers_page
from floorapp.ui.gallery.table import table_page
from floorapp.ui.look import Look
from floorapp.ui.shell.values import Saved
from floorapp.ui.shell.window import Window
from floorapp.ui.theme import Wardrobe
from floorapp.ui.tokens import DARK, LIGHT, Tokens

FLOOR_ACTS = (
    "F2: Inspect round|F3: Change decks|F4: Swap batches|F5: Report|F6: Dispute|F7: Open table"
)


@dataclass(frozen=True)
class Picture:
    """One picture: its name, its theme, its size, its scale, and what it shows."""

    name: str
    tokens: Tokens
    width: int
    height: int
    window: Callable[[Look], Window]
    scale: float = 1.0


def floor_window(look: Look) -> Window:
    return window_with(look, "floor", floor_page(look), FLOORPERSON, FLOOR_ACTS)


def decks_window(look: Look) -> Window:
    acts = "F3: Change decks|F8: Print log|F9: Sign|Alt R: Receive sets|Alt N: Count|Alt D: Destroy…"
    return window_with(look, "decks", decks_page(look), FLOORPERSON, acts)


def inspection_window(look: Look) -> Window:
    acts = "Space: Okay|N: Not okay|L: Later|T: Test again|Backspace: Previous|Esc: Pause round"
    saved = Saved("PIT3-002206", "06:08")
    return window_with(look, "inspect", inspection_page(look), MORNING, acts, saved)


def table_window(look: Look) -> Window:
    acts = "F2: Inspect|F3: Change decks|F4: Swap batches|F5: Report|F6: Dispute|F7: Close table"
    return window_with(look, "floor", table_page(look), FLOORPERSON, acts + "|Alt C: Correct entry…")


def incident_window(look: Look) -> Window:
    acts = "F8: Print|F9: Approve|Alt R: Return|Alt N: Next|Alt P: Previous"
    saved = Saved("DESK1-000911", "21:11")
    return window_with(look, "incidents", incident_page(look), SHIFT_MANAGER, acts, saved)


def dispute_window(look: Look) -> Window:
    acts = "F8: Print|F9: Save|F11: Show the guest|Tab: Next box|Ctrl Z: Undo|W: Wagers"
    header = replace(SHIFT_MANAGER, clock="21:19")
    saved = Saved("DESK1-000913", "21:18")
    return window_with(look, "disputes", dispute_page(look), header, acts, saved)


def papers_window(look: Look) -> Window:
    acts = "F8: Print|F9: Sign and issue|Ctrl S: Save|Alt P: Period|Alt V: Check a PDF"
    header = replace(SHIFT_MANAGER, clock="21:31")
    saved = Saved("DESK1-000918", "21:26")
    return window_with(look, "papers", papers_page(look), header, acts, saved)


PICTURES = (
    Picture("floor-dark", DARK, 1440, 900, floor_window),
    Picture("floor-light", LIGHT, 1440, 900, floor_window),
    Picture("floor-light-1366", LIGHT, 1366, 768, floor_window),
    Picture("floor-dark-1366", DARK, 1366, 768, floor_window),
    Picture("inspection-dark", DARK, 1440, 900, inspection_window),
    Picture("decks-dark", DARK, 1440, 900, decks_window),
    Picture("table-dark", DARK, 1440, 900, table_window),
    Picture("incident-light", LIGHT, 1440, 900, incident_window),
    Picture("dispute-light", LIGHT, 1440, 900, dispute_window),
    Picture("papers-light", LIGHT, 1440, 900, papers_window),
)


def main(arguments: list[str]) -> int:
    """Render all pictures, or those whose names are given after the folder."""
    if not arguments:
        print("usage: python -m floorapp.ui.gallery OUTDIR [NAME…]", file=sys.stderr)
        return 64
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder, wanted = Path(arguments[0]), set(arguments[1:])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["floorapp"])
    assert isinstance(application, QApplication)
    look = Look()
    _wardrobe = Wardrobe(application, look)
    for picture in PICTURES:
        if not wanted or picture.name in wanted:
            look.wear(tokens=picture.tokens, scale=picture.scale)
            path = folder / f"{picture.name}.png"
            take_picture(path, picture.window(look), picture.width, picture.height)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
