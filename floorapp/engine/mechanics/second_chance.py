"""The second chance of Double Back Jack (673a): on a hand over 21, a wager and a card that is taken off its count."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision
from floorapp.engine.result import Result, lose, push, win
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.engine.play import PlayEvent, Seat
    from floorapp.engine.stakes import Bettor, Purse, Stake


@dataclass(frozen=True, slots=True)
class SecondChanceRules:
    offered: Provision[str]
    amount: Provision[str]
    pays: Provision[Fraction]
    over: Provision[str]
    exactly: Provision[str]
    no_more_cards: Provision[bool]
    wins: Provision[str]
    ties: Provision[str]
    loses: Provision[str]


class SecondChance(Mechanic[SecondChanceRules]):
    do = "second_chance"
    short = "2nd chance"
    draws = staked = True
    joins = False
    declinable = True
    typed = ("sc", "second")
    group = SecondChanceRules
    words = {
        "offered": ("over-21",),
        "amount": ("current-wager",),
        "over": ("lose",),
        "exactly": ("win",),
        "wins": ("win",),
        "ties": ("push",),
        "loses": ("lose",),
    }
    messages = {
        "second-chance-amount": "The second chance of {stake} is not the {limit} now on the hand (reading I-02).",
        "draw-after-second-chance": (
            "A card was drawn after the second chance; such a hand takes no further card (reading I-28)."
        ),
        "second-chance-not-in-game": "A second chance was {then}.",
        "second-chance-twice": "A second chance was taken twice on one hand.",
        "second-chance-not-over-21": "A second chance was taken on {total}; it is for hands that bust.",
    }
    packed = 7

    def _rules(self, terms: Terms) -> SecondChanceRules:
        """Where a hand took it, the game has it."""
        rules = self.rules(terms.rulebook)
        assert rules is not None
        return rules

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.last if seat.last.count.total > 21 else seat.current()
        rules = self.rules(seat.rulebook)
        if decision.declined:
            hand.declined = True
            if rules is None:
                none = "offered; this game has none"
                seat.find(hand, "second-chance-not-in-game", seat.rulebook.table.wagers, then=none)
            return
        finished = hand.complete and (hand.taken_off > 0 or hand.count.total <= 21)
        returned = finished and seat.untouched(hand)
        seat.moved(step, self.do, hand, returned=returned)
        if rules is None:
            taken = "taken; this game has none. It is returned, its card does not count"
            seat.find(hand, "second-chance-not-in-game", seat.rulebook.table.wagers, then=taken)
            return
        if hand.taken_off:
            seat.find(hand, "second-chance-twice", rules.offered)
        elif hand.count.total <= 21:
            seat.find(hand, "second-chance-not-over-21", rules.offered, total=hand.count.total)
        assert decision.card is not None
        if not returned:
            hand.taken_off += decision.card.value
            hand.take(self.do)

    def lay(self, purse: Purse, bettor: Bettor, event: PlayEvent) -> None:
        if bettor.behind:
            return
        wager, rules = purse.box.play[event.step].wager, self.rules(purse.terms.rulebook)
        if rules is not None:
            counted = ("main",) if purse.terms.other("I-02") else ("main", "double")
            wanted = sum(stake.cents for stake in bettor.on(event.hand) if stake.wager in counted)
            if wager != wanted:
                cite = rules.amount.cite
                purse.find(event, "second-chance-amount", cite, stake=dollars(wager), limit=dollars(wanted))
        purse.add(bettor, event, self.do, wager)

    def refuse_draw(self, seat: Seat, hand: Hand) -> bool:
        if not (seat.terms.other("I-28") and hand.count.total < 21):
            seat.find(hand, "draw-after-second-chance", self._rules(seat.terms).no_more_cards)
        return True

    def may_ask(self, terms: Terms, hand: Ended) -> bool:
        return self.known(terms.rulebook) and hand.over and not (self.do in hand.took or hand.declined)

    def foreign(self, terms: Terms) -> Result | None:
        if self.known(terms.rulebook):
            return None
        return push(terms.rulebook.table.wagers, "This game has no second chance; the wager is returned.")

    def sent_back_by(self, book: Rulebook) -> Provision[Any]:
        rules = self.rules(book)
        return rules.offered if rules else super().sent_back_by(book)

    def early(self, terms: Terms, hand: Ended, stake: Stake) -> Result | None:
        rules = self._rules(terms)
        if hand.total > 21:
            return lose(rules.over, f"After the second chance the hand still has {hand.total}: both bets lose.")
        if hand.total < 21:
            return None
        if stake.wager == self.do:
            return win(rules.exactly, "The second chance made 21 and is paid 1 to 1.", pays=rules.pays.value)
        return push(rules.exactly, "The second chance made 21: the bet on the hand pushes.")

    def settled_early(self, hand: Ended) -> bool:
        return hand.total >= 21

    def late(self, book: Rulebook) -> tuple[Provision[Any], str]:
        return book.blackjack.late_double, "the second chance"

    def compared(self, terms: Terms, stake: Stake, result: Result) -> Result:
        """The winnings of the hand go to this wager."""
        rules = self._rules(terms)
        if result.outcome == "lose":
            return lose(rules.loses, result.because, *result.readings)
        if result.outcome == "push":
            return push(rules.ties, result.because, *result.readings)
        if stake.wager == self.do:
            return win(rules.wins, f"{result.because} The second chance pays 1 to 1.", *result.readings)
        return push(rules.wins, f"{result.because} The second chance is paid, this bet pushes.", *result.readings)

    def rests_on(self, hand: Ended, stake: Stake) -> tuple[str, ...]:
        return ("I-02",) if hand.doubled and stake.wager in ("double", self.do) else ()
