"""A settlement in the words of the desk, its large view and its comparison: figures, outcomes, verdicts."""

from __future__ import annotations

from fractions import Fraction

from floorapp.domain.money import dollars, signed
from floorapp.domain.values import dataclass
from floorapp.engine.answer import Answer, Line
from floorapp.engine.mechanics.register import MECHANICS
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.wagers.register import PLACED
from floorapp.operations.dispute.draft import DeskSeat, Draft
from floorapp.operations.dispute.settlement import Settled, line_key, nth_of
from floorapp.operations.two_figures import paid_as_required

#: A wager in the few letters a column has.
SHORT = {
    "main": "main bet",
    **{mechanic.do: mechanic.short for mechanic in MECHANICS if mechanic.short},
    **{each.name: each.short for each in PLACED.values()},
}

#: What the reader said, in words.
SIGNALS = {
    "unknown": "reader: not entered",
    "unused": "reader not used",
    "blackjack": "reader: Blackjack",
    "no_blackjack": "reader: no Blackjack",
    "small": "reader: small",
    "medium": "reader: medium",
    "large": "reader: large",
}


def short_name(wager: str, book: Rulebook) -> str:
    """A wager's short name in this game."""
    return PLACED[wager].short_name(book) if wager in PLACED else SHORT[wager]


def figure(cents: int) -> str:
    """`+100.00`, `0.00`, `−25.00`."""
    return signed(cents)


def outcome(line: Line) -> str:
    """What becomes of a wager, in two or three words."""
    if line.outcome == "win":
        odds = Fraction(line.expected, line.stake) if line.stake else Fraction(1)
        plain = odds == 1 or odds.denominator > 10
        return "wins" if plain else f"wins {odds.numerator} to {odds.denominator}"
    if line.outcome == "push":
        return "collected" if line.lammer else "returned" if "returned" in line.because else "push"
    if line.outcome == "half":
        return "collected" if line.lammer else "surrendered"
    return {"lose": "loses"}.get(line.outcome, line.outcome)


def difference(line: Line, *, as_required: bool = False) -> str:
    """How far what was paid lies from what should have been, in words; empty where it is right.

    `as_required` where its spot was paid as the text requires, not as dealt.
    """
    if not line.wrong:
        return ""
    if as_required:
        return "As the text requires"
    if line.reported is None:
        return "Payout not entered"
    short = line.expected - line.reported
    return f"Underpaid {dollars(short)}" if short > 0 else f"Overpaid {dollars(-short)}"


def sentence(line: Line) -> str:
    """Why, with the readings of silent text it rests on."""
    if not line.readings:
        return line.because
    named = " and ".join(line.readings)
    return f"{line.because} Reading{'s' * (len(line.readings) > 1)} {named}."


def key_of(lines: tuple[Line, ...], place: int) -> str:
    """The name of a line among all of them."""
    line = lines[place]
    wager, hand, behind = line_key(line)
    return f"{line.box}.{hand}.{behind}.{wager}.{nth_of(lines, place)}"


def place_of(lines: tuple[Line, ...], key: str) -> int | None:
    """Where the line of this name stands."""
    return next((place for place in range(len(lines)) if key_of(lines, place) == key), None)


def where(line: Line) -> str:
    """`1.2`: box and hand; a bettor behind adds a letter."""
    hand = f".{line.hand}" if line.hand else ""
    return f"{line.box}{hand}{chr(ord('a') + line.behind - 1) if line.behind else ''}"


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict: how loud it is, what it is, what it means."""

    state: str  # okay, due or warning
    verdict: str
    meaning: str


def verdict(draft: Draft, settled: Settled) -> VerdictWords:
    """What the desk says above the lines."""
    if draft.empty:
        return VerdictWords("okay", "Nothing entered yet", "Start with the dealer's cards: type kh td, or tap them.")
    if settled.needs:
        need = settled.needs[0]
        name = f"{need.seat.name}: " if need.seat not in (None, DeskSeat()) else ""
        return VerdictWords("due", "Incomplete", f"{name}{need.says}")
    lines, wrong = settled.lines, settled.wrong
    if settled.answer.verdict == "mismatch" and paid_as_required(settled.answer):
        return VerdictWords("warning", "Paid as the text requires", "Not as the cards were dealt. Both figures: Alt T.")
    if settled.answer.verdict == "mismatch":
        many = f"{len(wrong)} of {len(lines)} bets" if wrong else "more was paid than was bet"
        both = "As dealt: {} Both figures: Alt T." if settled.answer.required else "{}"
        return VerdictWords("warning", f"Payout error: {many}", both.format(_owed(settled)))
    found = [finding for finding in settled.findings if finding.severity == "violation"]
    if found:
        count = f"{len(found)} finding{'s' * (len(found) != 1)}"
        paid = _as_dealt(settled.answer) if settled.answer.verdict == "violation" and _reported(lines) else ""
        return VerdictWords("warning", f"Not by the rules: {count}", paid or found[0].message)
    if settled.answer.verdict == "ok":
        return VerdictWords("okay", f"Paid correctly: {_all(len(lines))}", "What was paid is what the rulebook pays.")
    return VerdictWords("okay", f"Settled: {_all(len(lines))}", "To compare, type = and the payout, or tap Paid.")


def _all(lines: int) -> str:
    return "1 bet" if lines == 1 else f"all {lines} bets"


def _as_dealt(answer: Answer) -> str:
    """That all was paid rightly, which is not all there is to say where the text requires something else."""
    if answer.required is None:
        return "Every bet was paid correctly."
    return "Paid correctly as dealt. Both figures: Alt T."


def _reported(lines: tuple[Line, ...]) -> bool:
    return any(line.reported is not None for line in lines)


def _owed(settled: Settled) -> str:
    """Box by box, what was paid too little or too much."""
    told = []
    for box in sorted({line.box for line in settled.wrong}):
        wrong = [line for line in settled.wrong if line.box == box]
        if all(line.reported is None for line in wrong):
            told.append(f"Spot {box}: not every payout was entered.")
            continue
        short = sum(line.expected - line.reported for line in wrong if line.reported is not None)
        much = "underpaid" if short > 0 else "overpaid"
        told.append(
            f"Spot {box} was {much} {dollars(abs(short))}."
            if short
            else f"Spot {box}: the total is right, but bets were mispaid."
        )
    if not told:
        return settled.findings[-1].message if settled.findings else ""
    rest = len(settled.wrong) < len(settled.lines) and len(told) == 1
    return " ".join(told) + (" All other bets were paid correctly." if rest else "")


def net(settled: Settled) -> tuple[str, str]:
    """What the round should have done to the players' money, and what it is said to have done."""
    told = [line.reported for line in settled.lines if line.reported is not None]
    expected = figure(sum(line.expected for line in settled.lines)) if settled.lines else "–"
    return expected, figure(sum(told)) if told else "–"
