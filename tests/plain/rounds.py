"""Random lawful rounds of the five games, dealt card by card, as floor-round/1 records.

Nothing here settles: it deals, decides at random within the paragraphs cited, and draws for the
dealer as the rulebook has it. A shoe is a shuffled one of the game's own composition; now and then
its order is rigged (a wanted card is taken from further back), so that rare things happen often.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from .settlement import Record, is_blackjack, points, settle, value

RULEBOOKS = ("pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26")

LOW, MIDDLE, TENS = "23456", "789", "TJQK"


@dataclass(frozen=True)
class Game:
    """What the generator has to know of a rulebook."""

    ranks: str  # `.3(a)`, 26.2(a): Double Attack has no tens
    decks: tuple[int, ...]  # `.3(a)`, 26.2(a)
    up_card_first: bool  # 665a.7(e), 26.7(d), against `.7(e)`
    hands: int  # 590.11(d), 673a.11(a), 685a.10(c), 665a.11(c), 26.10(c)
    one_card_on_aces: bool  # 685a.10(e), 665a.11(e), 26.10(e)
    double_on_more: bool  # 665a.10(a), 26.9(a): two or more cards; else the first two
    surrender: str  # "first": 590.9, 673a.9 · "any": 665a.9, 26.8 · "": 685a.7(i)(2)
    in_force: tuple[date, date]


GAMES = {
    "pa-590": Game(
        ranks="A23456789TJQK",
        decks=(1, 2, 4, 6, 6, 6, 8),
        up_card_first=False,
        hands=4,
        one_card_on_aces=False,
        double_on_more=False,
        surrender="first",
        in_force=(date(2014, 1, 5), date(2015, 12, 31)),
    ),
    "pa-673a": Game(
        ranks="A23456789TJQK",
        decks=(1, 2, 4, 6, 6, 6, 8),
        up_card_first=False,
        hands=2,
        one_card_on_aces=False,
        double_on_more=False,
        surrender="first",
        in_force=(date(2016, 8, 28), date(2026, 11, 15)),
    ),
    "pa-685a": Game(
        ranks="A23456789TJQK",
        decks=(4, 5, 6, 6, 8, 8),
        up_card_first=False,
        hands=2,
        one_card_on_aces=True,
        double_on_more=False,
        surrender="",
        in_force=(date(2020, 11, 22), date(2026, 11, 15)),
    ),
    "pa-665a": Game(
        ranks="A23456789JQK",
        decks=(8,),
        up_card_first=True,
        hands=4,
        one_card_on_aces=True,
        double_on_more=True,
        surrender="any",
        in_force=(date(2014, 2, 2), date(2026, 11, 15)),
    ),
    "nj-19-47-26": Game(
        ranks="A23456789JQK",
        decks=(6, 8),
        up_card_first=True,
        hands=4,  # 3 at a table of seven, 26.10(c)
        one_card_on_aces=True,
        double_on_more=True,
        surrender="any",
        in_force=(date(2004, 9, 8), date(2010, 12, 31)),
    ),
}


class ShoeIsEmpty(Exception):
    """The shoe ran out; the caller deals another round."""


class Shoe:
    """A shuffled shoe from which a wanted rank can be taken out of turn, as if rigged."""

    def __init__(self, rng: random.Random, ranks: str, decks: int) -> None:
        """Shuffle so many decks of these ranks."""
        self.cards = [rank + suit for rank in ranks for suit in "cdhs"] * decks
        rng.shuffle(self.cards)

    def deal(self, ranks: str = "", suits: str = "cdhs") -> str:
        """Deal the next card, or the next of these ranks and suits if any is left."""
        if not self.cards:
            raise ShoeIsEmpty
        at = 0
        if ranks:
            for index, card in enumerate(self.cards):
                if card[0] in ranks and card[1] in suits:
                    at = index
                    break
        return self.cards.pop(at)


@dataclass
class Rig:
    """What the order of this shoe is rigged for; empty means as shuffled."""

    up: str = ""
    hole: str = ""
    first: str = ""
    second: str = ""  # "=": of the first card's value; "^": of the dealer's up card's rank
    draws: str = ""
    pair_again: float = 0.0
    ends: str = ""  # "22": the dealer ends on 22; "over": passes 21; "21": ends on 21
    suits: str = "cdhs"  # of the dealer's cards, and of those that are to match his
    box_share: float = 1.0  # how many of the boxes the rig is for


def _rig(rng: random.Random, game: Game) -> Rig:
    """Choose what to rig; in four rounds of ten, nothing."""
    if rng.random() < 0.4:
        return Rig()
    tens = "".join(rank for rank in TENS if rank in game.ranks)
    rig = Rig(box_share=rng.choice([0.4, 0.7, 1.0]))
    rig.up = rng.choice(["", "", "A", tens, LOW, LOW, MIDDLE, "8", rng.choice(game.ranks)])
    if rng.random() < 0.45:
        if rig.up == "A":
            rig.hole = rng.choice([tens, tens, "A", LOW])
        elif rig.up == tens:
            rig.hole = rng.choice(["A", "A", LOW])
        else:
            rig.hole = rng.choice([LOW, MIDDLE, tens, "8"])
    players = rng.choice(["", "", "pair", "pair", "low", "blackjack", "match", "tens", "aces"])
    if players == "pair":
        rig.first = rng.choice([tens, "A", "8", rng.choice(game.ranks), rng.choice(game.ranks)])
        rig.second = "="
        rig.pair_again = rng.choice([0.0, 0.4, 0.7])
    elif players == "low":
        rig.first, rig.second, rig.draws = "23456", "3456", rng.choice(["A23", "234", ""])
    elif players == "blackjack":
        rig.first, rig.second = rng.choice([("A", tens), (tens, "A")])
    elif players == "match":
        rig.up = rig.up[:1] or rng.choice(game.ranks)
        rig.first, rig.second = rng.choice([("^", ""), ("", "^"), ("^", "^")])
    elif players == "tens":
        rig.first = rig.second = tens
    elif players == "aces":
        rig.first, rig.second, rig.pair_again = "A", "A", rng.choice([0.0, 0.6])
    if players in ("pair", "tens", "aces") and rng.random() < 0.3:
        rig.draws = rng.choice([LOW, tens, "A"])
    rig.ends = rng.choice(["", "", "22", "22", "22", "over", "over", "21"])
    if rng.random() < 0.35:
        rig.suits = rng.choice(["c", "d", "h", "s", "dh", "cs"])
        if "8" in (rig.up, rig.hole) and rng.random() < 0.7:
            rig.up, rig.hole, rig.ends = "8", "8", "eights"
    return rig


# ---------------------------------------------------------------- amounts


def _main_wager(rng: random.Random) -> int:
    """Choose a main wager: mostly whole dollars, sometimes odd cents."""
    if rng.random() < 0.15:
        return rng.randint(101, 20_000)
    return rng.choice([500, 1000, 1000, 1500, 2000, 2500, 5000, 7500, 10_000, 25_000])


def _up_to(rng: random.Random, most: int, least: int = 1) -> int:
    """Choose an amount of at most `most`: mostly all of it, else less, sometimes odd cents."""
    draw = rng.random()
    if draw < 0.6 or most <= least:
        return most
    if draw < 0.85 and most // 2 >= least:
        return most // 2
    return rng.randint(least, most)


def _side_wager(rng: random.Random) -> int:
    """Choose an amount for a side wager that has no limit of its own."""
    return rng.choice([100, 500, 500, 1000, 2500, rng.randint(1, 3000)])


# ---------------------------------------------------------------- a player's decisions


@dataclass
class Hand:
    """A hand while it is played."""

    cards: list[str]
    from_split: bool = False
    doubled: bool = False
    surrendered: bool = False
    double: int = 0
    after_chance: int | None = None  # its total after a Second Chance card


class Behind:
    """One bettor behind a New Jersey box, while the box is played."""

    def __init__(self, wagers: dict[str, int]) -> None:
        """Begin with all the money on the only hand."""
        self.wagers = wagers
        self.on = [True]
        self.follows: list[dict[str, Any]] = []

    @property
    def limit(self) -> int:
        """Give the initial wager and the double attack together."""
        return self.wagers["main"] + self.wagers.get("double_attack", 0)

    def split(self, rng: random.Random, step: int, at: int) -> None:
        """Cover the new hand or name the one that keeps the wager: 26.13(f)."""
        was_on = self.on[at]
        self.on.insert(at + 1, False)
        if not was_on:
            return
        if rng.random() < 0.5:
            self.on[at + 1] = True
            self.follows.append({"step": step, "wager": self.limit})
        else:
            keeps = at + rng.randint(0, 1)
            self.on[at], self.on[at + 1] = keeps == at, keeps == at + 1
            self.follows.append({"step": step, "hand": keeps + 1})

    def double(self, rng: random.Random, step: int, at: int) -> None:
        """Double too, or not: 26.13(d)."""
        if self.on[at] and rng.random() < 0.6:
            self.follows.append({"step": step, "wager": _up_to(rng, self.limit)})


@dataclass
class Box:
    """A box while it is played."""

    number: int
    cards: list[str]
    wagers: dict[str, int]
    hands: list[Hand]
    play: list[dict[str, Any]] = field(default_factory=list)
    behind: list[Behind] = field(default_factory=list)

    @property
    def blackjack(self) -> bool:
        """Say whether the initial two cards are a Blackjack."""
        return is_blackjack(self.cards)

    @property
    def everyone(self) -> list[dict[str, int]]:
        """Give the wagers of the player who calls and of the bettors behind."""
        return [self.wagers, *(bettor.wagers for bettor in self.behind)]


def _play(rng: random.Random, rulebook: str, most_hands: int, shoe: Shoe, rig: Rig, box: Box) -> None:
    """Play one box to the end with lawful random decisions."""
    game = GAMES[rulebook]
    main = box.wagers["main"]
    whole = main + box.wagers.get("double_attack", 0)
    hands, play = box.hands, box.play
    boldness = rng.choice([0.04, 0.12, 0.3])  # how often a good hand still draws

    def draw(pair_of: str = "") -> str:
        if pair_of and rng.random() < rig.pair_again:
            return shoe.deal(TENS if pair_of in TENS else pair_of)
        return shoe.deal(rig.draws if rng.random() < 0.7 else "")

    at = 0
    while at < len(hands):
        hand = hands[at]
        if len(hand.cards) == 1:
            hand.cards.append(draw(hand.cards[0][0]))
            play.append({"do": "deal", "card": hand.cards[1]})
        total = points(hand.cards)
        one_card_ace = game.one_card_on_aces and hand.from_split and hand.cards[0][0] == "A"

        # A hand that is complete by itself: at 21 or over, doubled, a split ace with its card.
        if total >= 21 or hand.doubled or one_card_ace:
            if total > 21 and rulebook == "pa-673a" and rng.random() < 0.65:
                # 673a.7(l): equal to the current Blackjack Wager, with the double, I-02.
                card = shoe.deal("A23456789"[total - 22] if rng.random() < 0.25 else "")
                play.append({"do": "second_chance", "wager": main + hand.double, "card": card})
                hand.after_chance = total - value(card)
            elif total < 21 and game.surrender == "any" and rng.random() < 0.15:
                # 665a.7(k), .9(a), 26.8(a), I-31, I-35: after a double or on a split ace.
                play.append({"do": "surrender"})
                hand.surrendered = True
            at += 1
            continue

        first_two = len(hand.cards) == 2
        pair = first_two and value(hand.cards[0]) == value(hand.cards[1])
        ace = hand.cards[0][0] == "A"
        may_split = pair and len(hands) < most_hands
        if ace and hand.from_split and rulebook != "pa-590":
            may_split = False  # 665a.11(e), 26.10(e); 590.11(d) has no such rule
        may_double = first_two or game.double_on_more
        may_surrender = game.surrender == "any" or (game.surrender == "first" and first_two and not hand.from_split)

        if may_split and rng.random() < 0.7:
            card = draw(hand.cards[0][0])
            split: dict[str, Any] = {"do": "split", "card": card}
            if rulebook == "pa-590" and value(hand.cards[0]) != 10 and rng.random() < 0.97:
                split["lammer"] = True  # 590.11(b)(2), I-15
            elif rulebook in ("pa-665a", "nj-19-47-26"):
                split["wager"] = whole  # 665a.11(a), 26.10(a)
            else:
                split["wager"] = main  # 590.11(b)(1), I-06, 673a.11(a), 685a.10(a)
            for bettor in box.behind:
                bettor.split(rng, len(play), at)
            play.append(split)
            hands.insert(at + 1, Hand([hand.cards[1]], from_split=True))
            hand.cards = [hand.cards[0], card]
            hand.from_split = True
            continue
        if may_surrender and rng.random() < 0.07:
            play.append({"do": "surrender"})
            hand.surrendered = True
            at += 1
            continue
        hard_9_to_11 = 9 <= total <= 11 and not any(card[0] == "A" for card in hand.cards)
        if may_double and rng.random() < (0.6 if 8 <= total <= 11 else 0.1):
            card = draw()
            double: dict[str, Any] = {"do": "double", "card": card}
            if rulebook == "pa-590" and hard_9_to_11 and rng.random() < 0.97:
                double["lammer"] = True  # 590.10(a)(1)
            elif rulebook in ("pa-665a", "nj-19-47-26"):
                double["wager"] = _up_to(rng, whole)  # 665a.10(a), 26.9(a)
            else:
                double["wager"] = _up_to(rng, main)  # 590.10(a)(2), I-06, 673a.10(a), 685a.9(a)
            for bettor in box.behind:
                bettor.double(rng, len(play), at)
            play.append(double)
            hand.cards.append(card)
            hand.doubled = True
            hand.double = double.get("wager", 0)
            continue
        eager = 0.95 if total <= 11 else 0.55 if total <= 16 else boldness
        if rng.random() < eager:
            card = draw()
            play.append({"do": "hit", "card": card})
            hand.cards.append(card)
            continue
        play.append({"do": "stand"})
        at += 1


# ---------------------------------------------------------------- the dealer


def _dealer_draw(rng: random.Random, shoe: Shoe, rig: Rig, cards: list[str], limit: int) -> str:
    """Draw the dealer's next card, rigged towards the end that is wanted."""
    total = points(cards, limit)
    if rig.ends == "eights" and len(cards) == 2:
        return shoe.deal("8", rig.suits)
    if rig.ends in ("22", "21") and rng.random() < 0.8:
        wanted = int(rig.ends) - total
        if wanted in (1, 11):
            return shoe.deal("A", rig.suits)
        if wanted == 10:
            return shoe.deal(TENS, rig.suits)
        if 2 <= wanted <= 9:
            return shoe.deal(str(wanted), rig.suits)
    if rig.ends == "over" and 12 <= total <= 16 and rng.random() < 0.8:
        return shoe.deal(rng.choice(["6", "7", "8", "9", TENS]), rig.suits)
    return shoe.deal("A23456789TJQK", rig.suits)


