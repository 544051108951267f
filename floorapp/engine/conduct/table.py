"""A table's conduct: everything at one table that a duty can turn on, after each thing that happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.cards import AWAY, RACK, SHOE, SHUFFLER, TABLE, DeadGame, LoggedSet, LoggedShoe
from floorapp.engine.conduct.event import Event, Setup
from floorapp.engine.conduct.stamp import Stamp

#: Shuffled while it is dealt: what is in the shoe is in the device.
CONTINUOUS = frozenset({"continuous", "counting_device"})
_NEEDS_SET = frozenset({"break_seal", "step", "count", "load", "shoe", "take_away", "reshuffled"})


@dataclass()
class FittedReader:
    serial: str
    kind: str
    since: datetime
    failed: bool = False


@dataclass()
class FittedShuffler:
    serial: str | None
    #: How it is out of use: covered, signed, removed, nothing; None while it works.
    out: str | None = None
    #: Came during a shoe: not in use before the next load, or that shoe's end.
    waits: bool = False


@dataclass()
class TableConduct:
    """One table; `apply` takes what happened, the other files ask what stands."""

    name: str
    setup: Setup | None = None
    is_open: bool = False
    stopped: bool = False
    open_since: datetime | None = None
    reader: FittedReader | None = None
    shuffler: FittedShuffler | None = None
    rack_decks: int | None = None
    #: Drop box, tip box, layout, sign.
    fitted: set[str] = field(default_factory=set)
    #: When each reader, by its serial, was last inspected here.
    inspected: dict[str, datetime] = field(default_factory=dict)
    floorperson: str | None = None
    dealer: str | None = None
    last_dealer: str | None = None
    sets: dict[str, LoggedSet] = field(default_factory=dict)
    shoe: LoggedShoe | None = None
    shoes: int = 0
    last_shoe_set: LoggedSet | None = None
    #: The set of the last shoe that was dealt from since the table was last closed.
    last_dealt: LoggedSet | None = None
    dead_game: DeadGame | None = None

    @property
    def method(self) -> str:
        return "" if self.setup is None else self.setup.method

    @property
    def usable_shuffler(self) -> FittedShuffler | None:
        """A fitted shuffler that is not out."""
        return self.shuffler if self.shuffler is not None and self.shuffler.out is None else None

    @property
    def shuffler_in_use(self) -> bool:
        return self.method == "batch_shuffler" and self.usable_shuffler is not None and not self.usable_shuffler.waits

    def opened_sets(self) -> list[LoggedSet]:
        """The opened sets at the table, wherever they lie."""
        return [each for each in self.sets.values() if each.where != AWAY and each.opened is not None]

    def set_here(self, name: str) -> LoggedSet | None:
        found = self.sets.get(name)
        return None if found is None or found.where == AWAY else found

    def refuses(self, event: Event) -> str:
        """Why this cannot have happened here; empty where it can."""
        if event.do in _NEEDS_SET and self.set_here(event.said["set"]) is None:
            return f"set: {event.said['set']!r} is not at table {self.name!r}"
        if event.do == "round" and self.setup is None:
            return f"table {self.name!r} has no setup"
        if event.do == "round" and self.shoe is None:
            return f"no shoe is at table {self.name!r}"
        return ""

    def apply(self, event: Event, at: Stamp, line: int) -> None:
        """What happened, done to the table; what finds nothing to change changes nothing."""
        _APPLY[event.do](self, event.said, at, line)

    # Opening and closing

    def open(self, _said: Any, at: Stamp, _line: int) -> None:
        if not self.is_open:
            self.is_open, self.open_since = True, at.at

    def close(self, _said: Any, _at: Stamp, _line: int) -> None:
        if self.is_open:
            self.end_shoe()
            self.is_open = self.stopped = False
            self.open_since = self.last_dealt = self.dead_game = None

    def stop(self, _said: Any, _at: Stamp, _line: int) -> None:
        self.stopped = self.is_open

    def resume(self, _said: Any, _at: Stamp, _line: int) -> None:
        self.stopped = False

    def set_up(self, said: Any, _at: Stamp, _line: int) -> None:
        self.setup = Setup(**said)

    # Equipment and people

    def fit(self, said: Any, at: Stamp, _line: int) -> None:
        what = said["what"]
        if what == "reader":
            since = self.reader.since if self.reader is not None and self.reader.serial == said["serial"] else at.at
            self.reader = FittedReader(said["serial"], said["kind"], since)
        elif what == "shuffler":
            self._fit_shuffler(said["serial"])
        elif what == "discard_rack":
            self.rack_decks = said["decks"]
        else:
            self.fitted.add(what)

    def _fit_shuffler(self, serial: str | None) -> None:
        same = self.shuffler is not None and serial is not None and self.shuffler.serial == serial
        if same:
            self.shuffler_back({}, None, 0)
        else:
            self._empty_shuffler()
            self.shuffler = FittedShuffler(serial, waits=self.shoe is not None)

    def remove(self, said: Any, _at: Stamp, _line: int) -> None:
        what = said["what"]
        if what == "reader":
            self.reader = None
        elif what == "shuffler":
            self._empty_shuffler()
            self.shuffler = None
        elif what == "discard_rack":
            self.rack_decks = None
        else:
            self.fitted.discard(what)

    def assign(self, said: Any, _at: Stamp, _line: int) -> None:
        who = said["who"]
        if said["post"] == "floorperson":
            self.floorperson = who
            return
        if self.shoe is not None and self.last_dealer is not None and who != self.last_dealer:
            self.shoe.dealer_owes_burn = True
        self.dealer = self.last_dealer = who

    def leave(self, said: Any, _at: Stamp, _line: int) -> None:
        if said["post"] == "floorperson" and self.floorperson == said["who"]:
            self.floorperson = None
        elif said["post"] == "dealer" and self.dealer == said["who"]:
            self.dealer = None

    # The reader and the shuffler

    def inspect_reader(self, said: Any, at: Stamp, _line: int) -> None:
        if self.reader is not None:
            self.inspected[self.reader.serial] = at.at
            self.reader.failed = self.reader.failed or not said["good"]

    def reader_fails(self, _said: Any, _at: Stamp, _line: int) -> None:
        if self.reader is not None:
            self.reader.failed = True

    def reader_mended(self, _said: Any, _at: Stamp, _line: int) -> None:
        if self.reader is not None:
            self.reader.failed = False

    def jam(self, _said: Any, _at: Stamp, _line: int) -> None:
        for each in self.sets.values():
            each.reloaded = False
            if each.where == SHUFFLER or (each.where == SHOE and self.method in CONTINUOUS):
                each.faulted = True

    def shuffler_out(self, said: Any, _at: Stamp, _line: int) -> None:
        if self.shuffler is not None:
            self._empty_shuffler()
            self.shuffler.out = said["how"]

    def shuffler_back(self, _said: Any, _at: Stamp | None, _line: int) -> None:
        if self.shuffler is not None and self.shuffler.out is not None:
            self.shuffler.out, self.shuffler.waits = None, self.shoe is not None

    def _empty_shuffler(self) -> None:
        for each in self.sets.values():
            if each.where == SHUFFLER:
                each.where = TABLE

    # Deck sets

    def bring(self, said: Any, _at: Stamp, _line: int) -> None:
        told = {name: said[name] for name in ("decks", "back", "design", "tens", "cards")}
        known = self.sets.get(said["set"])
        if known is None:
            self.sets[said["set"]] = LoggedSet(said["set"], **told)
            return
        for name, value in told.items():
            setattr(known, name, value)
        if known.where == AWAY:
            known.where = TABLE

    def break_seal(self, said: Any, at: Stamp, _line: int) -> None:
        self.sets[said["set"]].open(at)

    def step(self, said: Any, at: Stamp, line: int) -> None:
        cards = self.sets[said["set"]]
        cards.open(at)
        cards.done[said["step"]] = line
        cards.tens_removed = cards.tens_removed or said["step"] == "tens_removed"

    def reshuffled(self, said: Any, at: Stamp, line: int) -> None:
        cards = self.sets[said["set"]]
        cards.open(at)
        cards.done["reshuffled"] = line
        cards.faulted = cards.reloaded = False

    def load(self, said: Any, at: Stamp, line: int) -> None:
        cards = self.sets[said["set"]]
        cards.open(at)
        shuffler = self.usable_shuffler
        if shuffler is None:
            return
        if self.shoe is not None and self.shoe.cards is cards:
            self.end_shoe()
        cards.where, cards.in_rack, cards.reloaded = SHUFFLER, False, cards.faulted
        cards.done["load"] = line
        shuffler.waits = False

    def take_away(self, said: Any, _at: Stamp, _line: int) -> None:
        cards = self.sets[said["set"]]
        if self.shoe is not None and self.shoe.cards is cards:
            self.end_shoe()
        cards.where, cards.in_rack = AWAY, False
        if self.dead_game is not None:
            self.dead_game.sets.pop(cards.name, None)
            self.dead_game.last_gone = self.dead_game.last_gone or self.dead_game.last is cards

    # The shoe

    def begin_shoe(self, said: Any, at: Stamp, line: int) -> None:
        cards = self.sets[said["set"]]
        cards.open(at)
        self.end_shoe()
        shuffled, device = said["shuffled"], self.shuffler
        by_device = shuffled == "shuffler" or (shuffled is None and self.method in CONTINUOUS)
        if shuffled == "hand" or (cards.reloaded and by_device):
            cards.faulted = cards.reloaded = False
        self.shoes += 1
        self.shoe = shoe = LoggedShoe(
            self.shoes,
            cards,
            line,
            shuffled,
            said["cut"],
            said["straight"] and shuffled == "shuffler",
            beforehand=cards.first_shoe is None and cards.cards == "preshuffled",
            loaded=cards.done.get("load", -1),
            repeats=self.last_dealt is cards,
            shuffler_in_use=self.shuffler_in_use,
            shuffler_there=device is not None and device.out != "removed",
            shuffler_out=device is not None and device.out is not None,
        )
        if cards.first_shoe is None:
            cards.first_shoe = at.at
        cards.where, cards.in_rack = SHOE, False
        self.last_shoe_set = cards
        game = self.dead_game
        if game is not None:
            game.over = True
            if game.player is not None:
                game.shoe = shoe
                game.other_shoe = game.other_shoe if cards is game.last else shoe

    def end_shoe(self, _said: Any = None, _at: Stamp | None = None, _line: int = 0) -> None:
        shoe = self.shoe
        if shoe is None:
            return
        shoe.cards.where, shoe.cards.in_rack = RACK, True
        self.shoe = None
        if self.shuffler is not None:
            self.shuffler.waits = False
        if self.dead_game is not None and self.dead_game.ends_with == shoe.number:
            self.dead_game = None

    def burn(self, _said: Any, _at: Stamp, _line: int) -> None:
        if self.shoe is not None:
            self.shoe.burned, self.shoe.dealer_owes_burn = True, False
            self.shoe.cards.in_rack = True

    def cover_card(self, _said: Any, _at: Stamp, _line: int) -> None:
        if self.shoe is not None:
            self.shoe.cover_card = True

    def clear_rack(self, _said: Any, _at: Stamp, _line: int) -> None:
        for each in self.sets.values():
            each.in_rack = False
            if each.where == RACK:
                each.where = TABLE

    def count(self, said: Any, at: Stamp, _line: int) -> None:
        cards = self.sets[said["set"]]
        cards.open(at)
        if said["cards"] == cards.size:
            cards.full = at
            cards.dealt = type(cards.dealt)()

    def deal(self, said: Any, at: Stamp, _line: int) -> None:
        """A round out of the shoe; its cards go to the rack."""
        shoe, game = self.shoe, self.dead_game
        assert shoe is not None
        shoe.rounds += said["count"]
        shoe.cards.in_rack = True
        shoe.cards.dealt.add(at, said["count"], said["hands"])
        self.last_dealt = shoe.cards
        if game is not None:
            game.over = True
            if game.ends_with is None:
                game.ends_with = shoe.number

    # A dead game

    def idle(self, _said: Any, _at: Stamp, line: int) -> None:
        if not self.is_open:
            return
        game = self.dead_game
        if game is not None and not game.over:
            game.player, game.asks_to_spread = None, False
            return
        left = {each.name: each for each in self.sets.values() if each.where == SHOE or each.in_rack}
        self.dead_game = DeadGame(line, left, self.last_shoe_set)

    def player(self, said: Any, _at: Stamp, line: int) -> None:
        """The first player arrives; one who comes later may still ask."""
        game = self.dead_game
        if game is not None:
            game.player = line if game.player is None else game.player
            game.asks_to_spread = game.asks_to_spread or said["asks_to_spread"]

    def recut(self, _said: Any, _at: Stamp, _line: int) -> None:
        """Moves nothing: a finding at most."""


Apply = Callable[[TableConduct, Any, Stamp, int], None]
_APPLY: dict[str, Apply] = {
    "setup": TableConduct.set_up,
    "shoe": TableConduct.begin_shoe,
    "round": TableConduct.deal,
    **{
        name: getattr(TableConduct, name)
        for name in (
            "open close stop resume fit remove assign leave inspect_reader reader_fails reader_mended jam shuffler_out "
            "shuffler_back bring break_seal step reshuffled load take_away end_shoe burn cover_card clear_rack count "
            "idle player recut"
        ).split()
    },
}
