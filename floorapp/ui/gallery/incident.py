"""The made-up incident of the picture: a shoe one card short."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.incident import (
    Counts,
    DecisionView,
    EngineFact,
    ExposureView,
    IncidentDetail,
    IncidentView,
    RankCount,
)
from floorapp.screens.lists import ListRow, TimelineRow
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.incident import IncidentPage


def _queued(state: State, table: str, number: str, what: str, who: str, note: str, own: str = "") -> ListRow:
    head = line(Words(table, 15, 600), Words(number, 14, 400, "ink2", mono=True), gap=10)
    name = Words(who, 13, 400, "ink2")
    by = line(name, Icon("lock", 14), Words(own, 13, 400, "ink2", shrinks=True)) if own else line(name)
    body = line(Words(what, 15, 400, shrinks=True))
    return ListRow(number, Sign(state, 17), (head, body, by), note=line(Words(note, 13, 400, "ink2")))


def queue() -> tuple[ListRow, ...]:
    """Six incidents, most severe and oldest first."""
    return (
        _queued(State.ALARM, "DB-03", "IR-0409", "Shoe one card short", "R. Keller", "waiting 52 min"),
        _queued(State.ALARM, "DU-04", "IR-0413", "Reader failed, table stopped", "V. Stone", "waiting 6 min"),
        _queued(State.WARNING, "DB-05", "IR-0411", "Shuffler jam, second today", "T. Boone", "waiting 21 min"),
        _queued(State.WARNING, "FB-03", "IR-0412", "Push 22 paid at the wrong odds", "M. Ortiz", "waiting 10 min"),
        _queued(State.DUE, "DA-03", "IR-0405", "Card face up in the shoe", "D. Weaver", "returned 19:20"),
        _queued(
            State.DUE,
            "FB-06",
            "IR-0408",
            "Card drawn in error, exposed",
            "J. Hale",
            "waiting 1 h 04",
            "yours: another manager reviews",
        ),
    )


def evidence() -> tuple[TimelineRow, ...]:
    """What is known, oldest first."""
    return (
        TimelineRow(
            "PIT2-004121",
            "20:20",
            "flag",
            line(
                "Cover card reached, black batch counted:", Words("311 of 312.", 15, 600), "Floorperson called.", gap=5
            ),
        ),
        TimelineRow(
            "PIT2-004122",
            "20:21",
            "cards",
            line("Cards seen against the shoe:", Words("7 of clubs seen 5 times, 6 expected.", 15, 600), gap=5),
        ),
        TimelineRow(
            "PIT2-004125", "20:26", "refresh", line("Black batch taken out and sealed. Green batch into the shoe.")
        ),
        TimelineRow("PIT2-004127", "20:28", "users", line("Told: shift manager J. Hale, surveillance desk.")),
        TimelineRow("PIT2-004131", "20:34", "eye", line("Card found under the shuffler tray, photographed.")),
    )


def view() -> IncidentView:
    """The incident at DB-03, ready to be ruled on."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    decision = DecisionView(
        state=State.ALARM,
        word="report today",
        exposure=ExposureView(
            (("58", "minutes"), ("47", "rounds"), ("163", "hands")),
            "19:22",
            "last good count, 312",
            "20:20",
            "discovery, 311",
        ),
        engine=(
            EngineFact(
                "Duty",
                "At the cover card the rest goes to the rack and nothing may be missing",
                "58 Pa. Code § 673a.7(d)",
            ),
            EngineFact("Remedy", "Batch out of play, counted, reshuffled; other batch in"),
            EngineFact("Done", "as prescribed, within 6 min"),
            EngineFact("Payouts", "47 rounds verified, all as expected"),
        ),
        asks="Ruling, in your words",
        note="Draft kept on this station",
        acts=(Act("approve", "Approve and sign", "A"), Act("return", "Return…", "R"), Act("print", "Print…", "F8")),
    )
    counts = Counts(
        "Cards of clubs seen in the shoe",
        "6 decks: 6 of each expected",
        tuple(RankCount(rank, 5 if rank == "7" else 6, rank == "7") for rank in ranks),
        "Hearts, diamonds and spades are complete. No card was seen more than 6 times.",
    )
    return IncidentView(
        tabs=(("review", "To review 6"), ("closed", "Closed 31")),
        tab="review",
        queue=queue(),
        opened=IncidentDetail(
            number="IR-0409",
            title="Shoe one card short",
            where="DB-03 · Double Back Jack · Pit 2 · reported 20:22 by R. Keller",
            state=State.ALARM,
            says="",
            evidence=evidence()[:3],
            evidence_note="3 entries, 1 photo, 47 rounds",
            history=evidence()[3:],
            counts=counts,
            watching="",
            decision=decision,
        ),
    )


RULING = (
    "Card slipped under the tray during the 19:22 swap. Tray gap measured; shuffler to be "
    "serviced before the next opening."
)


def incident_page(look: Look) -> QWidget:
    """The incident as in the picture."""
    page = IncidentPage(look)
    page.show_incident(view())
    page.decision.show_ruling(RULING)
    return page
