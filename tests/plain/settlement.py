"""What each wager of a lawful round wins or loses, read straight from the five regulations.

One function a game, each in the order of its regulation, so that it can be checked with the
regulation in the other hand. It knows nothing of the engine and shares nothing with it. Paragraphs
are cited without their section where the section is the function's own: `.7(n)(1)`. Where the text
is silent, the reading (I-01 and on) is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
Line = dict[str, Any]

WIN, LOSE, PUSH, HALF = "win", "lose", "push", "half"

# ---------------------------------------------------------------- counting cards


def value(card: str) -> int:
    """Count one card, an ace as 1: 590.3(d), 673a.3(d), 685a.3(d), 665a.3(d), 26.2(b)."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "TJQK":
        return 10
    return int(rank)


def points(cards: list[str], limit: int = 21) -> int:
    """Count a hand, an ace as 11 unless that would pass the limit: `.3(d)(3)`, 26.2(b)3."""
    total = sum(value(card) for card in cards)
    for card in cards:
        if card[0] == "A" and total + 10 <= limit:
            total += 10
    return total


def is_blackjack(cards: list[str]) -> bool:
    """Say whether these are an ace and a card of value 10 and nothing else: `.1`, 26.1."""
    return len(cards) == 2 and points(cards) == 21


def colour(card: str) -> str:
    """Name a card's colour."""
    return "red" if card[1] in "dh" else "black"


# ---------------------------------------------------------------- odds and amounts


