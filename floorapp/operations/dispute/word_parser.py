"""What a person types or pastes, word by word, put into the round: cards, amounts, decisions, payouts, calls."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.values import dataclass
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.mechanics.register import MECHANICS, STAKED
from floorapp.engine.record import Decision, Unreadable
from floorapp.engine.wagers.register import ATTACK, PLACED
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import DeskSeat, Draft, NotUnderstood
from floorapp.operations.dispute.happenings import take_word
from floorapp.operations.dispute.lawful import remedies, usual_wager
from floorapp.operations.dispute.settlement import Rulebooks, implied, line_key, nth_of, settle

CARD = re.compile(r"(10|[a2-9tjqk])([cdhs♣♦♥♠])", re.IGNORECASE)
AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?")
NAMED = re.compile(r"([a-z]+_?(?:22)?)\$?(\d[\d,]*(?:\.\d{1,2})?)", re.IGNORECASE)
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
#: More letters than any record of a round has.
MOST_PASTED = 100_000
GAPS = " \t\r\n,;|"

DECISIONS = {word: each.do for each in MECHANICS for word in each.typed}
FREE = {word: each.do for each in MECHANICS for word in each.typed_free}
AFTER_FREE = {word: each.do for each in MECHANICS for word in each.after_free}
#: Decisions in two words, by the first: "second chance", "even money".
IN_TWO_WORDS = dict(each.do.split("_") for each in MECHANICS if "_" in each.do)
WAGERS = {"main": "main", "w": "main", **{word: each.name for each in PLACED.values() for word in each.typed}}
SIGNALS = {
    "bj": "blackjack",
    "blackjack": "blackjack",
    "nobj": "no_blackjack",
    "noblackjack": "no_blackjack",
    "small": "small",
    "medium": "medium",
    "large": "large",
    "unused": "unused",
    "unknown": "unknown",
}
#: Opens the card of what went wrong: "its 5c".
OF_EVENT = "its"
#: Words that are not finished until the next one is there.
OPENING = {"free", "no", *IN_TWO_WORDS, "box", "spot", "behind", "keep", "follow", "dead", "void", "reader"}
OPENING |= {"event", "area", "caller", OF_EVENT}
OPENING |= {word for word in WAGERS if len(word) > 1}


@dataclass(frozen=True, slots=True)
class Typed:
    """The draft after what was typed, what is still being typed, and a sentence where a word was not understood."""

    draft: Draft
    rest: str = ""
    wrong: str = ""


def type_words(draft: Draft, text: str, rulebooks: Rulebooks, *, final: bool = False, line: int | None = None) -> Typed:
    """Take every word that is complete. A card is complete with its suit; other words at the gap after them.

    `line` is the line of the settlement a payout without a name is for.
    """
    rest = text.lstrip(GAPS)
    while rest:
        word, after = _next_word(rest, final=final)
        if word is None:
            return Typed(draft, rest)
        try:
            draft = _take(draft, word, rulebooks, line)
        except NotUnderstood as fault:
            return Typed(draft, rest, str(fault))
        rest = after.lstrip(GAPS)
        line = None if word.startswith("=") else line
    return Typed(draft)


def paste(draft: Draft, text: str, rulebooks: Rulebooks) -> Typed:
    """Take a whole text or nothing of it: words, or a floor-round/1 record."""
    if len(text) > MOST_PASTED:
        return Typed(draft, wrong="That is more than one round. Nothing was changed.")
    if text.lstrip().startswith("{"):
        try:
            return Typed(opened(text, rulebooks, draft))
        except Unreadable as fault:
            return Typed(draft, wrong=f"This record cannot be used: {_short(str(fault))}. Nothing was changed.")
    taken = type_words(draft, text, rulebooks, final=True)
    if taken.wrong:
        return Typed(draft, wrong=f"{taken.wrong} Nothing was pasted.")
    return taken


def opened(text: str | bytes, rulebooks: Rulebooks, before: Draft | None = None) -> Draft:
    """A record as a draft; raises Unreadable where it is none."""
    round_ = read_round(parse_json(text), rulebooks)
    boxes = tuple(sorted(round_.boxes, key=lambda box: box.number))
    return Draft(replace(round_, boxes=boxes), of=round_.id, incident=before.incident if before else "")


def _next_word(rest: str, *, final: bool) -> tuple[str | None, str]:
    """The first complete word and what comes after it; none while it is still being typed."""
    card = CARD.match(rest)
    if card:
        return card[0], rest[card.end() :]
    parts = re.split(f"([{re.escape(GAPS)}]+)", rest, maxsplit=2)
    whole = final or len(parts) > 1
    if not whole:
        return None, rest
    word = parts[0].rstrip(":")
    if word.casefold() in OPENING and len(parts) > 2:
        second, after = _argument(parts[2] + "".join(parts[3:]), word)
        if second is None:
            return (None, rest) if not final and len(parts) <= 3 else (word, rest[len(parts[0]) :])
        if not after and not final and len(parts) <= 3 and word.casefold() != OF_EVENT:
            return None, rest
        return f"{word} {second}", after
    if word.casefold() in OPENING and not final:
        return None, rest
    return word, "".join(parts[1:])


def _argument(text: str, word: str) -> tuple[str | None, str]:
    """What belongs to an opening word, or nothing where the next word is one of its own."""
    if not text:
        return None, ""
    card = CARD.match(text)
    if word.casefold() == OF_EVENT:
        return (card[0], text[card.end() :]) if card else (None, text)
    if word.casefold() not in ("dead", "void", "event") and card:
        return None, text
    found = re.match(rf"[^{re.escape(GAPS)}]+", text)
    if found is None:
        return None, text
    plain = found[0].casefold().rstrip(":")
    if word.casefold() in WAGERS and not AMOUNT.fullmatch(plain):
        return None, text
    return found[0].rstrip(":"), text[found.end() :]


def _take(draft: Draft, word: str, rulebooks: Rulebooks, line: int | None) -> Draft:
    card = CARD.fullmatch(word)
    if card:
        return edit.deal(draft, card_of(card), implied(draft, rulebooks) if draft.seat.box else "hit")
    if word.startswith("="):
        return _report(draft, word[1:], rulebooks, line)
    if AMOUNT.fullmatch(word):
        return edit.lay(draft, "main", cents_of(word))
    plain = word.casefold()
    first, _, second = plain.partition(" ")
    named = NAMED.fullmatch(plain)
    if named and not second:
        first, second = named[1], named[2]
    for take in (_decision, _wager, _seat, _person, _call, _signal, _event_card, take_word):
        made = take(draft, first, second, rulebooks)
        if made is not None:
            return made
    raise NotUnderstood(
        f"“{_short(word)}” is not a card, amount or decision. Type kh td, 25, stand, double or =40, or undo it."
    )


def card_of(found: re.Match[str]) -> Card:
    rank = "T" if found[1] == "10" else found[1].upper()
    return CARDS[rank + SUITS.get(found[2], found[2].lower())]


def cents_of(text: str) -> int:
    """Dollars and cents as whole cents; raises NotUnderstood on anything else."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None or len(text) > 24:
        raise NotUnderstood(f"“{_short(text)}” is not an amount. Type dollars, such as 25 or 12.50.")
    return int(Decimal(found[1].replace(",", "") + (found[2] or "")) * 100)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else flat[:79] + "…"


