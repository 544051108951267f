"""The door: somebody is chosen from the sample's list."""

from __future__ import annotations

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """M. Ortiz comes to the station."""
    door = walker.app.door
    walker.wait(lambda: bool(door.sign_in.people.rows_model.rows))
    walker.settle()
    door.sign_in.people.setFocus()
    door.sign_in.people.select("ortiz")
    walker.settle()
    walker.shoot("sign-in")
    walker.be("ortiz")
    walker.shoot("floor")
