"""The inspection round of the sample: every reader at the beginning of the gaming day, a few not as usual."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from floorapp.domain.devices import ProofTest
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.proof_test import seen_by_eye
from floorapp.domain.readers import ReaderKind
from floorapp.engine.rulebook import Rulebook
from floorapp.operations.acts import readers
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.reader_lines import line_name, reader_serial, rewire
from floorapp.operations.sample.timeline import Script

#: How many days ago, and at which table: made more than an hour into the day …
LATE = {(12, "DB-02"), (9, "FB-11"), (5, "NJ-02"), (2, "DA-02")}
#: … made in time and written down later …
WRITTEN_LATE = {(10, "FB-10"), (4, "DU-04")}
#: … made by the shift manager instead …
BY_ANOTHER = {(6, "DB-03"): "The assigned floorperson was with a guest who felt ill."}
#: … and not passed: what was wrong, and the new reader's serial number where it was replaced.
FAILED = {
    (3, "DU-04"): ("Yellow light does not come on.", "MQ-10731"),
    (8, "FB-12"): ("Lens dirty, no signal with the king.", ""),
    (11, "DA-02"): ("Seal of the housing is torn.", "BJ-7944"),
}

#: A table that stays closed on the present day, and whose reader nobody has inspected yet.
UNSEEN = "NJ-04"


def proofs(rulebook: Rulebook, *, failing: bool = False) -> tuple[ProofTest, ...]:
    """The test cards shown to a reader, and what it signalled."""
    *good, last = seen_by_eye(ReaderKind(rulebook.reader.kind.value))
    return (*good, replace(last, seen="none") if failing else last)


class Inspections:
    """The rounds of all days."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """Every floorperson walks along the tables of the post, a minute and a half into the day."""
        making = self.making
        for day in making.days:
            begins = making.timeline.house.start_of(day) + timedelta(seconds=100)
            for post in making.plan.posts:
                for place, table in enumerate(post):
                    seconds = 24 * place + making.chance.uniform(0, 16)
                    making.begin(begins + timedelta(seconds=seconds), self.inspect(table, day))

    def inspect(self, table: str, day: GamingDay) -> Script:
        """One table of the round."""
        making, work = self.making, self.making.tables[table]
        which = (making.days_ago(day), table)
        if work.reader_failed or which == (0, UNSEEN):
            return
        if which in FAILED:
            yield from self.fail(table, *FAILED[which])
            return
        if which in LATE:
            yield making.about(100 * 60)
        if which in WRITTEN_LATE:
            seen = making.now
            yield 24 * 60
            readers.inspect_reader(
                making.floorperson(table),
                table=table,
                tampering=False,
                working=True,
                proofs=proofs(making.rulebook(work.planned)),
                occurred_at=seen,
                late="The station was being restarted.",
            )
            return
        instead = BY_ANOTHER.get(which, "")
        desk = making.manager() if instead else making.floorperson(table)
        shown = proofs(making.rulebook(work.planned))
        readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=shown, instead_of=instead)

    def fail(self, table: str, wrong: str, serial: str) -> Script:
        """An inspection that is not passed: the table stops, the reader is mended and inspected anew."""
        making, work = self.making, self.making.tables[table]
        yield from work.free()
        torn = "seal" in wrong.casefold()
        readers.inspect_reader(
            making.floorperson(table),
            table=table,
            tampering=torn,
            working=torn,
            proofs=proofs(making.rulebook(work.planned), failing=not torn),
            says=wrong,
        )
        work.reader_failed, work.stopped = True, work.open
        yield making.about(18 * 60)
        yield from self.mend(table, serial)
        work.busy = False

    def mend(self, table: str, serial: str = "") -> Script:
        """The reader is repaired or replaced, inspected, and the table goes on."""
        making, work = self.making, self.making.tables[table]
        says = f"Replaced by {serial} from storage." if serial else "Cleaned and adjusted by the slot technician."
        book = making.rulebook(work.planned)
        good = proofs(book)
        readers.mend_reader(making.floorperson(table), table=table, says=says, proofs=good, serial=serial)
        if serial:
            old = reader_serial(making.plan, work.planned)
            rewire(making.manager(), line=line_name(making.plan, table), old=old, new=serial, rulebook=book)
        work.reader_failed = False
        yield making.about(150)
        readers.inspect_reader(making.floorperson(table), table=table, tampering=False, working=True, proofs=good)
        yield making.about(60)
        if work.open and work.stopped:
            yield from work.resume()

    def break_down(self, table: str, says: str, *, mended: bool = True) -> Script:
        """A reader fails in the middle of a shift."""
        work = self.making.tables[table]
        yield from work.free()
        readers.report_reader_failure(self.making.floorperson(table), table=table, says=says)
        work.reader_failed = True
        work.stopped = work.open and self.making.rulebook(work.planned).reader.failure.value == "no-dealing"
        if mended:
            yield self.making.about(14 * 60)
            yield from self.mend(table)
            work.busy = False
