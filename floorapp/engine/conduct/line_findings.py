"""What is found at one line of a log: an inspection, a new cut, tens, a setup, a count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import LAW, POLICY, READING
from floorapp.engine.conduct.event import Event, House, Setup
from floorapp.engine.conduct.finding import ADVISORY, ConductFinding, severity_of
from floorapp.engine.conduct.stamp import Stamp, Tally
from floorapp.engine.conduct.table import TableConduct
from floorapp.engine.duty import RulebookDuty
from floorapp.engine.rulebook import DutyBook
from floorapp.engine.wagers.register import wrong_decks


@dataclass(frozen=True, slots=True)
class Occasion:
    """A line at a table, with the rulebook it is judged by; nothing has been changed by it yet."""

    table: TableConduct
    setup: Setup
    book: DutyBook
    house: House
    event: Event
    at: Stamp

    def duty(self, name: str, of: str = "") -> RulebookDuty | None:
        return _asked(self.setup, self.book, name, of)

    def found(self, name: str, subject: str | None, *, of: str = "", reading: str = "") -> Iterator[ConductFinding]:
        """A finding of this moment, if the rulebook has the duty."""
        duty = self.duty(name, of)
        if duty is None:
            return
        basis = POLICY if duty.policy else READING if reading else LAW
        readings = (reading,) if basis == READING else ()
        severity = ADVISORY if duty.advisory else severity_of(basis)
        at, table = self.at, self.table.name
        yield ConductFinding(table, name, subject, at, at, Tally(), duty.cite, basis, readings, severity)


def moment_findings(
    table: TableConduct, book: DutyBook | None, house: House, event: Event, at: Stamp
) -> Iterator[ConductFinding]:
    """What a line itself is found against by a rulebook, before it has changed anything; nothing without a setup."""
    find = _FIND.get(event.do)
    setup = Setup(**event.said) if event.do == "setup" else table.setup
    if find is not None and setup is not None and book is not None:
        yield from find(Occasion(table, setup, book, house, event, at))


def _asked(setup: Setup, book: DutyBook, name: str, of: str = "") -> RulebookDuty | None:
    """A duty of a rulebook at a table that shuffles in this way."""
    found = book.duty_named.get((name, of))
    return None if found is None or setup.method in found.spared else found


def setup_against(setup: Setup, book: DutyBook) -> Iterator[RulebookDuty]:
    """The duties that a setup is against."""
    found: list[RulebookDuty | None] = []
    if setup.decks not in book.cards.decks.value:
        found.append(_asked(setup, book, "setup-decks", setup.method) or _asked(setup, book, "setup-decks"))
    if setup.boxes not in book.table.boxes.value:
        found.append(_asked(setup, book, "setup-boxes"))
    if any(wrong_decks(book, setup.side_wagers, setup.decks)):
        found.append(_asked(setup, book, "setup-match"))
    return (duty for duty in found if duty is not None)


def _setup(on: Occasion) -> Iterator[ConductFinding]:
    before, setup = on.table.setup, on.setup
    for duty in setup_against(setup, on.book):
        yield from on.found(duty.name, None, of=duty.of)
    if before is not None and before.rulebook != setup.rulebook and on.table.is_open:
        severity = severity_of(POLICY)
        yield ConductFinding(on.table.name, "setup-reader", None, on.at, on.at, Tally(), "", POLICY, (), severity)


def _inspection(on: Occasion) -> Iterator[ConductFinding]:
    reader, duty = on.table.reader, on.duty("inspected-by-another")
    if reader is None or duty is None or (duty.policy and on.book.settles and not on.house.nj_inspection):
        return
    assigned = on.table.floorperson
    if assigned is None and "I-42" not in on.setup.readings:
        yield from on.found("inspected-by-another", reader.serial, reading="I-42")
    elif assigned is not None and on.event.said["by"] != assigned:
        yield from on.found("inspected-by-another", reader.serial)


def _recut(on: Occasion) -> Iterator[ConductFinding]:
    shoe, duty = on.table.shoe, on.duty("recut-late")
    subject = None if shoe is None else shoe.cards.name
    if shoe is not None and duty is not None and (duty.value == "shoe-open" or shoe.rounds):
        yield from on.found("recut-late", subject)
    by = on.duty("recut-by-whom")
    if by is not None and on.event.said["by_post"] != by.value:
        yield from on.found("recut-by-whom", subject)


def _step(on: Occasion) -> Iterator[ConductFinding]:
    said, duty = on.event.said, on.duty("tens-disposal")
    if said["step"] == "tens_removed" and duty is not None:
        if said["disposed"] != duty.value or not said["verified_by_floorperson"]:
            yield from on.found("tens-disposal", said["set"])


def _count(on: Occasion) -> Iterator[ConductFinding]:
    cards = on.table.sets[on.event.said["set"]]
    counted = on.event.said["cards"]
    if counted == cards.size:
        return
    duty = on.duty("card-missing" if counted < cards.size else "card-extra")
    if duty is not None:
        dealt = replace(cards.dealt)
        since, basis = cards.full or on.at, POLICY if duty.policy else LAW
        severity = severity_of(basis)
        yield ConductFinding(on.table.name, duty.name, cards.name, since, on.at, dealt, duty.cite, basis, (), severity)


_FIND = {"setup": _setup, "inspect_reader": _inspection, "recut": _recut, "step": _step, "count": _count}
