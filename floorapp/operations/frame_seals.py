"""Binding raw frames into the chain: an entry that names their bundles and one digest over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from floorapp.domain.readers import RawFrame
from floorapp.domain.signals import SealedFrames, SealedShoe
from floorapp.domain.tables import Shoe
from floorapp.domain.values import dataclass
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import FramesSealed, LineFrames, ShoeFramesSealed
from floorapp.operations.frames import FrameKeeper, frames_digest, sealed_digest
from floorapp.operations.moment import Moment, moment_of


def seal_frames(desk: Desk, keeper: FrameKeeper) -> Change | None:
    """Seal every bundle that is not sealed yet; none where there is nothing to seal."""
    station = desk.logbook.station
    with desk.logbook.reading() as state:
        sealed = state.get(SealedFrames, station)
    bundles = keeper.bundles(after=sealed.last if sealed else 0)
    if not bundles:
        return None
    counts: Counter[str] = Counter()
    for bundle in bundles:
        counts.update(dict(bundle.lines))
    seal = FramesSealed(
        station=station,
        first=bundles[0].place,
        last=bundles[-1].place,
        first_at=bundles[0].first_at,
        last_at=bundles[-1].last_at,
        lines=tuple(LineFrames(line, count) for line, count in sorted(counts.items())),
        digest=sealed_digest(bundles),
    )
    with desk.logbook.writing("seal_frames") as writing:
        moment = moment_of(writing.state, desk.clock.now(), None, desk.rulebooks)
        act = Acting(desk, writing, moment, "seal_frames", Subject("frames", station))
        return act.enter(seal)


@dataclass(frozen=True, slots=True)
class EndedShoe:
    """A shoe that has ended at a table whose reader is heard over a line."""

    table: str
    shoe: str
    line: str
    began_at: datetime
    ended_at: datetime


def ended_shoes(moment: Moment, lines: Mapping[str, str], since: datetime) -> tuple[EndedShoe, ...]:
    """The shoes that ended since an instant and are not sealed yet; `lines` are the tables' lines."""
    found = []
    for table, line in lines.items():
        shoe, sealed = moment.state.get(Shoe, table), moment.state.get(SealedShoe, table)
        if shoe is None or shoe.ended_at is None or shoe.ended_at < since:
            continue
        if sealed is None or sealed.ended_at < shoe.ended_at:
            found.append(EndedShoe(table, shoe.name, line, shoe.began_at, shoe.ended_at))
    return tuple(found)


def seal_shoe(desk: Desk, keeper: FrameKeeper, shoe: EndedShoe) -> Change:
    """Bind the frames of one table and one shoe into the chain, by a digest of their own."""
    found = _frames_of(keeper, shoe)
    frames = tuple(frame for _, frame in found)
    stated = ShoeFramesSealed(
        table=shoe.table,
        shoe=shoe.shoe,
        line=shoe.line,
        began_at=shoe.began_at,
        ended_at=shoe.ended_at,
        first=found[0][0] if found else 1,
        last=found[-1][0] if found else 0,
        frames=len(frames),
        digest=frames_digest(frames),
    )
    with desk.logbook.writing() as writing:
        moment = moment_of(writing.state, desk.clock.now(), None, desk.rulebooks)
        return Acting(desk, writing, moment, "seal_shoe", Subject("table", shoe.table)).enter(stated)


def _frames_of(keeper: FrameKeeper, shoe: EndedShoe) -> list[tuple[int, RawFrame]]:
    """The frames of a shoe's line as they came, each with the place of its bundle."""
    place = keeper.keep_frames(())
    # Steps back until a bundle from before the shoe is among them: a shoe is short, a logbook is long.
    back = 2048
    while (first := max(0, place - back)) > 0 and keeper.bundles(after=first)[0].first_at >= shoe.began_at:
        back *= 4
    bundles = keeper.bundles(after=first)
    start = next((each.place for each in bundles if each.last_at >= shoe.began_at), place + 1)
    return [
        (at, frame)
        for at, frames in enumerate(keeper.frames(after=start - 1), start)
        for frame in frames
        if frame.line == shoe.line and shoe.began_at <= frame.at <= shoe.ended_at
    ]
