"""What a station puts on record about papers by itself: its key for them, and the packs it made at the day's end."""

from __future__ import annotations

from floorapp.domain.days import PaperCertificate
from floorapp.operations.act_table import Acts
from floorapp.operations.acts.papers import Finished, incomplete, issued_fact
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.papers import PaperKeyIntroduced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.refusal import bad_input


def issue_by_itself(desk: Desk, *, paper: Finished) -> Change:
    """The station puts a gaming-day pack on record that it made by itself, unsigned by any person."""
    with desk.acting(Acts.issue_document.name, Subject("form", paper.form)) as act:
        mine = paper.made.paper == "day"
        act.ask(
            None if mine else bad_input("A station issues gaming-day packs only.", "Sign in to issue this report."),
            incomplete(act.moment, paper),
        )
        return act.enter(issued_fact(act.moment, paper), by=f"station/{desk.logbook.station}")


def introduce_paper_key(desk: Desk, *, fingerprint: str, certificate: bytes) -> None:
    """Put the station's key for papers on record where it is not yet, so that papers can be checked for good."""
    with desk.logbook.reading() as state:
        if state.get(PaperCertificate, fingerprint) is not None:
            return
    station = desk.logbook.station
    with desk.acting(Acts.issue_document.name, Subject("station", station)) as act:
        stated = PaperKeyIntroduced(station=station, fingerprint=fingerprint, certificate=certificate.hex())
        act.enter(stated, by=f"station/{station}")
