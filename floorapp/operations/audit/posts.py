"""Who and what was at each table at any time: dealers, cards and readers, from what the logbook says of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from floorapp.domain.tables import Assignment, Equipment, Fixture, Shoe, Table
from floorapp.domain.tables import Post as Duty
from floorapp.operations.audit.observations import ObservedPost, Posts
from floorapp.operations.audit.storage import Trails
from floorapp.operations.moment import Moment


def tables_of(moment: Moment, named: Collection[str] | None) -> list[str]:
    """The tables asked for, or all there are, in order."""
    return sorted(named) if named is not None else sorted(table.id for table in moment.state.find(Table))


def posts_of(moment: Moment, trails: Trails, tables: Collection[str] | None) -> Posts:
    """Every table's posts in the order of time."""
    return Posts(tuple(post for table in tables_of(moment, tables) for post in _posts(trails, table)))


def _posts(trails: Trails, table: str) -> Iterator[ObservedPost]:
    """What changes at a table: one post follows another."""
    changes: list[tuple[datetime, str, str]] = []
    for entry, assigned in trails.trail(Assignment, table, Duty.DEALER):
        changes.append((entry.occurred_at, "dealer", assigned.person or ""))
    for entry, shoe in trails.trail(Shoe, table):
        changes.append((entry.occurred_at, "deck_set", shoe.deck_set or ""))
    for entry, piece in trails.trail(Equipment, table, Fixture.READER):
        changes.append((entry.occurred_at, "reader", piece.serial if piece.fitted else ""))
    post: ObservedPost | None = None
    for at, field, value in sorted(changes):
        if post is not None and getattr(post, field) == value:
            continue
        if post is not None and at > post.since:
            yield post
        post = replace(post, since=at, **{field: value}) if post else ObservedPost(table, at, **{field: value})
    if post is not None:
        yield post
