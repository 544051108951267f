"""Table opening checklist (FA-106): each opening with its steps, done or fallen away, its cards, and any exception."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.tables import Cards
from floorapp.engine.procedure import ChecklistStep
from floorapp.operations.acts.opening import OPENING
from floorapp.operations.facts.decks import DecksOpened
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import StepDone, TableOpened
from floorapp.operations.floor_log import STEPS
from floorapp.operations.papers.builder import Composing, PaperForm, facts, tally
from floorapp.operations.papers.conduct_rows import findings_table
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.rules import must_do
from floorapp.operations.sheet import (
    Callout,
    Group,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Section,
    SheetColumn,
    SheetSign,
    SheetTable,
)
from floorapp.operations.signatures import Meaning, signed_by

COLUMNS = (
    SheetColumn("Step", Kind.NUMBER, 0.5),
    SheetColumn("Step", Kind.TEXT, 5.6),
    SheetColumn("Who", Kind.TEXT, 1.2),
    SheetColumn("Section", Kind.TEXT, 2.5),
    SheetColumn("Status", Kind.STATE, 2.4),
)

#: The step a judge hears of where tens were taken out.
TENS = "tens_removed"


def _sections(desk: Composing) -> Iterator[Section]:
    lines = [line for line in desk.lines(TableOpened) if desk.request.about in ("", line.entry.number)]
    standing = [line for line in lines if line.now is not None]
    yield tally(
        openings=len(standing),
        by_exception=sum(bool(co_signers(line)) for line in standing),
        corrections=sum(len(line.corrections) for line in lines),
    )
    if not lines:
        yield Prose(("No table was opened in this period.",))
    for line in lines:
        yield from _opening(desk, line)
    yield findings_table(
        desk, "Dealt without a step of the opening", ("step-missing",), "No hand was dealt with a step missing."
    )


def _opening(desk: Composing, line: RecordLine) -> Iterator[Section]:
    fact = line.fact
    book, table = desk.record.rulebook_at(fact.table, line.at), desk.record.table_at(fact.table, line.at)
    names = ", ".join(fact.deck_sets) or "none on record"
    at = desk.time(line.at)
    yield facts(
        ("Table", f"{fact.table}, {book.name if book else 'game unknown'}"),
        ("Opened", f"{at} by {desk.name(line.entry.actor)}, record {line.entry.number}"),
        ("Cards", f"{names}; {fact.cards}, {fact.counted} counted"),
        ("Signed by the opener", desk.signed(line.entry)),
        ("Shuffling", table.method.words if table else ""),
        ("Floorperson", desk.name(fact.floorperson)),
        ("Dealer", _dealer(desk, line)),
        title=f"{fact.table}, {at}" + (", voided" if line.now is None else ""),
    )
    yield SheetTable(
        COLUMNS, (Group(tuple(_steps(desk, line))),), none="This rulebook lists no steps.", notes=_corrected(desk, line)
    )
    if fact.findings:
        yield _against(desk, line)


def co_signers(line: RecordLine) -> tuple[str, ...]:
    """Who co-signed the exception by which a table was opened; nobody where it is only recorded that it was."""
    return tuple(each.person for each in signed_by(line.entry.signatures, Meaning.OVERRIDE))


def _against(desk: Composing, line: RecordLine) -> Callout:
    """What stood against an opening, and how it came about all the same."""
    fact, by = line.fact, ", ".join(map(desk.name, co_signers(line)))
    noted = " ".join(f"{n.says} ({desk.cited(n.cite)})" if n.cite else n.says for n in fact.findings)
    reason = f" Reason: {fact.exception.rstrip('.')}." if fact.exception else ""
    if by:
        return Callout("Opened by a co-signed exception.", f"{noted}{reason} Co-signed by {by}.")
    return Callout("Opened with a requirement not met.", f"{noted}{reason} Recorded as having happened.")


def _dealer(desk: Composing, line: RecordLine) -> str:
    """Who had the dealer's post; where nobody was assigned, who signed as dealer for the inspection of the cards."""
    handle = desk.record.at_table.dealer(line.fact.table, line.at)
    if handle:
        return desk.name(handle)
    opened = (
        each.entry
        for name in line.fact.deck_sets
        for each in desk.record.timeline(Subject("deck-set", name))
        if isinstance(each.fact, DecksOpened) and each.at <= line.at
    )
    signed = (each.person for entry in opened for each in signed_by(entry.signatures, Meaning.INSPECTED))
    names = ", ".join(dict.fromkeys(map(desk.name, signed)))
    return f"{names}, who inspected the cards" if names else ""


