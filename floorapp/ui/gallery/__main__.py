"""`python -m floorapp.ui.gallery OUTDIR`: renders every page, dark and light, without a screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.shell import Message, Saved, Work
from floorapp.screens.states import State
from floorapp.ui.gallery.decks import decks_page
from floorapp.ui.gallery.dispute import dispute_page
from floorapp.ui.gallery.extremes import empty_floor, empty_page, floor_arranging, floor_list, full_floor
from floorapp.ui.gallery.floor import floor_page
from floorapp.ui.gallery.frame import FLOORPERSON, MORNING, SHIFT_MANAGER, take_picture, window_with
from floorapp.ui.gallery.incident import incident_page
from floorapp.ui.gallery.inspection import inspection_page
from floorapp.ui.gallery.papers import papers_page
from floorapp.ui.gallery.parts import parts_page
from floorapp.ui.gallery.table import table_page
from floorapp.ui.look import Look
from floorapp.ui.shell.window import Window
from floorapp.ui.theme import Wardrobe
from floorapp.ui.tokens import DARK, LIGHT, Tokens

FLOOR_ACTS = "F2: Inspect round|F3: Change decks|F4: Swap batches|F5: Report|F6: Dispute|F7: Open table"


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
    acts = "F8: Print|A: Approve|R: Return|J: Next|K: Previous"
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


def full_window(look: Look) -> Window:
    """Everything at once: long names, running work, and a message."""
    header = replace(
        FLOORPERSON, property_name="Riverbend Casino and Hotel", person="M. Featherstonehaugh", sample=True
    )
    window = window_with(look, "floor", full_floor(look), header, FLOOR_ACTS)
    window.work_bar.show_works(
        (
            Work("verify", "Verifying the rounds of November", 41_200, 128_000),
            Work("backup", "Writing the nightly backup to the second disk"),
        )
    )
    window.banner.show_message(
        Message(
            State.WARNING,
            "The database does not answer since 21:10.",
            "Tables stay open: inspections and deck changes are kept on this station, 3 waiting.",
            Act("try", "Try again", "Alt T"),
        )
    )
    return window


def _with_floor(make: Callable[[Look], QWidget], place: str = "floor") -> Callable[[Look], Window]:
    return lambda look: window_with(look, place, make(look), FLOORPERSON, FLOOR_ACTS)


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
    Picture("parts-dark", DARK, 1440, 900, _with_floor(parts_page, "settings")),
    Picture("parts-light", LIGHT, 1440, 900, _with_floor(parts_page, "settings")),
    Picture("floor-list-dark", DARK, 1440, 900, _with_floor(floor_list)),
    Picture("floor-arrange-light", LIGHT, 1440, 900, _with_floor(floor_arranging)),
    Picture("floor-empty-light", LIGHT, 1440, 900, _with_floor(empty_floor)),
    Picture("incidents-empty-dark", DARK, 1440, 900, _with_floor(empty_page, "incidents")),
    Picture("floor-full-dark", DARK, 1440, 900, full_window),
    Picture("floor-full-light-1366", LIGHT, 1366, 768, full_window),
    Picture("inspection-light-1366", LIGHT, 1366, 768, inspection_window),
    Picture("decks-light-1366", LIGHT, 1366, 768, decks_window),
    Picture("table-light-1366", LIGHT, 1366, 768, table_window),
    Picture("incident-dark-1366", DARK, 1366, 768, incident_window),
    Picture("dispute-dark-1366", DARK, 1366, 768, dispute_window),
    Picture("papers-dark-1366", DARK, 1366, 768, papers_window),
    Picture("floor-dark-200", DARK, 2732, 1536, floor_window, 2.0),
    Picture("inspection-light-200", LIGHT, 2732, 1536, inspection_window, 2.0),
    Picture("floor-light-1366-200", LIGHT, 1366, 768, floor_window, 2.0),
    Picture("table-dark-1366-200", DARK, 1366, 768, table_window, 2.0),
)


def main(arguments: list[str]) -> int:
    """Render all pictures, or those whose names are given after the folder."""
    if not arguments:
        print("usage: python -m floorapp.ui.gallery OUTDIR [NAME…]", file=sys.stderr)
        return 64
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder, wanted = Path(arguments[0]), set(arguments[1:])
    unknown = wanted - {picture.name for picture in PICTURES}
    if unknown:
        pictures = ", ".join(picture.name for picture in PICTURES)
        print(f"There is no picture {', '.join(sorted(unknown))}. Pictures: {pictures}", file=sys.stderr)
        return 64
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
