"""Counting what was seen: outcomes of dealers, readers and side wagers, by table, dealer, deck set and reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby

import numpy as np

from floorapp.engine import fair
from floorapp.engine.block import Block
from floorapp.engine.dealers import HIGH
from floorapp.engine.packing import EPOCH, MICROSECOND
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import SIGNAL_OF
from floorapp.engine.terms import Terms
from floorapp.engine.watching import FALSE_ALARMS, Watch, watches
from floorapp.operations.columns import Columns, Numbers
from floorapp.operations.judging import BUST_IT, INSURED, MATCH, PUSH_22, VALUES, Judge, Look

WAGERS = {fair.PUSH_22: PUSH_22, fair.MATCH: MATCH, fair.BUST_IT: BUST_IT, fair.INSURANCE: INSURED}
MASQUE = {SIGNAL_OF[name]: name for name in ("small", "medium", "large")}
SPOKEN = {SIGNAL_OF["blackjack"]: "blackjack", SIGNAL_OF["no_blackjack"]: "no blackjack"}


@dataclass(frozen=True, slots=True)
class Post:
    """Who and what was at a table from an instant on: the dealer, the cards, the reader; empty where nobody knows."""

    table: str
    since: datetime
    dealer: str = ""
    deck_set: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of all tables, by table and time; a round belongs to the last one that began before it."""

    posts: tuple[Post, ...]

    def numbers(self, names: list[str], tables: Numbers, at: Numbers) -> Numbers:
        """The number of every round's post; below zero where none is known. `names`: the tables by number."""
        numbers = np.full(len(at), -1)
        begins = np.array([(post.since - EPOCH) // MICROSECOND for post in self.posts], np.int64)
        first, where = 0, {name: number for number, name in enumerate(names)}
        for table, posts in groupby(self.posts, key=lambda post: post.table):
            last = first + len(list(posts))
            here: Numbers = np.flatnonzero(tables == where.get(table, -1))
            if len(here):
                found = np.searchsorted(begins[first:last], at[here], "right") - 1
                numbers[here] = np.where(found < 0, -1, first + found)
            first = last
        return numbers


@dataclass(frozen=True, slots=True, order=True)
class Watched:
    """What is watched, and under which terms."""

    family: str
    rulebook: str
    decks: int
    paytable: str
    readings: tuple[str, ...]

    def chances(self, rulebooks: Mapping[str, Rulebook]) -> fair.Chances | None:
        """The exact chances of its outcomes."""
        options = Options(decks=self.decks, push_22_paytable=self.paytable, readings=frozenset(self.readings))
        return fair.fair(Terms(rulebooks[self.rulebook], options), self.family)


#: How often each outcome was seen, by post (its number, and the table's name), what is watched, and outcome.
Seen = Counter[tuple[int, str, Watched, str]]


class Observer:
    """Counts outcomes in blocks of rounds, as the engine's memory knows them."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts

    def observe(self, judge: Judge, block: Block, rounds: Columns, look: Look, kept: Numbers) -> Seen:
        """What was seen in the rounds of a block that are kept."""
        tables = np.frombuffer(block.columns["table"], "<H").astype(np.int64)
        names = block.dictionary["tables"]
        posts = self._posts.numbers(names, tables, np.frombuffer(block.columns["at"], "<q"))
        where = (posts + 1) * len(names) + tables
        seen = Seen()
        for family, at, outcomes in self._outcomes(judge, rounds, look):
            at, outcomes = at[kept[at]], outcomes[kept[at]]
            shown, which = np.unique(outcomes, return_inverse=True)
            keys, counts = np.unique((where[at] << 8 | rounds.table[at]) << 8 | which, return_counts=True)
            for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
                post, name = divmod(key >> 16, len(names))
                terms = judge.table_of(key >> 8 & 255).terms
                outcome = _named(family, terms, int(shown[key & 255]))
                seen[post - 1, names[name], _watched(family, terms), outcome] += count
        return seen

    def showing(
        self, judge: Judge, block: Block, rounds: Columns, look: Look, kept: Numbers, comparison: Comparison, outcome: str
    ) -> Numbers:  # fmt: skip
        """The places of the usual rounds that came out in a certain way for whom a comparison is about."""
        tables = np.frombuffer(block.columns["table"], "<H").astype(np.int64)
        names = block.dictionary["tables"]
        posts = self._posts.numbers(names, tables, np.frombuffer(block.columns["at"], "<q"))
        found: list[int] = []
        for family, at, outcomes in self._outcomes(judge, rounds, look):
            if family != comparison.watched.family:
                continue
            for place, shows in zip(at[kept[at]].tolist(), outcomes[kept[at]].tolist(), strict=True):
                terms = judge.table_of(int(rounds.table[place])).terms
                about = (comparison.noun, comparison.name) in _names(self._posts, int(posts[place]), names[tables[place]])
                if about and _watched(family, terms) == comparison.watched and _named(family, terms, shows) == outcome:
                    found.append(place)
        return np.array(found, np.int64)

    def _outcomes(self, judge: Judge, rounds: Columns, look: Look) -> Iterator[tuple[str, Numbers, Numbers]]:
        """What is watched, the rounds that show it, and a number for what each shows (see `_named`)."""
        starts = np.cumsum(rounds.dealt) - rounds.dealt
        up, hole = VALUES[rounds.dealer_cards[starts]], VALUES[rounds.dealer_cards[starts + 1]]
        every = np.arange(len(starts))
        yield fair.TWO_CARDS, every, np.minimum(up, hole) << 4 | np.maximum(up, hole)
        lit = np.flatnonzero(np.isin(rounds.signal, list(MASQUE)))
        yield fair.LIGHTS, lit, rounds.signal[lit]
        spoken = np.isin(rounds.signal, list(SPOKEN))
        for family, value in ((fair.ACE_UP, 1), (fair.TEN_UP, 10)):
            at = np.flatnonzero(spoken & (up == value))
            yield family, at, rounds.signal[at]
        for family, wager in WAGERS.items():
            at, pays = judge.pays(rounds, look, wager)
            yield family, at, pays[:, 0] << 20 | pays[:, 1]
            if wager == PUSH_22:  # the dealer draws out for it, whatever the boxes did
                yield fair.FINAL, at, look.places[at] & (HIGH - 1)


def _watched(family: str, terms: Terms) -> Watched:
    options = terms.options
    return Watched(family, terms.rulebook.id, terms.decks, options.push_22_paytable, tuple(sorted(options.readings)))


def _named(family: str, terms: Terms, outcome: int) -> str:
    if family == fair.TWO_CARDS:
        return fair.two_cards(terms, outcome >> 4, outcome & 15)
    if family == fair.LIGHTS:
        return MASQUE[outcome]
    if family in (fair.ACE_UP, fair.TEN_UP):
        return SPOKEN[outcome]
    if family == fair.FINAL:
        return str(outcome) if outcome else "Blackjack"
    return fair.pays_words(Fraction(outcome >> 20, outcome & 0xFFFFF))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome beside its odds: how often it came, how often a fair game has it, and between which counts."""

    name: str
    seen: int
    expected: float
    fewest: int
    most: int
    times: float  # the strongest evidence against the odds there ever was, to 1
    alarm: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was seen of one table, dealer, deck set or reader, beside what a fair game has."""

    noun: str
    name: str
    watched: Watched
    rounds: int
    outcomes: tuple[Outcome, ...]

    @property
    def alarm(self) -> bool:
        return any(outcome.alarm for outcome in self.outcomes)

    @property
    def words(self) -> str:
        """What stands out, for the record."""
        out = [each for each in self.outcomes if each.alarm]
        told = ", ".join(f"{each.name} {each.seen:,} times where {each.expected:,.1f} are fair" for each in out)
        return f"{self.noun} {self.name}, {self.watched.family}: {told} in {self.rounds:,} rounds"


NOUNS = {"table": "table", "dealer": "dealer", "deck_set": "deck set", "reader": "reader"}


def compare(seen: Seen, posts: Posts, rulebooks: Mapping[str, Rulebook]) -> tuple[Comparison, ...]:
    """Hold what was seen against the odds, post after post in the order of time; what stands out comes first."""
    groups: dict[tuple[str, str, Watched], dict[int, Counter[str]]] = {}
    for (post, table, watched, outcome), count in seen.items():
        for noun, name in _names(posts, post, table):
            parts = groups.setdefault((noun, name, watched), {})
            parts.setdefault(post, Counter())[outcome] += count
    made = []
    for (noun, name, watched), parts in groups.items():
        chances = watched.chances(rulebooks) if watched.rulebook in rulebooks else None
        if chances:
            order = sorted(parts, key=lambda post: posts.posts[post].since if post >= 0 else EPOCH)
            watching = _watched_through(chances, (parts[post] for post in order))
            made.append(Comparison(noun, name, watched, next(iter(watching)).of, tuple(map(_outcome, watching))))
    nouns = list(NOUNS.values())
    return tuple(
        sorted(made, key=lambda each: (not each.alarm, nouns.index(each.noun), -each.rounds, each.name, each.watched))
    )


def _names(posts: Posts, post: int, table: str) -> Iterator[tuple[str, str]]:
    yield "table", table
    if post >= 0:
        for field, noun in NOUNS.items():
            name = getattr(posts.posts[post], field)
            if name and noun != "table":
                yield noun, name


def _watched_through(chances: fair.Chances, parts: Iterable[Counter[str]]) -> list[Watch]:
    watching = watches(dict(chances), FALSE_ALARMS)
    for part in parts:
        for outcome in part.keys() - watching.keys():  # what a fair game never has
            watching[outcome] = Watch(outcome, 0.0)
        of = part.total()
        for outcome, watch in watching.items():
            watch.add(part[outcome], of)
    return list(watching.values())


def _outcome(watch: Watch) -> Outcome:
    fewest, most = watch.band
    return Outcome(watch.outcome, watch.seen, watch.of * watch.chance, fewest, most, watch.times, watch.alarm)
