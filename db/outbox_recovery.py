"""What a station kept, found again in its second copy where the outbox was lost or damaged."""

from __future__ import annotations

import logging
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from db import entries
from db.faults import Damaged
from db.outbox import KeptAct, Left, Outbox
from db.schema import entry as table
from db.store import open_store
from floorapp.domain.written_time import file_stamp
from floorapp.operations.entry import EntryDraft
from floorapp.operations.faults import LogbookFault
from floorapp.system import put_in_place

log = logging.getLogger(__name__)

#: How the name of an outbox begins that could not be read and was put aside.
ASIDE = "damaged-"


def open_outbox(path: Path, second: Path, chain: str) -> Outbox:
    """The outbox with all that waits: what it no longer has and the second copy does is taken from there.

    What has arrived in the meantime is recognised by its id when it is sent. An outbox that cannot be read is put
    aside, never written over.
    """
    outbox = _readable(path)
    waiting = outbox.acts()
    known = {draft.id for act in waiting for draft in act.drafts}
    laid = _in_second_copy(second, chain)
    lost = sum(draft.id not in known for draft in laid)
    if lost:
        outbox.keep_anew(_in_order(waiting, laid), after=outbox.next_number() - 1)
        log.warning("%s saved actions were no longer in the outbox; they wait again, from the second copy", lost)
    return outbox


def _in_order(waiting: list[KeptAct], laid: list[EntryDraft]) -> list[tuple[str, list[EntryDraft]]]:
    """What waits as it was kept, and what only the second copy has between it, where it stands there."""
    places = {draft.id: place for place, draft in enumerate(laid)}
    known = {draft.id for act in waiting for draft in act.drafts}
    whole: list[tuple[str, list[EntryDraft]]] = []
    done = 0
    for act in waiting:
        own = [places[draft.id] for draft in act.drafts if draft.id in places]
        if own:
            whole += _taken_back(laid[done : own[0]], known)
            done = own[-1] + 1
        whole.append((act.act, act.drafts))
    return whole + _taken_back(laid[done:], known)


def _taken_back(laid: list[EntryDraft], known: set[str]) -> list[tuple[str, list[EntryDraft]]]:
    return [("taken back", [draft]) for draft in laid if draft.id not in known]


def _readable(path: Path) -> Outbox:
    try:
        outbox = Outbox(path)
    except Damaged:
        _put_aside(path)
        return Outbox(path)
    try:
        outbox.acts()
        return outbox
    except Damaged:
        left = _left(outbox)
        outbox.close()
        _put_aside(path)
        anew = Outbox(path)
        if left is not None:
            anew.take_up(left)
        return anew


def _left(outbox: Outbox) -> Left | None:
    try:
        return outbox.left()
    except Damaged as fault:
        log.warning("nothing in the outbox could be read: %s", fault.happened)
        return None


def _put_aside(path: Path) -> None:
    stamp = file_stamp(datetime.now(UTC), parts=True)
    log.warning("the outbox could not be read and was put aside as %s%s-%s", ASIDE, stamp, path.name)
    for ending in ("", "-wal", "-shm"):
        old = path.with_name(path.name + ending)
        if old.exists():
            put_in_place(old, path.with_name(f"{ASIDE}{stamp}-{path.name}{ending}"))


def _in_second_copy(path: Path, chain: str) -> list[EntryDraft]:
    """What an earlier run laid on top of what it knew, in order."""
    if not path.exists():
        return []
    try:
        store = open_store(path, station=chain)
        try:
            with store.looking() as connection:
                query = sa.select(table).where(table.c.station == chain).order_by(table.c.seq)
                found = entries.read_rows(connection.execute(query).mappings().all())
        finally:
            store.close()
    except LogbookFault as fault:
        log.warning("the second copy could not be looked at: %s", fault.happened)
        return []
    names = [each.name for each in fields(EntryDraft)]
    return [EntryDraft(**{name: getattr(each, name) for name in names}) for each in found]