# --- one kind of word each; None where it is not one of theirs ---


def _decision(draft: Draft, first: str, second: str, rulebooks: Rulebooks) -> Draft | None:
    if first == "free" and second in AFTER_FREE:
        return edit.decide(draft, Decision(AFTER_FREE[second], lammer=True))
    if first in FREE and not second:
        return edit.decide(draft, Decision(FREE[first], lammer=True))
    if second and IN_TWO_WORDS.get(first) == second:
        second = ""
    if first == "decline" and not second:
        offered = next(each.do for each in MECHANICS if each.declinable)
        return edit.decide(draft, Decision(offered, declined=True))
    do = DECISIONS.get(first)
    if do is None:
        return None
    if second and do not in STAKED:
        raise NotUnderstood(f"A {first} has no amount.")
    return choose(draft, do, rulebooks, cents_of(second) if second else None)


def choose(draft: Draft, do: str, rulebooks: Rulebooks, cents: int | None = None) -> Draft:
    """Make a decision with the usual wager, or with this one."""
    decision = Decision(do)
    if do in STAKED and draft.seat.box:
        wager = usual_wager(draft, decision, rulebooks) if cents is None else cents
        if not wager:
            raise NotUnderstood("Type the spot's bet first, such as 25.")
        decision = replace(decision, wager=wager)
    return edit.decide(draft, decision)


def _wager(draft: Draft, first: str, second: str, _rulebooks: Rulebooks) -> Draft | None:
    wager = WAGERS.get(first)
    if wager is None:
        return None
    if second:
        return edit.lay(draft, wager, cents_of(second) or None)
    if wager == ATTACK.name:
        seat, box = draft.seat, draft.box
        bettor = box.behind[seat.behind - 1].wagers if 0 < seat.behind <= len(box.behind) else box.wagers
        if "main" in bettor:
            return edit.lay(draft, wager, bettor["main"])
    raise NotUnderstood(f"How much? Type it after the word, such as {first} 5.")