def _corrected(desk: Composing, line: RecordLine) -> tuple[str, ...]:
    row = desk.row(line, (SheetColumn("Entry"),), lambda entry: (f"opened {desk.time(entry.occurred_at)}",))
    return tuple(f"{each.sentence} By {each.by}, record {each.record}." for each in row.corrections)


def _steps(desk: Composing, line: RecordLine) -> Iterator[Row]:
    """Every step of the rulebook's checklist in its order; done ones the rulebook no longer names come last."""
    fact = line.fact
    book, table = desk.record.rulebook_at(fact.table, line.at), desk.record.table_at(fact.table, line.at)
    done: dict[str, StepDone] = {step.step: step for step in fact.steps}
    steps = book.checklist(OPENING) if book else ()
    method = table.method.value if table else None
    before, tens = _done_before(desk, line), _had_tens(desk, line)
    for number, step in enumerate(steps, start=1):
        state = MarkedWord("done", SheetSign.DONE)
        if step.id not in done:
            state = _state(step, before, fact.cards, method, arose=tens and _of_tens(step))
        yield Row((str(number), step.says, step.who, desk.cited(step.cite), state))
    known = {step.id for step in steps}
    for step_done in done.values():
        if step_done.step not in known:
            cite = desk.cited(step_done.cite) if step_done.cite else "none"
            yield Row(("–", step_done.step, step_done.who, cite, MarkedWord("done", SheetSign.DONE)))


def _done_before(desk: Composing, line: RecordLine) -> frozenset[str]:
    """The steps that the judge had heard of for every set of an opening: some are done where decks are opened."""
    sets = desk.record.heard.at_opening.get((line.fact.table, line.at.replace(microsecond=0)), {})
    done = [sets.get(name, frozenset[str]()) for name in line.fact.deck_sets]
    return frozenset.intersection(*done) if done else frozenset()


def _had_tens(desk: Composing, line: RecordLine) -> bool:
    """Whether a set of an opening still held its tens, as the judge had heard."""
    sets = desk.record.heard.with_tens.get((line.fact.table, line.at.replace(microsecond=0)), frozenset())
    return not sets.isdisjoint(line.fact.deck_sets)


def _of_tens(step: ChecklistStep) -> bool:
    return step.id.startswith("opening-tens-")


def _state(step: ChecklistStep, before: frozenset[str], cards: Cards, method: str | None, *, arose: bool) -> MarkedWord:
    """Where a step stands that was not checked off; `arose`: the case that it is for is on record."""
    told = TENS if _of_tens(step) else STEPS.get(step.id, "")
    if told in before:
        return MarkedWord("done, on record with the decks", SheetSign.DONE)
    if not step.applies(cards.value, None):
        return MarkedWord(f"not needed: {cards} cards", SheetSign.FALLS_AWAY)
    if not step.applies(None, method):
        return MarkedWord("not needed: other shuffling method", SheetSign.FALLS_AWAY)
    if not arose and not must_do((step,)):
        return MarkedWord("did not apply", SheetSign.FALLS_AWAY)
    return MarkedWord("not on record", SheetSign.OPEN)


FORM = PaperForm(
    "openings",
    "Table opening checklist",
    "FA-106",
    "11",
    _sections,
    narrows=frozenset({"pit", "table", "shift"}),
    about="opening",
    signers=(("Floorperson", "I saw these steps done."), ("Shift manager", "Reviewed.")),
)