def _live(rulebook: str, boxes: list[Box]) -> bool:
    """Say whether some hand is still to be compared with the dealer's."""
    for box in boxes:
        for hand in box.hands:
            total = points(hand.cards) if hand.after_chance is None else hand.after_chance
            if box.blackjack or hand.surrendered or total > 21:
                continue
            if rulebook == "pa-673a" and total == 21:
                continue  # 673a.7(l)(2), .7(m): paid already
            return True
    return False


def _side_wager_placed(boxes: list[Box], wager: str) -> bool:
    """Say whether anyone at the table, behind a box too, has placed this wager."""
    return any(wager in wagers for box in boxes for wagers in box.everyone)


# ---------------------------------------------------------------- the round


def random_round(rng: random.Random, rulebook: str, *, reported: bool = True) -> Record:
    """Deal and play one lawful round; `reported` is what the plain settlement says."""
    while True:
        try:
            record = _round(rng, rulebook)
        except ShoeIsEmpty:
            continue
        if reported:
            lines = settle(record)
            for box in record["boxes"]:
                box["reported"] = [
                    {key: line[key] for key in ("wager", "hand", "behind") if key in line} | {"net": line["expected"]}
                    for line in lines
                    if line["box"] == box["box"]
                ]
        return record


def _options(rng: random.Random, rulebook: str) -> dict[str, Any]:
    """Choose what the table and the Rules Submission fix; some are left to their default."""
    game = GAMES[rulebook]
    options: dict[str, Any] = {}
    if rng.random() < 0.85:
        options["decks"] = rng.choice(game.decks)
    if rulebook == "nj-19-47-26":
        if rng.random() < 0.7:
            options["positions"] = rng.choice([6, 7])
        procedure = rng.choice(["reader", "no reader", "no hole card"])
        if procedure != "reader":
            options["reader"] = False
        if procedure == "no hole card":
            options["hole_card"] = False
        if rng.random() < 0.4:
            options["bonus_maximum"] = rng.choice([500, 2500, 10_000])
    elif rng.random() < 0.8:
        options["positions"] = rng.choice([3, 5, 6, 6, 6, 6])
    if rulebook == "pa-590" and rng.random() < 0.7:
        options["push_22_paytable"] = rng.choice(["A", "B"])
    if rng.random() < 0.7:
        side = {"pa-590": "push_22", "pa-673a": "", "pa-685a": "match_dealer"}
        offered = side.get(rulebook, "bust_it")
        if offered == "match_dealer" and options.get("decks", 6) in (4, 5):
            offered = ""  # 685a.6(e)
        options["side_wagers"] = [offered] if offered and rng.random() < 0.9 else []
    return options


