"""Shufflers and readers of the sample that fail in the middle of a shift, and what is done about it."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.tables import ShufflingMethod
from floorapp.operations.acts import shufflers
from floorapp.operations.sample.inspections import Inspections
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import Script

#: How often a shuffler of the floor has a fault, in hours, and what is said of it.
FAULT_EVERY = (9.0, 17.0)
FAULTS = (
    (ShufflerCondition.JAMMED, "Two cards stuck at the input tray."),
    (ShufflerCondition.JAMMED, "A bent card in the rollers."),
    (ShufflerCondition.STOPPED, "Stopped with the door light on."),
    (ShufflerCondition.FAILED, "Cycle ended early, count shown one short, counted by hand: complete."),
)

#: Readers that break down while a table deals: days and hours before the present moment, table, what is said.
BREAKDOWNS = (
    (10.4, "DB-05", "No light with either test card after a cup was spilled."),
    (6.3, "NJ-02", "Signal comes and goes; dealt without the reader."),
    (1.2, "FB-10", "Window scratched, reads every other card."),
)


class Devices:
    """Faults of machines."""

    def __init__(self, making: Making, inspections: Inspections) -> None:
        self.making = making
        self.inspections = inspections

    def plan(self) -> None:
        """Faults of shufflers over all days, and the readers that break down; none in the last two hours."""
        making = self.making
        when = making.timeline.house.start_of(making.days[0]) + timedelta(hours=5)
        number = 0
        while when < making.before(hours=2):
            making.begin(when, self.fault(number))
            when += timedelta(hours=making.chance.uniform(*FAULT_EVERY))
            number += 1
        for days, table, says in BREAKDOWNS:
            making.begin(making.before(days=days), self.break_down(table, says))

    def break_down(self, table: str, says: str) -> Script:
        """A reader fails, is mended and inspected anew."""
        if self.making.tables[table].dealing:
            yield from self.inspections.break_down(table, says)

    def fault(self, number: int) -> Script:
        """One fault: seen, cards reshuffled, back in service; every seventh time out of order for hours."""
        making = self.making
        able = [each for each in making.tables.values() if each.dealing and not each.busy and _has_one(each)]
        if not able:
            return
        work = making.chance.choice(able)
        yield from work.free()
        condition, says = FAULTS[number % len(FAULTS)]
        shufflers.report_shuffler_fault(work.desk(), table=work.id, condition=condition, says=says)
        yield making.about(150)
        shufflers.acknowledge_shuffler_fault(work.desk(), table=work.id)
        yield making.about(240)
        if number % 7 == 3 and not work.planned.batches:
            self.out_of_order(work)
        else:
            shufflers.reshuffle_after_fault(work.desk(), table=work.id, how="in the shuffler, from the start")
            shufflers.return_shuffler(work.desk(), table=work.id, says="Cleared; three cycles without a fault.")
        work.busy = False

    def out_of_order(self, work: TableAtWork) -> None:
        """Taken out as the state asks, the cards shuffled by hand; back after the technician came."""
        removed = work.planned.game.rulebook.startswith("nj")
        how = OutOfOrder.REMOVED if removed else OutOfOrder.SIGNED
        shufflers.take_shuffler_out(work.desk(), table=work.id, how=how, reason="Rollers worn")
        shufflers.reshuffle_after_fault(work.desk(), table=work.id, how="by hand")
        self.making.begin(self.making.now + timedelta(hours=2), self._back(work))

    def _back(self, work: TableAtWork) -> Script:
        shufflers.return_shuffler(self.making.manager(), table=work.id, says="Rollers replaced.")
        yield 0


def _has_one(work: TableAtWork) -> bool:
    return work.planned.method is not ShufflingMethod.BY_HAND
