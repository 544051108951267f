"""What stands against dealing at a table at one moment: every condition that is true, with its section."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.cards import SHUFFLER, DeadGame, LoggedSet, LoggedShoe
from floorapp.engine.conduct.event import House, Setup
from floorapp.engine.conduct.table import TableConduct
from floorapp.engine.duty import OPENING, RulebookDuty
from floorapp.engine.rulebook import DutyBook

LAW, POLICY, READING = "law", "policy", "reading"
#: Equipment a table has, and the duty that says so.
FITTED = (("drop_box", "drop-box-missing"), ("tip_box", "tip-box-missing"), ("layout", "layout-missing"))


class Condition(NamedTuple):
    """One condition; while it is the same, its stretch goes on. `span` is the shoe, or the day, it ends with."""

    duty: str
    subject: str | None
    cite: str
    basis: str
    readings: tuple[str, ...]
    span: object = None


@dataclass(frozen=True, slots=True)
class Hour:
    """A moment: exactly then, or just after it, where a deadline has passed; and the gaming day it is in."""

    at: datetime
    after: bool
    day: GamingDay
    begins: datetime
    ends: datetime

    def past(self, deadline: datetime) -> bool:
        """Exactly on the deadline is in time."""
        return self.at > deadline or (self.after and self.at == deadline)


CLOSED = Condition("closed", None, "", POLICY, ())


class TableLook:
    """One look at a table: its setup, rulebook and house of that moment."""

    def __init__(self, table: TableConduct, setup: Setup, book: DutyBook, house: House, hour: Hour) -> None:
        self.table, self.setup, self.book, self.house, self.hour = table, setup, book, house, hour

    def of(self, table: TableConduct) -> TableLook:
        """The same look at the table as it would be."""
        return TableLook(table, self.setup, self.book, self.house, self.hour)

    def other(self, reading: str) -> bool:
        """Whether the alternative of a reading was chosen."""
        return reading in self.setup.readings

    def duty(self, name: str, of: str = "") -> RulebookDuty | None:
        """The rulebook's duty, unless the way of shuffling spares it."""
        found = self.book.duty_named.get((name, of))
        return None if found is None or self.setup.method in found.spared else found

    def by_figure(self, duty: RulebookDuty) -> bool:
        """Whether it is policy beside a text that is silent: then the property's figures for New Jersey hold."""
        return duty.policy and self.book.settles

    def conditions(self) -> Iterator[Condition]:
        """Everything that is true now, were the table open."""
        yield from self._reader()
        yield from self._equipment()
        yield from self._floorperson()
        if self.setup.method == "batch_shuffler":
            yield from self._batches()
        if self.table.shoe is not None:
            yield from self._cards(self.table.shoe)
            yield from self._shoe(self.table.shoe)
        if self.table.dead_game is not None:
            yield from self._dead_game(self.table.dead_game)

    def _plain(
        self, name: str, subject: str | None = None, *, of: str = "", span: object = None
    ) -> Iterator[Condition]:
        """A duty that this rulebook has, by law or as the house's policy."""
        duty = self.duty(name, of)
        if duty is not None:
            basis = POLICY if duty.policy else LAW
            yield Condition(name, subject, duty.cite, basis, (), span)

    # The reader

    def _reader(self) -> Iterator[Condition]:
        reader = self.table.reader
        if reader is None:
            yield from self._plain("reader-missing")
            return
        if reader.kind != self.book.reader.kind.value:
            yield from self._plain("reader-kind", reader.serial)
        if reader.failed:
            yield from self._plain("reader-failed", reader.serial)
            return
        owed = self.inspection()
        if owed is not None:
            basis, readings, by = owed
            if self.late(by):
                duty = self.book.duty_named["reader-not-inspected", ""]
                yield Condition(duty.name, reader.serial, duty.cite, basis, readings, self.hour.day)

    def late(self, by: datetime | None) -> bool:
        """Whether an inspection that is owed stands against dealing: the house's minutes do not run, or are over."""
        return by is None or self.other("I-40") or self.hour.past(by)

    def inspection_duty(self) -> RulebookDuty | None:
        """The duty to inspect the reader each gaming day; none where neither text nor policy asks it."""
        duty = self.duty("reader-not-inspected")
        return None if duty is None or (self.by_figure(duty) and not self.house.nj_inspection) else duty

    def inspection(self) -> tuple[str, tuple[str, ...], datetime | None] | None:
        """The inspection that has not been made this gaming day: its basis, its readings, the end of the minutes."""
        reader, duty = self.table.reader, self.inspection_duty()
        if reader is None or reader.failed or duty is None:
            return None
        today = {serial for serial, at in self.table.inspected.items() if at >= self.hour.begins}
        if reader.serial in today or (today and self.other("I-39")):
            return None
        opened, by = self.table.open_since, None
        if opened is not None and opened < self.hour.begins and reader.since < self.hour.begins:
            by = self.hour.begins + timedelta(minutes=self.house.inspection_minutes)
        if duty.policy:
            return POLICY, (), by
        readings = (("I-39",) if today else ()) + (("I-40",) if by is not None else ())
        return (READING if today else LAW), readings, by

    # The table

    def _equipment(self) -> Iterator[Condition]:
        if self.table.rack_decks is None:
            yield from self._plain("rack-missing")
        for what, duty in FITTED:
            if what not in self.table.fitted:
                yield from self._plain(duty)

    def _floorperson(self) -> Iterator[Condition]:
        if self.table.floorperson is None and not self.other("I-42"):
            yield from self._by_reading("no-floorperson", None, "I-42")

    def _by_reading(
        self, name: str, subject: str | None, reading: str, of: str = "", span: object = None
    ) -> Iterator[Condition]:
        """A duty that stands only by the reading that was chosen."""
        for made in self._plain(name, subject, of=of, span=span):
            yield made if made.basis == POLICY else made._replace(basis=READING, readings=(reading,))

    # Batches

    def _batches(self) -> Iterator[Condition]:
        table = self.table
        if sum(each.in_rack for each in table.sets.values()) > 1:
            yield from self._plain("rack-mixed")
        if not table.shuffler_in_use:
            return
        sets = table.opened_sets()
        if len(sets) != 2:
            yield from self._plain("batches-two")
            return
        one, two = sets
        if one.decks != two.decks:
            yield from self._plain("batches-equal")
        if _alike(one.design) != _alike(two.design):
            yield from self._plain("batches-design")
        if _alike(one.back) == _alike(two.back):
            yield from self._plain("batches-color")
        shoe = table.shoe
        if shoe is not None:
            other = two if shoe.cards is one else one
            if other.where != SHUFFLER:
                yield from self._plain("batch-outside", other.name, span=shoe.number)
            if shoe.repeats and shoe.shuffler_in_use:
                yield from self._plain("batch-not-alternated", shoe.cards.name, span=shoe.number)

    # The set in the shoe

    def _cards(self, shoe: LoggedShoe) -> Iterator[Condition]:
        cards, span = shoe.cards, shoe.number
        by = self.change_by(cards)
        if by is not None and self.hour.past(by):
            for made in self._plain("decks-over-hours", cards.name, span=span):
                yield made if made.basis == POLICY else made._replace(readings=("I-37",))
        yield from self._decks_number(cards, span)
        yield from self._plain("tens-in-shoe" if cards.has_tens else "tens-missing", cards.name, span=span)
        if self.table.rack_decks is not None and self.table.rack_decks != cards.decks:
            yield from self._plain("rack-height", cards.name, span=span)
        for step in OPENING:
            yield from self._step(cards, step, span)

    def change_by(self, cards: LoggedSet) -> datetime | None:
        """When a set must be changed; none where no hours run."""
        hours = self.hours(cards)
        return None if hours is None else hours[1]

    def hours(self, cards: LoggedSet) -> tuple[datetime, datetime] | None:
        """When a set's hours began and when they end; none where none run."""
        duty = self.duty("decks-over-hours")
        opened = None if cards.opened is None else cards.opened.at
        began = cards.first_shoe if self.other("I-37") else opened
        if duty is None or began is None:
            return None
        own = self.book.change_hours(self.setup.decks).value
        hours = self.house.nj_change_hours if self.by_figure(duty) else own
        return None if hours is None else (began, began + timedelta(hours=hours))

    def _decks_number(self, cards: LoggedSet, span: object) -> Iterator[Condition]:
        if cards.decks not in self.book.cards.decks.value:
            of = self.setup.method if self.duty("decks-number", self.setup.method) else ""
            yield from self._plain("decks-number", cards.name, of=of, span=span)
        elif cards.decks != self.setup.decks:
            yield Condition("decks-number", cards.name, "", POLICY, (), span)

    def _step(self, cards: LoggedSet, step: str, span: object) -> Iterator[Condition]:
        duty = self.duty("step-missing", step)
        if step in cards.done or duty is None or (duty.cards and cards.cards not in duty.cards):
            return
        if cards.cards == "preinspected" and "I-41" in duty.readings:
            if not self.other("I-41"):
                yield from self._by_reading("step-missing", step, "I-41", of=step, span=span)
        else:
            yield from self._plain("step-missing", step, of=step, span=span)

    # The shoe

    def _shoe(self, shoe: LoggedShoe) -> Iterator[Condition]:
        cards, span = shoe.cards, shoe.number
        if shoe.shuffled is None or (shoe.shuffled == "beforehand" and not shoe.beforehand):
            yield from self._plain("not-shuffled", cards.name, span=span)
        if cards.faulted:
            yield from self._plain("faulted-shuffle", cards.name, span=span)
        if not shoe.cut:
            yield from self._not_cut(shoe)
        if shoe.shuffled == "hand":
            yield from self._shuffler_standing(shoe)
        if not shoe.burned:
            yield from self._plain("not-burned", cards.name, span=span)
        if shoe.dealer_owes_burn:
            yield from self._plain("dealer-not-burned", cards.name, span=span)
        if shoe.cover_card:
            yield from self._plain("cover-card-passed", cards.name, span=span)

    def _not_cut(self, shoe: LoggedShoe) -> Iterator[Condition]:
        duty = self.duty("not-cut")
        if duty is None or (duty.value == "hand-or-beforehand" and shoe.shuffled not in ("hand", "beforehand")):
            return
        if duty.value == "unless-straight" and shoe.straight:
            if self.other("I-29"):
                yield from self._by_reading("not-cut", shoe.cards.name, "I-29", span=shoe.number)
        else:
            yield from self._plain("not-cut", shoe.cards.name, span=shoe.number)

    def _shuffler_standing(self, shoe: LoggedShoe) -> Iterator[Condition]:
        duty, device = self.duty("shuffler-standing"), self.table.shuffler
        if duty is None or device is None:
            return
        removed = duty.value == "removed"
        if (
            (shoe.shuffler_there and device.out != "removed")
            if removed
            else (shoe.shuffler_out and device.out == "nothing")
        ):
            yield from self._plain("shuffler-standing", shoe.cards.name, span=shoe.number)

    # A dead game

    def _dead_game(self, game: DeadGame) -> Iterator[Condition]:
        duty = self.duty("idle-not-done")
        if duty is None or game.player is None or not game.sets:
            return
        swaps = duty.value == "wash-or-batches" and self.table.shuffler_in_use
        missing = self._missing_after_swap(game) if swaps else self._missing_after_wash(game, duty.value)
        for step in missing:
            of = "spread" if step == "spread" else "shuffler" if swaps else ""
            yield from self._plain("idle-not-done", step, of=of if self.duty("idle-not-done", of) else "")

    def _missing_after_wash(self, game: DeadGame, procedure: str) -> Iterator[str]:
        sets = game.sets.values()
        steps = OPENING if procedure == "open-again" else ("washed",)
        spread_since = game.player if procedure == "open-again" else game.line
        if not all(each.since("spread", spread_since) for each in sets):
            yield "spread"
        for step in steps:
            if step != "spread" and not all(each.since(step, game.player) for each in sets):
                yield step
        if game.shoe is None:
            yield "shoe"

    def _missing_after_swap(self, game: DeadGame) -> Iterator[str]:
        asked, shoe = game.asks_to_spread, game.other_shoe
        spread = all(each.since("spread", game.line) for each in game.sets.values())
        if not spread or (asked and (shoe is None or not shoe.cards.since("spread", game.player))):
            yield "spread"
        if game.last is not None and not game.last_gone and not game.last.since("load", game.player):
            yield "load"
        if shoe is None:
            yield "shoe"
        if asked and (shoe is None or not self._reshuffled(shoe, game)):
            yield "reshuffled"

    def _reshuffled(self, shoe: LoggedShoe, game: DeadGame) -> bool:
        loaded = shoe.shuffled == "shuffler" and game.player is not None and shoe.loaded > game.player
        return shoe.shuffled == "hand" or loaded or shoe.cards.since("reshuffled", game.player)


def _alike(words: str) -> str:
    """Colors and designs as people write them: the same in capitals."""
    return words.strip().casefold()
