"""Findings: what was not as the rulebook has it, each under a stable code with its words."""

from __future__ import annotations

from typing import Any

from floorapp.domain.values import dataclass

VIOLATION = "violation"
ADVISORY = "advisory"


@dataclass(frozen=True, slots=True)
class ChoiceFault:
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

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"code": self.code, "severity": self.severity, "citation": self.cite}
        return made | {"box": self.box, "hand": self.hand, "message": self.message}


def found(code: str, cite: str, *, severity: str = VIOLATION, box: int | None = None, **facts: Any) -> Finding:
    """A finding in its code's words."""
    return Finding(code, cite, MESSAGES[code].format(**facts), severity, box)


#: What each code says; side wagers and decisions bring their own. Codes are public: other systems sort by them, so
#: they never change.
MESSAGES: dict[str, str] = {
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
    "side-wager-above-limit": "The {wager} of {stake} is above its limit of {limit}.",
    "side-wager-below-minimum": "The {wager} of {stake} is below its minimum of {limit}.",
    "behind-not-in-game": (
        "A second person bet on the spot; this rulebook has no rule for it. The wagers are returned."
    ),
    "behind-too-many": "{people} people bet on the spot; at most {most} may.",
    "caller-not-entitled": "{caller} called the hand; {who} has that right.",
    "rounded-to-the-cent": "The {wager} comes to a fraction of a cent and was rounded (reading I-14).",
    "odd-chips": "{amount} for the {wager} cannot be paid in chips of {unit} (reading I-14).",
    # decisions
    "draw-after-double": "Another card was drawn after doubling; a doubled hand takes one card only.",
    "draw-on-split-aces": "Another card was drawn on a split ace; each split ace gets one card only.",
    "draw-over-21": "A card was drawn on {total}; a hand that busts is finished.",
    "draw-on-21": "A card was drawn on {shown}; a hand of 21 takes no card{rests}.",
    "draw-after-stand": "A card was drawn after standing; a hand that stands is finished.",
    "lammer-not-in-game": "A Free Bet lammer was laid for a {what}; this game has none.",
    "surrender-before-reader": "A hand was surrendered before the reader was used (reading I-17, alternative).",
    # the dealer and the reader
    "dealer-drew-past-stop": "The dealer drew on {shown}; the dealer stands on 17 or more. {then}.",
    "dealer-drew-needlessly": "The dealer drew on {shown} although nothing depended on the count; no draw was due.",
    "dealer-stopped-short": (
        "The dealer stopped at {shown}; the dealer draws to 17 or more. What would have been drawn cannot be known."
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
