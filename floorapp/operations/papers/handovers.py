"""Shift handover (FA-108): what one person left to the next, what was open then, and who took over when."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.operations.facts.days import HandoverAccepted, HandoverGiven
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Composing, PaperForm, facts, plain_table, tally
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Kind, Prose, Row, Section, SheetColumn, SheetSignature
from floorapp.operations.signatures import signer_words

COLUMNS = (
    SheetColumn("No.", Kind.NUMBER, 0.5),
    SheetColumn("About", Kind.NAME, 1.6),
    SheetColumn("Open at the shift change", Kind.TEXT, 8.0),
)


def _sections(desk: Composing) -> Iterator[Section]:
    lines = [line for line in desk.lines(HandoverGiven) if desk.request.about in ("", line.entry.number)]
    wanted = [line for line in lines if not desk.request.shift or desk.request.shift == line.fact.shift]
    taken = {line.entry.number: _accepted(desk, line) for line in wanted}
    yield tally(
        shift_changes=len(wanted),
        accepted=sum(each is not None for each in taken.values()),
        not_accepted=sum(each is None for each in taken.values()),
    )
    if not wanted:
        yield Prose(("No shift change in this period.",))
    for line in wanted:
        yield from _one(desk, line, taken[line.entry.number])


def _accepted(desk: Composing, line: RecordLine) -> RecordLine | None:
    history = desk.record.timeline(Subject("handover", line.fact.handover))
    return next((each for each in history if isinstance(each.fact, HandoverAccepted)), None)


def _one(desk: Composing, line: RecordLine, taken: RecordLine | None) -> Iterator[Section]:
    fact, entry = line.fact, line.entry
    giver, taker = desk.name(entry.actor), desk.name(fact.to)
    accepted = f"{desk.stamp(taken.at)}, record {taken.entry.number}" if taken else "not accepted yet"
    yield facts(
        ("From", giver),
        ("To", taker),
        ("Shift", fact.shift),
        ("Given", f"{desk.stamp(line.at)}, record {entry.number}"),
        ("Accepted", accepted),
        ("Reply", taken.fact.says if taken is not None and taken.fact.says else "nothing to add"),
        title=f"{fact.shift}: {giver} to {taker}",
    )
    yield Prose((fact.says or "No remarks.",))
    rows = []
    for number, duty in enumerate(fact.open_duties, start=1):
        about, _, says = duty.partition(": ")
        rows.append(Row((str(number), about if says else "floor", says or about)))
    yield plain_table("", COLUMNS, rows, "Nothing was open.")
    for each in (entry, taken.entry if taken else None):
        for signature in each.signatures if each else ():
            desk.own_signatures.append(
                SheetSignature(
                    signature.role.replace("-", " ").capitalize(),
                    signature.meaning,
                    signer_words(signature, desk.name),
                    f"Signed electronically {desk.stamp(signature.at)}",
                )
            )


FORM = PaperForm(
    "handover",
    "Shift change",
    "FA-108",
    "5",
    _sections,
    narrows=frozenset({"shift"}),
    about="shift change",
    signers=(("Compliance officer", "Received and filed."),),
)
