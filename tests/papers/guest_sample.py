"""The guest's page: a push 22 paid at the wrong odds."""

from __future__ import annotations

from floorapp.domain.cards import CARDS
from floorapp.operations.card_round import CardPlace, CardRound, DealtCard, DealtHand, Settlement, WagerLine
from floorapp.operations.sheet import Callout, Prose, Sheet, SheetHead, SheetSignature, Signatures
from tests.papers.samples import DAY, PROPERTY


def cards(text: str, sideways: int | None = None) -> tuple[DealtCard, ...]:
    return tuple(DealtCard(CARDS[word], place == sideways) for place, word in enumerate(text.split()))


GUEST_ONCE = "58 Pa. Code § 590.7(n)(1)"

GUEST_GUEST = SheetHead(
    PROPERTY,
    "How your hand was settled",
    "FA-105",
    "2",
    "Gaming day",
    DAY,
    audience="guest’s page",
    filters="Incident IR-0412, round FB-03/1182",
)

GUEST_BOX = CardPlace(
    "Your spot: 1, table FB-03, Free Bet, 9:04 PM",
    (
        DealtHand(cards("8c 3d Th", sideways=2), "First hand, 21", ("FREE",)),
        DealtHand(cards("8d Ks"), "Second hand, 18", ("FREE",)),
    ),
)

GUEST_CLOSING = (
    "Plus is what you won on top of your wager; zero is a push, or a bet that was returned. The "
    "rules used are the published Pennsylvania text for Free Bet Blackjack, a temporary chapter that was "
    "rescinded on 2016-08-27; its successor, chapter 672a, was not consulted for this page. This page "
    "explains one round. It is not a ruling of the regulator, and you may ask for one."
)

GUEST_FREE = "A free bet costs you nothing. On a dealer’s 22 it is taken away and nothing is won or lost."

GUEST_WRONG = (
    "The dealer’s 22 was of one colour, which pays 20 to 1. It was paid at 8 to 1, the odds for mixed colours."
)

GUEST_LINES = (
    WagerLine(
        "First hand, $25.00", "The dealer reached 22, so your wager comes back to you.", GUEST_ONCE, "$0.00", "$0.00"
    ),
    WagerLine("Its free double", GUEST_FREE, GUEST_ONCE, "$0.00", "$0.00"),
    WagerLine("Second hand, free split", "The same: nothing is won or lost.", GUEST_ONCE, "$0.00", "$0.00"),
    WagerLine(
        "Push 22, $5.00", GUEST_WRONG, "58 Pa. Code § 590.12(c), pay table A", "+$100.00", "+$40.00", differs=True
    ),
)

GUEST_RECEIVED = "You received $40.00 and should have received $100.00. All your other bets were settled correctly."

GUEST_EXPLAINED = SheetSignature(
    "Shift manager",
    "I checked this round and explained it to the guest.",
    "J. Hale",
    "Signed electronically 2026-11-15 21:26:40 −05:00",
)

GUEST_OWN = SheetSignature(
    "Guest", "I received this page. Signing is your choice.", "", "Name and date: left to the guest"
)


def guest_page() -> Sheet:
    """Like the picture: a push 22 paid at the wrong odds."""
    return Sheet(
        GUEST_GUEST,
        (
            Callout("Your Push 22 wager was paid $60.00 too little.", GUEST_RECEIVED, "$60.00", "paid to you now"),
            CardRound((CardPlace("Dealer: 22", (DealtHand(cards("6h Td 6d"), "All red: one colour."),)), GUEST_BOX)),
            Settlement(GUEST_LINES, reported_head="Paid"),
            Prose((GUEST_CLOSING,)),
            Signatures((GUEST_EXPLAINED, GUEST_OWN)),
        ),
        large=True,
        one_page=True,
    )
