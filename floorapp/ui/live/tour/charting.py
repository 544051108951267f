"""Charts of two weeks."""

from __future__ import annotations

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """Look at them."""
    place = walker.app.places["dashboards"]
    walker.go("dashboards", "14")
    walker.wait(lambda: place.view is not None and not walker.app.works.names)
    walker.shoot("charts")
