"""Outcome verification: what was verified in a period, or one round with its cards (FA-105), also for the guest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from floorapp.domain.disputes import case_called
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.money import dollars
from floorapp.domain.rounds import KeptRound
from floorapp.engine.answer import Answer
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.verify import verify, verify_text
from floorapp.operations.entry import Entry
from floorapp.operations.facts.disputes import (
    AboutCase,
    CaseChanged,
    CaseClosed,
    CaseHeld,
    CaseOpened,
    CaseOpenedFor,
    CaseReleased,
    CaseSigned,
)
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.rounds import RoundsImported, ShoeSeal
from floorapp.operations.moment import role_words
from floorapp.operations.papers import guest
from floorapp.operations.papers.builder import Composing, PaperForm, Request, Signed, facts, or_dash, plain_table, tally
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import (
    Cell,
    Dash,
    Drawing,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Section,
    Sheet,
    SheetColumn,
    SheetSign,
    SheetSignature,
    SheetTable,
)
from floorapp.operations.two_figures import paid_as_required
from floorapp.operations.verification import VERDICT_WORDS

IMPORTS = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Source", Kind.TEXT, 2.4),
    SheetColumn("Rounds requested", Kind.NUMBER, 0.9),
    SheetColumn("All rounds", Kind.NUMBER, 0.9),
    SheetColumn("Paid correctly", Kind.NUMBER, 0.9),
    SheetColumn("No payout on record", Kind.NUMBER, 1.0),
    SheetColumn("Payout errors", Kind.NUMBER, 1.0),
    SheetColumn("Procedure errors", Kind.NUMBER, 1.1),
    SheetColumn("Unreadable", Kind.NUMBER, 1.0),
    SheetColumn("By", Kind.PERSON, 1.6),
)
WRONG = (
    SheetColumn("Round", Kind.ID, 1.4),
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Verdict", Kind.STATE, 1.3),
    SheetColumn("What differs", Kind.TEXT, 5.0),
    SheetColumn("Section", Kind.TEXT, 1.9),
)


def read(kept: KeptRound, record: Record) -> tuple[Round, Answer] | None:
    """A kept round and what the engine says of it; nothing where it cannot be read."""
    try:
        round_ = read_round(parse_json(kept.record), record.rulebooks)
        return round_, verify(round_, record.rulebooks[round_.rulebook])
    except Unreadable:
        return None


def verdict_said(kept: KeptRound, record: Record) -> str:
    """A kept round's verdict in words."""
    found = read(kept, record)
    return _said(kept.verdict, found[1] if found else None)


def _said(verdict: str, answer: Answer | None) -> str:
    if verdict == "mismatch" and answer is not None and paid_as_required(answer):
        return "not dealt by the rules, paid as they require"
    return VERDICT_WORDS.get(verdict, verdict)


def _days(record: Record, about: str) -> tuple[GamingDay, GamingDay] | None:
    """The gaming day on which a round was dealt."""
    kept = record.round(about.partition("#")[0])
    return None if kept is None or kept.at is None else (record.clock.day_of(kept.at),) * 2


def _sections(desk: Composing) -> Iterator[Section]:
    if desk.request.about:
        yield from _one(desk)
        return
    asked_for = list(rounds_asked_for(desk))
    counts = Counter(each.verdict for each in asked_for)
    yield tally(
        rounds_dealt_and_on_record=counts.total(),
        paid_correctly=counts["ok"],
        without_a_payout_on_record=counts["settled"],
        payout_errors=counts["mismatch"],
        procedure_errors=counts["violation"],
        unreadable=counts["unreadable"],
    )
    lines = [line for line in desk.lines(RoundsImported) if _seals(desk, line.fact)]
    yield wrong_rounds(desk)
    imported = plain_table(
        "Rounds imported in this period, whenever they were dealt",
        IMPORTS,
        (desk.row(line, IMPORTS, lambda e: _import(desk, e)) for line in lines),
        "No rounds were imported in this period.",
    )
    yield replace(imported, notes=tuple(_came_apart(asked_for, [line.fact for line in lines])))


