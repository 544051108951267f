"""A rulebook to leaf through: its rules as rows, one of them whole, and beside it the same rule of others."""

from __future__ import annotations

import re
from datetime import date

from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.engine.rulebook import DutyBook
from floorapp.operations.rule_pages import StatedRule
from floorapp.operations.rules import DutyBooks
from floorapp.operations.trade_words import PAYOUT_IS_SETTLED, about_payout
from floorapp.screens.lists import ListRow
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import Icon, Words, line

#: The mark of each kind of rule in the list.
MARKS = {
    "standing": Icon("info-circle"),
    "provision": Icon("scale"),
    "procedure": Icon("list"),
    "irregularity": Icon("flag"),
    "reading": Icon("eye"),
}


@dataclass(frozen=True)
class BookShelf:
    """The rulebooks of the house, and the day by which they are in force or not."""

    books: DutyBooks
    today: date


#: A citation of more letters leaves no room for the rule's own words beside it.
LONG_CITE = 32


def short_name(book: DutyBook) -> str:
    """How a rulebook is offered beside the others; a property's own by its short name."""
    name = book.name.removesuffix(" Blackjack") if book.settles else book.short
    return f"{name} · {book.id}"


def book_of(snapshot: Snapshot, subject: str) -> str:
    """The rulebook a subject is about: its own id, or that of a table."""
    name, books = re.split("[ /]", subject)[0], snapshot.moment.books
    if name in books:
        return name
    table = snapshot.moment.state.get(Table, name)
    if table is not None:
        return table.rulebook
    cite = re.split("[ /]", subject)[-1]
    return next((book.id for book in books.values() if cite.startswith(book.standing.cite)), "")


def count_words(found: int, of: int, book: DutyBook, text: str) -> str:
    """How many rules answer to a text; where none does, where it is answered."""
    if not found and about_payout(text.split()):
        return PAYOUT_IS_SETTLED
    return f"{found} of {of} · {book.name}, {book.state}"


def rule_row(rule: StatedRule, book: DutyBook) -> ListRow:
    cite = book.cited(rule.cite)
    second = line(Words(cite, 13, 500, "ink2"), Words(rule.says, 13, 400, "ink2", shrinks=True), gap=10)
    if len(cite) > LONG_CITE:
        second = line(Words(cite, 13, 500, "ink2", shrinks=True))
    return ListRow(rule.key, MARKS[rule.kind], (line(Words(rule.title, 15, 500, shrinks=True)), second))


def rule_view(rule: StatedRule, book: DutyBook) -> RuleView:
    marks = (
        *(["PROPERTY POLICY"] if rule.policy else []),
        *(f"READING {each}" for each in rule.readings if rule.kind != "reading"),
    )
    return RuleView(rule.title, book.cited(rule.cite), rule.says, rule.more, marks)


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule as it is read: title, citation, sentence, and what else belongs to it."""

    title: str
    citation: str
    says: str
    more: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BrowserView:
    """The browser at one moment."""

    book: str
    standing: str
    in_force: bool
    rows: tuple[ListRow, ...]
    selected: str
    count: str
    rule: RuleView | None
    others: tuple[tuple[str, RuleView | None], ...] = ()
