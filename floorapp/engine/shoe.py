"""Whether a deck set is whole: cards it cannot hold, and how likely one is missing or too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import exp, inf, log, log1p
from typing import Literal, NamedTuple

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.values import dataclass
from floorapp.engine.odds_mix import ShoeMix

Change = Literal["missing", "extra"]

#: A round's id and the cards seen in it; a shoe's name and its rounds in order.
RoundSeen = tuple[str, Sequence[Card]]
ShoeSeen = tuple[str, Iterable[RoundSeen]]

MOST_SUSPECTS = 5


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed before a card is looked at: how rarely a deck set loses or gains a card.

    `missing` 1/10,000 says: of ten thousand shoes, one is the first that a card is missing from;
    it may be any card, and it stays away. `extra` says the same of one card too many. Larger
    numbers find a real fault in fewer shoes, and suspect whole decks more often.
    """

    missing: Fraction = Fraction(1, 10_000)
    extra: Fraction = Fraction(1, 10_000)

    def __post_init__(self) -> None:
        """Refuse numbers that leave no room for whole decks, or none for a fault."""
        if min(self.missing, self.extra) < 0 or not 0 < self.missing + self.extra < 1:
            raise ValueError("the chances of a fault a shoe are between 0 and 1")


USUAL_PRIOR = Prior()
USUAL_THRESHOLD = Fraction(99, 100)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A card that cannot come from the decks: copy number `copy` of a card they hold `held` of."""

    shoe: str
    round: str
    card: Card
    copy: int
    held: int


@dataclass(frozen=True, slots=True)
class Since:
    """How likely a fault, if it is there, began with this shoe."""

    shoe: str
    probability: float


@dataclass(frozen=True, slots=True)
class Suspect:
    """One card that may be missing or extra: how likely, and how likely since each shoe."""

    card: Card
    change: Change
    probability: float
    since: tuple[Since, ...]

    @property
    def likeliest(self) -> str:
        """The shoe that most likely was the first one wrong."""
        return max(self.since, key=lambda one: one.probability).shoe

    def between(self, mass: float = 0.9) -> tuple[str, str]:
        """The first and last of the shoes it began with, leaving out equal tails beyond `mass`."""
        below = list(accumulate(one.probability for one in self.since))
        tail = (1 - mass) / 2
        first = next(place for place, sum_ in enumerate(below) if sum_ >= tail)
        last = next((place for place, sum_ in enumerate(below) if sum_ >= 1 - tail), -1)
        return self.since[first].shoe, self.since[last].shoe


@dataclass(frozen=True, slots=True)
class ShoeVerdict:
    """What the shoes of one deck set say: what is impossible, and what is likely.

    `unexplained` names shoes no single fault explains; they are left out of the probabilities.
    `alarm` is the first shoe with a card that cannot be there, or after which a fault was as likely as
    `threshold`; whole decks ring it in so many shoes with a chance of at most `false_alarm`.
    """

    shoes: int
    cards: int
    impossible: tuple[Impossible, ...]
    unexplained: tuple[str, ...]
    complete: float
    missing: float
    extra: float
    suspects: tuple[Suspect, ...]
    alarm: str | None
    threshold: float
    false_alarm: float
    prior: Prior

    @property
    def wrong(self) -> bool:
        """Whether somebody should count the cards."""
        return self.alarm is not None


def likelihood_ratio(change: Change, *, held: int, seen: int, size: int, cards: int) -> Fraction:
    """How much better a fault in one card explains a shoe than whole decks do, exactly.

    Of a shoe of `size` cards `cards` were seen, among them `seen` of the `held` copies of the
    card. Both chances are hypergeometric and share all factors but these.
    """
    if seen > held:
        raise ValueError("whole decks cannot show more copies than they hold")
    if change == "extra":
        return Fraction((held + 1) * (size + 1 - cards), (held + 1 - seen) * (size + 1))
    return Fraction(size * (held - seen), held * (size - cards)) if cards < size else Fraction(0)


def verify_shoes(
    shoes: Iterable[ShoeSeen], mix: ShoeMix, *, prior: Prior = USUAL_PRIOR, threshold: Fraction = USUAL_THRESHOLD
) -> ShoeVerdict:
    """Judge the shoes of one deck set, in order; `mix` is what each full shoe should hold.

    Each shoe is all the decks shuffled anew, of which a part is seen. Whether a card is seen must
    not depend on which card it is; cards burned or behind the cover card may stay unseen.
    """
    belief = _Belief(mix, prior)
    impossible: list[Impossible] = []
    cards = number = 0
    alarm: str | None = None
    for name, rounds in shoes:
        tally, found = _tally(name, rounds, belief)
        impossible += found
        number += 1
        cards += tally.cards
        belief.learn(tally)
        if alarm is None and (found or 1 - belief.share(belief.complete) >= threshold):
            alarm = name
    complete, missing = belief.share(belief.complete), belief.share(*belief.weights[: len(belief.kinds)])
    if any(one.held == 0 for one in impossible):
        complete = 0.0  # a card of no kind the decks hold: whatever else is right, one is too many
    return ShoeVerdict(
        shoes=number,
        cards=cards,
        impossible=tuple(impossible),
        unexplained=tuple(belief.unexplained),
        complete=complete,
        missing=missing,
        extra=1 - missing if complete == 0.0 else belief.share(*belief.weights[len(belief.kinds) :]),
        suspects=belief.suspects(),
        alarm=alarm,
        threshold=float(threshold),
        false_alarm=false_alarm_limit(number, prior, threshold),
        prior=prior,
    )


def false_alarm_limit(shoes: int, prior: Prior, threshold: Fraction) -> float:
    """At most how likely whole decks ring the alarm at some time in so many shoes.

    The odds of a fault only grow by the prior on average while the decks are whole; Doob's
    inequality then bounds how often they ever reach the alarm.
    """
    wrong = float(prior.missing + prior.extra)
    grown = exp(-shoes * log1p(-wrong)) - 1
    return min(1.0, grown * float((1 - threshold) / threshold))


class _Tally(NamedTuple):
    """What was seen of one shoe: cards of the decks in all, and of each kind."""

    shoe: str
    cards: int
    seen: tuple[int, ...]


class _Learned(NamedTuple):
    """A shoe that was learned from, with the weight whole decks had before it."""

    tally: _Tally
    complete: float


def _tally(name: str, rounds: Iterable[RoundSeen], belief: _Belief) -> tuple[_Tally, list[Impossible]]:
    """Count a shoe; a card foreign to the decks is named but not counted with the others.

    That keeps the count exact: the other cards are shuffled fairly whatever lies among them.
    """
    seen = [0] * len(belief.kinds)
    foreign: Counter[Card] = Counter()
    found = []
    for round_id, cards in rounds:
        for card in cards:
            place = belief.places.get(card)
            if place is None:
                foreign[card] += 1
                found.append(Impossible(name, round_id, card, foreign[card], 0))
                continue
            seen[place] += 1
            if seen[place] > belief.held[place]:
                found.append(Impossible(name, round_id, card, seen[place], belief.held[place]))
    return _Tally(name, sum(seen), tuple(seen)), found


class _Belief:
    """The weights, as logarithms, of whole decks and of each fault, shoe after shoe."""

    def __init__(self, mix: ShoeMix, prior: Prior) -> None:
        self.kinds = tuple(card for card in CARDS.values() if mix.copies(card))
        if not self.kinds:
            raise ValueError("decks hold at least one card")
        self.places = {card: place for place, card in enumerate(self.kinds)}
        self.held = [mix.copies(card) for card in self.kinds]
        self.size = mix.size
        self.faults: list[tuple[Change, int]] = [
            *(("missing", place) for place in self.places.values()),
            *(("extra", place) for place in self.places.values()),
        ]
        chances = {"missing": prior.missing, "extra": prior.extra}
        self.begins = [_log(chances[change] * self.held[place] / self.size) for change, place in self.faults]
        self.stays = log(1 - prior.missing - prior.extra)
        self.complete = 0.0
        self.weights = [-inf] * len(self.faults)
        self.learned: list[_Learned] = []
        self.unexplained: list[str] = []

    def learn(self, tally: _Tally) -> None:
        """Take in one shoe: a fault may begin with it, then each explains it more or less well."""
        whole, factors = self.factors(tally, range(len(self.faults)))
        complete = self.complete + self.stays + whole
        weights = [
            _log_sum(weight, self.complete + begins) + factor
            for weight, begins, factor in zip(self.weights, self.begins, factors, strict=True)
        ]
        if max(complete, *weights) == -inf:
            self.unexplained.append(tally.shoe)
            return
        self.learned.append(_Learned(tally, self.complete))
        self.complete, self.weights = complete, weights

    def factors(self, tally: _Tally, faults: Iterable[int]) -> tuple[float, list[float]]:
        """The logarithms of how well whole decks, and each of these faults, explain a shoe.

        Whole decks are the measure, 0. One copy too many is explained by that extra card alone,
        whenever it began; the measure is then its own.
        """
        chosen = [self.faults[fault] for fault in faults]
        over = [place for place, n in enumerate(tally.seen) if n > self.held[place]]
        if over:
            only = len(over) == 1 and tally.seen[over[0]] == self.held[over[0]] + 1
            right = ("extra", over[0]) if only else None
            return -inf, [0.0 if fault == right else -inf for fault in chosen]
        logs = [
            _log_ratio(change, self.held[place], tally.seen[place], self.size, tally.cards) for change, place in chosen
        ]
        return 0.0, logs

    def share(self, *weights: float) -> float:
        """The probability of these weights together."""
        top = max(self.complete, *self.weights)
        everything = exp(self.complete - top) + sum(exp(weight - top) for weight in self.weights)
        return sum(exp(weight - top) for weight in weights) / everything

    def suspects(self) -> tuple[Suspect, ...]:
        """The likeliest faults, the likeliest first."""
        order = sorted(range(len(self.faults)), key=lambda fault: -self.weights[fault])
        return tuple(
            Suspect(
                card=self.kinds[self.faults[fault][1]],
                change=self.faults[fault][0],
                probability=self.share(self.weights[fault]),
                since=self.since(fault),
            )
            for fault in order[:MOST_SUSPECTS]
            if self.weights[fault] > -inf
        )

    def since(self, fault: int) -> tuple[Since, ...]:
        """When a fault began, if it is there: going back, all shoes since must be explained."""
        weights = []
        explained = 0.0
        for tally, complete in reversed(self.learned):
            explained += self.factors(tally, [fault])[1][0]
            weights.append(complete + self.begins[fault] + explained)
        top = max(weights)
        parts = [exp(weight - top) for weight in reversed(weights)]
        whole = sum(parts)
        return tuple(Since(shoe.tally.shoe, part / whole) for shoe, part in zip(self.learned, parts, strict=True))


def _log(number: Fraction) -> float:
    return log(number) if number else -inf


def _log_sum(one: float, other: float) -> float:
    """The logarithm of the sum of two numbers given by their logarithms."""
    high, low = max(one, other), min(one, other)
    return high if low == -inf else high + log1p(exp(low - high))


@lru_cache(maxsize=65_536)
def _log_ratio(change: Change, held: int, seen: int, size: int, cards: int) -> float:
    return _log(likelihood_ratio(change, held=held, seen=seen, size=size, cards=cards))
