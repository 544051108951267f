"""Binding raw frames into the chain: an entry that names their bundles and one digest over all."""

from __future__ import annotations

from collections import Counter

from floorapp.domain.signals import SealedFrames
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import FramesSealed, LineFrames
from floorapp.operations.frames import FrameKeeper, sealed_digest
from floorapp.operations.moment import moment_of


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


def broken_seals(seals: tuple[FramesSealed, ...], keeper: FrameKeeper) -> tuple[FramesSealed, ...]:
    """The seals that the stored bundles no longer fit."""
    bundles = {each.place: each for each in keeper.bundles()}
    broken = []
    for seal in seals:
        places = range(seal.first, seal.last + 1)
        held = tuple(bundles[place] for place in places if place in bundles)
        if len(held) != len(places) or sealed_digest(held) != seal.digest:
            broken.append(seal)
    return tuple(broken)
