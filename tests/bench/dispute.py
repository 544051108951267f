"""How fast the dispute desk answers a key: settled again, and painted, at five boxes; a frame is 16 ms."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from statistics import median, quantiles

from floorapp.bootstrap import rulebooks
from floorapp.operations.dispute.draft import start
from floorapp.operations.dispute.settlement import settle
from floorapp.operations.dispute.teller import Teller
from floorapp.operations.dispute.word_parser import paste
from tests.bench.measure import Figure

FRAME = 16.0

#: Five boxes: a free split, a free double, a Blackjack, a hand over 21, and the last one still being told.
TOLD = (
    "6htd6d unused box 1 25 p5 8c8d fs 3d fd th ks s =0 =0 =0 =40 box 2 10 9c2d fd 5h =0 box 3 50 tc9h s =0 "
    "box 4 25 jh6s9d =-25 box 5 25 "
)
KEYS = "8h8s fs 3c kd s tc s =0 =0 "


def figures(times: int = 40) -> Iterator[Figure]:
    """Every key of the fifth box, many times over."""
    yield _figure("a round of five boxes settled again", _settled(times), "")
    yield _figure("every key: settled, laid out, painted", _painted(max(4, times // 8)), "whole desk, 1366×768")


def _figure(what: str, taken: list[float], note: str) -> Figure:
    late = quantiles(taken, n=100)[98]
    ours = f"{median(taken):.1f} ms (p99 {late:.1f})"
    return Figure(what, ours, f"a frame, {FRAME:.0f} ms", median(taken) / FRAME, "<= 1", median(taken) <= FRAME, note)


def _timed(do: Callable[[], object]) -> float:
    begun = time.process_time()  # what it takes here, whatever else the machine does
    do()
    return (time.process_time() - begun) * 1000


def _settled(times: int) -> list[float]:
    books = rulebooks()
    draft = paste(start("pa-590", id="bench"), f"{TOLD} {KEYS}", books).draft
    assert settle(draft, books).finished and len(draft.round.boxes) == 5
    return [_timed(lambda: settle(draft, books)) for _turn in range(times * 5)]


def _painted(times: int) -> list[float]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from floorapp.screens.dispute import dispute_of
    from floorapp.screens.forms import Act
    from floorapp.ui.live.start import dressed
    from floorapp.ui.pages.dispute import DisputePage
    from floorapp.ui.tokens import THEMES

    application, look = dressed()
    look.wear(tokens=THEMES["dark"])
    books = rulebooks()
    page = DisputePage(look)
    page.resize(1290, 660)
    acts = (Act("save", "Save as evidence", "F9"), Act("guest", "Show the guest", "F11"), Act("print", "Print…", "F8"))
    page.show()
    application.processEvents()
    begun = paste(start("pa-590", id="bench"), TOLD, books).draft
    taken: list[float] = []

    def show(teller: Teller) -> None:
        page.show_dispute(dispute_of(teller.draft, teller.settled, teller.telling, books, acts))
        application.processEvents()  # what has changed is painted

    for _turn in range(times):
        teller = Teller(begun, books)
        show(teller)
        for key in KEYS:

            def press(key: str = key, teller: Teller = teller) -> None:
                teller.press(key)
                show(teller)

            taken.append(_timed(press))
    page.hide()
    page.deleteLater()
    application.processEvents()
    return taken
