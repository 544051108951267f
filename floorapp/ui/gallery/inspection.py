"""The made-up inspection round of the picture."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.domain.cards import CARDS
from floorapp.screens.inspection import InspectionView, ProofShown
from floorapp.screens.lists import ListRow
from floorapp.screens.states import Lamp, State
from floorapp.screens.text_line import Icon, Sign, Tab, Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.inspection import InspectionPage


def _step(table: str, state: State, word: str, note: str, *, now: bool = False) -> ListRow:
    done = ":" in note
    tone = state.value if state is State.WARNING else "ink2"
    mark = Icon("arrow-right", 18, "ink") if now else Sign(state, 15)
    right = line(Words(note, 13, 400, "ink" if now else "ink2", mono=done))
    words = line(Words(table, 15, 600), Tab(68), Words(word, 14, 400, tone, shrinks=True))
    return ListRow(table, mark, (words,), note=right)


def view() -> InspectionView:
    """DU-07, the ninth of S. Amara's tables."""
    walk = (
        _step("DU-01", State.OKAY, "okay", "06:07:12"),
        _step("DU-02", State.OKAY, "okay", "06:07:18"),
        _step("DU-03", State.OKAY, "okay", "06:07:23"),
        _step("DU-04", State.WARNING, "not okay: lens dirty", "06:07:51"),
        _step("DU-05", State.OKAY, "okay", "06:08:20"),
        _step("DU-09", State.OKAY, "okay", "06:08:26"),
        _step("DU-08", State.OKAY, "okay", "06:08:31"),
        _step("DU-07", State.DUE, "Down Under", "now", now=True),
        _step("DU-06", State.DUE, "Down Under", "you"),
        _step("DA-01", State.DUE, "Double Attack PA", "E. Cho"),
        _step("DA-02", State.DUE, "Double Attack PA", "E. Cho"),
    )
    return InspectionView(
        pit="Pit 3",
        done=7,
        whole=9,
        progress="of your 9 tables",
        so_far="1:38 so far",
        walk=walk,
        now="DU-07",
        whole_floor="Whole floor: 25 of 36 done, 1 not okay",
        name="DU-07",
        subject="Down Under · Masque reader",
        standing="Closed, opens at 22:00 · assigned to you",
        state=State.DUE,
        word="due today",
        proof_summary="3 of 3 lights as expected · 06:08:44",
        proof_source="filled in by the reader on line 7",
        proofs=(
            ProofShown(CARDS["4c"], "4, small", Lamp.BLUE, Lamp.BLUE),
            ProofShown(CARDS["8d"], "8, medium", Lamp.RED, Lamp.RED),
            ProofShown(CARDS["Ks"], "King, large", Lamp.YELLOW, Lamp.YELLOW),
        ),
        stated=(
            ("eye", "You looked: no sign of tampering, seal whole, nothing on the lens"),
            ("cpu", "The reader works: proved by the test above"),
        ),
        citation="Readers are inspected at the beginning of each gaming day: 58 Pa. Code § 685a.2(d)",
        facts=(
            ("Serial", line(Words("MQ-10440", 13, mono=True))),
            ("Line", line(Words("7 · 9600 8N1", 13, mono=True))),
            ("Signal", line(Sign(State.OKAY, 13), Words("1 s ago", 14))),
            ("Errors", line(Words("0 today, 3 in 30 days", 14))),
        ),
        days=tuple((str(day), {12: State.WARNING, 15: State.DUE}.get(day, State.OKAY)) for day in range(9, 16)),
        days_title="Last seven gaming days, November",
        days_note="12 Nov, warning: yellow light dim. Lamp replaced, tested again 06:31, S. Amara.",
        next_name="DU-06",
        next_words="beside this one",
    )


def inspection_page(look: Look) -> QWidget:
    """The round as in the picture."""
    page = InspectionPage(look)
    page.show_inspection(view())
    return page
