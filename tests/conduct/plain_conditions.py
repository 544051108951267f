"""Every condition of the page that is true at a table at one moment, worked out from scratch each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from tests.conduct.plain_table import MACHINES, Table
from tests.conduct.plain_things import CardSet, Reader, Shoe

NJ = "nj-19-47-26"
PA_BOOKS = ("pa-590", "pa-673a", "pa-685a", "pa-665a")
ALLOWED = {"pa-685a": (4, 5, 6, 8), "pa-665a": (8,), NJ: (6, 8)}
IDS = frozenset(("I-29", "I-37", "I-39", "I-40", "I-41", "I-42"))


@dataclass(frozen=True)
class House:
    """The house of the moment."""

    zone: str = "America/New_York"
    day_begins: str = "06:00"
    policy: dict[str, Any] = field(
        default_factory=lambda: {"inspection_minutes": 60, "nj_change_hours": 24, "nj_inspection": True}
    )

    def after(self, event: dict[str, Any]) -> House:
        return replace(
            self,
            zone=event["zone"] or self.zone,
            day_begins=event["day_begins"] or self.day_begins,
            policy=self.policy | event["policy"],
        )

    def day_begins_on(self, day: date) -> int:
        """Where the hour does not exist, with the offset before the change; where it comes twice, the first time."""
        hour, minute = map(int, self.day_begins.split(":"))
        local = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(self.zone), fold=0)
        return int(local.timestamp())

    def days_around(self, seconds: int) -> list[int]:
        today = datetime.fromtimestamp(seconds, UTC).date()
        return [self.day_begins_on(today + timedelta(days=days)) for days in range(-3, 4)]

    def gaming_day(self, seconds: int) -> int:
        """The first second of the gaming day that this second is in."""
        return max(begin for begin in self.days_around(seconds) if begin <= seconds)

    def gaming_date(self, seconds: int) -> int:
        """Which gaming day that is, also where the house moves its hour: the date it began on."""
        return datetime.fromtimestamp(self.gaming_day(seconds), ZoneInfo(self.zone)).toordinal()

    def next_gaming_day(self, seconds: int) -> int:
        return min(begin for begin in self.days_around(seconds) if begin > seconds)


class Now(NamedTuple):
    """A second, and whether all its lines have been read: only then is a deadline at this second over."""

    seconds: int
    lines_read: bool = False

    def past(self, deadline: int) -> bool:
        return self.seconds > deadline or (self.seconds == deadline and self.lines_read)


class Condition(NamedTuple):
    """What is true; `about` is the shoe or the gaming day it ends with."""

    duty: str
    subject: str | None
    citation: str
    basis: str
    readings: tuple[str, ...] = ()
    about: int | None = None


def cite(book: str, pa: str | tuple[str, str, str, str], nj: str = "") -> str:
    """The bare citation; four paragraphs where the Pennsylvania books differ."""
    if book == NJ:
        return f"19:47-{nj}"
    paragraph = pa if isinstance(pa, str) else pa[PA_BOOKS.index(book)]
    return book.removeprefix("pa-") + paragraph


def decks_allowed(book: str, decks: int) -> bool:
    return book not in ALLOWED or decks in ALLOWED[book]


def decks_citation(book: str, method: str) -> str:
    with_batches = book in ("pa-685a", "pa-665a") and method == "batch_shuffler"
    return cite(book, ".3(b)(1)" if with_batches else ".3(a)", "26.2(a)")


class Judged:
    """One table at one moment, with what the page calls the setup, the house and the readings of that moment."""

    def __init__(self, table: Table, house: House, now: Now) -> None:
        assert table.setup
        self.table, self.house, self.now = table, house, now
        self.book = str(table.setup["rulebook"])
        self.pa = self.book != NJ
        self.other_answer = IDS.intersection(table.setup["readings"])
        self.day = house.gaming_day(now.seconds)
        self.date = house.gaming_date(now.seconds)

    # The reader

    def minutes_run(self, reader: Reader) -> bool:
        """The table has been open, and the reader on it, since before the gaming day began."""
        return self.table.opened is not None and self.table.opened < self.day and reader.since < self.day

    def minutes_over(self) -> int:
        return self.day + 60 * int(self.house.policy["inspection_minutes"])

    def not_inspected(self) -> Condition | None:
        """The inspection that has not been made this gaming day, whether it is late or not, table open or closed."""
        reader = self.table.reader
        if reader is None or reader.failed:
            return None
        today = [serial for at, serial in self.table.inspections if at >= self.day]
        if reader.serial in today:
            return None
        if today and "I-39" in self.other_answer:
            return None
        if not self.pa:
            if not self.house.policy["nj_inspection"]:
                return None
            return Condition("reader-not-inspected", reader.serial, "", "policy", about=self.date)
        basis, readings = ("reading", ("I-39",)) if today else ("law", ())
        if self.minutes_run(reader):
            readings = (*readings, "I-40")
        return Condition("reader-not-inspected", reader.serial, cite(self.book, ".2(d)"), basis, readings, self.date)

    def about_the_reader(self) -> Iterator[Condition]:
        reader = self.table.reader
        if reader is None:
            if self.pa:
                yield Condition("reader-missing", None, cite(self.book, ".2(d)"), "law")
            return
        if self.pa and (reader.kind == "masque") != (self.book == "pa-685a"):
            yield Condition("reader-kind", reader.serial, cite(self.book, ".2(d)"), "law")
        if self.pa and reader.failed:
            paragraph = cite(self.book, (".13(j)", ".13(j)", ".12(i)", ".13(i)"))
            yield Condition("reader-failed", reader.serial, paragraph, "law")
        missing = self.not_inspected()
        has_time = self.minutes_run(reader) and "I-40" not in self.other_answer
        if missing and not (has_time and not self.now.past(self.minutes_over())):
            yield missing

    # The sets

    def hours_over(self, cards: CardSet) -> int | None:
        """When this set is to be changed; None where it has no hour."""
        begun = cards.first_shoe if "I-37" in self.other_answer else cards.opened
        hours = 24 if self.pa else self.house.policy["nj_change_hours"]
        return None if begun is None or hours is None else begun.seconds + 3600 * int(hours)

    def opened_here(self) -> list[CardSet]:
        return [each for each in self.table.sets.values() if each.place != "away" and each.opened]

    def about_the_set_in_the_shoe(self, shoe: Shoe) -> Iterator[Condition]:
        cards, book, about = shoe.cards, self.book, shoe.number
        over = self.hours_over(cards)
        if over is not None and self.now.past(over):
            if self.pa:
                yield Condition("decks-over-hours", cards.name, cite(book, ".3(c)"), "law", ("I-37",), about)
            else:
                yield Condition("decks-over-hours", cards.name, "", "policy", (), about)
        assert self.table.setup
        if not decks_allowed(book, cards.decks):
            citation = decks_citation(book, self.table.method)
            yield Condition("decks-number", cards.name, citation, "law", (), about)
        elif cards.decks != self.table.setup["decks"]:
            yield Condition("decks-number", cards.name, "", "policy", (), about)
        if book in ("pa-665a", NJ):
            if cards.has_tens:
                yield Condition("tens-in-shoe", cards.name, cite(book, ".3(a)", "26.2(a)"), "law", (), about)
        elif not cards.has_tens:
            citation = cite(book, (".3(d)(1)", ".3(d)(1)", ".3(a)", ""))
            yield Condition("tens-missing", cards.name, citation, "law", (), about)
        yield from self.steps_missing(shoe)
        if self.pa and self.table.rack and self.table.rack["decks"] != cards.decks:
            yield Condition("rack-height", cards.name, cite(book, ".2(e)"), "law", (), about)

    def steps_missing(self, shoe: Shoe) -> Iterator[Condition]:
        first, second = (".4(c)", ".4(d)") if self.book == "pa-665a" else (".4(b)", ".4(c)")
        paragraphs = {
            "inspected": cite(self.book, ".4(a)", "26.3(a)"),
            "verified": cite(self.book, ".4(a)", "26.3(b)"),
            "spread": cite(self.book, first, "26.3(b)"),
            "washed": cite(self.book, second, "26.3(c)"),
        }
        brought = shoe.cards.told["cards"]
        for step, citation in paragraphs.items():
            if step in shoe.cards.steps:
                continue
            if brought == "preshuffled" and not (self.book == "pa-685a" and step == "spread"):
                continue
            if brought == "preinspected" and step in ("inspected", "verified"):
                if "I-41" not in self.other_answer:
                    yield Condition("step-missing", step, citation, "reading", ("I-41",), shoe.number)
            else:
                yield Condition("step-missing", step, citation, "law", (), shoe.number)

    # The batches

    def about_batches(self) -> Iterator[Condition]:
        table = self.table
        if not self.pa or table.method != "batch_shuffler":
            return
        if len(table.in_rack) > 1:
            yield Condition("rack-mixed", None, cite(self.book, ".3(b)(5)"), "law")
        if not table.shuffler_in_use:
            return
        batches = self.opened_here()
        if len(batches) != 2:
            yield Condition("batches-two", None, cite(self.book, ".3(b)"), "law")
            return
        one, two = batches
        if one.decks != two.decks:
            yield Condition("batches-equal", None, cite(self.book, ".3(b)(1)"), "law")
        if one.told["design"] != two.told["design"]:
            yield Condition("batches-design", None, cite(self.book, ".3(b)(2)"), "law")
        if one.told["back"] == two.told["back"]:
            yield Condition("batches-color", None, cite(self.book, ".3(b)(2)"), "law")
        shoe = table.shoe
        if shoe is None:
            return
        other = two if shoe.cards is one else one
        if other.place != "shuffler":
            yield Condition("batch-outside", other.name, cite(self.book, ".3(b)(3)"), "law", (), shoe.number)
        if shoe.shuffler_in_use and shoe.same_as_last_dealt:
            citation = cite(self.book, ".3(b)(4)")
            yield Condition("batch-not-alternated", shoe.cards.name, citation, "law", (), shoe.number)

    # The shoe

    def about_the_shuffle(self, shoe: Shoe) -> Iterator[Condition]:
        name, about, by_itself = shoe.cards.name, shoe.number, self.table.method in MACHINES
        if not shoe.counts_as_shuffled and not by_itself:
            yield Condition("not-shuffled", name, cite(self.book, ".5(a)", "26.4(a)"), "law", (), about)
        if shoe.cards.faulted:
            citation = cite(self.book, (".13(k)", ".13(k)", ".12(j)", ".13(j)"), "26.15(j)")
            yield Condition("faulted-shuffle", name, citation, "law", (), about)
        if not shoe.cut:
            citation = cite(self.book, ".5(b)", "26.4(b)2")
            if not self.pa:
                if shoe.shuffled in ("hand", "beforehand"):
                    yield Condition("not-cut", name, citation, "law", (), about)
            elif not by_itself:
                if not shoe.straight:
                    yield Condition("not-cut", name, citation, "law", (), about)
                elif "I-29" in self.other_answer:
                    yield Condition("not-cut", name, citation, "reading", ("I-29",), about)
        if shoe.shuffled == "hand" and self.shuffler_stands(shoe):
            citation = cite(self.book, (".13(l)", ".13(l)", ".12(k)", ".13(k)"), "26.15(k)")
            yield Condition("shuffler-standing", name, citation, "law", (), about)

    def shuffler_stands(self, shoe: Shoe) -> bool:
        shuffler = self.table.shuffler
        if shuffler is None:
            return False
        if self.pa:
            return shoe.shuffler_was_out and shuffler.out == "nothing"
        return shoe.shuffler_stood and shuffler.out != "removed"

    def about_the_dealing(self, shoe: Shoe) -> Iterator[Condition]:
        burned = cite(self.book, ".7(c)", "26.7(c)")
        if not shoe.burned:
            yield Condition("not-burned", shoe.cards.name, burned, "law", (), shoe.number)
        if shoe.new_dealer:
            yield Condition("dealer-not-burned", shoe.cards.name, burned, "law", (), shoe.number)
        if shoe.cover_card:
            citation = cite(self.book, ".7(d)", "26.7(j)")
            yield Condition("cover-card-passed", shoe.cards.name, citation, "law", (), shoe.number)

    # An idle table

    def about_idle(self) -> Iterator[Condition]:
        swapped = self.book in ("pa-590", "pa-673a") and self.table.shuffler_in_use
        for step in sorted(self.idle_steps(swapped)):
            part = "(2)" if swapped else "(1)"
            citation = cite(self.book, (f".5(g){part}", f".5(g){part}", ".5(g)", ".5(g)"), "26.4(i)")
            if step == "spread":
                citation = cite(self.book, ".5(g)", "26.4(i)")
            yield Condition("idle-not-done", step, citation, "law")

    def idle_steps(self, swapped: bool) -> set[str]:
        """The steps that are missing after `player`."""
        idle = self.table.idle
        if idle is None or idle.player is None or (self.pa and self.table.method in MACHINES):
            return set()
        left = [each for each in idle.sets if each not in idle.gone]
        if not left:
            return set()
        player = idle.player
        missing = set()
        if not all(any(line > idle.line for line in each.steps.get("spread", [])) for each in left):
            missing.add("spread")
        if swapped:
            return missing | self.swap_missing(player)
        steps = ("inspected", "verified", "spread", "washed") if self.book == "pa-685a" else ("washed",)
        for step in steps:
            if not all(any(line > player for line in each.steps.get(step, [])) for each in left):
                missing.add(step)
        if not any(shoe.line > player for shoe in self.table.shoes):
            missing.add("shoe")
        return missing

    def swap_missing(self, player: int) -> set[str]:
        idle = self.table.idle
        assert idle
        last, missing = idle.last_set, set()
        if last and last not in idle.gone and not any(line > player for line in last.loads):
            missing.add("load")
        shoes = [shoe for shoe in self.table.shoes if shoe.line > player and shoe.cards is not last]
        if not shoes:
            missing.add("shoe")
            return missing | ({"spread", "reshuffled"} if idle.asks else set())
        if idle.asks:
            newest = shoes[-1]
            other = newest.cards
            if not any(line > player for line in other.steps.get("spread", [])):
                missing.add("spread")
            by_a_line = any(line > player for line in other.reshuffles)
            loaded = any(player < line < newest.line for line in other.loads)
            if not (by_a_line or newest.shuffled == "hand" or (loaded and newest.shuffled == "shuffler")):
                missing.add("reshuffled")
        return missing

    # All of it

    def about_the_table(self) -> Iterator[Condition]:
        if self.table.floorperson is None and "I-42" not in self.other_answer:
            if self.pa:
                yield Condition("no-floorperson", None, cite(self.book, ".2(d)"), "reading", ("I-42",))
            else:
                yield Condition("no-floorperson", None, "", "policy")
        if self.pa:
            if self.table.rack is None:
                yield Condition("rack-missing", None, cite(self.book, ".2(e)"), "law")
            for what, paragraph in (("drop_box", ".2(c)"), ("tip_box", ".2(c)"), ("layout", ".2(b)")):
                if what not in self.table.fitted:
                    yield Condition(f"{what.replace('_', '-')}-missing", None, cite(self.book, paragraph), "law")

    def stand(self) -> Iterator[Condition]:
        """Every condition that holds only at an open table."""
        yield from self.about_the_reader()
        yield from self.about_the_table()
        yield from self.about_batches()
        yield from self.about_idle()
        if self.table.shoe:
            yield from self.about_the_set_in_the_shoe(self.table.shoe)
            yield from self.about_the_shuffle(self.table.shoe)
            yield from self.about_the_dealing(self.table.shoe)


def conditions(table: Table, house: House, now: Now) -> set[Condition]:
    """Everything that is true at this table."""
    found = set()
    if table.opened is None or table.stopped:
        found.add(Condition("closed", None, "", "policy"))
    if table.setup and table.opened is not None:
        found.update(Judged(table, house, now).stand())
    return found