def pay(stake: int, odds: int, to: int = 1) -> int:
    """Win at these odds, a broken cent rounded up, for the player (I-14)."""
    return -(-stake * odds // to)


def even(stake: int, outcome: str) -> int:
    """Settle a wager that wins 1 to 1; the half a surrender takes is rounded down (I-14)."""
    return {WIN: stake, LOSE: -stake, PUSH: 0, HALF: -(stake // 2)}[outcome]


def line(box: int, wager: str, stake: int, outcome: str, expected: int, **more: Any) -> Line:
    """Write one line of the answer; `more` is hand, behind and lammer where they apply."""
    return {"box": box, "wager": wager, "stake": stake, "outcome": outcome, "expected": expected, **more}


# ---------------------------------------------------------------- reading the record


@dataclass
class Hand:
    """One hand of a box as the record tells it, with what the calling player has on it."""

    cards: list[str]
    main: int
    main_lammer: bool = False
    double_attack: int = 0
    double: int = 0
    double_lammer: bool = False
    second_chance: int = 0
    second_chance_card: str = ""
    from_split: bool = False
    doubled: bool = False
    stood: bool = False
    surrendered: bool = False
    even_money: bool = False


def read_play(box: Record, one_card_on_aces: bool) -> tuple[list[Hand], list[int]]:
    """Follow a box's play; give its hands from the left and, a step, the hand it was done on."""
    main = box["wagers"]["main"]
    hands = [Hand(list(box["cards"]), main, double_attack=box["wagers"].get("double_attack", 0))]
    acted_on: list[int] = []
    last = 0
    for step in box.get("play", []):
        # The first hand that is not complete; if it waits for its second card, only a deal is
        # for it, and anything else is for the hand last acted on.
        here = last
        for number, hand in enumerate(hands):
            one_card_ace = one_card_on_aces and hand.from_split and hand.cards[0][0] == "A"
            complete = (
                hand.stood
                or hand.surrendered
                or hand.even_money
                or hand.doubled
                or points(hand.cards) >= 21
                or (one_card_ace and len(hand.cards) == 2)
            )
            if not complete:
                if len(hand.cards) > 1 or step["do"] == "deal":
                    here = number
                break
        acted_on.append(here)
        last = here
        hand = hands[here]
        if step["do"] in ("hit", "deal"):
            hand.cards.append(step["card"])
        elif step["do"] == "stand":
            hand.stood = True
        elif step["do"] == "surrender":
            hand.surrendered = True
        elif step["do"] == "even_money":
            hand.even_money = True
        elif step["do"] == "double":
            hand.cards.append(step["card"])
            hand.doubled = True
            hand.double = step.get("wager", 0)
            hand.double_lammer = step.get("lammer", False)
        elif step["do"] == "split":
            # In Double Attack the wager is main and double attack together, main first.
            wager = step.get("wager", 0)
            lammer = step.get("lammer", False)
            new = Hand([hand.cards[1]], min(wager, main), lammer, max(wager - main, 0))
            new.from_split = hand.from_split = True
            hand.cards = [hand.cards[0], step["card"]]
            hands.insert(here + 1, new)
        elif step["do"] == "second_chance":
            hand.second_chance = step["wager"]
            hand.second_chance_card = step["card"]
    return hands, acted_on


def returned(box: int, number: int, hand: Hand) -> Iterator[Line]:
    """Return everything the calling player has on a hand, as for a dead hand (I-34)."""
    if hand.main_lammer:
        yield line(box, "main", 0, PUSH, 0, hand=number, lammer=True)
    else:
        yield line(box, "main", hand.main, PUSH, 0, hand=number)
    if hand.double_attack:
        yield line(box, "double_attack", hand.double_attack, PUSH, 0, hand=number)
    if hand.double_lammer:
        yield line(box, "double", 0, PUSH, 0, hand=number, lammer=True)
    elif hand.double:
        yield line(box, "double", hand.double, PUSH, 0, hand=number)
    if hand.second_chance:
        yield line(box, "second_chance", hand.second_chance, PUSH, 0, hand=number)


# ---------------------------------------------------------------- 58 Pa. Code Chapter 590


def free_bet_blackjack(record: Record) -> list[Line]:
    """Settle a round of Free Bet Blackjack, 58 Pa. Code Chapter 590."""
    lines: list[Line] = []
    dealer: list[str] = record["dealer"]["cards"]
    dealer_total = points(dealer)
    dealer_blackjack = is_blackjack(dealer[:2])

    for box in record["boxes"]:
        name, wagers = box["box"], box["wagers"]
        hands, _ = read_play(box, one_card_on_aces=False)  # .11 has no one-card rule for aces

        for number, hand in enumerate(hands, start=1):
            if box.get("dead"):
                lines += returned(name, number, hand)
                continue
            total = points(hand.cards)
            # .1: a Blackjack is of the initial two cards, so not of a split hand.
            blackjack = is_blackjack(hand.cards) and not hand.from_split
            double_returned = False

            if dealer_blackjack and blackjack:
                outcome = PUSH  # .7(g)(1)
            elif dealer_blackjack and number == 1:
                outcome = LOSE  # .7(g)(2); .9(a)(2), the whole also of a surrendered wager
                double_returned = True  # I-38, had it been found late
            elif dealer_blackjack:
                outcome = PUSH  # I-38, had it been found late
                double_returned = True
            elif blackjack:
                outcome = WIN  # .7(h)(1)
            elif hand.surrendered:
                outcome = HALF  # .9(a)(1), .9(a)(2)
            elif total > 21:
                outcome = LOSE  # .7(q)(1); on any dealer total, I-01
            elif dealer_total == 22:
                outcome = PUSH  # .7(n)(1), .7(o)(1)
            elif dealer_total > 21:
                outcome = WIN  # .7(o)(1)
            elif total > dealer_total:
                outcome = WIN  # .7(o)(2)
            elif total == dealer_total:
                outcome = PUSH  # .7(p)
            else:
                outcome = LOSE  # .7(q)(2)

            # .12(a): 1 to 1, a player Blackjack 3 to 2. A lammer wins as much as the Blackjack
            # Wager, .7(o), and otherwise is collected: .7(n)(1), .7(p), .7(q).
            if hand.main_lammer:
                won = wagers["main"] if outcome == WIN else 0
                lines.append(line(name, "main", 0, outcome, won, hand=number, lammer=True))
            elif blackjack and outcome == WIN:
                won = pay(hand.main, 3, to=2)
                lines.append(line(name, "main", hand.main, WIN, won, hand=number))
            else:
                net = even(hand.main, outcome)
                lines.append(line(name, "main", hand.main, outcome, net, hand=number))

            # .10: the double goes with its hand; a paid one on a dealer's 22 too, I-20.
            if double_returned:
                outcome = PUSH
            if hand.double_lammer:
                won = wagers["main"] if outcome == WIN else 0
                lines.append(line(name, "double", 0, outcome, won, hand=number, lammer=True))
            elif hand.double:
                net = even(hand.double, outcome)
                lines.append(line(name, "double", hand.double, outcome, net, hand=number))

        if "push_22" in wagers:
            stake = wagers["push_22"]
            if len(dealer) < 2:
                # Only beside a dead hand: the dealer has no hand to win or lose by.
                lines.append(line(name, "push_22", stake, PUSH, 0))
            elif dealer_total == 22 and not dealer_blackjack:
                # .7(n)(1), also after a surrender, I-18; .12(c) by all the dealer's cards.
                if len({card[1] for card in dealer}) == 1:
                    odds = 50
                elif len({colour(card) for card in dealer}) == 1:
                    odds = 20
                elif record.get("options", {}).get("push_22_paytable", "A") == "A":
                    odds = 8
                else:
                    odds = 7
                lines.append(line(name, "push_22", stake, WIN, pay(stake, odds)))
            else:
                lines.append(line(name, "push_22", stake, LOSE, -stake))  # .7(g), .7(n)(2)

        if "insurance" in wagers:
            stake = wagers["insurance"]
            if len(dealer) < 2:
                lines.append(line(name, "insurance", stake, PUSH, 0))
            elif dealer_blackjack:
                lines.append(line(name, "insurance", stake, WIN, pay(stake, 2)))  # .8(a), .12(b)
            else:
                lines.append(line(name, "insurance", stake, LOSE, -stake))  # .8(d)
    return lines


# ---------------------------------------------------------------- 58 Pa. Code Chapter 673a


def double_back_jack(record: Record) -> list[Line]:
    """Settle a round of Double Back Jack, 58 Pa. Code Chapter 673a."""
    lines: list[Line] = []
    dealer: list[str] = record["dealer"]["cards"]
    dealer_total = points(dealer)
    dealer_blackjack = is_blackjack(dealer[:2])

    for box in record["boxes"]:
        name, wagers = box["box"], box["wagers"]
        hands, _ = read_play(box, one_card_on_aces=False)  # .11 has no one-card rule for aces

        for number, hand in enumerate(hands, start=1):
            if box.get("dead"):
                lines += returned(name, number, hand)
                continue
            total = points(hand.cards)
            # .1, .11(b): a Blackjack is of the initial two cards, not of a split hand.
            blackjack = is_blackjack(hand.cards) and not hand.from_split

            if blackjack:
                # .7(f), .12(a): 2 to 1, before the reader, so also against a dealer Blackjack.
                won = pay(hand.main, 2)
                lines.append(line(name, "main", hand.main, WIN, won, hand=number))
                continue

            # `outcome` is of the Blackjack Wager, the double with it; `chance` of the Second
            # Chance Wager.
            chance = PUSH
            if dealer_blackjack:
                # .7(h), .9(a)(2). Found late, only the original wager goes, I-38.
                outcome = LOSE if number == 1 else PUSH
            elif hand.surrendered:
                outcome = HALF  # .9(a)(1), .9(a)(2)
            elif hand.second_chance:
                # .7(l): the value of the card, an ace as 1, is taken off the total.
                total -= value(hand.second_chance_card)
                if total > 21:
                    outcome, chance = LOSE, LOSE  # .7(l)(1)
                elif total == 21:
                    outcome, chance = PUSH, WIN  # .7(l)(2), .12(b)
                elif dealer_total == 22:
                    outcome, chance = PUSH, PUSH  # .7(l)(3), .7(q)(1)
                elif dealer_total > 21:
                    outcome, chance = PUSH, WIN  # .7(r)(1)(i) by I-27, .7(s)(1)(i), .12(b)
                elif total > dealer_total:
                    outcome, chance = PUSH, WIN  # .7(r)(1)(ii), .7(s)(1)(i), .12(b)
                elif total == dealer_total:
                    outcome, chance = PUSH, PUSH  # .7(r)(2), .7(s)(2)
                else:
                    outcome, chance = LOSE, LOSE  # .7(r)(3)(ii), .7(s)(3)
            elif total == 21:
                outcome = WIN  # .7(m), .12(a): before the dealer's hand is played
            elif total > 21:
                outcome = LOSE  # .7(r)(3)(i), .7(s)(3); on any dealer total, I-01
            elif dealer_total == 22:
                outcome = PUSH  # .7(q)(1)
            elif dealer_total > 21:
                outcome = WIN  # .7(r)(1)(i) by I-27, .7(s)(1)(ii)
            elif total > dealer_total:
                outcome = WIN  # .7(r)(1)(ii), .7(s)(1)(ii)
            elif total == dealer_total:
                outcome = PUSH  # .7(r)(2), .7(s)(2)
            else:
                outcome = LOSE  # .7(r)(3)(ii), .7(s)(3)

            # .12(a), 1 to 1; .10 and I-20, the double goes with its hand; .12(b).
            net = even(hand.main, outcome)
            lines.append(line(name, "main", hand.main, outcome, net, hand=number))
            if hand.double:
                if dealer_blackjack:
                    outcome = PUSH  # I-38, had it been found late
                net = even(hand.double, outcome)
                lines.append(line(name, "double", hand.double, outcome, net, hand=number))
            if hand.second_chance:
                stake = hand.second_chance
                net = even(stake, chance)
                lines.append(line(name, "second_chance", stake, chance, net, hand=number))

        if "insurance" in wagers:
            stake = wagers["insurance"]
            if len(dealer) < 2:
                lines.append(line(name, "insurance", stake, PUSH, 0))
            elif dealer_blackjack:
                lines.append(line(name, "insurance", stake, WIN, pay(stake, 2)))  # .8(a), .12(c)
            else:
                lines.append(line(name, "insurance", stake, LOSE, -stake))  # .8(d)
    return lines


# ---------------------------------------------------------------- 58 Pa. Code Chapter 685a


def down_under_blackjack(record: Record) -> list[Line]:
    """Settle a round of Down Under Blackjack, 58 Pa. Code Chapter 685a."""
    lines: list[Line] = []
    dealer: list[str] = record["dealer"]["cards"]
    dealer_total = points(dealer, limit=22)  # .3(d)(3): the dealer's aces count 11 up to 22, I-13
    dealer_blackjack = is_blackjack(dealer[:2])

    for box in record["boxes"]:
        name, wagers = box["box"], box["wagers"]
        hands, _ = read_play(box, one_card_on_aces=True)  # .10(e)

        if "match_dealer" in wagers:
            stake = wagers["match_dealer"]
            # .7(f), .11(c): by rank, so a ten matches tens only; both matching, both paid, I-05.
            if record.get("options", {}).get("decks", 6) == 8:
                suited, unsuited = 14, 3
            else:
                suited, unsuited = 11, 4
            won = 0
            for card in box["cards"][:2]:
                if dealer and card == dealer[0]:
                    won += pay(stake, suited)
                elif dealer and card[0] == dealer[0][0]:
                    won += pay(stake, unsuited)
            if not dealer or not box["cards"]:
                # Only beside a dead hand: nothing to match.
                lines.append(line(name, "match_dealer", stake, PUSH, 0))
            elif won:
                lines.append(line(name, "match_dealer", stake, WIN, won))
            else:
                lines.append(line(name, "match_dealer", stake, LOSE, -stake))

        for number, hand in enumerate(hands, start=1):
            if box.get("dead"):
                lines += returned(name, number, hand)
                continue
            total = points(hand.cards)
            # .1: a Blackjack is of the initial two cards, so not of a split hand.
            blackjack = is_blackjack(hand.cards) and not hand.from_split
            # .1, .7(n)(1): two original Large cards, neither split nor drawn to, I-04.
            two_large = len(hand.cards) == 2 and all(card[0] in "TJQKA" for card in hand.cards)
            two_large = two_large and not hand.from_split
            three_to_two = False

            if hand.even_money:
                outcome = WIN  # .7(g), I-11: 1 to 1 whatever the hole card is
            elif dealer_blackjack and blackjack:
                outcome = PUSH  # .7(h)(1)
            elif dealer_blackjack:
                # .7(h)(2). Found late, the first Bet only: .9(b), .10(d).
                outcome = LOSE if number == 1 else PUSH
            elif blackjack:
                outcome, three_to_two = WIN, True  # .7(i)(1), .11(a)
            elif total > 21:
                outcome = LOSE  # .7(q)(1); also on a dealer's 22, I-01
            elif dealer_total == 22 and two_large:
                outcome = WIN  # .7(n)(1)
            elif dealer_total == 22 and total == 21:
                outcome = WIN  # .7(n)(1)
            elif dealer_total == 22:
                outcome = PUSH  # .7(n)(1)
            elif dealer_total > 22:
                outcome = WIN  # .7(o)(1)
            elif total > dealer_total:
                outcome = WIN  # .7(o)(2)
            elif total == dealer_total:
                outcome = PUSH  # .7(p)
            else:
                outcome = LOSE  # .7(q)(2)

            net = pay(hand.main, 3, to=2) if three_to_two else even(hand.main, outcome)  # .11(a)
            lines.append(line(name, "main", hand.main, outcome, net, hand=number))
            if hand.double:
                # .9, I-20: as the Bet Wager of its hand, but returned by .9(b).
                if dealer_blackjack:
                    outcome = PUSH
                net = even(hand.double, outcome)
                lines.append(line(name, "double", hand.double, outcome, net, hand=number))

        if "insurance" in wagers:
            stake = wagers["insurance"]
            if len(dealer) < 2:
                lines.append(line(name, "insurance", stake, PUSH, 0))
            elif dealer_blackjack:
                lines.append(line(name, "insurance", stake, WIN, pay(stake, 2)))  # .8(a), .11(b)
            else:
                lines.append(line(name, "insurance", stake, LOSE, -stake))  # .8(d)
    return lines


# ---------------------------------------------------------------- 58 Pa. Code Chapter 665a


def double_attack_pennsylvania(record: Record) -> list[Line]:
    """Settle a round of Double Attack Blackjack in Pennsylvania, 58 Pa. Code Chapter 665a."""
    lines: list[Line] = []
    dealer: list[str] = record["dealer"]["cards"]
    dealer_total = points(dealer)
    dealer_blackjack = is_blackjack(dealer[:2])

    for box in record["boxes"]:
        name, wagers = box["box"], box["wagers"]
        hands, _ = read_play(box, one_card_on_aces=True)  # .11(e)

        if "bust_it" in wagers:
            stake = wagers["bust_it"]
            if len(dealer) < 2:
                # Only beside a dead hand: there is no dealer's hand to settle by.
                lines.append(line(name, "bust_it", stake, PUSH, 0))
            elif points(dealer[:2]) >= 17:
                lines.append(line(name, "bust_it", stake, LOSE, -stake))  # .7(m)(1), .9(b)(2)(i)
            elif len(dealer) < 3:
                lines.append(line(name, "bust_it", stake, PUSH, 0))  # as above
            elif points(dealer[:3]) <= 21:
                lines.append(line(name, "bust_it", stake, LOSE, -stake))  # .7(m)(2)(ii)
            else:
                # .7(m)(2)(i), .12(c); also after a surrender, .9(c).
                three = dealer[:3]
                all_eights = all(card[0] == "8" for card in three)
                if all_eights and len({card[1] for card in three}) == 1:
                    odds = 200
                elif all_eights and len({colour(card) for card in three}) == 1:
                    odds = 50
                else:
                    odds = {6: 15, 7: 10, 8: 8, 9: 6, 10: 3}[value(three[2])]
                lines.append(line(name, "bust_it", stake, WIN, pay(stake, odds)))

        for number, hand in enumerate(hands, start=1):
            if box.get("dead"):
                lines += returned(name, number, hand)
                continue
            total = points(hand.cards)
            # .1: a Blackjack is of the initial two cards, so not of a split hand.
            blackjack = is_blackjack(hand.cards) and not hand.from_split

            if dealer_blackjack and blackjack:
                bet, attack, double = PUSH, PUSH, PUSH  # .7(o)(1)(iii), .7(o)(2)
            elif dealer_blackjack:
                # .7(o)(1)(ii)(A), .7(o)(2), surrendered too .9(b)(2)(i). Found late, the original
                # Bet only: .10(b), .11(d).
                bet, attack, double = (LOSE if number == 1 else PUSH), PUSH, PUSH
            else:
                if blackjack:
                    outcome = WIN  # .7(h)(1), .7(o)(1)(i)(C)
                elif hand.surrendered:
                    outcome = HALF  # .9(b)(1), .9(b)(2)(ii); the double too, I-03
                elif total > 21:
                    outcome = LOSE  # .7(o)(1)(ii)(B); on any dealer total, I-01
                elif dealer_total > 21:
                    outcome = WIN  # .7(o)(1)(i)(A)
                elif total > dealer_total:
                    outcome = WIN  # .7(o)(1)(i)(B)
                elif total == dealer_total:
                    outcome = PUSH  # .7(o)(1)(iii)
                else:
                    outcome = LOSE  # .7(o)(1)(ii)(C)
                bet, attack, double = outcome, outcome, outcome  # .7(o)(2), .10

            # .12(a): 1 to 1, a Blackjack too.
            lines.append(line(name, "main", hand.main, bet, even(hand.main, bet), hand=number))
            if hand.double_attack:
                stake, net = hand.double_attack, even(hand.double_attack, attack)
                lines.append(line(name, "double_attack", stake, attack, net, hand=number))
            if hand.double:
                stake, net = hand.double, even(hand.double, double)
                lines.append(line(name, "double", stake, double, net, hand=number))

        if "insurance" in wagers:
            stake = wagers["insurance"]
            if len(dealer) < 2:
                lines.append(line(name, "insurance", stake, PUSH, 0))
            elif dealer_blackjack:
                won = pay(stake, 5, to=2)  # .8(a), .12(b)
                lines.append(line(name, "insurance", stake, WIN, won))
            else:
                lines.append(line(name, "insurance", stake, LOSE, -stake))  # .8(d)
    return lines


# ---------------------------------------------------------------- N.J.A.C. 19:47-26


@dataclass
class Stake:
    """What one bettor of a New Jersey box has on one hand."""

    main: int
    double_attack: int
    double: int = 0
    original: bool = False


def new_jersey_stakes(
    wagers: dict[str, int], play: list[dict[str, Any]], acted_on: list[int], follows: list[dict[str, Any]]
) -> list[Stake | None]:
    """Follow one bettor's money over the hands of a box: 26.13(d), (e), (f)."""
    main = wagers["main"]
    stakes: list[Stake | None] = [Stake(main, wagers.get("double_attack", 0), original=True)]
    for index, step in enumerate(play):
        here = acted_on[index]
        joined = [follow for follow in follows if follow["step"] == index]
        if step["do"] == "split":
            stakes.insert(here + 1, None)
            stake = stakes[here]
            if stake is None or not joined:
                continue  # 26.13(f) asks nothing of who has no money on the hand that is split
            if "wager" in joined[0]:
                # 26.10(a), 26.13(f): each split hand is covered, by main and double attack.
                wager = joined[0]["wager"]
                stakes[here + 1] = Stake(min(wager, main), max(wager - main, 0))
            else:
                # 26.13(f): not covered; the wager stays with the hand that was named.
                stakes[here] = None
                stakes[joined[0]["hand"] - 1] = stake
        if step["do"] == "double":
            stake = stakes[here]
            if stake is not None and joined:
                stake.double = joined[0]["wager"]  # 26.9(a), 26.13(d)
    return stakes


def double_attack_new_jersey(record: Record) -> list[Line]:
    """Settle a round of Double Attack Blackjack in New Jersey, N.J.A.C. 19:47-26."""
    lines: list[Line] = []
    dealer: list[str] = record["dealer"]["cards"]
    dealer_total = points(dealer)
    dealer_blackjack = is_blackjack(dealer[:2])

    for box in record["boxes"]:
        name = box["box"]
        hands, acted_on = read_play(box, one_card_on_aces=True)  # 26.10(e)
        play: list[dict[str, Any]] = box.get("play", [])

        # 26.13(a): the player who calls the box, then the bettors behind, each with his own money.
        # The caller goes along with every double and split of his own.
        own = [
            {"step": index, "wager": step["wager"]}
            for index, step in enumerate(play)
            if step["do"] in ("double", "split")
        ]
        bettors: list[tuple[dict[str, Any], dict[str, int], list[dict[str, Any]]]]
        bettors = [({}, box["wagers"], own)]
        for number, bettor in enumerate(box.get("behind", []), start=1):
            bettors.append(({"behind": number}, bettor["wagers"], bettor.get("follows", [])))

        for who, wagers, follows in bettors:
            stakes = new_jersey_stakes(wagers, play, acted_on, follows)
            for number, (hand, money) in enumerate(zip(hands, stakes, strict=True), start=1):
                if money is None:
                    continue
                total = points(hand.cards)
                # 26.1: a Blackjack is of the initial two cards, not of a split hand.
                blackjack = is_blackjack(hand.cards) and not hand.from_split

                if box.get("dead"):
                    initial, attack, double = PUSH, PUSH, PUSH  # 26.15(i), (l)1, I-34
                elif dealer_blackjack and blackjack:
                    initial, attack, double = PUSH, PUSH, PUSH  # 26.5(b)
                elif dealer_blackjack and total > 21:
                    # No reader, and it passed 21 before the Blackjack was seen: I-09.
                    initial, attack, double = LOSE, LOSE, LOSE
                elif dealer_blackjack:
                    # 26.5(b), I-16; surrendered too, 26.8(a)2 with I-08. What was added in
                    # doubling and splitting is not collected: 26.9(c), 26.10(d).
                    initial, attack, double = (LOSE if money.original else PUSH), PUSH, PUSH
                else:
                    if blackjack:
                        outcome = WIN  # 26.5(a)2, 26.5(a)3
                    elif hand.surrendered:
                        outcome = HALF  # 26.8(a)1, 2 and 3, of all wagers
                    elif total > 21:
                        outcome = LOSE  # 26.5(a) leaves it nothing to win; on any total, I-01
                    elif dealer_total > 21:
                        outcome = WIN  # 26.5(a)1
                    elif total > dealer_total:
                        outcome = WIN  # 26.5(a)2
                    elif total == dealer_total:
                        outcome = PUSH  # 26.5(b)
                    else:
                        outcome = LOSE  # 26.5(a)2, (b)
                    initial, attack, double = outcome, outcome, outcome  # 26.9(b)

                # 26.5(e): 1 to 1, a Blackjack too.
                stake, net = money.main, even(money.main, initial)
                lines.append(line(name, "main", stake, initial, net, hand=number, **who))
                if money.double_attack:
                    stake, net = money.double_attack, even(money.double_attack, attack)
                    lines.append(line(name, "double_attack", stake, attack, net, hand=number, **who))
                if money.double:
                    stake, net = money.double, even(money.double, double)
                    lines.append(line(name, "double", stake, double, net, hand=number, **who))

            if "bust_it" in wagers:
                stake = wagers["bust_it"]
                three = dealer[:3]
                if len(dealer) < 2:
                    # Only beside a dead hand: there is no dealer's hand to settle by.
                    lines.append(line(name, "bust_it", stake, PUSH, 0, **who))
                elif points(dealer[:2]) >= 17:
                    lines.append(line(name, "bust_it", stake, LOSE, -stake, **who))  # 26.6(d)1
                elif len(dealer) < 3:
                    lines.append(line(name, "bust_it", stake, PUSH, 0, **who))  # as above
                elif points(three) <= 21:
                    lines.append(line(name, "bust_it", stake, LOSE, -stake, **who))  # 26.6(d)1
                else:
                    all_eights = all(card[0] == "8" for card in three)
                    if all_eights and len({card[1] for card in three}) == 1:
                        odds = 200  # 26.6(d)3
                    elif all_eights and len({colour(card) for card in three}) == 1:
                        odds = 50  # 26.6(d)3
                    else:
                        odds = {10: 3, 9: 6, 8: 8, 7: 10, 6: 15}[value(three[2])]  # 26.6(d)2
                    lines.append(line(name, "bust_it", stake, WIN, pay(stake, odds), **who))

            if "insurance" in wagers:
                stake = wagers["insurance"]  # 26.13(g): each for himself
                if len(dealer) < 2:
                    lines.append(line(name, "insurance", stake, PUSH, 0, **who))
                elif dealer_blackjack:
                    won = pay(stake, 5, to=2)  # 26.11(a), (c)
                    lines.append(line(name, "insurance", stake, WIN, won, **who))
                else:
                    lines.append(line(name, "insurance", stake, LOSE, -stake, **who))  # 26.11(d)
    return lines


# ---------------------------------------------------------------- the five together

GAMES = {
    "pa-590": free_bet_blackjack,
    "pa-673a": double_back_jack,
    "pa-685a": down_under_blackjack,
    "pa-665a": double_attack_pennsylvania,
    "nj-19-47-26": double_attack_new_jersey,
}


def settle(record: Record) -> list[Line]:
    """Settle every wager of a lawful floor-round/1 record, by the default readings."""
    lines = GAMES[record["rulebook"]](record)
    if record.get("void"):
        # The whole round was called void, e.g. 26.15(a), (b), (d): every wager is returned.
        for each in lines:
            each["outcome"], each["expected"] = PUSH, 0
    return lines
