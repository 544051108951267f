"""What an incident rests on, gathered from the record: dealer, cards, patron, amounts, who was notified when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

from floorapp.domain.disputes import DisputeCase
from floorapp.domain.incident_files import IncidentFile
from floorapp.domain.incidents import Incident
from floorapp.domain.values import dataclass
from floorapp.engine.verify import verify_text
from floorapp.operations.facts import disputes, incidents
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.shoes import ShoeEnded
from floorapp.operations.incident_sentences import patron_words
from floorapp.operations.papers.builder import Composing
from floorapp.operations.papers.record import RecordLine, Replayed
from floorapp.operations.papers.verification import verdict_said
from floorapp.operations.two_figures import due_of

#: Under which names a regulator's people are told.
BOARD = ("regulator", "board", "casino-compliance-representative", "dge-agent")


@dataclass(frozen=True, slots=True)
class Amounts:
    """What the rounds and cases of an incident moved, in cents: paid, what it should have been, returned to patrons."""

    paid: int | None = None
    right: int | None = None
    returned: int | None = None


@dataclass(frozen=True)
class IncidentFacts:
    """One incident with its history, and what the record says of its table, rounds and patrons."""

    desk: Composing
    incident: Incident
    lines: tuple[RecordLine, ...]

    @cached_property
    def file(self) -> IncidentFile:
        """What was entered in its file."""
        return Replayed(self.lines).get(IncidentFile, self.incident.number) or IncidentFile(self.incident.number)

    @property
    def dealers(self) -> tuple[str, ...]:
        """Who dealt, by name: as its file says, from the posts on record, or as a patron's case names them."""
        if self.file.details.dealers:
            return self.file.details.dealers
        handle = self.desk.record.at_table.dealer(self.incident.table, self.incident.happened_at)
        named = (case.claim.dealer for case in self.cases if case.claim.dealer)
        name = self.desk.name(handle) if handle else next(named, "")
        return (name,) if name else ()

    @property
    def dealer(self) -> str:
        """All of them; empty where nobody is on record."""
        return ", ".join(self.dealers)

    @property
    def deck_set(self) -> str:
        """The set in the shoe when it happened."""
        if self.file.details.deck_sets:
            return ", ".join(self.file.details.deck_sets)
        return self.desk.record.at_table.deck_set(self.incident.table, self.incident.happened_at)

    @cached_property
    def cases(self) -> tuple[DisputeCase, ...]:
        """The cases of patrons about it, or about one of its rounds."""
        subjects = [Subject("incident", self.incident.number), *(Subject("round", r) for r in self.incident.rounds)]
        told = [line for each in subjects for line in self.desk.record.timeline(each)]
        mine = {line.entry.id: line for line in told if isinstance(line.fact, disputes.AboutCase)}
        names = dict.fromkeys(line.fact.case for line in mine.values())
        whole = [line for name in names for line in self.desk.record.timeline(Subject("case", name))]
        return Replayed(whole).all(DisputeCase)

    def patrons(self) -> str:
        """Each patron and spot: of the patrons' cases, then of its details."""
        cases = (
            f"spot {case.claim.spot}, {case.claim.patron}" if case.claim.spot else case.claim.patron
            for case in self.cases
        )
        return "; ".join(dict.fromkeys((*cases, *map(patron_words, self.file.details.patrons))))

    def surveillance(self) -> str:
        """The references of recordings."""
        called = (call.reference for call in self.file.calls if call.reference)
        return "; ".join(dict.fromkeys((*called, *(c.claim.surveillance for c in self.cases if c.claim.surveillance))))

    def notified(self) -> Iterator[tuple[str, datetime]]:
        """Who was notified, and by when that is on record; each once."""
        seen = set[str]()
        for line in self.lines:
            if line.now is not None and isinstance(line.fact, incidents.IncidentReported | incidents.IncidentAddedTo):
                for who in line.fact.told:
                    if who not in seen:
                        seen.add(who)
                        yield who, line.entry.recorded_at
        yield from ((notice.whom, notice.at) for notice in self.file.notices)
        for case in self.cases:
            for who in case.claim.notified:
                if who not in seen:
                    seen.add(who)
                    yield who, case.claim.decided_at or case.opened_at

    def board(self) -> datetime | None:
        """When the Board's or Division's people were notified."""
        if self.file.notices:
            return self.file.notices[0].at
        return next((at for who, at in self.notified() if who.lower().replace(" ", "-") in BOARD), None)

    def corrective(self) -> str:
        """What was done in the end: the outcome it was closed with, else what was chosen."""
        closed = [line.fact.outcome for line in self.lines if isinstance(line.fact, incidents.IncidentClosed)]
        return closed[-1] if closed else self.incident.chosen

    def amounts(self) -> Amounts:
        """What its rounds paid and should have paid, and what patrons were paid in the end."""
        paid = right = None
        for name in self.incident.rounds:
            kept = self.desk.record.round(name)
            answer = verify_text(kept.record, self.desk.record.rulebooks) if kept is not None else None
            for each, due in zip(answer.lines, due_of(answer), strict=True) if answer is not None else ():
                if each.reported is not None:
                    paid, right = (paid or 0) + each.reported, (right or 0) + due
        ended = [case.paid for case in self.cases if case.paid is not None]
        given_back = self.file.details.reimbursed
        ended += [given_back] if given_back is not None else []
        return Amounts(paid, right, sum(ended) if ended else None)

    def evidence(self) -> Iterator[tuple[str, str]]:
        """Each thing on record that speaks of it, in a line: its rounds, the count, its files."""
        for name in self.incident.rounds:
            kept = self.desk.record.round(name)
            if kept is not None:
                at = self.desk.time(kept.at) if kept.at else "time not on record"
                verdict = verdict_said(kept, self.desk.record)
                yield f"Round {name}", f"dealt {at}, {verdict}, record SHA-256 {kept.digest[:16]}…"
        yield from self._count()
        for file in self.incident.attachments:
            yield f"File {file.name}", f"{file.size:,} bytes, SHA-256 {file.digest}"
        for case in self.cases:
            yield f"Case {case.id}", f"{case.claim.decision or 'not decided yet'}"

    def _count(self) -> Iterator[tuple[str, str]]:
        """The count of the shoe nearest to what happened, where its cards did not come out."""
        day = self.desk.clock.day_of(self.incident.happened_at)
        ended = self.desk.record.lines(ShoeEnded, first=day, last=day.next())
        mine = [line for line in ended if line.fact.table == self.incident.table and line.now is not None]
        short = [line for line in mine if not line.fact.complete and line.at >= self.incident.happened_at]
        for line in short[:1]:
            cards = line.fact.remaining + line.fact.discarded
            yield f"Count, entry {line.entry.number}", f"{cards} cards at {self.desk.time(line.at)}, not complete"
