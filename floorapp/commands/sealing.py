"""Joins what seals to what it needs: the key and the heads' places, and where a station's raw frames lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.bootstrap import Places
from floorapp.operations.desk import Clock, Logbook
from floorapp.operations.heads import Sealing

if TYPE_CHECKING:
    from db.frame_seals import FrameFiles


def sealing_of(places: Places, logbook: Logbook, clock: Clock) -> Sealing:
    """The station's habit of signing heads; `sign(Reason.PAPER)` gives the head a paper is printed under."""
    from db.heads import keep_head  # not at start
    from db.keys import station_key

    signer = station_key(places.keys, places.station)
    return Sealing(logbook, clock, signer, keep=lambda head: keep_head(head, places.heads))


def own_frames(places: Places) -> FrameFiles | None:
    """Where this station's raw frames lie, on a floor with a server; none where they lie in the logbook's own file."""
    if places.server is None:
        return None
    from db.station import COPY, FRAMES  # only where there is a server

    return {places.station: places.data / FRAMES} if (places.data / COPY).exists() else {}
