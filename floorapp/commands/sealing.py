"""Joins the station's habit of signing heads: the logbook, the key, and where heads are kept."""

from __future__ import annotations

from floorapp.bootstrap import Places
from floorapp.operations.desk import Clock, Logbook
from floorapp.operations.heads import Sealing


def sealing_of(places: Places, logbook: Logbook, clock: Clock) -> Sealing:
    """The station's habit of signing heads; `sign(Reason.PAPER)` gives the head a paper is printed under."""
    from db.heads import keep_head  # not at start
    from db.keys import station_key

    signer = station_key(places.keys, places.station)
    return Sealing(logbook, clock, signer, keep=lambda head: keep_head(head, places.heads))
