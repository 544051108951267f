"""A table as a floor-log/1 tells it: where every set is, what is fitted, and what each line does to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.conduct.plain_reading import Event, Unreadable
from tests.conduct.plain_things import CardSet, Idle, Moment, Reader, Round, Shoe, Shuffler

MACHINES = ("continuous", "counting_device")


@dataclass(eq=False)
class Table:
    """One table; `do` is what a line does to it."""

    name: str
    setup: Event | None = None
    reader: Reader | None = None
    shuffler: Shuffler | None = None
    rack: Event | None = None
    fitted: set[str] = field(default_factory=set)
    floorperson: str | None = None
    dealer: str | None = None
    last_dealer: str | None = None
    opened: int | None = None
    stopped: bool = False
    sets: dict[str, CardSet] = field(default_factory=dict)
    in_rack: list[CardSet] = field(default_factory=list)
    shoes: list[Shoe] = field(default_factory=list)
    shoe: Shoe | None = None
    last_dealt: CardSet | None = None
    idle: Idle | None = None
    inspections: list[tuple[int, str]] = field(default_factory=list)

    @property
    def method(self) -> str:
        return str(self.setup["method"]) if self.setup else ""

    @property
    def shuffler_usable(self) -> bool:
        return self.shuffler is not None and self.shuffler.out is None

    @property
    def shuffler_in_use(self) -> bool:
        return (
            self.shuffler is not None
            and self.shuffler.out is None
            and not self.shuffler.waits
            and self.method == "batch_shuffler"
        )

    def at_table(self, name: str) -> CardSet | None:
        found = self.sets.get(name)
        return found if found and found.place != "away" else None

    def check(self, event: Event) -> None:
        """A set that is not here, a round that cannot be: unreadable."""
        do = event["do"]
        if "set" in event and do != "bring" and self.at_table(event["set"]) is None:
            raise Unreadable
        if do == "round" and (self.shoe is None or self.setup is None):
            raise Unreadable

    def do(self, event: Event, line: int, now: Moment) -> None:
        """What this line does; the lines that need no more than this are told first."""
        getattr(self, f"do_{event['do']}")(event, line, now)

    # The table and its people

    def do_setup(self, event: Event, line: int, now: Moment) -> None:
        self.setup = event

    def do_assign(self, event: Event, line: int, now: Moment) -> None:
        if event["post"] == "floorperson":
            self.floorperson = event["who"]
            return
        another = self.last_dealer is not None and event["who"] != self.last_dealer
        self.dealer = self.last_dealer = event["who"]
        if another and self.shoe:
            self.shoe.new_dealer = True

    def do_leave(self, event: Event, line: int, now: Moment) -> None:
        if event["post"] == "floorperson" and self.floorperson == event["who"]:
            self.floorperson = None
        if event["post"] == "dealer" and self.dealer == event["who"]:
            self.dealer = None

    def do_open(self, event: Event, line: int, now: Moment) -> None:
        if self.opened is None:
            self.opened = now.seconds

    def do_close(self, event: Event, line: int, now: Moment) -> None:
        if self.opened is None:
            return
        self.do_end_shoe(event, line, now)
        self.opened, self.stopped, self.idle, self.last_dealt = None, False, None, None

    def do_stop(self, event: Event, line: int, now: Moment) -> None:
        if self.opened is not None:
            self.stopped = True

    def do_resume(self, event: Event, line: int, now: Moment) -> None:
        self.stopped = False

    # What is fitted

    def do_fit(self, event: Event, line: int, now: Moment) -> None:
        what, serial = event["what"], event["serial"]
        if what == "reader":
            if self.reader and self.reader.serial == serial:
                self.reader.kind, self.reader.failed = event["kind"], False
            else:
                self.reader = Reader(serial, event["kind"], now.seconds)
        elif what == "shuffler":
            if self.shuffler and serial is not None and self.shuffler.serial == serial:
                self.do_shuffler_back(event, line, now)
            else:
                self.empty_shuffler()
                self.shuffler = Shuffler(serial, waits=self.shoe is not None)
        elif what == "discard_rack":
            self.rack = event
        else:
            self.fitted.add(what)

    def do_remove(self, event: Event, line: int, now: Moment) -> None:
        what = event["what"]
        if what == "reader":
            self.reader = None
        elif what == "shuffler":
            self.empty_shuffler()
            self.shuffler = None
        elif what == "discard_rack":
            self.rack = None
        else:
            self.fitted.discard(what)

    def do_inspect_reader(self, event: Event, line: int, now: Moment) -> None:
        if self.reader:
            self.inspections.append((now.seconds, self.reader.serial))
            if not event["good"]:
                self.reader.failed = True

    def do_reader_fails(self, event: Event, line: int, now: Moment) -> None:
        if self.reader:
            self.reader.failed = True

    def do_reader_mended(self, event: Event, line: int, now: Moment) -> None:
        if self.reader:
            self.reader.failed = False

    def empty_shuffler(self) -> None:
        for each in self.sets.values():
            if each.place == "shuffler":
                each.place = "table"

    def do_jam(self, event: Event, line: int, now: Moment) -> None:
        inside = [each for each in self.sets.values() if each.place == "shuffler"]
        if self.shoe and self.method in MACHINES:
            inside.append(self.shoe.cards)
        for each in inside:
            each.faulted = True
        for each in self.sets.values():
            each.loaded_since_jam = False

    def do_shuffler_out(self, event: Event, line: int, now: Moment) -> None:
        if self.shuffler:
            self.shuffler.out = event["how"]
            self.empty_shuffler()

    def do_shuffler_back(self, event: Event, line: int, now: Moment) -> None:
        if self.shuffler and self.shuffler.out is not None:
            self.shuffler.out = None
            self.shuffler.waits = self.shoe is not None

    # The cards

    def do_bring(self, event: Event, line: int, now: Moment) -> None:
        cards = self.sets.setdefault(event["set"], CardSet(event["set"]))
        cards.told = event
        if cards.place == "away":
            cards.place = "table"

    def seal_off(self, event: Event, now: Moment) -> CardSet:
        cards = self.sets[event["set"]]
        if cards.opened is None:
            cards.opened = cards.full_count = now
        return cards

    def do_break_seal(self, event: Event, line: int, now: Moment) -> None:
        self.seal_off(event, now)

    def do_step(self, event: Event, line: int, now: Moment) -> None:
        self.seal_off(event, now).steps.setdefault(event["step"], []).append(line)

    def do_count(self, event: Event, line: int, now: Moment) -> None:
        cards = self.seal_off(event, now)
        if event["cards"] == cards.full:
            cards.full_count, cards.rounds = now, []

    def do_reshuffled(self, event: Event, line: int, now: Moment) -> None:
        cards = self.seal_off(event, now)
        cards.reshuffles.append(line)
        cards.faulted = False

    def do_load(self, event: Event, line: int, now: Moment) -> None:
        cards = self.seal_off(event, now)
        if not self.shuffler_usable:
            return
        if self.shoe and self.shoe.cards is cards:
            self.shoe_is_over()
        self.out_of_rack(cards)
        cards.place = "shuffler"
        cards.loads.append(line)
        cards.loaded_since_jam = True
        assert self.shuffler
        self.shuffler.waits = False

    def do_shoe(self, event: Event, line: int, now: Moment) -> None:
        cards = self.seal_off(event, now)
        self.do_end_shoe(event, line, now)
        self.out_of_rack(cards)
        cards.place = "shoe"
        shuffled = event["shuffled"]
        beforehand = cards.first_shoe is None and cards.told["cards"] == "preshuffled"
        cards.first_shoe = cards.first_shoe or now
        by_machine = shuffled == "shuffler" or (shuffled is None and self.method in MACHINES)
        if shuffled == "hand" or (by_machine and cards.loaded_since_jam):
            cards.faulted = False
        self.shoe = Shoe(
            number=len(self.shoes),
            line=line,
            cards=cards,
            shuffled=shuffled,
            cut=event["cut"],
            straight=event["straight"] and shuffled == "shuffler",
            counts_as_shuffled=shuffled in ("hand", "shuffler") or (shuffled == "beforehand" and beforehand),
            shuffler_in_use=self.shuffler_in_use,
            shuffler_was_out=self.shuffler is not None and self.shuffler.out is not None,
            shuffler_stood=self.shuffler is not None and self.shuffler.out != "removed",
            same_as_last_dealt=self.last_dealt is cards,
        )
        self.shoes.append(self.shoe)
        if self.idle:
            self.idle.went_on = True

    def shoe_is_over(self) -> None:
        """What the end of a shoe changes, wherever its cards go."""
        assert self.shoe
        if self.shoe.dealt:
            self.last_dealt = self.shoe.cards
        if self.idle and self.idle.shoe == self.shoe.number:
            self.idle = None
        if self.shuffler:
            self.shuffler.waits = False
        self.shoe = None

    def into_rack(self, cards: CardSet) -> None:
        if cards not in self.in_rack:
            self.in_rack.append(cards)

    def out_of_rack(self, cards: CardSet) -> None:
        self.in_rack = [each for each in self.in_rack if each is not cards]

    def do_burn(self, event: Event, line: int, now: Moment) -> None:
        if self.shoe:
            self.shoe.burned, self.shoe.new_dealer = True, False
            self.into_rack(self.shoe.cards)

    def do_cover_card(self, event: Event, line: int, now: Moment) -> None:
        if self.shoe:
            self.shoe.cover_card = True

    def do_end_shoe(self, event: Event, line: int, now: Moment) -> None:
        if self.shoe:
            cards = self.shoe.cards
            self.shoe_is_over()
            cards.place = "rack"
            self.into_rack(cards)

    def do_clear_rack(self, event: Event, line: int, now: Moment) -> None:
        self.in_rack = []
        for each in self.sets.values():
            if each.place == "rack":
                each.place = "table"

    def do_take_away(self, event: Event, line: int, now: Moment) -> None:
        cards = self.sets[event["set"]]
        if self.shoe and self.shoe.cards is cards:
            self.shoe_is_over()
        self.out_of_rack(cards)
        cards.place = "away"
        if self.idle:
            self.idle.gone.append(cards)

    def do_recut(self, event: Event, line: int, now: Moment) -> None:
        """A recut is a moment, and changes nothing."""

    # Play

    def do_idle(self, event: Event, line: int, now: Moment) -> None:
        if self.opened is None:
            return
        if self.idle and not self.idle.went_on:
            self.idle.player, self.idle.asks = None, False
            return
        owed = list(self.in_rack)
        if self.shoe and self.shoe.cards not in owed:
            owed.append(self.shoe.cards)
        last = self.shoes[-1].cards if self.shoes else None
        self.idle = Idle(line, owed, last)

    def do_player(self, event: Event, line: int, now: Moment) -> None:
        if self.idle:
            if self.idle.player is None:
                self.idle.player = line
            self.idle.asks = self.idle.asks or event["asks_to_spread"]

    def round_as_player(self, line: int) -> None:
        """A round at an idle table is its own player."""
        if self.idle and self.idle.player is None:
            self.idle.player = line

    def do_round(self, event: Event, line: int, now: Moment) -> None:
        assert self.shoe
        self.shoe.dealt = True
        self.shoe.cards.rounds.append(Round(now, event["count"], event["hands"]))
        self.into_rack(self.shoe.cards)
        if self.idle:
            self.idle.went_on = True
            if self.idle.shoe is None:
                self.idle.shoe = self.shoe.number