def _came_apart(dealt: list[KeptRound], imports: list[RoundsImported]) -> Iterator[str]:
    """How many of the rounds dealt in the period no import of the period brought, by their shoes."""
    brought = {(seal.table, seal.shoe) for fact in imports for seal in fact.seals}
    apart = Counter(each.table for each in dealt if each.shoe and (each.table, each.shoe) not in brought)
    if apart:
        told = ", ".join(f"{count:,} at {table}" for table, count in sorted(apart.items()))
        yield f"Of the rounds dealt in this period {apart.total():,} were imported at another time: {told}."


def rounds_asked_for(desk: Composing, *, wrong: bool = False) -> Iterator[KeptRound]:
    """The rounds dealt in the time and at the tables asked for."""
    rounds = desk.record.rounds(desk.begins, desk.ends, table=desk.request.table or None, wrong=wrong)
    return (each for each in rounds if desk.wants(each.table) and each.at and desk.covers(each.at))


def _seals(desk: Composing, fact: RoundsImported) -> list[ShoeSeal]:
    """The shoes of an import that were dealt at the tables asked for."""
    narrowed = desk.request.table or desk.request.pit
    return [seal for seal in fact.seals if not narrowed or desk.wants(seal.table)]


def wrong_rounds(desk: Composing) -> SheetTable:
    """The rounds with errors that were dealt in the time and at the tables asked for."""
    return plain_table(
        "Rounds with errors dealt in this period",
        WRONG,
        (_wrong(desk, each) for each in rounds_asked_for(desk, wrong=True)),
        "No round with errors is on record for this period.",
    )


def _import(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, RoundsImported)
    v = fact.verdicts
    here = sum(seal.rounds for seal in _seals(desk, fact))
    counts = (here, sum(seal.rounds for seal in fact.seals), v.ok, v.settled, v.mismatch, v.violation, v.unreadable)
    return desk.time(entry.occurred_at), fact.source, *(f"{count:,}" for count in counts), desk.name(entry.actor)


def _wrong(desk: Composing, kept: KeptRound) -> Row:
    answer = verify_text(kept.record, desk.record.rulebooks)
    book = desk.record.rulebooks.get(kept.rulebook)
    wrong = [line for line in answer.lines if line.wrong]
    said = [
        f"spot {line.box} {guest.wager_words(line, book)}: "
        f"{'nothing reported' if line.reported is None else 'paid ' + guest.signed(line.reported)}, "
        f"should be {guest.signed(line.expected)}"
        for line in wrong
        if book is not None
    ]
    said += [f.message for f in answer.findings if f.code != guest.SAID_BELOW and not wrong]
    found = [line.cite for line in wrong] or [finding.cite for finding in answer.findings]
    cites = dict.fromkeys(cite for cite in found if cite)
    cells: tuple[Cell, ...] = (
        or_dash(kept.id, "the record has no id"),
        or_dash(kept.table, "the record names no table"),
        desk.time(kept.at) if kept.at else Dash("the record has no time"),
        MarkedWord(_said(kept.verdict, answer), SheetSign.WARNING),
        "; ".join(said) or answer.error or "see the round",
        ", ".join(desk.cited(cite) for cite in list(cites)[:3]) if book and cites else Dash("none"),
    )
    return Row(cells)


def _one(desk: Composing) -> Iterator[Section]:
    kept = desk.record.round(desk.request.about)
    if kept is None:
        yield Prose((f"No round {desk.request.about} is on record.",))
        return
    found = read(kept, desk.record)
    yield facts(
        ("Round", kept.id),
        ("Table", kept.table),
        ("Shoe", kept.shoe),
        ("Dealt", desk.stamp(kept.at) if kept.at else ""),
        ("Verdict", verdict_said(kept, desk.record)),
        ("Rulebook", kept.rulebook),
        ("Record, SHA-256", kept.digest),
    )
    yield from _cases(desk, kept.id)
    if found is None:
        yield Prose((verify_text(kept.record, desk.record.rulebooks).error or "The record cannot be read.",))
        return
    round_, answer = found
    yield from guest.round_sections(round_, answer, desk.record.rulebooks[round_.rulebook])


