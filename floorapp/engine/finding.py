"""Findings: what was not as the rulebook has it, each under a stable code with its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorapp.domain.values import dataclass

VIOLATION = "violation"
ADVISORY = "advisory"


@dataclass(frozen=True, slots=True)
class Fault:
    """A choice of a house that the rulebook does not allow."""

    choice: str
    cite: str
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Who did what, under which paragraph it should have been otherwise, and where."""

    code: str
    cite: str
    message: str
    severity: str = VIOLATION
    box: int | None = None
    hand: int | None = None


def found(code: str, cite: str, *, severity: str = VIOLATION, box: int | None = None, **facts: Any) -> Finding:
    """A finding in its code's words."""
    return Finding(code, cite, MESSAGES[code].format(**facts), severity, box)


#: What each code says. Codes are public: other systems sort by them, so they never change.
MESSAGES: Mapping[str, str] = {
    # the table and its cards
    "rulebook-not-in-force": "The round was played on {day}; {then}",
    "decks-not-allowed": "The shoe held {held}; this game is dealt from {allowed}.",
    "boxes-not-allowed": "The table has {boxes} spots; this game is played with {allowed}.",
    "box-beyond-table": "Spot {number} was played at a table with {boxes} spots.",
    "card-not-in-deck": "{card} was dealt; the decks of this game hold no such card.",
    "too-many-copies": "{card} came up {seen} times in one round; {held} {decks}.",
    # wagers
    "wager-of-another-game": "A {wager} was placed; this game has none. It is returned.",
    "side-wager-not-offered": "A {wager} was placed; this table does not offer it. It is returned.",
    "match-dealer-decks": "A {wager} was taken with {held}; it is offered with {allowed} only. It is returned.",
    "side-wager-above-limit": "The {wager} of {stake} is above its limit of {limit}.",
    "side-wager-below-minimum": "The {wager} of {stake} is below its minimum of {limit}.",
    "double-attack-above-limit": "The {wager} of {stake} is more than the main bet of {limit}.",
    "double-attack-not-equal": (
        "The {wager} of {stake} is not the {limit} of the main bet (reading I-07, alternative)."
    ),
    "insurance-without-ace": "Insurance was taken against {up}; it is for an ace only. It is returned.",
    "insurance-above-half": "Insurance of {stake} is above its limit of {limit}.",
    "insurance-after-blackjack": "Insurance was taken by a player already paid for a Blackjack (reading I-12).",
    "insurance-with-even-money": "Insurance was taken beside even money; even money stands in its place{reading}.",
    "double-above-limit": "The double of {stake} is above its limit of {limit}.",
    "split-wager-not-equal": "The wager of {stake} on a split is not the {limit} it takes.",
    "second-chance-amount": "The second chance of {stake} is not the {limit} now on the hand (reading I-02).",
    "behind-not-in-game": (
        "A second person bet on the spot; this rulebook has no rule for it. The wagers are returned."
    ),
    "behind-attacks-alone": "Bettor {behind} behind made a double attack, the caller of the spot none (reading I-43).",
    "behind-too-many": "{people} people bet on the spot; at most {most} may.",
    "caller-not-entitled": "Bettor {behind} behind called the hand; {who} has that right.",
    "rounded-to-the-cent": "The {wager} comes to a fraction of a cent and was rounded (reading I-14).",
    "odd-chips": "{amount} for the {wager} cannot be paid in chips of {unit} (reading I-14).",
    # decisions
    "draw-after-surrender": "A card was drawn after the hand was surrendered; a surrendered hand is finished.",
    "draw-after-second-chance": (
        "A card was drawn after the second chance; such a hand takes no further card (reading I-28)."
    ),
    "draw-after-double": "A further card was drawn after doubling; a doubled hand takes one card only.",
    "draw-on-split-aces": "A further card was drawn on a split ace; each split ace gets one card only.",
    "draw-over-21": "A card was drawn on {total}; a hand that busts is finished.",
    "draw-on-21": "A card was drawn on {shown}; a hand of 21 takes no card.",
    "draw-after-stand": "A card was drawn after standing; a hand that stands is finished.",
    "double-twice": "The hand was doubled a second time; a doubled hand is finished.",
    "double-on-complete-hand": "The hand was doubled after it was finished; only an open hand may be doubled.",
    "double-on-blackjack": "A Blackjack was doubled; a Blackjack is paid, not doubled.",
    "double-on-split-aces": "A split ace was doubled; each split ace gets one card only (reading I-31).",
    "double-on-21": "A hand of {total} was doubled; only a hand under 21 may be (reading I-30).",
    "double-after-stand": "The hand was doubled after standing; a hand that stands is finished.",
    "double-on-three-cards": "A hand of {cards} cards was doubled; only the first two cards may be doubled.",
    "lammer-not-in-game": "A Free Bet lammer was laid for a {what}; this game has none.",
    "free-double-not-allowed": "A double on {shown} was free; only a hard 9, 10 or 11 of two cards is.",
    "paid-double-where-free": "A double on a hard {total} was paid for, although it is free (reading I-06).",
    "split-on-complete-hand": "A hand was split after it was finished; only an open hand may be split.",
    "split-unequal": "{shown} were split; only two cards of equal value are a pair.",
    "split-too-many": "A split made {hands} hands; at most {most} are allowed here.",
    "aces-split-again": "Split aces were split again; aces are split only once.",
    "free-split-of-tens": "A split of ten-values was free; it takes a wager equal to the original one.",
    "free-split-of-lammer-hand": (
        "A hand standing on a lammer was split for another lammer (reading I-15, alternative)."
    ),
    "paid-split-where-free": "A split was paid for, although it is free (reading I-06).",
    "deal-out-of-turn": "A split hand got its card before the hand on its left was finished.",
    "deal-without-split": "A card was dealt as a split hand's second, but no hand waited for one.",
    "surrender-not-in-game": "A hand was surrendered; this game has no surrender.",
    "surrender-twice": "A hand was surrendered twice.",
    "surrender-on-blackjack": "A Blackjack was surrendered; a Blackjack is settled as such.",
    "surrender-too-late": "A hand was surrendered after another decision; surrender comes first, on two cards.",
    "surrender-after-stand": "A hand was surrendered after standing; surrender ends where a hand stands.",
    "surrender-at-21": "A hand of {total} was surrendered; only a hand under 21 may be.",
    "surrender-on-split-aces": "A split ace was surrendered (reading I-31, alternative).",
    "surrender-before-reader": "A hand was surrendered before the reader was used (reading I-17, alternative).",
    "second-chance-not-in-game": "A second chance was {then}.",
    "second-chance-twice": "A second chance was taken twice on one hand.",
    "second-chance-not-over-21": "A second chance was taken on {total}; it is for hands that bust.",
    "even-money-not-offered": "Even money was taken; it is for a Blackjack against an ace, where offered{reading}.",
    # the dealer and the reader
    "dealer-drew-past-stop": "The dealer drew on {shown}; he stands on 17 or more. {then}.",
    "dealer-drew-needlessly": "The dealer drew on {shown} although nothing depended on his count; he should not have.",
    "dealer-stopped-short": (
        "The dealer stopped at {shown}; he draws until he has 17 or more. What he would have drawn cannot be known."
    ),
    "dealer-stopped-short-idle": "The dealer stopped at {shown} although nothing depended on it (reading I-10).",
    "reader-missing": "The table had no card reader in use; this game requires one.",
    "hole-card-missing": "The dealer took no hole card before the players acted; this game requires one.",
    "reader-unused": "The reader was not used with {up} up; it should have been.",
    "reader-needless": "The reader was used with {up} up; it should not have been. {then}",
    "reader-not-in-use": "A signal of a reader was recorded at a table that uses none.",
    "reader-signal-wrong": "The reader showed {signal}; the cards show {truth}.",
    "reader-signal-foreign": "The reader showed {signal}, which the reader of this game cannot show.",
    "cards-after-blackjack": "Cards were dealt to the spot although the dealer had a Blackjack.",
    "hole-card-wrong-area": "The dealer's hand was laid in the {area} area; the hole card is {truth}.",
    # events
    "event-unknown": "The event {event} is not one of this rulebook's irregularities.",
    "round-not-void": "{what}: the round should have been called void.",
    "hand-not-dead": "{what}: the hand should have been called dead.",
    "choice-open": "{what}; the record does not say what was chosen.",
    "choice-not-kept": "{what}: a dead hand was chosen, and the hand was played on.",
    "drew-after-refusing": "The spot refused the exposed card and drew later in the round; it may draw no more cards.",
    # calls and reports
    "dead-not-allowed": "The hand was called dead under {call}; {why}.",
    "void-not-allowed": "The round was called void under {call}; {why}.",
    "reported-no-such-wager": "A payout of {net} was reported for {what}, which was not bet.",
    "reported-twice": "A payout of {net} was reported a second time for {what}.",
}
