"""Audit: the shift manager verifies the day's rounds again and looks at what stands out."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.audit_place import AuditPlace
from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """The rounds of two gaming days; then each kind of result, and the rounds behind a figure."""
    app, key = walker.app, Qt.Key
    walker.be("hale")
    walker.go("audit")
    place = app.places["audit"]
    assert isinstance(place, AuditPlace)
    place.audit.period.setCurrentIndex(1)
    walker.press(key.Key_F9)
    walker.wait(lambda: place.result is not None and place.view is not None and bool(place.view.watched))
    walker.settle()
    walker.shoot("audit-wrong-rounds")
    for tab in ("watched", "shoes", "breaches"):
        place._choose_tab(tab)
        walker.settle()
        walker.shoot(f"audit-{tab}")
    place._choose_tab("watched")
    place.audit.chart_panel.chart.setFocus()
    walker.press(key.Key_Down, key.Key_Return)
    walker.wait(lambda: place.tab == "shown")
    walker.settle()
    walker.shoot("audit-rounds-behind-a-figure")
    walker.go("floor")
    walker.be("ortiz")
