"""One table of the sample at work: opened with fresh cards, shoe after shoe, cards changed, closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import datetime, timedelta

from floorapp.domain.tables import Post, ShufflingMethod
from floorapp.domain.values import dataclass
from floorapp.operations.acts import assignments, batches, decks, opening, shoes
from floorapp.operations.desk import Desk
from floorapp.operations.gate import gate
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import SampleTable
from floorapp.operations.sample.timeline import Doing, Script

#: Shoes are told one by one in the last hours; before that only so many that the days stay lively.
TOLD_FULLY = timedelta(hours=13)

#: How often somebody looks whether a table is free for the next thing, in seconds.
LOOK_AGAIN = 60.0


@dataclass(slots=True)
class TableAtWork:
    """A table, its cards and its shoe, as far as the one who acts here has to know them."""

    planned: SampleTable
    making: Making
    #: The deck sets at the table; the first is in the shoe or has its turn next.
    sets: list[str] = field(default_factory=list)
    open: bool = False
    stopped: bool = False
    shoe: bool = False
    reader_failed: bool = False
    #: Somebody is in the middle of something here.
    busy: bool = False
    #: No ordinary cover card comes out from here on.
    quiet_from: datetime | None = None
    #: When the shoe began.
    began: datetime | None = None
    #: Told when a shoe has ended: the table and when it began.
    after_shoe: Callable[[TableAtWork, datetime], None] = field(default=lambda work, began: None)
    #: How long before the present moment its shoes are told one by one.
    told_fully: timedelta = TOLD_FULLY
    #: Counts shoes; what was planned for an earlier one does not happen.
    turn: int = 0

    @property
    def id(self) -> str:
        """The table's name."""
        return self.planned.id

    @property
    def dealing(self) -> bool:
        """Whether cards are being dealt."""
        return self.open and self.shoe and not self.stopped

    @property
    def with_tens(self) -> bool:
        """Whether its game is played with tens."""
        return self.making.rulebook(self.planned).cards.tens.value

    @property
    def cards(self) -> int:
        """How many cards a set of this table has."""
        return self.planned.game.decks * (52 if self.with_tens else 48)

    def desk(self) -> Desk:
        """The desk of its floorperson."""
        return self.making.floorperson(self.id)

    def free(self) -> Script:
        """Wait until nobody is in the middle of something at this table, then be the one."""
        while self.busy:
            yield LOOK_AGAIN
        self.busy = True

    def bring_cards(self) -> Doing[tuple[str, ...]]:
        """Fresh deck sets, opened, counted and verified at the table."""
        names = yield from self.making.supply.issue(self.planned, self.desk)
        yield self.making.about(200)
        yield from self.open_cards(names)
        return names

    def open_cards(self, names: Sequence[str]) -> Script:
        """Break the seals of sets that were issued to the table."""
        holders = self.making.holders
        yield from self.making.supply.open(self.planned, lambda: holders[self.id], names, tens=self.with_tens)

    def open_up(self) -> Script:
        """Through the checklist and the gate; then the first shoe begins."""
        yield from self.free()
        if not self.open:
            if not self.sets:
                self.sets = list((yield from self.bring_cards()))
                yield self.making.about(300)
            cards = self.planned.game.cards
            with self.desk().looking() as moment:
                steps = opening.opening_steps(moment, table=self.id, cards=cards)
            done = tuple(step.id for step in steps)
            opening.open_table(self.desk(), table=self.id, cards=cards, done=done)
            self.open = True
            yield self.making.about(90)
            yield from self.begin_play()
        self.busy = False

    def begin_play(self) -> Script:
        """The first shoe of these cards; of two batches the first comes shuffled, then the other goes in."""
        if self.planned.batches:
            batches.load_batch(self.desk(), table=self.id, deck_set=self.sets[0])
            yield self.making.about(260)
        shoes.begin_shoe(self.desk(), table=self.id, deck_set=self.sets[0])
        if self.planned.batches:
            batches.load_batch(self.desk(), table=self.id, deck_set=self.sets[1])
        yield from self.begun()

    def begun(self) -> Script:
        """A shoe has begun: its first card is burned, its cover card will come."""
        self.shoe, self.began = True, self.making.now
        self.turn += 1
        yield self.making.about(25)
        shoes.burn_card(self.desk(), table=self.id)
        # A continuous shuffler has no cover card to wait for.
        if self.planned.method is not ShufflingMethod.CONTINUOUS_SHUFFLER:
            self.making.begin(self.making.now + self._shoe_lasts(), self._cover_card(self.turn))

    def _shoe_lasts(self) -> timedelta:
        recent = self.making.present - self.making.now < self.told_fully
        return timedelta(minutes=self.making.chance.uniform(*((70, 100) if recent else (620, 840))))

    def _cover_card(self, turn: int) -> Script:
        while self.busy or self.stopped:
            yield self.making.about(10 * LOOK_AGAIN)
        quiet = self.quiet_from is not None and self.making.now >= self.quiet_from
        if turn == self.turn and self.open and self.shoe and not quiet:
            self.busy = True
            yield from self.next_shoe()
            self.busy = False

    def next_shoe(self) -> Script:
        """The cover card comes out, the cards are counted, and the next shoe begins."""
        shoes.reach_cover_card(self.desk(), table=self.id)
        yield self.making.about(60)
        self.end_shoe()
        yield self.making.about(110)
        yield from self.go_on()

    def go_on(self) -> Script:
        """The next shoe: the other batch's, or the same cards shuffled."""
        if self.planned.batches:
            batches.swap_batches(self.desk(), table=self.id)
            self.sets.reverse()
        else:
            shoes.begin_shoe(self.desk(), table=self.id, deck_set=self.sets[0])
        yield from self.begun()

    def end_shoe(self, *, missing: int = 0) -> str:
        """Count the shoe; answers the id of the entry."""
        left = self.making.chance.randint(self.cards // 5, self.cards // 4)
        gone = self.cards - left - missing
        change = shoes.end_shoe(self.desk(), table=self.id, remaining=left, discarded=gone)
        self.shoe = False
        self.stopped = missing > 0
        if self.began is not None:
            self.after_shoe(self, self.began)
        return change.ids[0]

    def change(self) -> Script:
        """Fresh cards for old ones between two shoes."""
        yield from self.free()
        while self.stopped:
            yield LOOK_AGAIN
        fresh = yield from self.making.supply.issue(self.planned, self.desk)
        yield self.making.about(60)
        self.end_shoe()
        yield from self.open_cards(fresh)
        old, self.sets = tuple(self.sets), list(fresh)
        with self.desk().looking() as moment:
            done = tuple(step.id for step in decks.preparing_steps(moment, table=self.id, into=fresh))
        decks.change_decks(self.desk(), table=self.id, out=old, into=fresh, done=done)
        yield self.making.about(70)
        yield from self.begin_play()
        self.busy = False
        yield from self.making.supply.seal(self.desk, old)

    def close(self) -> Script:
        """The last shoe is counted, the table closed, its cards taken out of play and sealed."""
        yield from self.free()
        while self.stopped:
            yield LOOK_AGAIN
        if self.open:
            if self.shoe:
                self.end_shoe()
            yield self.making.about(120)
            opening.close_table(self.desk(), table=self.id, reason="Hours over")
            self.open = False
            old, self.sets = tuple(self.sets), []
            for name in old:
                decks.withdraw_decks(self.desk(), deck_set=name, reason="table closed")
            yield self.making.about(90)
            yield from self.making.supply.seal(self.desk, old)
        self.busy = False

    def resume(self) -> Script:
        """Deal again after a stop, as soon as the gate lets it; with the next shoe where the last one had ended."""
        while self._barred():
            yield LOOK_AGAIN
        opening.resume_table(self.desk(), table=self.id)
        self.stopped = False
        if not self.shoe:
            yield self.making.about(40)
            yield from self.go_on()

    def _barred(self) -> bool:
        """Whether something is missing, such as the inspection of a gaming day that has just begun."""
        with self.desk().looking() as moment:
            return bool(gate(moment, self.id))

    def new_dealer(self, dealer: str) -> Script:
        """Another dealer taps in; the next card is burned."""
        yield from self.free()
        assignments.assign(self.desk(), table=self.id, post=Post.DEALER, person=dealer)
        yield self.making.about(20)
        if self.dealing:
            shoes.burn_card(self.desk(), table=self.id)
        self.busy = False
