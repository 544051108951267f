"""Assigning floorpersons and dealers to tables."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Assignment, Phase, Post
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import PostLeft, PostTaken
from floorapp.operations.floor_queries import books_at, holder, known_table, phase_of
from floorapp.operations.moment import Moment, role_words
from floorapp.operations.refusal import Refusal, bad_input, needs_words, unknown
from floorapp.operations.signatures import Meaning, needs_signature
from floorapp.operations.table_cap import most_tables

_FIT = {
    Post.FLOORPERSON: frozenset({Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER}),
    Post.DEALER: frozenset({Role.DEALER}),
}


def may_assign(moment: Moment, *, table: str, post: Post, person: str) -> Refusal | None:
    """Somebody of the fitting role, at a table in use, who does not hold the post already."""
    refusal = moment.guard("assign") or known_table(moment, table)
    if refusal is not None:
        return refusal
    known = moment.state.get(Person, person)
    if known is None:
        return unknown("person", person)
    if not known.enabled or known.role not in _FIT[post]:
        return Refusal(
            "wrong-role",
            f"{known.name} cannot be the {post} of a table.",
            f"Nothing changes at table {table}.",
            f"Choose a {' or a '.join(role_words(role) for role in Role if role in _FIT[post])} who works here.",
        )
    if holder(moment, table, post) == person:
        return bad_input(f"{known.name} already has table {table}.", "Nothing to do.")
    return None


def too_many_tables(moment: Moment, *, table: str, post: Post, person: str) -> Refusal | None:
    """A floorperson has as many tables as the jurisdiction and the house allow; a shift manager can co-sign more."""
    if post is not Post.FLOORPERSON:
        return None
    held = [a.table for a in moment.state.find(Assignment, person=person, post=post) if a.table != table]
    cap = most_tables(moment.policy, books_at(moment, [*held, table]))
    if len(held) < cap.most:
        return None
    known = moment.state.get(Person, person)
    said = f"{known.name if known else person} already has {len(held)} tables: {', '.join(held)}."
    return Refusal(
        "too-many-tables",
        said if cap.cite else f"{said} The most by property policy: {cap.most}.",
        f"Nothing changes at table {table}.",
        "Assign someone else, or have a shift manager co-sign the exception with a reason.",
        cap.cite,
    )


def assign(
    desk: Desk,
    *,
    table: str,
    post: Post,
    person: str,
    exception: Signature | None = None,
    reason: str = "",
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Give a person a post at a table, in place of whoever had it."""
    with desk.acting("assign", Subject("table", table)) as act:
        act.ask(may_assign(act.moment, table=table, post=post, person=person))
        over = too_many_tables(act.moment, table=table, post=post, person=person)
        signatures: tuple[Signature, ...] = ()
        findings: tuple[Noted, ...] = ()
        if over is not None:
            if exception is None:
                act.ask(over)
            signatures = (exception,) if exception else ()
            manager = (Role.SHIFT_MANAGER,)
            act.ask(
                needs_words(reason, "reason"),
                needs_signature(signatures, Meaning.OVERRIDE, roles=manager, other_than=(person,), given="manager"),
            )
            findings = (Noted(over.code, over.cite, over.happened),)
        taken = PostTaken(table=table, post=post, person=person, reason=reason.strip(), findings=findings)
        return act.enter(taken, occurred_at=occurred_at, late=late, signatures=signatures)


def may_relieve(moment: Moment, *, table: str, post: Post) -> Refusal | None:
    """Somebody holds the post, and an open table keeps its floorperson."""
    refusal = moment.guard("relieve") or known_table(moment, table)
    if refusal is not None:
        return refusal
    if holder(moment, table, post) is None:
        return bad_input(f"Table {table} has no {post}.", "There is nobody to relieve.")
    if post is Post.FLOORPERSON and phase_of(moment, table) is not Phase.CLOSED:
        return Refusal(
            "needs-floorperson",
            f"Table {table} is not closed.",
            "It would be without a floorperson.",
            "Assign the next floorperson instead, or close the table first.",
        )
    return None


def relieve(desk: Desk, *, table: str, post: Post) -> Change:
    """Take a person off a table without a successor."""
    with desk.acting("relieve", Subject("table", table)) as act:
        act.ask(may_relieve(act.moment, table=table, post=post))
        person = holder(act.moment, table, post)
        if person is None:
            raise LookupError(table, post)
        return act.enter(PostLeft(table=table, post=post, person=person))
