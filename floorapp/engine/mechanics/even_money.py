"""Even money (685a): a Blackjack against an ace is paid 1 to 1 before the dealer's second card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.record import Decision
from floorapp.engine.result import Result, win
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.engine.play import Seat


class EvenMoney(Mechanic[None]):
    do = "even_money"
    typed = ("em", "even")
    messages = {
        "even-money-not-offered": "Even money was taken; it is for a Blackjack against an ace, where offered{reading}."
    }
    packed = 8
    asks_up = True
    closes = False  # a Blackjack is finished as it is
    whatever_he_has = True

    def known(self, book: Rulebook, *, free: bool = False) -> bool:
        return book.blackjack.even_money is not None

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        rule = seat.rulebook.blackjack.even_money
        offered = rule is not None and not seat.terms.other("I-11")
        if not (offered and hand.blackjack and (seat.up is None or seat.up.rank == "A")):
            reading = " (reading I-11)" if rule else ""
            seat.find(hand, "even-money-not-offered", rule or seat.rulebook.blackjack.pays, reading=reading)
            if hand.blackjack and seat.as_required:
                return
        if hand.blackjack:
            hand.take(self.do)
        else:
            hand.stood = True  # there is no Blackjack to pay: the hand stays as it is

    def first(self, terms: Terms) -> Result:
        because = "Even money was taken on the Blackjack: it pays 1 to 1, whatever the dealer has."
        rules = terms.rulebook.blackjack
        return win(rules.even_money, because, "I-11") if rules.even_money else win(rules.pays, because)
