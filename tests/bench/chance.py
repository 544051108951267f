"""Play by chance, for measuring: every decision that is lawful is as likely as any other.

Twenty-six kinds of tables of the five games, twenty sizes of bets, side wagers and insurance as the coin falls, and
one reported line in a thousand wrong. It was written from the rules (`tests/plain`), not from what the quick way is
good at, and stays so: whoever makes the quick way quicker leaves this file alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.plain.rounds import GAMES, Box, Hand, Rig, Shoe, finish_dealer
from tests.plain.settlement import is_blackjack, points, value

#: Cents: usual chips, odd sums, and cents that no table's chips have.
BETS = (
    500,
    1000,
    1500,
    2000,
    2500,
    3000,
    3500,
    4000,
    5000,
    6000,
    7500,
    10_000,
    12_500,
    15_000,
    20_000,
    25_000,
    30_000,
    50_000,
    1234,
    99_999,
)
SIDE_BETS = (100, 200, 500, 1000, 2500)
COVER_CARD = 90  # with fewer left in the shoe no further round is begun
SMALL_SHOE = 40  # the same of one deck or two
ONE_WRONG_IN = 1000
ATTACK = ("pa-665a", "nj-19-47-26")
#: A rulebook, options, and the year of play; Free Bet's rulebook is in force in 2015 and not in the years after.
TABLES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("pa-590", {}, 2015),
    ("pa-590", {"decks": 6, "positions": 6, "side_wagers": ["push_22"], "push_22_paytable": "A"}, 2015),
    ("pa-590", {"decks": 8, "positions": 5, "side_wagers": ["push_22"], "push_22_paytable": "B"}, 2021),
    ("pa-590", {"decks": 2, "positions": 3}, 2018),
    ("pa-590", {"decks": 6, "readings": ["I-15", "I-20"]}, 2024),
    ("pa-590", {"decks": 4, "side_wagers": [], "chip_unit": 100}, 2026),
    ("pa-673a", {}, 2020),
    ("pa-673a", {"decks": 6, "positions": 6}, 2026),
    ("pa-673a", {"decks": 1, "positions": 3}, 2019),
    ("pa-673a", {"decks": 8, "readings": ["I-12", "I-28"]}, 2022),
    ("pa-673a", {"decks": 4, "chip_unit": 500}, 2023),
    ("pa-685a", {}, 2021),
    ("pa-685a", {"decks": 6, "side_wagers": ["match_dealer"]}, 2026),
    ("pa-685a", {"decks": 8, "side_wagers": ["match_dealer"], "positions": 6}, 2024),
    ("pa-685a", {"decks": 4, "positions": 5, "side_wagers": []}, 2022),
    ("pa-685a", {"decks": 8, "readings": ["I-04", "I-05", "I-20"]}, 2025),
    ("pa-665a", {}, 2016),
    ("pa-665a", {"decks": 8, "side_wagers": ["bust_it"]}, 2026),
    ("pa-665a", {"decks": 8, "positions": 4, "side_wagers": []}, 2020),
    ("pa-665a", {"decks": 8, "readings": ["I-03", "I-08", "I-38"]}, 2023),
    ("nj-19-47-26", {}, 2006),
    ("nj-19-47-26", {"decks": 6, "positions": 7}, 2008),
    ("nj-19-47-26", {"decks": 8, "reader": False}, 2009),
    ("nj-19-47-26", {"decks": 8, "reader": False, "hole_card": False}, 2007),
    ("nj-19-47-26", {"decks": 6, "bonus_maximum": 2500, "side_wagers": ["bust_it"]}, 2010),
    ("nj-19-47-26", {"decks": 8, "reader": False, "readings": ["I-09", "I-36"]}, 2005),
)


class TableOfChance:
    """One table: its shoe, and rounds from it."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.rulebook, self.options, self.year = TABLES[number % len(TABLES)]
        self.name, self.chance, self.game = f"C-{number + 1:02d}", chance, GAMES[self.rulebook]
        self.decks = self.options.get("decks", 8 if self.game.up_card_first else 6)
        self.positions = self.options.get("positions", 6)
        seven = self.rulebook == "nj-19-47-26" and self.positions == 7
        self.most_hands = 3 if seven else self.game.hands  # 26.10(c)
        self.shoes = self.rounds = 0
        self.shoe = self._shuffled()

    def _shuffled(self) -> Shoe:
        self.shoes += 1
        return Shoe(self.chance, self.game.ranks, self.decks)

    def round(self) -> dict[str, Any]:
        """The next round as a record, with what should have been paid reported."""
        if len(self.shoe.cards) < (COVER_CARD if self.decks > 2 else SMALL_SHOE):
            self.shoe = self._shuffled()
        self.rounds += 1
        minutes = self.rounds * 2
        at = f"{self.year}-{1 + minutes // 40_320 % 12:02d}-{1 + minutes // 1440 % 28:02d}"
        at += f"T{minutes // 60 % 24:02d}:{minutes % 60:02d}:00-05:00"
        record: dict[str, Any] = {
            "format": "floor-round/1",
            "id": f"{self.name}/{self.rounds}",
            "table": self.name,
            "at": at,
        }
        record |= {"shoe": f"{self.name}/{self.shoes}", "rulebook": self.rulebook}
        record |= {"options": self.options} if self.options else {}
        record |= self._deal()
        self._report(record)
        return record

    def _report(self, record: dict[str, Any]) -> None:
        """Report every line as it should be, one in a thousand not."""
        reported: dict[int, list[dict[str, Any]]] = {box["box"]: [] for box in record["boxes"]}
        for line in verify_json(record, rulebooks()).lines:
            wrong = self.chance.randrange(ONE_WRONG_IN) == 0
            net = line.expected + (self.chance.choice((-500, 500, 1)) if wrong else 0)
            on = {"hand": line.hand} if line.hand else {}
            reported[line.box].append(on | {"wager": line.wager, "net": net})
        for box in record["boxes"]:
            box["reported"] = reported[box["box"]]

    def _deal(self) -> dict[str, Any]:
        few = 2 if self.decks < 3 else self.positions
        taken = sorted(self.chance.sample(range(1, self.positions + 1), self.chance.randint(1, few)))
        cards = 2 if self.options.get("hole_card", True) else 1
        dealer = [self.shoe.deal() for _ in range(cards)]
        boxes = [self._box(number, dealer[0]) for number in taken]
        signal = self._signal(dealer)
        if not (signal in ("blackjack", "large") and is_blackjack(dealer)):
            for box in boxes:
                if not box.blackjack:
                    self._play(box)
            limit = 22 if self.rulebook == "pa-685a" else 21  # 685a.3(d)(3)
            finish_dealer(self.chance, self.rulebook, self.shoe, Rig(), dealer, boxes, limit)
        made = [
            {"box": box.number, "cards": box.cards, "wagers": box.wagers} | ({"play": box.play} if box.play else {})
            for box in boxes
        ]
        return {"dealer": {"cards": dealer, "reader": signal}, "boxes": made}

    def _signal(self, dealer: list[str]) -> str | None:
        """What the reader says: 590.7(g), 673a.7(h), 665a.7(g), 26.7(i); in Down Under every round, 685a.7(h)."""
        if self.rulebook == "pa-685a":
            rank = dealer[1][0]
            return "small" if rank in "2345" else "medium" if rank in "6789" else "large"
        if self.options.get("reader", True) and dealer[0][0] in "ATJQK":
            return "blackjack" if is_blackjack(dealer) else "no_blackjack"
        return None

    def _coin(self) -> bool:
        return self.chance.random() < 0.5

    def _box(self, number: int, up: str) -> Box:
        """A box with its wagers and first cards; a Blackjack against an ace may take even money, 685a.7(g)."""
        chance, book = self.chance, self.rulebook
        main = chance.choice(BETS)
        wagers = {"main": main}
        if book in ATTACK and self._coin():
            wagers["double_attack"] = chance.choice((main, main // 2))  # 665a.6(e), 26.1, I-07
        offered = self.options.get("side_wagers")
        side = {"pa-590": "push_22", "pa-685a": "match_dealer"}.get(book, "bust_it" if book in ATTACK else "")
        may = bool(side) and (offered is None or side in offered) and (side != "match_dealer" or self.decks in (6, 8))
        amount = chance.choice(SIDE_BETS)
        if side == "bust_it":
            amount = min(amount, main, self.options.get("bonus_maximum", main))  # 665a.6(f), 26.6(b)1, 2
        if may and self._coin():
            wagers[side] = amount
        cards = [self.shoe.deal(), self.shoe.deal()]
        box = Box(number, cards, wagers, [Hand(list(cards))])
        if up[0] == "A" and self._coin():
            if book == "pa-685a" and box.blackjack:
                box.play.append({"do": "even_money"})
            elif not (box.blackjack and "I-12" in self.options.get("readings", ())):
                wagers["insurance"] = main // 2
        return box

    def _play(self, box: Box) -> None:
        at = 0
        while at < len(box.hands):
            hand = box.hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self.shoe.deal())
                box.play.append({"do": "deal", "card": hand.cards[1]})
            lawful = self._lawful(box, hand)
            at += not (lawful and self._decide(self.chance.choice(lawful), box, hand, at))

    def _lawful(self, box: Box, hand: Hand) -> list[str]:
        """What may be decided now: `-less` is a double for half, `-paid` one that could have been free (I-06)."""
        book, game, total = self.rulebook, self.game, points(hand.cards)
        one_card_ace = game.one_card_on_aces and hand.from_split and hand.cards[0][0] == "A"
        if total > 21:  # 673a.7(l)
            return ["second_chance", "decline", "say nothing"] if book == "pa-673a" else []
        if total == 21:
            return []
        if hand.doubled or one_card_ace:
            return ["surrender", "keep"] if game.surrender == "any" else []  # 665a.9(a), 26.8(a), I-31
        first_two, aces = len(hand.cards) == 2, hand.cards[0][0] == "A"
        made = ["hit", "stand"]
        if first_two or game.double_on_more:
            hard = not any(card[0] == "A" for card in hand.cards)
            free = book == "pa-590" and 9 <= total <= 11 and hard  # 590.10(a)(1)
            made += ["double", "double-paid"] if free else ["double", "double-less"]
        again = not (aces and hand.from_split and book != "pa-590")  # 665a.11(e), 26.10(e)
        if first_two and value(hand.cards[0]) == value(hand.cards[1]) and len(box.hands) < self.most_hands and again:
            free = book == "pa-590" and value(hand.cards[0]) != 10  # 590.11(b)(2)
            made += ["split", "split-paid"] if free and not self._lammer_hand(box, hand) else ["split"]
        if game.surrender == "any" or (game.surrender == "first" and first_two and not box.play):
            made.append("surrender")
        return made

    def _lammer_hand(self, box: Box, hand: Hand) -> bool:
        """A hand that may stand on a lammer: with I-15 the other way it is split for a wager only."""
        return "I-15" in self.options.get("readings", ()) and hand.from_split

    def _decide(self, what: str, box: Box, hand: Hand, at: int) -> bool:
        """Make a decision; whether the hand goes on."""
        do, _, how = what.partition("-")
        main = box.wagers["main"]
        whole = main + box.wagers.get("double_attack", 0) if self.rulebook in ATTACK else main
        if what in ("keep", "say nothing"):
            return False
        if what == "decline":
            box.play.append({"do": "second_chance", "declined": True})
            return False
        if do in ("stand", "surrender"):
            box.play.append({"do": do})
            hand.surrendered = do == "surrender"
            return False
        card = self.shoe.deal()
        if do == "second_chance":  # as much as lies on the hand, I-02
            box.play.append({"do": do, "wager": main + hand.double, "card": card})
            hand.after_chance = points(hand.cards) - value(card)
            return False
        if do == "hit":
            box.play.append({"do": do, "card": card})
            hand.cards.append(card)
            return True
        if do == "double":
            hard = not any(each[0] == "A" for each in hand.cards)
            free = self.rulebook == "pa-590" and 9 <= points(hand.cards) <= 11 and hard and len(hand.cards) == 2
            amount = max(1, whole // 2) if how == "less" else whole
            staked: dict[str, Any] = {"lammer": True} if free and how != "paid" else {"wager": amount}
            box.play.append({"do": do, "card": card} | staked)
            hand.cards.append(card)
            hand.doubled, hand.double = True, staked.get("wager", 0)
            return True
        tens = value(hand.cards[0]) == 10
        free = self.rulebook == "pa-590" and not tens and how != "paid" and not self._lammer_hand(box, hand)
        box.play.append({"do": do, "card": card} | ({"lammer": True} if free else {"wager": whole}))
        box.hands.insert(at + 1, Hand([hand.cards[1]], from_split=True))
        hand.cards, hand.from_split = [hand.cards[0], card], True
        return True


def rounds(count: int, *, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Rounds of all these tables in turn, the same for the same seed."""
    chance = random.Random(seed)
    tables = [TableOfChance(number, chance) for number in range(len(TABLES))]
    for n in range(count):
        yield tables[n % len(tables)].round()


def write(file: Path, count: int, *, seed: int = 1) -> Path:
    """A file of such rounds."""
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in rounds(count, seed=seed))
    return file
