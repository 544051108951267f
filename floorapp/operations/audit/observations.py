"""Counting what was seen: outcomes of dealers, readers and side wagers, by table, dealer, deck set and reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine import fair
from floorapp.engine.block import PackedBlock
from floorapp.engine.dealers import HIGH
from floorapp.engine.fairness import FALSE_ALARMS, OutcomeWatch, watches
from floorapp.engine.packer import EPOCH, MICROSECOND
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import SIGNAL_OF
from floorapp.engine.terms import Terms
from floorapp.operations.quick.columns import VALUES, Columns, Numbers
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.look import MemoryLook

#: All that two cards of a dealer can be, and all pairs of values.
TWO_CARDS = (fair.LESS, "17", "18", "19", "20", "21", "22", "Blackjack")
PAIRS = frozenset(one << 4 | other for one in range(1, 11) for other in range(1, 11))
MASQUE = {SIGNAL_OF[name]: name for name in ("small", "medium", "large")}
SPOKEN = {SIGNAL_OF["blackjack"]: "blackjack", SIGNAL_OF["no_blackjack"]: "no blackjack"}
IS_LIT, IS_SPOKEN = (np.isin(np.arange(len(SIGNAL_OF)), list(signals)) for signals in (MASQUE, SPOKEN))


@dataclass(frozen=True, slots=True)
class ObservedPost:
    """Who and what was at a table from an instant on: the dealer, the cards, the reader; empty where nobody knows."""

    table: str
    since: datetime
    dealer: str = ""
    deck_set: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of all tables, by table and time; a round belongs to the last one that began before it."""

    posts: tuple[ObservedPost, ...]

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


class WatchedTerms(NamedTuple):
    """What is watched, and under which terms."""

    family: str
    rulebook: str
    decks: int
    paytable: str
    readings: tuple[str, ...]

    def chances(self, rulebooks: Mapping[str, Rulebook]) -> fair.Chances | None:
        """The exact chances of its outcomes; none under a rulebook that is not known here."""
        if self.rulebook not in rulebooks:
            return None
        options = Options(decks=self.decks, push_22_paytable=self.paytable, readings=frozenset(self.readings))
        return fair.fair(Terms(rulebooks[self.rulebook], options), self.family)


#: How often each outcome was seen, by post (its number, and the table's name), what is watched, and outcome.
Seen = Counter[tuple[int, str, WatchedTerms, str]]


class Observer:
    """Counts outcomes in blocks of rounds, as the engine's memory knows them."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts
        self._judge: RoundJudge | None = None
        self._known: dict[tuple[str, int, int], tuple[WatchedTerms, str]] = {}
        self._pairs = np.zeros((0, 256), np.int64)

    def _two_cards(self, judge: RoundJudge, tables: Numbers, pairs: Numbers) -> Numbers:
        """What the dealer's first two cards are, as places in TWO_CARDS; asked of the engine once a table and pair."""
        self._begin(judge)
        for number in range(len(self._pairs), int(tables.max()) + 1 if len(tables) else 0):
            terms = judge.table_of(number).terms
            named = [
                TWO_CARDS.index(fair.two_cards(terms, *sorted(divmod(pair, 16)))) if pair in PAIRS else 0
                for pair in range(256)
            ]
            self._pairs = np.vstack((self._pairs, np.array([named], np.int64)))
        return self._pairs[tables, pairs]

    def _begin(self, judge: RoundJudge) -> None:
        """What was learnt of one judge's tables says nothing about another's."""
        if judge is not self._judge:
            self._judge, self._known, self._pairs = judge, {}, np.zeros((0, 256), np.int64)

    def _what(self, family: str, table: int, outcome: int) -> tuple[WatchedTerms, str]:
        """What an outcome at a table of the judge's is called."""
        key = (family, table, outcome)
        if key not in self._known:
            assert self._judge is not None
            terms = self._judge.table_of(table).terms
            self._known[key] = (_watched(family, terms), self._named(family, outcome))
        return self._known[key]

    def observe(self, judge: RoundJudge, block: PackedBlock, rounds: Columns, look: MemoryLook, kept: Numbers) -> Seen:
        """What was seen in the rounds of a block that are kept."""
        tables = np.frombuffer(block.columns["table"], "<H").astype(np.int64)
        names = block.dictionary["tables"]
        posts = self._posts.numbers(names, tables, np.frombuffer(block.columns["at"], "<q"))
        where = (posts + 1) * len(names) + tables
        seen = Seen()
        self._begin(judge)
        kinds = int(rounds.table.max()) + 1
        groups, group = _numbered(where * kinds + rounds.table)
        for family, at, outcomes in self._outcomes(judge, rounds, look):
            on = np.flatnonzero(kept[at])
            counts = np.bincount(group[at[on]] << 8 | outcomes[on])
            keys = np.flatnonzero(counts)
            place, table = np.divmod(groups[keys >> 8], kinds)
            post, name = np.divmod(place, len(names))
            columns = (post - 1, name, table, keys & 255, counts[keys])
            for number, at_table, terms, shows, count in zip(*(each.tolist() for each in columns), strict=True):
                seen[number, names[at_table], *self._what(family, terms, shows)] += count
        return seen

    def _named(self, family: str, outcome: int) -> str:
        """What the number of an outcome stands for."""
        if family == fair.TWO_CARDS:
            return TWO_CARDS[outcome]
        if family == fair.LIGHTS:
            return MASQUE[outcome]
        if family in (fair.ACE_UP, fair.TEN_UP):
            return SPOKEN[outcome]
        if family == fair.FINAL:
            return str(outcome) if outcome else "Blackjack"
        assert self._judge is not None
        return fair.pays_words(self._judge.pay_list[outcome])

    def showing(
        self,
        judge: RoundJudge,
        block: PackedBlock,
        rounds: Columns,
        look: MemoryLook,
        kept: Numbers,
        comparison: Comparison,
        outcome: str,
    ) -> Numbers:
        """The places of the usual rounds that came out in a certain way for whom a comparison is about."""
        tables = np.frombuffer(block.columns["table"], "<H").astype(np.int64)
        names = block.dictionary["tables"]
        posts = self._posts.numbers(names, tables, np.frombuffer(block.columns["at"], "<q"))
        found: list[int] = []
        self._begin(judge)
        for family, at, outcomes in self._outcomes(judge, rounds, look):
            if family != comparison.watched.family:
                continue
            for place, shows in zip(at[kept[at]].tolist(), outcomes[kept[at]].tolist(), strict=True):
                about = (comparison.noun, comparison.name) in _names(
                    self._posts, int(posts[place]), names[tables[place]]
                )
                if about and self._what(family, int(rounds.table[place]), shows) == (comparison.watched, outcome):
                    found.append(place)
        return np.array(found, np.int64)

    def _outcomes(self, judge: RoundJudge, rounds: Columns, look: MemoryLook) -> Iterator[tuple[str, Numbers, Numbers]]:
        """What is watched, the rounds that show it, and a number for what each shows (see `_named`)."""
        up, hole, two = VALUES[rounds.up_cards], VALUES[rounds.hole_cards], np.flatnonzero(rounds.dealt > 1)
        yield fair.TWO_CARDS, two, self._two_cards(judge, rounds.table[two], (up << 4 | hole)[two])
        lit = np.flatnonzero(IS_LIT[rounds.signal])
        yield fair.LIGHTS, lit, rounds.signal[lit]
        spoken = IS_SPOKEN[rounds.signal]
        for family, value in ((fair.ACE_UP, 1), (fair.TEN_UP, 10)):
            at = np.flatnonzero(spoken & (up == value))
            yield family, at, rounds.signal[at]
        for side, at, pays in judge.pays(look):
            yield side.watched, at, pays
            if side.draws_out:  # whatever the boxes did
                yield fair.FINAL, at, look.places[at] & (HIGH - 1)


