"""The dispute of the picture: a Push 22 paid at the wrong odds, told to the desk and settled by the engine."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PyQt6.QtWidgets import QWidget

from floorapp.engine.loader import read_rulebook
from floorapp.engine.record import Options
from floorapp.operations.dispute.draft import start
from floorapp.operations.dispute.settlement import settle
from floorapp.operations.dispute.teller import Telling
from floorapp.operations.dispute.word_parser import paste
from floorapp.screens.dispute import dispute_of
from floorapp.screens.forms import Act
from floorapp.ui.look import Look
from floorapp.ui.pages.dispute import DisputePage

RULEBOOKS = Path(__file__).parents[3] / "resources" / "rulebooks"
TOLD = (
    "6htd6d unused box 1 25 p5 8c8d fs 3d fd th ks s =0 =0 =0 =40 box 3 50 tc9h s =0 "
    "box 4 25 jh6s9d =-25 box 5 25 askd =37.50 box 1"
)


def dispute_page(look: Look) -> QWidget:
    """The dispute as in the picture."""
    book = read_rulebook((RULEBOOKS / "pa-590.toml").read_text(encoding="utf-8"), "pa-590.toml")
    books = {book.id: book}
    draft = paste(start(book.id, Options(decks=6)), TOLD, books).draft
    at = datetime.fromisoformat("2015-11-15T21:04:05-05:00")
    told = replace(draft, of="FB-03/1182", incident="IR-0412", round=replace(draft.round, table="FB-03", at=at))
    acts = (Act("save", "Save to IR-0412", "F9"), Act("guest", "Show the guest", "F11"), Act("print", "Print…", "F8"))
    page = DisputePage(look)
    page.show_dispute(dispute_of(told, settle(told, books), Telling(), books, acts))
    return page
