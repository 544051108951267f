"""Certificate of destruction (FA-123): deck sets that were destroyed, how, by whom, and before which witness."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.entry import Entry
from floorapp.operations.facts.decks import DecksDestroyed
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import FILED, Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.deck_sets import Life
from floorapp.operations.papers.record import Record, RecordLine
from floorapp.operations.sheet import Cell, Kind, Prose, Section, SheetColumn

COLUMNS = (
    SheetColumn("Deck set", Kind.ID, 1.8),
    SheetColumn("Brand and design", Kind.TEXT, 1.8),
    SheetColumn("Back", Kind.TEXT, 1.0),
    SheetColumn("Decks", Kind.NUMBER, 0.8),
    SheetColumn("Last seal", Kind.ID, 1.4),
    SheetColumn("Destroyed", Kind.TIME, 2.0),
    SheetColumn("How", Kind.TEXT, 2.2),
    SheetColumn("By", Kind.PERSON, 1.6),
    SheetColumn("Witness", Kind.PERSON, 1.6),
)


def _sections(desk: Composing) -> Iterator[Section]:
    about = desk.request.about
    lines = [line for line in desk.lines(DecksDestroyed) if not about or line.fact.deck_set == about]
    standing = [line.fact.deck_set for line in lines if line.now is not None]
    lives = {line.fact.deck_set: Life(desk.record, line.fact.deck_set) for line in lines}
    known = [lives[name].now for name in standing]
    yield tally(
        sets_destroyed=len(standing),
        decks=sum(each.decks for each in known if each is not None),
        corrections=sum(len(line.corrections) for line in lines),
    )
    if standing:
        yield Prose(
            (
                "The deck sets below were destroyed in the way stated, by the person named and in the presence of "
                "the security witness who signed for it. While a legal hold or a patron's open case covers a set, "
                "the app refuses to record its destruction.",
            )
        )
    rows = (desk.row(line, COLUMNS, lambda entry: _cells(desk, entry, lives)) for line in lines)
    yield plain_table("", COLUMNS, rows, "No deck set was destroyed in this period.")


def _cells(desk: Composing, entry: Entry, lives: dict[str, Life]) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, DecksDestroyed)
    life = lives.get(fact.deck_set) or Life(desk.record, fact.deck_set)
    now = life.now
    return (
        fact.deck_set,
        or_dash(now.design if now else "", "not on record"),
        or_dash(now.back if now else "", "not on record"),
        or_dash(now.decks if now else None, "not on record"),
        or_dash(now.seal if now else "", "no seal on record"),
        desk.time(entry.occurred_at),
        fact.how,
        desk.name(entry.actor),
        desk.second(entry),
    )


def _days(record: Record, name: str) -> tuple[GamingDay, GamingDay] | None:
    """The gaming day on which a set was destroyed."""
    lines: tuple[RecordLine, ...] = record.timeline(Subject("deck-set", name))
    found = [line for line in lines if isinstance(line.fact, DecksDestroyed) and line.now is not None]
    return (record.clock.day_of(found[-1].at),) * 2 if found else None


FORM = PaperForm(
    "destruction",
    "Certificate of destruction",
    "FA-123",
    "3",
    _sections,
    about="destroyed deck set",
    days=_days,
    signers=(("Security", "I witnessed the destruction stated above."), FILED),
)
