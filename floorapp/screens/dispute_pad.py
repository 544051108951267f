"""The keys of the dispute desk's pads: each press types words, as the keyboard does."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.cards import CARDS
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.mechanics.register import MECHANICS
from floorapp.engine.record import AREAS
from floorapp.engine.round_findings import KINDS
from floorapp.engine.wagers.register import PLACED
from floorapp.operations.dispute.draft import Draft
from floorapp.operations.dispute.lawful import decisions, wagers
from floorapp.operations.dispute.settlement import Rulebooks, copies_left
from floorapp.operations.dispute.teller import BACK, DEAD, ENTER, EVENT, REDO, UNDO, VOID
from floorapp.operations.dispute.verdict_words import short_name
from floorapp.screens.text_line import BODY, Icon, Piece, Suit, TextLine, Words, line

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


#: Keys whose faces are large: what one looks for without reading.
LARGE = (*RANKS, "0", "1", ".")


@dataclass(frozen=True, slots=True)
class PadPress:
    """A key of a pad: what it types, its face, and why it is not lawful where it is not."""

    types: str
    words: str
    under: str = ""
    refusal: str = ""
    suit: str = ""
    icon: str = ""

    @property
    def face(self) -> TextLine:
        pieces: list[Piece] = [Suit(self.suit, 20)] if self.suit else []
        pieces += [Icon(self.icon, 20)] if self.icon else []
        if self.words:
            pieces.append(Words(self.words, 19 if self.types in LARGE else BODY, 600))
        return line(*pieces, gap=8)


@dataclass(frozen=True, slots=True)
class PadView:
    """The rows of each pad by its name; rows may be empty."""

    rows: Mapping[str, tuple[tuple[PadPress, ...], ...]]
    now: str = "cards"


Rows = tuple[tuple[PadPress, ...], ...]

DIGITS = (*(PadPress(digit, digit) for digit in "1234567890"), PadPress(".", "."), PadPress(BACK, "Back"))
AMOUNTS = ("5", "10", "25", "50", "100", "500")
WORD_OF = {"main": "main", **{each.name: each.typed[0] for each in PLACED.values()}}
SIGNAL_WORDS = {
    "blackjack": "Blackjack",
    "no_blackjack": "No Blackjack",
    "small": "Small",
    "medium": "Medium",
    "large": "Large",
}


#: The acts of the desk that have only a key else; a press is `DO` and the act's name.
DO = "!do "
MORE: Rows = (
    (
        PadPress(f"{DO}new", "New round"),
        PadPress(f"{DO}rounds", "Rounds on file"),
        PadPress(f"{DO}game", "Game and rules"),
    ),
    (
        PadPress(f"{DO}compare", "Other rulebook"),
        PadPress(f"{DO}ruling", "Both figures"),
        PadPress(f"{DO}rule", "The rule"),
        PadPress(f"{DO}incident", "Incident"),
        PadPress(f"{DO}case", "Case"),
    ),
    (PadPress(f"{DO}file", "Save a file"), PadPress(f"{DO}back", "Leave; it is saved")),
)


def pad_rows(draft: Draft, pad: str, typed: str, books: Rulebooks) -> Rows:
    """The three rows of a pad."""
    if pad == "wagers":
        return _wagers(draft, books)
    if pad == "paid":
        return _paid()
    if pad == "calls":
        return _calls(draft, books)
    if pad == "more":
        return MORE
    return _cards(draft, typed, books)


def _cards(draft: Draft, typed: str, books: Rulebooks) -> Rows:
    left = copies_left(draft, books)
    rank = "T" if typed == "10" else typed.upper() if len(typed) == 1 else ""
    held = {}
    for name in RANKS:
        letter = "T" if name == "10" else name
        held[name] = sum(left.get(CARDS[letter + suit], 0) for suit in "shdc")
    ranks = tuple(
        PadPress(name, name, str(count), "" if count else "The shoe has no more of them.")
        for name, count in held.items()
    )
    known = rank in {card.rank for card in left}
    suits = tuple(PadPress(suit, "", f"{left[CARDS[rank + suit]]} left" if known else "", suit=suit) for suit in "shdc")
    tools = (PadPress(UNDO, "Undo", icon="arrow-back-up"), PadPress(REDO, "Redo"), PadPress(BACK, "Back"))
    lawful = tuple(
        PadPress(f"{each.word} ", each.word.capitalize(), refusal=f"{each.refusal} {each.cite}".strip())
        for each in decisions(draft, books)
    )
    return ranks, (*suits, *tools), lawful


def _wagers(draft: Draft, books: Rulebooks) -> Rows:
    book = books[draft.round.rulebook]
    box, seat = draft.box, draft.seat
    staked = box.behind[seat.behind - 1].wagers if 0 < seat.behind <= len(box.behind) else box.wagers
    names = tuple(
        PadPress(
            f"{WORD_OF[each.word]} ",
            short_name(each.word, book).capitalize(),
            dollars(staked[each.word]) if each.word in staked else "",
            f"{each.refusal} {each.cite}".strip(),
        )
        for each in wagers(draft, books)
    )
    amounts = tuple(PadPress(f"{amount} ", f"${amount}") for amount in AMOUNTS)
    return DIGITS, names, (*amounts, PadPress(ENTER, "Enter"))


def _paid() -> Rows:
    said = (PadPress("=", "= paid"), PadPress("-", "−"), PadPress("=0 ", "Push: 0"), PadPress(ENTER, "Enter"))
    rest = (PadPress("=ok ", "Rest of the spot paid correctly"), PadPress("=? ", "Not entered"), PadPress(UNDO, "Undo"))
    return DIGITS, said, rest


def _calls(draft: Draft, books: Rulebooks) -> Rows:
    book = books[draft.round.rulebook]
    signals = tuple(
        PadPress(f"reader {name.replace('_', '')} ", SIGNAL_WORDS[name]) for name in KINDS[book.reader.kind.value]
    )
    signals += (PadPress("unused ", "Reader not used"), PadPress("unknown ", "Not entered"))
    calls: tuple[PadPress, ...] = (
        PadPress(DEAD, "Hand called dead…"),
        PadPress(VOID, "Round called void…"),
        PadPress("alive ", "Not dead, not void"),
        PadPress(EVENT, "What went wrong…"),
        PadPress("refuse ", "Refused the card"),
        PadPress("its ", "Its card", refusal="" if draft.round.events else "Enter what went wrong first."),
        PadPress("noevent ", "Did not happen"),
        PadPress(UNDO, "Undo"),
    )
    if book.reader.kind.value == "masque":
        return signals, calls, tuple(PadPress(f"area {area} ", f"Laid in {area}") for area in AREAS)
    for mechanic in MECHANICS:
        if mechanic.declinable and mechanic.known(book):
            words = f"{mechanic.do.replace('_', ' ')} declined"
            return signals, calls, (PadPress("decline ", words.capitalize()),)
    if book.bettors is None:
        return signals, calls, ()
    behind = (
        PadPress("unseated ", "Nobody seated"),
        PadPress("caller 1 ", "Bettor 1 calls the hand"),
        PadPress("behind ", "Bettor behind"),
        PadPress("follow ", "Follows"),
        PadPress("keep 1 ", "Keeps hand 1"),
        PadPress("keep 2 ", "Keeps hand 2"),
    )
    return signals, calls, behind
