"""The round as others see it: large for the guest, and beside its twin under another rulebook."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN
from floorapp.engine.answer import Line
from floorapp.engine.finding import VIOLATION
from floorapp.engine.rulebook import Rulebook
from floorapp.operations.dispute import verdict_words
from floorapp.operations.dispute.draft import Draft, play_under
from floorapp.operations.dispute.settlement import Rulebooks, Settled, settle
from floorapp.operations.papers.guest import signed, wager_words
from floorapp.operations.two_figures import CHOICE_OF, paid_as_required, two_figures
from floorapp.screens.dispute import DisputeView, HandView, rows_of
from floorapp.screens.lists import SettlementRow, SettlementShown
from floorapp.screens.states import State

#: Whose choice it is, said to the patron.
YOURS = {CHOICE_OF["player"]: "Your choice", CHOICE_OF["floorperson"]: "The floorperson’s choice"}

AS_REQUIRED = "This round was not dealt as the rules say; what was paid is what they require."
PLAYED = "This round was not played by the rules; for the cards as they lay every bet was paid correctly."


@dataclass(frozen=True, slots=True)
class GuestLine:
    """One wager for the guest: what it was, why, under which paragraph, what it should have and what it did."""

    wager: str
    sentence: str
    citation: str
    correct: str
    paid: str
    difference: str = ""

    @property
    def spoken(self) -> str:
        paid = f", paid {self.paid}" if self.paid else ""
        return f"{self.wager}. {self.sentence} {self.citation}. Correct {self.correct}{paid}. {self.difference}"


@dataclass(frozen=True, slots=True)
class GuestView:
    """Everything the guest is shown."""

    title: str
    says: str
    state: State
    dealer: HandView
    box: str
    hands: tuple[HandView, ...]
    lines: tuple[GuestLine, ...]
    closing: str
    head: str = "Correct"


@dataclass(frozen=True, slots=True)
class Side:
    """What one rulebook makes of the round, for the comparison of two."""

    name: str
    standing: str
    verdict: str
    rows: tuple[SettlementShown, ...]
    net: str


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Both answers, and how they differ in a sentence."""

    here: Side
    there: Side
    says: str


def guest_of(draft: Draft, settled: Settled, view: DisputeView, books: Rulebooks) -> GuestView:
    """The dealer and one box: the one being told, else the first that is wrong, else the first."""
    book = books[draft.round.rulebook]
    numbers = [box.number for box in draft.round.boxes]
    wrong = next((line.box for line in settled.wrong), numbers[0] if numbers else 1)
    number = draft.seat.box if draft.seat.box in numbers else wrong
    box = next((each for each in view.boxes if each.number == number), view.boxes[0])
    lines = [line for line in settled.lines if line.box == number]
    short = sum(line.expected - (line.reported or 0) for line in lines if line.wrong and line.reported is not None)
    says = verdict_words.verdict(draft, settled).meaning
    as_required = settled.finished and paid_as_required(settled.answer, number)
    if as_required:
        says = AS_REQUIRED
    elif settled.finished and two_figures(settled.answer, book, number):
        says = "This round was not dealt as the rules say; what they require is below."
    elif short:
        says = f"{'Underpaid' if short > 0 else 'Overpaid'} by {dollars(abs(short))}."
    elif lines and settled.finished and all(line.reported == line.expected for line in lines):
        played = any(each.severity == VIOLATION and each.box in (None, number) for each in settled.findings)
        says = PLAYED if played else "Every bet was paid by the rules."
    elif lines and settled.finished and all(line.reported is None for line in lines):
        says = "This is what the rules pay."
    required = _required_lines(settled, book, number)
    mine = [_guest_line(line, book, as_required=as_required) for line in lines]
    if required:
        mine = [replace(each, wager=f"{each.wager}, as dealt") for each in mine]
    return GuestView(
        title=f"How your hand is settled: {book.name}",
        says=says,
        state=State.WARNING if short and not as_required else State.OKAY,
        dealer=view.dealer.hands[0] if view.dealer.hands else HandView(()),
        box=f"Your spot: {number}",
        hands=box.hands,
        lines=(*mine, *required),
        closing=(
            f"By the rules posted at the table. Chapter: {book.cited(book.standing.cite)} ({book.standing.status}; "
            f"{book.id}, version {book.version}). This explains one round; you may ask the regulator for a ruling."
        ),
        head="Result" if required else "Correct",
    )