def _first_wagers(rng: random.Random, rulebook: str, options: dict[str, Any], attack: bool) -> dict[str, int]:
    """Place one bettor's wagers before his first card; `attack`: a double attack is possible."""
    main = _main_wager(rng)
    wagers = {"main": main}
    if rulebook in ("pa-665a", "nj-19-47-26") and attack and rng.random() < 0.6:
        wagers["double_attack"] = _up_to(rng, main)  # 665a.6(e), 26.1, I-07
    offered = options.get("side_wagers")
    if rulebook == "pa-590" and (offered is None or "push_22" in offered) and rng.random() < 0.5:
        wagers["push_22"] = _side_wager(rng)  # 590.6(e)
    if rulebook == "pa-685a" and (offered is None or "match_dealer" in offered):
        if options.get("decks", 6) in (6, 8) and rng.random() < 0.6:
            wagers["match_dealer"] = _side_wager(rng)  # 685a.6(e)
    if rulebook in ("pa-665a", "nj-19-47-26") and (offered is None or "bust_it" in offered):
        least = 100 if rulebook == "nj-19-47-26" else 1  # 26.6(b)
        most = min(main, options.get("bonus_maximum", main))  # 665a.6(f), 26.6(b)1, 2
        if most >= least and rng.random() < 0.55:
            wagers["bust_it"] = _up_to(rng, most, least)
    return wagers


