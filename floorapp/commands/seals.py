"""Joins what seals to what it needs: the key and the heads' places, and where a station's raw frames lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from floorapp.bootstrap import Places
from floorapp.operations.desk import Clock, Logbook
from floorapp.operations.heads import Sealing

if TYPE_CHECKING:
    from db.frame_seals import FrameFiles
    from floorapp.operations.witnesses import Witness


def sealing_of(places: Places, logbook: Logbook, clock: Clock) -> Sealing:
    """The station's habit of signing heads; `sign(Reason.PAPER)` gives the head a paper is printed under."""
    from db.heads import keep_head  # not at start
    from db.keys import station_key

    signer = station_key(places.keys, places.station)
    return Sealing(logbook, clock, signer, keep=lambda head: keep_head(head, places.heads))


def witnesses_of(places: Places) -> Sequence[Witness]:
    """Who is told of this station's heads, as the settings say."""
    if not (places.syslog or places.mail or places.timestamps):
        return ()
    from db.witnesses import MailWitness, SyslogWitness, TimeStampWitness, ToldWitnesses  # few have any

    told = ToldWitnesses(places.witnessed)
    found: list[Witness] = []
    if places.timestamps:
        found.append(TimeStampWitness(places.timestamps, places.heads))
    if places.syslog:
        found.append(SyslogWitness(places.syslog, told))
    if places.mail:
        found.append(MailWitness(places.mail, told))
    return found


def own_frames(places: Places) -> FrameFiles | None:
    """Where this station's raw frames lie, on a floor with a server; none where they lie in the logbook's own file."""
    if places.server is None:
        return None
    from db.station import COPY, FRAMES  # only where there is a server

    return {places.station: places.data / FRAMES} if (places.data / COPY).exists() else {}
