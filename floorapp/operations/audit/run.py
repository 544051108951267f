"""Running an audit of stored rounds for a person: may they, which rounds, and first pack what is not packed."""

from __future__ import annotations

from typing import Protocol

from floorapp.operations.acts.audits import may_audit_rounds
from floorapp.operations.audit.audit import Audit, Cancelled, Progress, audit
from floorapp.operations.audit.packs import pack_rounds
from floorapp.operations.audit.posts import posts_of
from floorapp.operations.audit.selection import AuditAsked, Selection, select
from floorapp.operations.audit.storage import RoundStore, Trails
from floorapp.operations.desk import Desk
from floorapp.operations.refusal import Refusal, Refused


class AuditStore(RoundStore, Trails, Protocol):
    """The rounds of a logbook, and what its things were at any time."""


def audit_stored(
    desk: Desk,
    store: AuditStore,
    asked: AuditAsked,
    *,
    jobs: int = 1,
    progress: Progress = lambda done, of: None,
    cancelled: Cancelled = lambda: False,
) -> Audit | None:
    """Verify stored rounds again; None where it was cancelled. Nothing is recorded yet: see `audit_rounds`."""
    with desk.looking() as moment:
        refused = may_audit_rounds(moment)
        selection = select(moment, asked)
        for refusal in (refused, selection):
            if isinstance(refusal, Refusal):
                raise Refused(refusal)
        assert isinstance(selection, Selection)
        posts = posts_of(moment, store, selection.tables)
    while not cancelled() and pack_rounds(desk, store) is not None:
        pass
    return audit(store, selection, desk.rulebooks, posts=posts, jobs=jobs, progress=progress, cancelled=cancelled)
