"""Auditing rounds: what was verified again, under which rulebooks, and what was found, put on record."""

from __future__ import annotations

from collections.abc import Iterable

from floorapp.operations.audit.audit import Audit
from floorapp.operations.audit.selection import AuditAsked, select
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.audits import AuditMade
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.rounds import Verdicts
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused, needs_words

#: How many wrong rounds, and how much that stands out, an entry names.
NAMED_AT_MOST = 200


def may_audit_rounds(moment: Moment) -> Refusal | None:
    """Shift managers and compliance officers."""
    return moment.guard("audit_rounds")


def audit_rounds(desk: Desk, *, found: Audit, asked: AuditAsked | None = None, source: str = "store") -> Change:
    """Put the result of an audit on record: of the stored rounds that were asked for, or of a file by its name."""
    with desk.acting("audit_rounds", Subject("audit", source)) as act:
        act.ask(may_audit_rounds(act.moment), needs_words(source, "source"))
        selection = None if asked is None else select(act.moment, asked)
        if isinstance(selection, Refusal):
            raise Refused(selection)
        return act.enter(
            AuditMade(
                what=f"file {source}" if asked is None else asked.written(act.moment.house.style),
                source=source,
                since=selection.since if selection else None,
                until=selection.until if selection else None,
                tables=tuple(sorted((selection.tables if selection else None) or ())),
                rounds=found.rounds,
                verdicts=_verdicts(found),
                rulebooks=tuple(sorted(f"{name}/{book.version}" for name, book in desk.rulebooks.items())),
                digest=found.digest,
                wrong=_named(each.id for each in found.wrong),
                suspicious=_named((*found.damaged, *(each.words for each in found.comparisons if each.alarm))),
            )
        )


def _verdicts(found: Audit) -> Verdicts:
    names = ("ok", "settled", "mismatch", "violation", "unreadable")
    return Verdicts(**{name: found.verdicts[name] for name in names})


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name)[:NAMED_AT_MOST]
