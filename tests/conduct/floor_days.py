"""What happens at one table of a random log: whole procedures as dealers do them, with steps left out or put wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.conduct.plain_reading import BOOKS, Event, Unreadable, filled
from tests.conduct.plain_table import Table
from tests.conduct.plain_things import CardSet, Moment

__all__ = ["BOOKS", "TableDay"]

NJ = "nj-19-47-26"
METHODS = ("hand", "batch_shuffler", "batch_shuffler", "batch_shuffler", "continuous", "counting_device")
READINGS = ("I-29", "I-37", "I-39", "I-40", "I-41", "I-42", "I-01")
SETS = ("A", "B", "C", "a")
DECKS = {"pa-590": (1, 4, 6), "pa-673a": (2, 6), "pa-685a": (4, 6, 8, 7), "pa-665a": (8, 8, 6), NJ: (6, 8, 4)}
PEOPLE = ("Ana", "Bob", "Cid")
STEPS = ("inspected", "verified", "spread", "washed")


class TableDay:
    """One table, which knows where its sets are so that most lines can be read."""

    def __init__(self, chance: random.Random, name: str, book: str, careless: float) -> None:
        self.chance, self.name, self.book, self.careless = chance, name, book, careless
        self.method = chance.choice(METHODS)
        self.decks = chance.choice(DECKS[book][:2])
        self.table = Table(name)
        self.now = 0
        self.line = 0
        self.begun = False
        self.wild = chance.random() < 0.25

    def opened_at(self) -> list[int]:
        return [each.opened.seconds for each in self.table.sets.values() if each.opened]

    def something(self) -> Iterator[Event]:
        """The lines of the next thing that happens here, those that can be read, now and then without one of them."""
        if self.begun and self.wild:
            lines = one_line(self)
        elif self.begun:
            ways = list(WAYS)
            lines = self.chance.choices(ways, [WAYS[way] for way in ways])[0](self)
        else:
            self.begun, lines = True, begin(self)
        for event in lines:
            if self.chance.random() < self.careless:
                continue
            if self.happens(event):
                yield event

    def happens(self, event: Event) -> bool:
        try:
            full = filled({"format": "floor-log/1", "table": self.name} | event, first=True)
            self.table.check(full)
        except Unreadable:
            return False
        self.line += 1
        if event["do"] == "round":
            self.table.round_as_player(self.line)
        self.table.do(full, self.line, Moment(self.now, ""))
        return True

    def maybe(self, often: float) -> bool:
        return self.chance.random() < often

    def here(self) -> list[CardSet]:
        return [each for each in self.table.sets.values() if each.place != "away"]

    def a_set(self) -> str:
        here = self.here()
        return self.chance.choice(here).name if here and not self.maybe(0.03) else self.chance.choice(SETS)

    def other_set(self) -> str:
        """A set for the next shoe: with batches the one that was not dealt last."""
        last = self.table.shoes[-1].cards.name if self.table.shoes else ""
        others = [each.name for each in self.here() if each.name != last]
        return self.chance.choice(others) if others and not self.maybe(0.15) else last or self.a_set()


def setup(day: TableDay) -> Event:
    chance = day.chance
    event: Event = {"do": "setup", "rulebook": day.book, "decks": day.decks, "method": day.method}
    if day.maybe(0.1):
        event["decks"] = chance.choice(DECKS[day.book])
    if day.maybe(0.2):
        event["boxes"] = chance.choice((5, 6, 7, 8))
    if day.maybe(0.2):
        event["side_wagers"] = chance.sample(("match_dealer", "push_22", "bust_it"), chance.randrange(3))
    if day.maybe(0.35):
        event["readings"] = chance.sample(READINGS, chance.randrange(4))
    return event


def fit_reader(day: TableDay) -> Event:
    right = "masque" if day.book == "pa-685a" else "blackjack"
    kind = right if day.maybe(0.9) else day.chance.choice(("masque", "blackjack"))
    return {"do": "fit", "what": "reader", "serial": day.chance.choice(("R1", "R1", "R2", "r3")), "kind": kind}


def fit_shuffler(day: TableDay) -> Event:
    serial = day.chance.choice(("S1", "S1", "S2", None))
    return {"do": "fit", "what": "shuffler"} | ({"serial": serial} if serial else {})


def bring(day: TableDay, name: str, back: str) -> Event:
    chance = day.chance
    event: Event = {"do": "bring", "set": name, "decks": day.decks, "back": back, "design": "eagle"}
    event["cards"] = chance.choice(("new", "new", "preinspected", "preshuffled"))
    if day.maybe(0.1):
        event["decks"] = chance.choice(DECKS[day.book])
    if day.maybe(0.06):
        event["design"] = "star"
    if day.maybe(0.12):
        event["tens"] = day.maybe(0.5)
    return event


def open_set(day: TableDay, name: str, back: str) -> Iterator[Event]:
    yield bring(day, name, back)
    if day.maybe(0.8):
        yield {"do": "break_seal", "set": name}
    for step in day.chance.sample(STEPS, 4) if day.maybe(0.2) else STEPS:
        yield {"do": "step", "set": name, "step": step}
    if day.book in ("pa-665a", NJ) or day.maybe(0.02):
        yield tens_removed(day, name)


def tens_removed(day: TableDay, name: str) -> Event:
    disposed = "destroyed" if day.book == NJ else "torn_and_boxed"
    if day.maybe(0.1):
        disposed = day.chance.choice(("torn_and_boxed", "destroyed", "kept"))
    event: Event = {"do": "step", "set": name, "step": "tens_removed", "disposed": disposed}
    return event | ({"verified_by_floorperson": day.maybe(0.5)} if day.maybe(0.1) else {})


def begin(day: TableDay) -> Iterator[Event]:
    """A table is set up, fitted and opened."""
    yield setup(day)
    if day.book != NJ or day.maybe(0.5):
        yield fit_reader(day)
    if day.method != "hand" and day.maybe(0.95):
        yield fit_shuffler(day)
    yield {"do": "fit", "what": "discard_rack", "decks": day.decks if day.maybe(0.95) else 3}
    for what in ("drop_box", "tip_box", "layout"):
        yield {"do": "fit", "what": what}
    yield {"do": "assign", "post": "floorperson", "who": "Ana"}
    yield {"do": "assign", "post": "dealer", "who": "Bob"}
    yield {"do": "inspect_reader", "by": "Ana" if day.maybe(0.9) else "Bob"}
    yield from open_set(day, "A", "red")
    if day.method == "batch_shuffler":
        yield from open_set(day, "B", "blue" if day.maybe(0.93) else "red")
        yield {"do": "load", "set": "B"}
    if day.maybe(0.9):
        yield {"do": "open"}
    yield from new_shoe(day)


def new_shoe(day: TableDay) -> Iterator[Event]:
    """The end of a shoe, its cards into the shuffler, and the next."""
    last = day.table.shoes[-1].cards.name if day.table.shoes else None
    name = day.other_set() if day.method == "batch_shuffler" else day.a_set()
    if day.maybe(0.5):
        yield {"do": "end_shoe"}
    if last and day.method != "hand" and day.maybe(0.85):
        yield {"do": "load", "set": last}
    elif day.maybe(0.5):
        yield {"do": "clear_rack"}
    yield shoe(day, name)
    if day.maybe(0.92):
        yield {"do": "burn"}
    yield from rounds(day)


def shoe(day: TableDay, name: str) -> Event:
    by_hand = day.method == "hand" or not day.table.shuffler_usable
    event: Event = {"do": "shoe", "set": name, "shuffled": "hand" if by_hand else "shuffler", "cut": True}
    if day.maybe(0.2):
        event["shuffled"] = day.chance.choice(("hand", "shuffler", "beforehand", None))
    if day.maybe(0.2):
        event["cut"] = False
        event["straight"] = day.maybe(0.5)
    return event


def rounds(day: TableDay) -> Iterator[Event]:
    for _ in range(day.chance.randrange(1, 3)):
        event: Event = {"do": "round"}
        if day.maybe(0.2):
            event["count"] = day.chance.randrange(1, 9)
        if day.maybe(0.2):
            event["hands"] = day.chance.randrange(1, 9)
        yield event
    if day.maybe(0.15):
        yield {"do": "cover_card"}


def idle(day: TableDay) -> Iterator[Event]:
    """Nobody plays, then somebody does."""
    table, often = day.table, day.chance.choice((0.5, 0.9, 1.0))
    owed = [each.name for each in table.in_rack] + ([table.shoe.cards.name] if table.shoe else [])
    last = table.shoes[-1].cards.name if table.shoes else None
    yield {"do": "idle"}
    if day.maybe(0.1):
        yield {"do": "take_away", "set": day.a_set()}
    for name in owed:
        if day.maybe(often):
            yield {"do": "step", "set": name, "step": "spread"}
    if day.maybe(0.15):
        yield {"do": "player"}
        yield {"do": "idle"}
    if day.maybe(0.85):
        yield {"do": "player"} | ({"asks_to_spread": day.maybe(0.8)} if day.maybe(0.4) else {})
    for step in STEPS if day.book == "pa-685a" or day.maybe(0.2) else ("washed",):
        for name in owed:
            if day.maybe(often):
                yield {"do": "step", "set": name, "step": step}
    if last and day.method == "batch_shuffler" and day.maybe(often):
        yield {"do": "load", "set": last}
    other = day.other_set()
    if day.maybe(0.3):
        yield {"do": "step", "set": other, "step": "spread"}
        yield {"do": day.chance.choice(("load", "reshuffled")), "set": other}
    if day.maybe(often):
        yield shoe(day, other)
        yield {"do": "burn"}
    yield from rounds(day)


def people(day: TableDay) -> Iterator[Event]:
    post = day.chance.choice(("dealer", "dealer", "floorperson"))
    yield {"do": day.chance.choice(("assign", "assign", "leave")), "post": post, "who": day.chance.choice(PEOPLE)}
    if day.maybe(0.4):
        yield {"do": "burn"}
    yield from rounds(day)


def reader(day: TableDay) -> Iterator[Event]:
    ways: tuple[Event, ...] = (
        {"do": "inspect_reader", "by": "Ana"},
        {"do": "inspect_reader", "by": day.chance.choice(PEOPLE), "good": day.maybe(0.7)},
        {"do": "reader_fails"},
        {"do": "reader_mended"},
        fit_reader(day),
        fit_reader(day),
        {"do": "remove", "what": "reader"},
    )
    yield day.chance.choice(ways)
    yield from rounds(day)


def shuffler(day: TableDay) -> Iterator[Event]:
    ways: tuple[Event, ...] = (
        {"do": "jam"},
        {"do": "jam"},
        {"do": "shuffler_out", "how": day.chance.choice(("covered", "signed", "removed", "nothing", "nothing"))},
        {"do": "shuffler_back"},
        {"do": "shuffler_back"},
        fit_shuffler(day),
        {"do": "remove", "what": "shuffler"},
        {"do": "reshuffled", "set": day.a_set()},
        {"do": "load", "set": day.a_set()},
    )
    yield day.chance.choice(ways)
    yield from rounds(day)
    if day.maybe(0.6):
        yield from new_shoe(day)


def decks(day: TableDay) -> Iterator[Event]:
    """Sets come and go."""
    name, chance = day.a_set(), day.chance
    way = chance.randrange(4)
    if way == 0:
        yield {"do": "take_away", "set": name}
    if way == 1:
        yield bring(day, chance.choice(SETS), chance.choice(("red", "blue")))
    if way == 2:
        yield {"do": "take_away", "set": name}
        yield from open_set(day, chance.choice(SETS), chance.choice(("red", "blue")))
        yield from new_shoe(day)
    if way == 3:
        yield {"do": "step", "set": name, "step": chance.choice(STEPS)}
    yield from rounds(day)


def counting(day: TableDay) -> Iterator[Event]:
    name = day.a_set()
    cards = day.table.sets.get(name)
    if cards:
        yield {"do": "count", "set": name, "cards": cards.full + day.chance.choice((0, 0, 0, -1, -1, 1))}


def table(day: TableDay) -> Iterator[Event]:
    yield {"do": day.chance.choice(("open", "close", "stop", "resume"))}
    yield from rounds(day)
    if day.maybe(0.5):
        yield {"do": day.chance.choice(("open", "resume"))}
        yield from new_shoe(day)


def furniture(day: TableDay) -> Iterator[Event]:
    what = day.chance.choice(("discard_rack", "drop_box", "tip_box", "layout", "sign"))
    event: Event = {"do": day.chance.choice(("fit", "remove")), "what": what}
    yield event | ({"decks": day.chance.choice((day.decks, day.decks, 3))} if what == "discard_rack" else {})
    yield from rounds(day)


def set_up_anew(day: TableDay) -> Iterator[Event]:
    if day.maybe(0.4):
        day.method = day.chance.choice(METHODS)
    if day.maybe(0.1):
        day.book = day.chance.choice(BOOKS)
    yield setup(day)
    yield from rounds(day)


def anything(day: TableDay) -> Iterator[Event]:
    """One line out of place."""
    ways: tuple[Event, ...] = (
        {"do": "recut", "by_post": day.chance.choice(("floorperson", "supervisor"))},
        {"do": "cover_card"},
        {"do": "end_shoe"},
        {"do": "clear_rack"},
        {"do": "burn"},
        {"do": "idle"},
        {"do": "player", "asks_to_spread": day.maybe(0.5)},
        {"do": "break_seal", "set": day.a_set()},
        {"do": "reshuffled", "set": day.a_set()},
        {"do": "load", "set": day.a_set()},
        {"do": "take_away", "set": day.a_set()},
        tens_removed(day, day.a_set()),
        shoe(day, day.a_set()),
        {"do": "step", "set": day.a_set(), "step": day.chance.choice(STEPS)},
    )
    for _ in range(day.chance.randrange(1, 4)):
        yield day.chance.choice(ways)
    yield from rounds(day)


def one_line(day: TableDay) -> Iterator[Event]:
    """Any line at all, often a round: what no dealer does and a log may still hold."""
    if day.maybe(0.35):
        yield {"do": "round"}
        return
    kinds = (new_shoe, idle, people, reader, shuffler, decks, counting, table, furniture, set_up_anew, anything)
    lines = list(day.chance.choice(kinds)(day))
    if lines:
        yield day.chance.choice(lines)


WAYS = {
    new_shoe: 8,
    rounds: 4,
    idle: 5,
    people: 3,
    reader: 4,
    shuffler: 5,
    decks: 3,
    counting: 2,
    table: 3,
    furniture: 1,
    set_up_anew: 2,
    anything: 5,
}
