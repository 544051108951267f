"""Faults planted in the sample that nobody on its floor has noticed: an audit finds every one of them."""

from __future__ import annotations

import random
from dataclasses import field
from datetime import datetime, timedelta

from floorapp.domain.decks import DeckSet
from floorapp.domain.readers import Heard, HoleCardSignal, ReaderIdentity, ReaderKind, Report, Signal
from floorapp.domain.values import dataclass
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.play import COVER_CARD, Record, TableAtPlay
from floorapp.operations.sample.reader_lines import line_name, reader_serial
from floorapp.operations.sample.rounds import BEFORE_COUNT, Rounds, options
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signals import Intake, News

#: The table whose reader never lights blue: its rounds with a small hole card come without a signal …
NEVER_BLUE = "DU-02"
#: … the table whose cards hold a nine of diamonds in place of a four of hearts, so that every count is right …
SWAPPED, LACKS, HAS = "FB-04", "4h", "9d"
#: … and the shoes of both are told one by one, with all their rounds, in this time before the present moment.
KEPT_FULLY = timedelta(hours=15)

#: A table whose cards were changed too late (see `hours.NARROW`), and the rounds dealt with the old ones.
OLD_CARDS, DEALT_ON, PACE = "FB-10", 12, timedelta(seconds=75)
CARDS_LAST = timedelta(hours=24)
#: Dealt on after the reader failed (see `devices.BREAKDOWNS`): days before the present moment, minutes after it.
STOPPED, STOPPED_AGO, INTO_STOP = "FB-10", 1.2, timedelta(minutes=8)
#: Dealt before a late inspection (see `inspections.LATE`): days ago, and how far into the gaming day.
UNINSPECTED, UNINSPECTED_AGO, INTO_DAY = "DA-02", 2, timedelta(minutes=68)
#: A ten that once came out of cards that have none.
TEN = "Ts"
#: Somebody tried a reader at a closed table, some hours before the present moment.
CLOSED, CLOSED_AGO = "DU-08", timedelta(hours=5.2)


@dataclass(slots=True)
class Planted:
    """Faults in the sample's rounds that nobody on its floor noticed; the audit is to find them."""

    making: Making
    rounds: Rounds
    chance: random.Random = field(default_factory=lambda: random.Random(24))
    #: The deck set that holds the wrong card.
    swapped: str = ""
    #: The table where a ten was dealt that does not belong there.
    foreign: str = ""
    _tables: dict[str, TableAtPlay] = field(default_factory=dict)

    def plan(self) -> None:
        """What does not wait for the end of a shoe."""
        making = self.making
        for table in (NEVER_BLUE, SWAPPED):
            making.tables[table].told_fully = KEPT_FULLY
        stopped = making.before(days=STOPPED_AGO) + INTO_STOP
        day = making.days[-1 - UNINSPECTED_AGO]
        making.begin(stopped, self._deal_on(STOPPED, 4))
        making.begin(making.timeline.house.start_of(day) + INTO_DAY, self._deal_on(UNINSPECTED, 6))
        making.begin(making.present - CLOSED_AGO, self._try_reader())

    def after_shoe(self, work: TableAtWork, began: datetime) -> None:
        """What a shoe that has just ended leaves behind."""
        recent = self.making.present - self.making.now < KEPT_FULLY
        if work.id == NEVER_BLUE and recent:
            self._take_in_whole(work, began, [_without_blue(each) for each in self._shoe(work)])
        elif work.id == SWAPPED and recent:
            self._take_in_whole(work, began, self._shoe(work))
        elif work.id == OLD_CARDS and self._too_old(work):
            self._take_in(work, DEALT_ON)
        elif recent and not work.with_tens and not self.foreign:
            self._deal_ten(work)
        self.rounds.after_shoe(work, began)

    def _shoe(self, work: TableAtWork) -> list[Record]:
        """All rounds of a shoe, down to its cover card."""
        played = self._at(work)
        played.shuffle()
        if work.id == SWAPPED:
            self._swap(work.sets[0], played.shoe)
        records = []
        while len(played.shoe) > COVER_CARD:
            records.append(played.round(id=work.id))
        return records

    def _swap(self, deck_set: str, shoe: list[str]) -> None:
        """The wrong card goes with one set; in its first shoe every copy comes out before the cover card."""
        first = not self.swapped
        self.swapped = self.swapped or deck_set
        if deck_set != self.swapped:
            return
        shoe[shoe.index(LACKS)] = HAS
        self.chance.shuffle(shoe)
        while first and HAS in shoe[:COVER_CARD]:
            self.chance.shuffle(shoe)

    def _too_old(self, work: TableAtWork) -> bool:
        with self.making.crew.logbook.reading() as state:
            decks = state.get(DeckSet, work.sets[0])
        return decks is not None and decks.opened_at is not None and self.making.now - decks.opened_at > CARDS_LAST

    def _deal_on(self, table: str, count: int) -> Script:
        """Rounds that were dealt although something stood against it."""
        work = self.making.tables[table]
        if work.open:
            self._take_in(work, count)
        yield 0

    def _deal_ten(self, work: TableAtWork) -> None:
        """A card of another game is dealt, and nobody sees it."""
        self.foreign = work.id
        played = self._at(work)
        played.shuffle()
        played.shoe[-4] = TEN
        self._take_in(work, 1)

    def _try_reader(self) -> Script:
        """A reader is used at a closed table; it says so itself."""
        making = self.making
        work = making.tables[CLOSED]
        while work.open:
            yield 1800
        yield 600  # the last round has long been finished
        serial = reader_serial(making.plan, work.planned)
        reader = ReaderIdentity("Floorapp", "Virtual", serial, "1.0", ReaderKind.MASQUE, virtual=True)
        line, intake = line_name(making.plan, CLOSED), Intake(making.crew.empty_desk())
        for number, signal in enumerate((Signal.SMALL, Signal.LARGE, Signal.SMALL), start=1):
            heard = Heard(number, 1000 * number, HoleCardSignal(signal))
            intake.take((News(Report(line, CLOSED, reader, making.now, heard), "s1"),))
            yield 40

    def _take_in_whole(self, work: TableAtWork, began: datetime, records: list[Record]) -> None:
        last = self.making.now - BEFORE_COUNT
        self.rounds.take_in(work, records, last, (last - began) / (len(records) + 1))

    def _take_in(self, work: TableAtWork, count: int) -> None:
        """Some rounds up to now."""
        played = self._at(work)
        self.rounds.take_in(work, [played.round(id=work.id) for _ in range(count)], self.making.now, PACE)

    def _at(self, work: TableAtWork) -> TableAtPlay:
        if work.id not in self._tables:
            book = self.making.rulebook(work.planned)
            self._tables[work.id] = TableAtPlay(book, options(work.planned), self.chance)
        return self._tables[work.id]


def _without_blue(record: Record) -> Record:
    """No light came on, and nobody wrote one down."""
    if record["dealer"]["reader"] == Signal.SMALL:
        del record["dealer"]["reader"]
    return record
