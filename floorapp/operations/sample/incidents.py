"""Irregularities of the sample: reported by whoever has the table, reviewed by another as far as planned."""

from __future__ import annotations

import json
from datetime import timedelta

from floorapp.domain.incidents import Incident
from floorapp.domain.people import Role
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.operations.acts import incidents, reviews
from floorapp.operations.desk import Desk
from floorapp.operations.rules import STOPS_TABLE
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import PlannedHappening
from floorapp.operations.sample.rounds import Rounds
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import Doing, Script
from floorapp.operations.signatures import Meaning

#: How far each planned state goes beyond the report.
APPROVED = ("approved", "closed", "reopened")
CLOSED = ("closed", "reopened")


class Incidents:
    """What goes wrong, and how it is looked into."""

    def __init__(self, making: Making, rounds: Rounds) -> None:
        self.making = making
        self.rounds = rounds

    def plan(self) -> None:
        """Every planned happening at its time."""
        for each in self.making.plan.happenings:
            self.making.begin(self.making.present - each.ago, self.happen(each))

    def happen(self, told: PlannedHappening) -> Script:
        """Report it, then let others review it."""
        work = self.table_for(told.table)
        number = yield from self.report(told, work)
        yield self.making.about(15 * 60)
        if told.returned:
            yield from self.send_back(told, number)
        if told.state in APPROVED:
            self.approve(number, told.ruling)
            yield self.making.about(25 * 60)
        if told.state in CLOSED:
            desk = self.reviewer(number)
            reviews.close_incident(desk, incident=number, outcome=told.outcome, seen=self.version(number))
        if told.state == "reopened":
            yield max(0.0, (self.making.before(hours=5) - self.making.now).total_seconds())
            desk = self.making.crew.desk(self.making.rota.compliance(self.making.now))
            reviews.reopen_incident(desk, incident=number, reason=told.reopened)

    def table_for(self, table: str) -> TableAtWork:
        """The planned table where it deals, else another one of its game that does."""
        work = self.making.tables[table]
        if work.open and not work.stopped:
            return work
        game = work.planned.game
        alike = (each for each in self.making.tables.values() if each.planned.game is game)
        return next((each for each in alike if each.open and not each.stopped), work)

    def report(self, told: PlannedHappening, work: TableAtWork) -> Doing[str]:
        """Put it on record; a table that it stops deals again after a while, unless it was stopped before."""
        making = self.making
        rulebook = making.rulebook(work.planned)
        known = IrregularityFacts(**told.known)
        entry = rulebook.irregularity(told.code).given(known) if told.code else None
        stops = entry is not None and entry.effect == STOPS_TABLE and work.open and not work.stopped
        if stops:
            yield from work.free()
        desk = making.manager() if told.reporter == Role.SHIFT_MANAGER else work.desk()
        change = incidents.report_irregularity(
            desk,
            report=incidents.IncidentReport(
                table=work.id,
                says=told.says,
                happened_at=making.now - timedelta(minutes=told.unseen),
                discovered_at=making.now,
                code=told.code,
                title=told.title,
                chosen=entry.options[told.option].says if entry and told.option is not None else "",
                chosen_by=told.chosen_by,
                told=(*(entry.notify if entry else ()), "surveillance"),
                rounds_dealt=told.rounds,
                hands_dealt=told.hands,
                known=known,
                rounds=self._round(told, work),
            ),
            signature=making.crew.sign(desk, _signed_in(desk), Meaning.REPORTED),
        )
        if stops:
            work.stopped = True
            yield making.about(8 * 60)
            yield from work.resume()
            work.busy = False
        return next(subject.id for subject in change.subjects if subject.kind == "incident")

    def _round(self, told: PlannedHappening, work: TableAtWork) -> tuple[str, ...]:
        """The round it is about, taken in before it is reported."""
        if not told.round:
            return ()
        record = json.loads(told.round)
        return (self.rounds.take_in(work, [record], self.making.now - timedelta(minutes=told.unseen)),)

    def send_back(self, told: PlannedHappening, number: str) -> Script:
        """Return it with a question, and answer that where an answer is planned."""
        desk = self.reviewer(number)
        reviews.return_incident(desk, incident=number, reason=told.returned, seen=self.version(number))
        yield self.making.about(40 * 60)
        if told.answer:
            desk = self.making.crew.desk(self.incident(number).reporter)
            reviews.answer_incident(desk, incident=number, says=told.answer, seen=self.version(number))
            yield self.making.about(30 * 60)

    def approve(self, number: str, ruling: str) -> None:
        """Agree by signature."""
        desk = self.reviewer(number)
        signature = self.making.crew.sign(desk, _signed_in(desk), Meaning.REVIEWED)
        reviews.approve_incident(desk, incident=number, seen=self.version(number), signature=signature, says=ruling)

    def reviewer(self, number: str) -> Desk:
        """The shift manager on duty, or compliance where it is the manager's own report."""
        manager = self.making.rota.manager(self.making.now)
        if self.incident(number).reporter == manager:
            return self.making.crew.desk(self.making.rota.compliance(self.making.now))
        return self.making.crew.desk(manager)

    def incident(self, number: str) -> Incident:
        """The incident as it stands."""
        with self.making.crew.logbook.reading() as state:
            found = state.get(Incident, number)
        if found is None:
            raise LookupError(number)
        return found

    def version(self, number: str) -> int:
        """What a reviewer has before them."""
        return self.incident(number).version


def _signed_in(desk: Desk) -> str:
    with desk.looking() as moment:
        return moment.actor
