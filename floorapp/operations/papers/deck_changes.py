"""Deck change log (FA-102): sets put into play and taken out, and those over their hours, also when there are none."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from floorapp.domain.written_time import span
from floorapp.operations.entry import Entry
from floorapp.operations.facts.decks import DecksChanged, DecksOpened, DecksWithdrawn
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.papers.builder import Composing, PaperForm, noted_in, or_dash, plain_table, tally
from floorapp.operations.papers.conduct_rows import CARDS, findings_table
from floorapp.operations.papers.deck_sets import Life, Overdue, Sets
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign, SheetTable

COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Time", Kind.TEXT, 1.6),
    SheetColumn("What", Kind.TEXT, 1.7),
    SheetColumn("Sets in", Kind.TEXT, 2.2),
    SheetColumn("Sets out", Kind.TEXT, 2.2),
    SheetColumn("Age out", Kind.TEXT, 1.3),
    SheetColumn("Cards in", Kind.NUMBER, 0.8),
    SheetColumn("Seals", Kind.TEXT, 1.5),
    SheetColumn("Done by", Kind.PERSON, 1.7),
    SheetColumn("Inspected by", Kind.PERSON, 2.0),
    SheetColumn("Signed", Kind.STATE, 1.5),
)
#: One row a set or batch that was in play: opened, due, changed.
EACH = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Set or batch", Kind.ID, 1.5),
    SheetColumn("Back", Kind.TEXT, 0.8),
    SheetColumn("Seal", Kind.TEXT, 1.3),
    SheetColumn("Cards", Kind.NUMBER, 0.7),
    SheetColumn("Opened", Kind.TIME, 1.8),
    SheetColumn("Change due", Kind.TIME, 1.8),
    SheetColumn("Changed", Kind.TIME, 1.8),
    SheetColumn("Age", Kind.NUMBER, 1.0),
    SheetColumn("Status", Kind.STATE, 1.5),
)
OVER = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Set", Kind.ID, 1.6),
    SheetColumn("Opened", Kind.TIME, 1.8),
    SheetColumn("Change due", Kind.TIME, 1.8),
    SheetColumn("In play until", Kind.TEXT, 2.2),
    SheetColumn("Age", Kind.NUMBER, 1.1),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Hands", Kind.NUMBER, 0.8),
    SheetColumn("Section", Kind.TEXT, 2.4),
)


def _sections(desk: Composing) -> Iterator[Section]:
    sets = Sets(desk)
    lines = desk.lines(DecksChanged, DecksWithdrawn, TableOpened)
    over = sets.overdue()
    standing = [line.fact for line in lines if line.now is not None]
    yield tally(
        changes=sum(isinstance(fact, DecksChanged) for fact in standing),
        sets_taken_out=sets_taken_out(desk),
        tables_opened=sum(isinstance(fact, TableOpened) for fact in standing),
        overdue_sets=len(over),
        corrections=sum(len(line.corrections) for line in lines),
    )
    rows = (
        (
            line.fact.table,
            desk.row(line, COLUMNS, lambda e: _cells(desk, sets, e), [noted.says for noted in noted_in(line.fact)]),
        )
        for line in lines
    )
    yield SheetTable(COLUMNS, desk.by_pit(rows), none="No deck set went in or out of service in this period.")
    none = "No set was in play in this period."
    yield plain_table("Each set and batch in play", EACH, _each(desk, sets, over), none)
    yield over_table(desk, over)
    yield findings_table(desk, "Findings about cards", CARDS - {"decks-over-hours"}, "No other finding about cards.")


def _each(desk: Composing, sets: Sets, over: tuple[Overdue, ...]) -> Iterator[Row]:
    """Every set that was open at a table asked for: when it was opened, due and changed."""
    late = {each.life.name for each in over}
    for life in sorted(sets.in_play, key=lambda each: (each.table, each.opened_at, each.name)):
        opened, gone, then = life.opened_at, life.out_at, life.at(desk.so_far)
        if not desk.wants(life.table) or opened is None or then is None or (gone and gone < desk.begins):
            continue
        left = gone if gone is not None and gone <= desk.so_far else None
        due = desk.record.heard.change_by(life.table, life.name, left or desk.so_far)
        state = _status(life.name in late, due is not None and due < (left or desk.so_far))
        cells: tuple[Cell, ...] = (
            life.table,
            life.name,
            then.back,
            or_dash(then.seal, "no seal on record"),
            str(then.counted) if then.counted else Dash("not counted"),
            desk.dated(opened),
            desk.dated(due) if due else Dash(_no_hours(desk, life.table, left or desk.so_far)),
            desk.dated(left) if left else Dash("still in play"),
            span((left or desk.so_far) - opened),
            state if due else Dash(_no_hours(desk, life.table, left or desk.so_far)),
        )
        yield Row(cells, opening_record(life))


def _no_hours(desk: Composing, table: str, at: datetime) -> str:
    """Why a set has none: the house set none where the text leaves it to it, or they have not begun (I-37)."""
    book = desk.record.rulebook_at(table, at)
    duty = book.duty_named.get(("decks-over-hours", "")) if book is not None else None
    return "its hours begin with its first shoe" if duty is not None and not duty.policy else "no hours set"


def _status(dealt: bool, late: bool) -> MarkedWord:
    """How a set stood to its hours: only one in the shoe past them is against the text."""
    if dealt:
        return MarkedWord("past its hours", SheetSign.ALARM)
    return MarkedWord("past its hours, not in the shoe" if late else "in its hours", SheetSign.OKAY)


def over_table(desk: Composing, over: tuple[Overdue, ...]) -> SheetTable:
    """The sets over their hours; none is said too."""
    return plain_table(
        "Sets past their hours", OVER, (_over(desk, each) for each in over), "No set was in the shoe past its hours."
    )


def _over(desk: Composing, each: Overdue) -> Row:
    until = f"{desk.minute(each.until)}, still in play" if each.still else desk.minute(each.until)
    opened, due = (desk.dated(at) for at in (each.opened, each.due))
    dealt = (f"{each.rounds:,}", f"{each.hands:,}")
    cells = (each.table, each.life.name, opened, due, until, span(each.age), *dealt, each.cite)
    return Row(cells, opening_record(each.life))


def opening_record(life: Life) -> str:
    """The entry by which a set was opened."""
    opened = (line.entry.number for line in life.lines if isinstance(line.fact, DecksOpened))
    return next(opened, "not on record")


def sets_taken_out(desk: Composing) -> int:
    """How many sets left play, those that a change replaced among them."""
    lines = desk.lines(DecksChanged, DecksWithdrawn)
    return sum(len(line.fact.out) if isinstance(line.fact, DecksChanged) else 1 for line in lines if line.now)


def _cells(desk: Composing, sets: Sets, entry: Entry) -> tuple[Cell, ...]:
    fact, at = entry.fact, entry.occurred_at
    if isinstance(fact, DecksChanged):
        what, into, out = "decks changed", fact.into, fact.out
    elif isinstance(fact, DecksWithdrawn):
        what, into, out = f"taken out of service: {fact.reason}", (), (fact.deck_set,)
    else:
        assert isinstance(fact, TableOpened)
        what, into, out = "table opened", fact.deck_sets, ()
    put = [each for name in into if (each := sets.life(name).at(at)) is not None]
    gone = [each for name in out if (each := sets.life(name).at(at)) is not None]
    ages = [at - each.opened_at for each in gone if each.opened_at]
    none_in, none_out = Dash("nothing came in"), Dash("nothing went out")
    looked = (sets.life(name).inspectors for name in into)
    names = dict.fromkeys(desk.name(handle) for handles in looked for handle in handles)
    return (
        fact.table,
        desk.time(at),
        what,
        ", ".join(f"{each.id} {each.back}" for each in put) or none_in,
        ", ".join(f"{each.id} {each.back}" for each in gone) or none_out,
        span(max(ages)) if ages else (Dash("never opened") if out else none_out),
        str(sum(each.counted or 0 for each in put)) if into else none_in,
        or_dash(", ".join(each.seal for each in put), none_in.meaning),
        desk.name(entry.actor),
        or_dash(", ".join(names), "no new cards" if not into else "nobody on record"),
        desk.signed(entry),
    )


FORM = PaperForm(
    "deck-changes", "Deck change log", "FA-102", "11", _sections, narrows=frozenset({"pit", "table", "shift"})
)