def _cases(desk: Composing, id: str) -> Iterator[Section]:
    """The cases of patrons who claim about a round, as they stand on record."""
    entries = [line.fact for line in desk.record.timeline(Subject("round", id))]
    for opened in (fact for fact in entries if isinstance(fact, CaseOpened)):
        mine = [fact for fact in entries if isinstance(fact, AboutCase) and fact.case == opened.case]
        claim = next(
            (fact.claim for fact in reversed(mine) if isinstance(fact, CaseOpened | CaseChanged)), opened.claim
        )
        closed = next((fact for fact in mine if isinstance(fact, CaseClosed)), None)
        yield facts(
            ("Case", case_called(opened.case)),
            ("Patron", " · ".join(each for each in (claim.patron, claim.player_number, _spot(opened)) if each)),
            ("Claimed", dollars(claim.claimed)),
            ("As dealt", guest.signed(opened.as_dealt)),
            ("As the text requires", _required(opened)),
            ("Dealer", desk.name(claim.dealer) if claim.dealer else ""),
            ("Decision", claim.decision),
            ("Decided by", desk.name(claim.decided_by) if claim.decided_by else ""),
            ("Decided", desk.stamp(claim.decided_at) if claim.decided_at else ""),
            ("Notified", ", ".join(claim.notified)),
            ("Surveillance", claim.surveillance),
            ("Time on the recording", desk.stamp(claim.surveillance_at) if claim.surveillance_at else ""),
            ("Answer by", desk.stamp(opened.answer_by) if opened.answer_by else ""),
            ("Paid to the patron", dollars(closed.paid) if closed else "not closed yet"),
            ("Signature", closed.receipt.value if closed else ""),
            ("Outcome", closed.outcome if closed else ""),
            ("On hold", _hold(mine)),
            title="The patron’s case",
        )
        signed = next((fact for fact in mine if isinstance(fact, CaseSigned)), None)
        if signed is not None:
            who = f"{claim.patron}, on the screen. The drawing is part of the logbook."
            yield Drawing(signed.drawn, "The patron’s signature", who)


def _spot(opened: CaseOpened) -> str:
    behind = opened.behind if isinstance(opened, CaseOpenedFor) else 0
    return f"spot {opened.claim.spot}" + (f", behind {behind}" if behind else "")


def _required(opened: CaseOpened) -> str:
    """What the text requires for the patron; where it leaves a choice, every way with whose it is."""
    if opened.required is None:
        return "the same"
    choices = opened.choices if isinstance(opened, CaseOpenedFor) else ()
    ways = (f"{guest.signed(each.net)}: {each.words} ({each.whose})" for each in choices)
    return "; or ".join(ways) or guest.signed(opened.required)


def _hold(facts_: Sequence[Fact]) -> str:
    """What a case holds, and since when it no longer does."""
    held = next((fact for fact in facts_ if isinstance(fact, CaseHeld)), None)
    if held is None:
        return ""
    released = any(isinstance(fact, CaseReleased) for fact in facts_)
    what = "; ".join(("this round, its reports and files", *(f"deck set {each}" for each in held.deck_sets)))
    return f"{what} (released when the case was closed)" if released else f"{what}, until the case is closed"


def guests_sheet(record: Record, request: Request, signed: Signed | None = None) -> Sheet:
    """The guest's page of a kept round; `about` is the round's id, with `#2` for one box alone."""
    id, _, box = request.about.partition("#")
    kept = record.round(id)
    found = None if kept is None else read(kept, record)
    if kept is None or found is None:
        raise LookupError(id)
    round_, answer = found
    desk = Composing(record, request)
    issued: tuple[SheetSignature, ...] = ()
    if signed is not None:
        role = role_words(signed.role).capitalize()
        issued = (SheetSignature(role, "I issue this page.", signed.name, f"Signed electronically {signed.at}"),)
    wall = desk.wall(kept.at) if kept.at else None
    return guest.guest_page(
        round_,
        answer,
        record.rulebooks[round_.rulebook],
        house=desk.house.on_reports if desk.house else "Property not set up yet",
        day=desk.style.long_date(desk.clock.day_of(kept.at).date if kept.at else request.first),
        when=desk.style.time(wall) if wall else "",
        about=f"Round {kept.id}",
        box=int(box) if box.isdigit() else None,
        issued=issued,
    )


FORM = PaperForm(
    "verification",
    "Outcome verification report",
    "FA-105",
    "13",
    _sections,
    narrows=frozenset({"pit", "table", "shift"}),
    about="round",
    days=_days,
)
GUEST = PaperForm(
    "guest",
    guest.TITLE,
    guest.FORM,
    guest.REVISION,
    _sections,
    about="round",
    needs_about=True,
    days=_days,
    whole=guests_sheet,
)