def _seat(draft: Draft, first: str, second: str, _rulebooks: Rulebooks) -> Draft | None:
    if first == "dealer" and not second:
        return edit.sit(draft, DeskSeat())
    if first in ("box", "spot"):
        if not second.isdecimal() or len(second) > 2 or not 1 <= int(second) <= edit.MOST_BOXES:
            raise NotUnderstood(f"Which spot? Type spot and its number, 1 to {edit.MOST_BOXES}.")
        return edit.sit(draft, DeskSeat(int(second)))
    return None


def _person(draft: Draft, first: str, second: str, _rulebooks: Rulebooks) -> Draft | None:
    if first == "behind":
        if not second:
            raise NotUnderstood("How much is the bet? Type behind 25.")
        return edit.stand_behind(draft, cents_of(second))
    if first in ("seated", "unseated", "caller"):
        return edit.call_by(draft, first, int(second) if second.isdecimal() and len(second) < 3 else None)
    if first == "keep":
        if not second.isdecimal() or len(second) > 2:
            raise NotUnderstood("Which hand keeps the bet? Type keep 2.")
        return edit.follow(draft, hand=int(second))
    if first == "follow":
        return edit.follow(draft, wager=cents_of(second) if second else _usual_follow(draft))
    return None


def _usual_follow(draft: Draft) -> int:
    seat, box = draft.seat, draft.box
    if not 0 < seat.behind <= len(box.behind):
        return 0
    staked = box.behind[seat.behind - 1].wagers
    return staked.get("main", 0) + staked.get(ATTACK.name, 0)


def _call(draft: Draft, first: str, second: str, rulebooks: Rulebooks) -> Draft | None:
    if first == "alive" and not second:
        return edit.call_void(edit.call_dead(draft, None) if draft.seat.box else draft, None)
    if first not in ("dead", "void"):
        return None
    known = [cite for cite, _ in remedies(draft, rulebooks, void=first == "void")]
    wanted, _, hand = second.replace(" ", "").partition("#")
    match = next((cite for cite in known if wanted and cite.casefold().endswith(wanted)), None)
    if match is None and "(" in wanted and wanted[0].isdigit():
        match = wanted  # a paragraph the catalog does not have: believed, and found
    if match is None:
        listed = ", ".join(known) or "none in this rulebook"
        raise NotUnderstood(f"Under which section? Type {first} and one of: {listed}.")
    if first == "void":
        return edit.call_void(draft, match)
    return edit.call_dead(draft, match, int(hand) if hand.isdecimal() and len(hand) < 3 else 0)


def _event_card(draft: Draft, first: str, second: str, _rulebooks: Rulebooks) -> Draft | None:
    if first != OF_EVENT:
        return None
    card = CARD.fullmatch(second)
    if card is None:
        raise NotUnderstood("Which card? Type it after the word, such as its 5c.")
    return edit.name_card(draft, card_of(card))


def _signal(draft: Draft, first: str, second: str, _rulebooks: Rulebooks) -> Draft | None:
    if first == "no" and second in ("bj", "blackjack"):
        first, second = "nobj", ""
    if first == "reader":
        first, second = second.replace("-", "").replace("_", ""), ""
    signal = SIGNALS.get(first)
    if signal is None or second:
        return None
    return edit.read_signal(draft, signal)


# --- payouts ---


def _report(draft: Draft, said: str, rulebooks: Rulebooks, line: int | None) -> Draft:
    lines = settle(draft, rulebooks).lines
    mine = [n for n, each in enumerate(lines) if each.box == draft.seat.box]
    if said.casefold() in ("ok", "right", "="):
        return report_rest(draft, rulebooks)
    place = line if line is not None and line < len(lines) else None
    if place is None:
        place = next((n for n in mine if lines[n].reported is None), mine[-1] if mine else None)
    if place is None:
        raise NotUnderstood("This spot cannot be settled yet, so there is no payout to compare.")
    net = None if said in ("", "?") else _net(said)
    return edit.report(draft, lines[place].box, line_key(lines[place]), net, nth_of(lines, place))


def _net(said: str) -> int:
    sign = -1 if said[:1] in ("-", "−", "–") else 1
    return sign * cents_of(said.lstrip("+-−–"))


def report_rest(draft: Draft, rulebooks: Rulebooks) -> Draft:
    """Every line of this box of which nothing was said was paid as it should be."""
    lines = settle(draft, rulebooks).lines
    for place, each in enumerate(lines):
        if each.box == draft.seat.box and each.reported is None:
            draft = edit.report(draft, each.box, line_key(each), each.expected, nth_of(lines, place))
    return draft