def _round(rng: random.Random, rulebook: str) -> Record:
    """Deal and play one lawful round, without `reported`."""
    game = GAMES[rulebook]
    options = _options(rng, rulebook)
    new_jersey = rulebook == "nj-19-47-26"
    decks: int = options.get("decks", 8 if game.up_card_first else 6)
    positions: int = options.get("positions", 6)
    hole_card: bool = options.get("hole_card", True)
    reader: bool = options.get("reader", True)
    most_hands = 3 if new_jersey and positions == 7 else game.hands  # 26.10(c)
    limit = 22 if rulebook == "pa-685a" else 21  # 685a.3(d)(3)
    shoe = Shoe(rng, game.ranks, decks)
    rig = _rig(rng, game)

    # The deal: `.7(e)`; Double Attack has the up card first, 665a.7(e), (f), 26.7(d), (i).
    count = rng.choice([1, 1, 2, 2, 3, 4, positions])
    count = min(count, positions, 2 if decks == 1 else 4 if decks == 2 else positions)
    numbers = sorted(rng.sample(range(1, positions + 1), count))
    rigged = {number for number in numbers if rng.random() < rig.box_share}
    dealer: list[str] = []
    if game.up_card_first:
        dealer.append(shoe.deal(rig.up, rig.suits))
    first: dict[int, str] = {}
    for number in numbers:
        wanted = rig.up if rig.first == "^" else rig.first
        suits = rig.suits if rig.first == "^" else "cdhs"
        first[number] = shoe.deal(wanted, suits) if number in rigged else shoe.deal()
    if not game.up_card_first:
        dealer.append(shoe.deal(rig.up, rig.suits))
    boxes: list[Box] = []
    for number in numbers:
        wanted = rig.second
        if wanted == "=":
            wanted = TENS if first[number][0] in TENS else first[number][0]
        elif wanted == "^":
            wanted = dealer[0][0]
        suits = rig.suits if rig.second == "^" else "cdhs"
        second = shoe.deal(wanted, suits) if number in rigged else shoe.deal()
        wagers = _first_wagers(rng, rulebook, options, attack=True)
        cards = [first[number], second]
        boxes.append(Box(number, cards, wagers, [Hand(list(cards))]))
    if hole_card:
        dealer.append(shoe.deal(rig.hole, rig.suits))

    # New Jersey: up to two bettors behind, who double attack only where the caller does: 26.13.
    if new_jersey and rng.random() < 0.5:
        for box in boxes:
            for _ in range(rng.choice([0, 1, 1, 2])):
                attack = "double_attack" in box.wagers
                box.behind.append(Behind(_first_wagers(rng, rulebook, options, attack)))

    # Insurance against an ace, up to half: `.8(a), (b)`, 26.11(a), (b). Even money: 685a.7(g).
    up = dealer[0]
    if up[0] == "A":
        for box in boxes:
            if rulebook == "pa-685a" and box.blackjack and rng.random() < 0.45:
                box.play.append({"do": "even_money"})
                continue
            if rulebook == "pa-673a" and box.blackjack and rng.random() < 0.9:
                continue  # already paid, 673a.7(f); insured only now and then, I-12
            for wagers in box.everyone:
                if rng.random() < 0.4:
                    wagers["insurance"] = _up_to(rng, wagers["main"] // 2)

    # The reader: 590.7(g), 673a.7(h), 665a.7(g), 26.7(i); in Down Under every round, 685a.7(h).
    signal: str | None = None
    if rulebook == "pa-685a":
        rank = dealer[1][0]
        signal = "small" if rank in "2345" else "medium" if rank in "6789" else "large"
    elif reader and up[0] in "ATJQK":
        signal = "blackjack" if is_blackjack(dealer) else "no_blackjack"

    if signal in ("blackjack", "large") and is_blackjack(dealer):
        # No more cards. A surrender may have been held for the reader: 590.9(a)(2), 673a.9(a)(2)
        # with I-17, 665a.9(b)(2)(i).
        if rulebook in ("pa-590", "pa-673a", "pa-665a"):
            for box in boxes:
                if not box.blackjack and rng.random() < 0.15:
                    box.play.append({"do": "surrender"})
                    box.hands[0].surrendered = True
    else:
        for box in boxes:
            if not box.blackjack:
                _play(rng, rulebook, most_hands, shoe, rig, box)
        finish_dealer(rng, rulebook, shoe, rig, dealer, boxes, limit)
    return _record(rng, rulebook, options, dealer, signal, boxes)


def finish_dealer(
    rng: random.Random, rulebook: str, shoe: Shoe, rig: Rig, dealer: list[str], boxes: list[Box], limit: int
) -> None:
    """Give the dealer the cards that the rulebook has him take after the players, and no more."""
    live = _live(rulebook, boxes)
    bonus = _side_wager_placed(boxes, "bust_it")
    if len(dealer) == 1:
        # New Jersey without a hole card, 26.7(g): the second card, if anything hangs on it: a
        # hand, a bonus, an insurance (I-36), and where it may make a Blackjack, a player's
        # Blackjack, 26.5(b), or a surrender, 26.8(a)2.
        insured = _side_wager_placed(boxes, "insurance")
        held = dealer[0][0] in "AJQK" and any(box.blackjack or hand.surrendered for box in boxes for hand in box.hands)
        if not (live or bonus or insured or held):
            return
        dealer.append(shoe.deal(rig.hole, rig.suits))
    if is_blackjack(dealer):
        return
    if rulebook == "pa-590":
        live = live or _side_wager_placed(boxes, "push_22")  # 590.7(l), (m), I-19
    elif rulebook in ("pa-685a", "pa-665a"):
        live = True  # 685a.7(m), 665a.7(m), (n): he always draws, I-10
    elif rulebook == "nj-19-47-26" and bonus and not live:
        # 26.6(d), 26.12(c): a bonus hangs on the third card alone.
        if points(dealer) < 17:
            dealer.append(_dealer_draw(rng, shoe, rig, dealer, limit))
        return
    while live and points(dealer, limit) < 17:  # 673a.7(o), (p), 26.12(b), (c)
        dealer.append(_dealer_draw(rng, shoe, rig, dealer, limit))


def _record(
    rng: random.Random, rulebook: str, options: dict[str, Any], dealer: list[str], signal: str | None, boxes: list[Box]
) -> Record:
    """Write the round down."""
    start, end = GAMES[rulebook].in_force
    day = start + timedelta(days=rng.randint(0, (end - start).days))
    hours = -4 if 4 <= day.month <= 10 else -5
    at = datetime(day.year, day.month, day.day, rng.randint(0, 23), rng.randint(0, 59), tzinfo=UTC)
    record: Record = {
        "format": "floor-round/1",
        "id": f"{rulebook}/{rng.randrange(10**9):09d}",
        "table": f"{rulebook}-T1",
        "at": at.replace(tzinfo=timezone(timedelta(hours=hours))).isoformat(),
        "rulebook": rulebook,
        "dealer": {"cards": dealer, "reader": signal},
    }
    if options or rng.random() < 0.5:
        record["options"] = options
    # Where no reader is in use, it may go unmentioned.
    if options.get("reader") is False and rng.random() < 0.3:
        del record["dealer"]["reader"]
    written: list[Record] = []
    for box in boxes:
        one: Record = {"box": box.number, "cards": box.cards, "wagers": box.wagers}
        if box.play or rng.random() < 0.5:
            one["play"] = box.play
        if box.behind:
            one["behind"] = [
                {"wagers": bettor.wagers, "follows": bettor.follows}
                if bettor.follows or rng.random() < 0.5
                else {"wagers": bettor.wagers}
                for bettor in box.behind
            ]
        written.append(one)
    if rng.random() < 0.1:
        rng.shuffle(written)  # boxes may come in any order
    record["boxes"] = written
    return record


def legal_rounds(seed: int, count: int) -> Iterator[Record]:
    """Give so many lawful rounds of the five rulebooks in turn, the same for the same seed."""
    rng = random.Random(seed)
    for index in range(count):
        yield random_round(rng, RULEBOOKS[index % len(RULEBOOKS)])
