"""A floor at play, for measuring: twenty tables over the five games, sensible players, usual chips."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.domain.cards import CARDS, VALUES, count
from floorapp.engine.verify import verify_json

RANKS = {True: "A23456789TJQK", False: "A23456789JQK"}
CHIPS = (1000, 1500, 2500, 2500, 5000, 5000, 10000, 20000)
GAMES = {
    "pa-590": ("push_22", 6),
    "pa-673a": ("", 6),
    "pa-685a": ("match_dealer", 8),
    "pa-665a": ("bust_it", 8),
    "nj-19-47-26": ("bust_it", 8),
}


@dataclass
class Hand:
    cards: list[str]
    split: bool = False
    over: bool = False  # nothing about it waits for the dealer's count
    wager: int = 0


@dataclass
class Box:
    number: int
    main: int
    hands: list[Hand] = field(default_factory=list)
    play: list[dict[str, Any]] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)


def total(cards: list[str], limit: int = 21) -> int:
    return count([CARDS[card] for card in cards], limit=limit).total


def soft(cards: list[str]) -> bool:
    return count([CARDS[card] for card in cards]).soft


class TableAtPlay:
    """One table: its shoe, its options, its rounds."""

    def __init__(self, name: str, rulebook: str, rng: random.Random) -> None:
        self.name, self.rulebook, self.rng = name, rulebook, rng
        self.side, self.decks = GAMES[rulebook]
        self.book = rulebooks()[rulebook]
        self.shoe: list[str] = []
        self.shoes = self.rounds = 0
        self.options: dict[str, Any] = {"decks": self.decks, "positions": 6}
        if self.side:
            self.options["side_wagers"] = [self.side]

    def draw(self) -> str:
        return self.shoe.pop()

    def round(self) -> dict[str, Any]:
        """The next round as a record, with what should have been paid reported."""
        if len(self.shoe) < 60:
            ranks = RANKS[self.book.cards.tens.value]
            self.shoe = [rank + suit for rank in ranks for suit in "cdhs"] * self.decks
            self.rng.shuffle(self.shoe)
            self.shoes += 1
        self.rounds += 1
        record = self._deal()
        for line in verify_json(record, rulebooks()).lines:
            box = next(each for each in record["boxes"] if each["box"] == line.box)
            made = {"wager": line.wager, "net": line.expected}
            box.setdefault("reported", []).append(({"hand": line.hand} if line.hand else {}) | made)
        return record

    def _deal(self) -> dict[str, Any]:
        taken = sorted(self.rng.sample(range(1, 6), self.rng.choice((2, 3, 3, 4, 4, 4, 5))))
        boxes = [Box(number, self.rng.choice(CHIPS)) for number in taken]
        dealer = [self.draw(), self.draw()]
        for box in boxes:
            box.hands = [Hand([self.draw(), self.draw()])]
            box.wagers = self._wagers(box.main, dealer[0])
        blackjack = sorted(VALUES[card[0]] for card in dealer) == [1, 10]
        firsts = {box.number: list(box.hands[0].cards) for box in boxes}
        if not blackjack:
            for box in boxes:
                self._play(box, dealer[0])
            self._finish(dealer, boxes)
        made = [
            {"box": box.number, "cards": firsts[box.number], "wagers": box.wagers}
            | ({"play": box.play} if box.play else {})
            for box in boxes
        ]
        return self._record(dealer, made, blackjack)

    def _wagers(self, main: int, up: str) -> dict[str, int]:
        wagers = {"main": main}
        if self.book.double_attack and VALUES[up[0]] in (2, 3, 4, 5, 6):
            wagers["double_attack"] = main
        if self.side and self.rng.random() < 0.25:
            wagers[self.side] = 500
        if up[0] == "A" and self.rng.random() < 0.1:
            wagers["insurance"] = main // 2
        return wagers

    def _play(self, box: Box, up: str) -> None:
        high = VALUES[up[0]] >= 7 or up[0] == "A"
        at = 0
        while at < len(box.hands):
            hand = box.hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self.draw())
                box.play.append({"do": "deal", "card": hand.cards[1]})
            if not self._decide(box, hand, at, high):
                at += 1

    def _decide(self, box: Box, hand: Hand, at: int, high: bool) -> bool:
        """One decision; whether the hand goes on."""
        book, now, first = self.book, total(hand.cards), len(hand.cards) == 2
        aces_done = hand.split and hand.cards[0][0] == "A" and book.split.aces_one_card.value
        if now >= 21 or aces_done:
            hand.over = now > 21 or (first and now == 21 and not hand.split) or (now == 21 and self._pays_21())
            if now > 21 and book.second_chance and self.rng.random() < 0.3:
                box.play.append({"do": "second_chance", "wager": box.main + hand.wager, "card": self.draw()})
                after = now - VALUES[box.play[-1]["card"][0]]
                hand.over = after >= 21
            return False
        value = VALUES[hand.cards[0][0]]
        if first and len(box.hands) == 1 and value in (1, 8) and VALUES[hand.cards[1][0]] == value:
            return self._split(box, hand, at)
        if first and now in (10, 11) and not soft(hand.cards):
            return self._double(box, hand)
        if first and now == 16 and high and book.surrender.when.value != "never" and self.rng.random() < 0.5:
            if not (book.surrender.when.value == "first-two" and box.play):
                box.play.append({"do": "surrender"})
                hand.over = True
                return False
        if now < 12 or (now < 17 and high) or (now < 18 and soft(hand.cards)):
            hand.cards.append(self.draw())
            box.play.append({"do": "hit", "card": hand.cards[-1]})
            return True
        box.play.append({"do": "stand"})
        return False

    def _pays_21(self) -> bool:
        return self.book.draw.twenty_one_paid_at_once.value

    def _split(self, box: Box, hand: Hand, at: int) -> bool:
        second = hand.cards.pop()
        hand.cards.append(self.draw())
        hand.split = True
        box.hands.insert(at + 1, Hand([second], split=True))
        free = {"lammer": True} if self.book.split.free else {"wager": box.main + box.wagers.get("double_attack", 0)}
        box.play.append({"do": "split", "card": hand.cards[-1]} | free)
        return True

    def _double(self, box: Box, hand: Hand) -> bool:
        hand.cards.append(self.draw())
        free = self.book.double.free_totals is not None
        hand.wager = 0 if free else box.main
        staked = {"lammer": True} if free else {"wager": box.main}
        box.play.append({"do": "double", "card": hand.cards[-1]} | staked)
        hand.over = total(hand.cards) > 21 or (total(hand.cards) == 21 and self._pays_21())
        if total(hand.cards) > 21 and self.book.second_chance and self.rng.random() < 0.3:
            box.play.append({"do": "second_chance", "wager": box.main + hand.wager, "card": self.draw()})
            hand.over = total(hand.cards) - VALUES[box.play[-1]["card"][0]] >= 21
        return False

    def _finish(self, dealer: list[str], boxes: list[Box]) -> None:
        book = self.book
        live = any(not hand.over for box in boxes for hand in box.hands)
        live = live or book.dealer.needless_draw.value == "no-rule" or any("push_22" in box.wagers for box in boxes)
        third = any("bust_it" in box.wagers for box in boxes)
        limit = book.cards.dealer_ace_limit.value
        while total(dealer, limit) < 17 and (live or (third and len(dealer) == 2)):
            dealer.append(self.draw())

    def _record(self, dealer: list[str], boxes: list[dict[str, Any]], blackjack: bool) -> dict[str, Any]:
        book = self.book
        signal: str | None = None
        if dealer[0][0] in book.reader.up_cards.value:
            signal = "blackjack" if blackjack else "no_blackjack"
            if book.reader.kind.value == "masque":
                value = VALUES[dealer[1][0]]
                signal = "large" if value in (1, 10) else "small" if value < 6 else "medium"
        hours, minutes = divmod(self.rounds, 60)
        return {
            "format": "floor-round/1",
            "id": f"{self.name}/{self.rounds}",
            "table": self.name,
            "at": f"2015-{1 + hours // 600 % 12:02d}-{1 + hours // 24 % 28:02d}T{hours % 24:02d}:{minutes:02d}:00-05:00",
            "shoe": f"{self.name}/{self.shoes}",
            "rulebook": self.rulebook,
            "options": self.options,
            "dealer": {"cards": dealer, "reader": signal},
            "boxes": boxes,
        }


def rounds(count_: int, *, seed: int = 1) -> Iterator[dict[str, Any]]:
    """A floor's rounds, table after table in turn."""
    rng = random.Random(seed)
    tables = [TableAtPlay(f"T-{n:02d}", book, rng) for n, book in enumerate(list(GAMES) * 4, start=1)]
    for n in range(count_):
        yield tables[n % len(tables)].round()


def write(file: Path, count_: int, *, seed: int = 1) -> Path:
    """A file of rounds, made once."""
    if not file.exists():
        with file.open("w", encoding="utf-8") as out:
            for record in rounds(count_, seed=seed):
                out.write(json.dumps(record) + "\n")
    return file
