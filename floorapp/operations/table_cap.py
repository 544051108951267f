"""How many tables a floorperson may have, by jurisdiction and with exceptions: one rule for acts and screens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from floorapp.domain.policy import MOST_TABLES, Policy, TableException
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.rules import DutyBook, DutyBooks

PENNSYLVANIA, NEW_JERSEY = "Pennsylvania", "New Jersey"
#: The section that counts them, and how many it allows.
SECTION, ALLOWED = "465a.35(c)(1)", 4
#: How no exception is written.
NONE = "none"


class TableCap(NamedTuple):
    """The most tables of somebody, and the section that more would be against; none where only policy is."""

    most: int
    cite: str


def most_tables(policy: Policy, books: Iterable[DutyBook]) -> TableCap:
    """The most tables for somebody who has tables under these rulebooks, one for each table: the least of all."""
    held = list(books)
    most = min((_most(policy, book) for book in held), default=policy.tables_each)
    in_state = sum(book.state == PENNSYLVANIA for book in held)
    return TableCap(most, SECTION if in_state > ALLOWED else "")


def _most(policy: Policy, book: DutyBook) -> int:
    for each in policy.table_exceptions:
        if each.rulebook == book.id:
            return each.most
    by_state = {PENNSYLVANIA: policy.tables_each, NEW_JERSEY: policy.nj_tables_each}
    return by_state.get(book.state, policy.own_tables_each)


def bad_exceptions(policy: Policy, books: DutyBooks) -> Refusal | None:
    """A game that is not here, one named twice, a number out of reach, or more than the section allows unapproved."""
    named = [each.rulebook for each in policy.table_exceptions]
    for each in policy.table_exceptions:
        book = books.get(each.rulebook)
        if book is None or named.count(each.rulebook) > 1:
            known = ", ".join(sorted(books))
            return bad_input(f"“{each.rulebook}” must be one of the rulebooks, once.", f"Choose from {known}.")
        if not 1 <= each.most <= MOST_TABLES:
            return bad_input(f"{book.name}: 1 to {MOST_TABLES} tables, not {each.most}.", "Enter another number.")
        if book.state == PENNSYLVANIA and each.most > ALLOWED and not each.approval:
            return Refusal(
                "unapproved",
                f"{each.most} tables for {book.name} are more than the section allows.",
                "The policy was not changed.",
                "Enter the reference of the Board's approval after the number.",
                SECTION,
            )
    return None


def exceptions_written(policy: Policy) -> str:
    """`house-baccarat 2, pa-590 6 (PGCB-2026-14)`, as they are shown and typed."""
    written = (
        f"{each.rulebook} {each.most}" + (f" ({each.approval})" if each.approval else "")
        for each in policy.table_exceptions
    )
    return ", ".join(written) or NONE


def exceptions_of(text: str) -> tuple[TableException, ...] | None:
    """What was typed as exceptions; nothing where it cannot be read."""
    found = []
    if text.strip().casefold() == NONE:
        return ()
    for part in filter(None, (each.strip() for each in text.split(","))):
        said, _, approval = part.partition("(")
        words = said.split()
        if len(words) != 2 or not words[1].isdecimal() or len(words[1]) > 3:
            return None
        found.append(TableException(words[0], int(words[1]), approval.strip().removesuffix(")").strip()))
    return tuple(found)
