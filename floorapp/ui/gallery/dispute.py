"""The made-up dispute of the picture: a Push 22 paid at the wrong odds."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.domain.cards import cards_of
from floorapp.ui.lists.settlement import SettlementRow
from floorapp.ui.look import Look
from floorapp.ui.pages.dispute import BoxView, DisputePage, DisputeView, HandView
from floorapp.ui.paint.line import Line, Pill, Words, line
from floorapp.ui.tokens import State
from floorapp.ui.widgets.button import Act

LAMMER = "Dealer has 22: the lammer is taken, no cost to the player."


def _main(amount: str, *, free: bool = False) -> Line:
    words = Words(amount, 14, 400, "ink2")
    return line(words, Pill("FREE")) if free and amount else line(Pill("FREE")) if free else line(words)


def _row(key: str, text: str, sentence: str, paragraph: str, difference: str = "") -> SettlementRow:
    box, wager, stake, outcome, expected, reported = text.split("|")
    citation = f"58 Pa. Code § 590.{paragraph}"
    return SettlementRow(key, box, wager, stake, outcome, expected, reported, sentence, citation, difference)


def boxes() -> tuple[BoxView, ...]:
    """Six boxes, the first with a free split and a free double."""
    first = (
        HandView(cards_of("8c 3d Th"), "21", "free double", _main("main $25", free=True), frozenset({2})),
        HandView(cards_of("8d Ks"), "18", "free split, stand", _main("", free=True)),
    )
    return (
        BoxView("Box 1", first, "Push 22 $5", active=True),
        BoxView("Box 2"),
        BoxView("Box 3", (HandView(cards_of("Tc 9h"), "19", "stand", _main("main $50")),)),
        BoxView("Box 4", (HandView(cards_of("Jh 6s 9d"), "25", "over 21", _main("main $25")),)),
        BoxView("Box 5", (HandView(cards_of("As Kd"), "Blackjack", "", _main("main $25")),)),
        BoxView("Box 6"),
    )


def settlement() -> tuple[SettlementRow, ...]:
    """Seven lines, one of them wrong."""
    back = "Dealer has 22: the main wager goes back."
    return (
        _row("1.1", "1.1|main|$25.00|returned|0.00|0.00", back, "7(n)(1)"),
        _row("1.1d", "1.1|double|free|collected|0.00|0.00", LAMMER, "7(n)(1)"),
        _row("1.2", "1.2|main|free|collected|0.00|0.00", LAMMER, "7(n)(1)"),
        _row(
            "1p",
            "1|Push 22|$5.00|wins 20 to 1|+100.00|+40.00",
            "Dealer’s 22 is all red, one colour. Reported was 8 to 1.",
            "12(c)",
            "Short by $60.00",
        ),
        _row("3.1", "3.1|main|$50.00|returned|0.00|0.00", back, "7(n)(1)"),
        _row(
            "4.1",
            "4.1|main|$25.00|loses|−25.00|−25.00",
            "The hand passed 21 before the dealer drew. Reading I-01.",
            "7(q)(1)",
        ),
        _row(
            "5.1",
            "5.1|main|$25.00|wins 3 to 2|+37.50|+37.50",
            "Blackjack, paid before the dealer played.",
            "12(a)",
        ),  # fmt: skip
    )


def dispute_page(look: Look) -> QWidget:
    """The dispute as in the picture."""
    mono = Words("pa-590", 13, 400, "ink2", mono=True)
    view = DisputeView(
        title="Round 1182, FB-03",
        subject="Free Bet · 21:04:05 · 6 decks · pay table A",
        incident=line(
            Words("Incident", 13, 400, "ink2"), Words("IR-0412", 13, 400, "ink2", mono=True), gap=5
        ),
        dealer=HandView(cards_of("6h Td 6d"), "22", "all red: one colour"),
        dealer_words="reader not used",
        dealer_note="up, hole, drawn",
        boxes=boxes(),
        typing="Box 1, hand 2",
        typed="8d ks stand ",
        verdict=State.WARNING,
        verdict_words="Mismatch: 1 of 7 lines",
        verdict_meaning="Box 1 was paid $60.00 too little. Everything else is right.",
        rulebook=(
            line(Words("rulebook", 13, 400, "ink2"), mono, gap=5),
            line(Words("rescinded 2016-08-27", 13, 400, "ink2")),
        ),
        lines=settlement(),
        net=("+112.50", "+52.50"),
        acts=(
            Act("save", "Save to IR-0412", "F9"),
            Act("show", "Show the guest", "F11"),
            Act("print", "Print…", "F8"),
        ),
        decisions=("Hit", "Stand", "Double", "Free double", "Split", "Free split", "Surrender"),
    )
    return DisputePage(look, view)