def _watched(family: str, terms: Terms) -> WatchedTerms:
    options = terms.options
    return WatchedTerms(
        family, terms.rulebook.id, terms.decks, options.push_22_paytable, tuple(sorted(options.readings))
    )


def _numbered(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Distinct keys, and the place of each among them; small ones without sorting."""
    if keys.max() < 1 << 16:
        there = np.bincount(keys) > 0
        return np.flatnonzero(there), (np.cumsum(there) - 1)[keys]
    distinct, places = np.unique(keys, return_inverse=True)
    return distinct, places


@dataclass(frozen=True, slots=True)
class OutcomeCount:
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
    watched: WatchedTerms
    rounds: int
    outcomes: tuple[OutcomeCount, ...]

    @property
    def alarm(self) -> bool:
        return any(outcome.alarm for outcome in self.outcomes)

    @property
    def words(self) -> str:
        """What stands out, for the record."""
        out = [each for each in self.outcomes if each.alarm]
        told = ", ".join(f"{each.name} {each.seen:,} times where {each.expected:,.1f} are expected" for each in out)
        return f"{self.noun} {self.name}, {self.watched.family}: {told} in {self.rounds:,} rounds"


NOUNS = {"table": "table", "dealer": "dealer", "deck_set": "deck set", "reader": "reader"}


#: Exact odds that are known already.
Odds = dict[WatchedTerms, fair.Chances | None]


def compare(seen: Seen, posts: Posts, rulebooks: Mapping[str, Rulebook], odds: Odds) -> tuple[Comparison, ...]:
    """Hold what was seen against the odds, post after post in the order of time; what stands out comes first."""
    groups: dict[tuple[str, str, WatchedTerms], dict[int, Counter[str]]] = {}
    for (post, table, watched, outcome), count in seen.items():
        for noun, name in _names(posts, post, table):
            parts = groups.setdefault((noun, name, watched), {})
            parts.setdefault(post, Counter())[outcome] += count
    made = []
    for (noun, name, watched), parts in groups.items():
        chances = odds[watched] if watched in odds else watched.chances(rulebooks)
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


def _watched_through(chances: fair.Chances, parts: Iterable[Counter[str]]) -> list[OutcomeWatch]:
    watching = watches(dict(chances), FALSE_ALARMS)
    for part in parts:
        for outcome in part.keys() - watching.keys():  # what a fair game never has
            watching[outcome] = OutcomeWatch(outcome, 0.0)
        of = part.total()
        for outcome, watch in watching.items():
            watch.add(part[outcome], of)
    return list(watching.values())


def _outcome(watch: OutcomeWatch) -> OutcomeCount:
    fewest, most = watch.band
    return OutcomeCount(watch.outcome, watch.seen, watch.of * watch.chance, fewest, most, watch.times, watch.alarm)
