"""Shufflers: which batch lies where, and the faults of a week."""

from __future__ import annotations

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """Look at the one that jammed."""
    walker.go("shufflers", "DB-05")
    walker.shoot("shufflers")
