"""Audit: the shift manager verifies the rounds of a month again, looks at what stands out, and reports it."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.audit_place import AuditPlace
from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """Each kind of result with what is planted in the sample, the rounds behind a figure, a report begun from it."""
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
