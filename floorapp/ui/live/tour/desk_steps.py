"""At the desk: incidents, a dispute, charts, the audit and papers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PyQt6.QtCore import Qt

from floorapp.ui.live.audit_place import AuditPlace
from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.live.incident_place import IncidentPlace
from floorapp.ui.live.papers_place import PapersPlace
from floorapp.ui.live.rulebook_place import RulebookPlace
from floorapp.ui.live.tour.walker import PIN, Walker


def report(walker: Walker) -> None:
    """An irregularity is reported in four steps: what, what follows, when and who was told, signed."""
    app, key = walker.app, Qt.Key
    walker.go("table", "FB-04")
    walker.press(key.Key_F5)
    walker.type("requested")
    walker.press(key.Key_Down)
    walker.shoot("report-what")
    walker.press(key.Key_Return)
    walker.press(key.Key_N)
    walker.press(key.Key_Down)
    walker.shoot("report-what-follows")
    walker.press(key.Key_F9)
    walker.type("The player at spot 3 asked for a card and the dealer went on to spot 4.")
    walker.shoot("report-when")
    walker.press(key.Key_F9)
    walker.type(PIN)
    walker.shoot("report-sign")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.now.name == "incidents")
    walker.settle()
    walker.shoot("reported")


def review(walker: Walker) -> None:
    """Incidents: the shift manager returns one with a question, approves another by signature and closes it."""
    app, key = walker.app, Qt.Key
    walker.be("hale")
    walker.go("incidents")
    walker.shoot("incidents")
    walker.press(key.Key_A)
    asking = app.sheets.asking
    assert asking is not None
    asking.fields["says"].edit.setFocus()
    walker.type("Dealt as the rulebook says; the dealer was spoken to.")
    asking.fields["pin"].edit.setFocus()
    walker.type(PIN)
    walker.shoot("incident-approving")
    _entered(walker)
    walker.press(key.Key_C)
    walker.type("The wager went back, nothing else is open.")
    _entered(walker)
    walker.shoot("incident-closed")
    place = app.places["incidents"]
    assert isinstance(place, IncidentPlace)
    walker.press(key.Key_J)  # what was decided stays on the screen until somebody moves on
    while place.incidents.queue.currentIndex().row() > 0:
        walker.press(key.Key_K)
    walker.press(key.Key_R)
    walker.type("Which dealer was notified, and when?")
    walker.shoot("incident-returning")
    _entered(walker)
    walker.shoot("incident-returned")
    walker.be("ortiz")


def _entered(walker: Walker) -> None:
    walker.press(Qt.Key.Key_F9)
    walker.wait(lambda: walker.app.sheets.sheet is None)
    walker.settle()


#: A dealer's red 22, and a Push 22 paid at the odds of mixed colours.
TOLD = (
    "6htd6d unused spot 1 25 p5 8c8d fs 3d fd th ks s =0 =0 =0 =40 spot 3 50 tc9h s =0 "
    "spot 4 25 jh6s9d =-25 spot 5 25 askd =37.50 spot 1 "
)


def dispute(walker: Walker) -> None:
    """A dispute: the round is told by the keys, shown to the guest, compared, looked up, and put on record."""
    app, key = walker.app, Qt.Key
    walker.go("table", "FB-03")
    walker.press(key.Key_F6)
    desk, rules = app.places["disputes"], app.places["rulebooks"]
    assert isinstance(desk, DisputePlace) and isinstance(rules, RulebookPlace)
    walker.wait(lambda: desk.teller is not None)
    walker.settle()
    walker.shoot("dispute-begun")
    walker.type(TOLD)
    walker.shoot("dispute")
    desk.told.turn("wagers")
    walker.shoot("dispute-wagers")
    desk.told.turn("cards")
    walker.press(key.Key_F11)
    walker.shoot("dispute-for-the-guest")
    walker.press(key.Key_F11)
    desk.do("compare")
    walker.shoot("dispute-other-rulebook")
    walker.press(key.Key_Escape)
    walker.press(key.Key_F1)
    walker.wait(lambda: rules.browser is not None and rules.key != "standing")
    walker.settle()
    walker.shoot("rulebook")
    walker.press(key.Key_Escape)
    walker.press(key.Key_F9)
    walker.wait(lambda: "Saved as entry" in desk.told.telling.note)
    walker.shoot("dispute-saved")
    walker.go("floor")


def look_at_charts(walker: Walker) -> None:
    """Charts of two weeks."""
    place = walker.app.places["dashboards"]
    walker.go("dashboards", "14")
    walker.wait(lambda: place.view is not None and not walker.app.works.names)
    walker.shoot("charts")


def audit(walker: Walker) -> None:
    """Audit: the shift manager verifies the rounds of a month again, looks at what stands out, and reports it."""
    app, key = walker.app, Qt.Key
    walker.be("hale")
    walker.go("audit")
    place = app.places["audit"]
    assert isinstance(place, AuditPlace)
    place.audit.period.setCurrentText("Last 30 gaming days")
    walker.press(key.Key_F9)
    walker.wait(lambda: place.result is not None and place.view is not None and bool(place.view.watched))
    walker.settle()
    walker.shoot("audit-wrong-rounds")
    for tab in ("watched", "shoes", "breaches"):
        place._choose_tab(tab)
        walker.settle()
        walker.shoot(f"audit-{tab}")
        if tab == "shoes":
            place.audit.shoes.selectRow(1)
            walker.shoot("audit-another-set")
            place.audit.shoes.selectRow(0)
    place._choose_tab("watched")
    place.audit.chart_panel.chart.setFocus()
    walker.press(key.Key_Down, key.Key_Return)
    walker.wait(lambda: place.tab == "shown")
    walker.settle()
    walker.shoot("audit-rounds-behind-a-figure")
    place._choose_tab("shoes")
    walker.settle()
    walker.press(key.Key_F5)
    walker.wait(lambda: app.now.name == "report")
    walker.settle()
    walker.shoot("audit-reported")
    walker.press(key.Key_Escape)
    walker.go("floor")
    walker.be("ortiz")


def issue_papers(walker: Walker) -> None:
    """Papers: the completeness page; an inspection log looked at, signed and issued; then two of it come back."""
    walker.go("papers", "completeness:")
    place = walker.app.now
    assert isinstance(place, PapersPlace)
    walker.wait(lambda: place.shown is not None)
    walker.shoot("papers-completeness")
    walker.go("papers", "inspections:")
    walker.wait(lambda: place.shown is not None)
    walker.shoot("papers-inspection-log")
    walker.press(Qt.Key.Key_F9)
    walker.type(PIN)
    walker.shoot("papers-sign")
    walker.press(Qt.Key.Key_Return)
    walker.wait(lambda: place.shown is not None and bool(place.shown.document))
    walker.settle()
    walker.shoot("papers-issued")
    assert place.shown is not None
    content, name = bytearray(place.shown.content), place.shown.document
    _check(walker, place, f"{name}.pdf", content, "paper-check-good")
    content[len(content) // 2] ^= 1
    _check(walker, place, f"{name}, a byte altered.pdf", content, "paper-check-altered")


def _check(walker: Walker, place: PapersPlace, name: str, content: bytes | bytearray, picture: str) -> None:
    """As if somebody had dropped the file."""
    place.checked = None
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        place.check(str(path))
        walker.wait(lambda: place.checked is not None)
    walker.settle()
    walker.shoot(picture)
    walker.press(Qt.Key.Key_Escape)