def _guest_line(line: Line, book: Rulebook, *, as_required: bool) -> GuestLine:
    name = wager_words(line, book)
    hand = f", hand {line.hand}" if line.hand > 1 else ""
    behind = f", player behind {line.behind}" if line.behind else ""
    stake = "free" if line.lammer else dollars(line.stake)
    paid = signed(line.reported) if line.reported is not None else "not entered"
    return GuestLine(
        f"{name}{hand}{behind}, {stake}",
        line.because,
        book.cited(line.cite),
        signed(line.expected),
        paid,
        verdict_words.difference(line, as_required=as_required) if line.reported is not None else "",
    )


def _required_lines(settled: Settled, book: Rulebook, box: int) -> tuple[GuestLine, ...]:
    """What the text requires for this box beside what was dealt: one line, or one for each choice."""
    both = two_figures(settled.answer, book, box) if settled.finished else None
    if both is None:
        return ()
    made = []
    for place, way in enumerate(both.ways):
        name = YOURS.get(way.whose, way.whose) or "What the rules require"
        change = sum(patron.differences[place] for patron in both.patrons)
        difference = f"{signed(change)} compared with as dealt" if change else ""
        why = f"{way.head.rstrip('.')}. {both.because}" if way.whose else both.because
        made.append(GuestLine(name, why, both.cite, signed(sum(way.nets)), "", difference))
    return tuple(made)


def compared(draft: Draft, books: Rulebooks, other: str) -> ComparisonView:
    """The round under its own rulebook and under another; lines that differ are boxed on both sides."""
    draft = unpaid(draft)
    there = play_under(draft, other, replace(draft.round.options, decks=None, side_wagers=None, readings=frozenset()))
    mine, theirs = settle(draft, books), settle(there, books)
    here_rows, there_rows = rows_of(mine, books[draft.round.rulebook]), rows_of(theirs, books[other])
    paid = {row.key: row.expected for row in here_rows if isinstance(row, SettlementRow)}
    other_paid = {row.key: row.expected for row in there_rows if isinstance(row, SettlementRow)}
    differ = [key for key in {**paid, **other_paid} if paid.get(key) != other_paid.get(key)]
    many = len(differ)
    says = (
        f"{many} line{'s' * (many != 1)} settle{'s' * (many == 1)} differently."
        if many
        else "Every line settles the same."
    )
    return ComparisonView(
        _side(draft, mine, books[draft.round.rulebook], _marked(here_rows, other_paid)),
        _side(there, theirs, books[other], _marked(there_rows, paid)),
        says,
    )


def unpaid(draft: Draft) -> Draft:
    """The round as if nothing had been said of what was paid: two rulebooks differ in what should be."""
    boxes = tuple(replace(box, reported=None) for box in draft.round.boxes)
    return replace(draft, round=replace(draft.round, boxes=boxes))


def _marked(rows: tuple[SettlementShown, ...], others: dict[str, str]) -> tuple[SettlementShown, ...]:
    made: list[SettlementShown] = []
    for row in rows:
        if isinstance(row, SettlementRow):
            other = others.get(row.key, "none")
            differs = other != row.expected
            row = replace(row, reported=other, difference=f"There: {other}" if differs else "")
        made.append(row)
    return tuple(made)


def _side(draft: Draft, settled: Settled, book: Rulebook, rows: tuple[SettlementShown, ...]) -> Side:
    standing = book.standing
    until = f" until {PLAIN.date(standing.until)}" if standing.until else ""
    said = verdict_words.verdict(draft, settled)
    return Side(
        f"{book.name}, {book.state}",
        f"{book.id} · {standing.status}, in force from {PLAIN.date(standing.since)}{until}",
        said.verdict if settled.finished else said.meaning,
        rows,
        verdict_words.net(settled)[0],
    )
