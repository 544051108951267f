"""What may be decided and wagered now, and why the rest may not: the engine is asked, nothing is known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from floorapp.domain.cards import CARDS
from floorapp.domain.values import dataclass
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.finding import VIOLATION, Finding
from floorapp.engine.mechanics.register import MECHANIC, MECHANICS
from floorapp.engine.play import Seat
from floorapp.engine.record import Box, Decision, Unreadable
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import ATTACK, WAGERS
from floorapp.operations.dispute.draft import Draft
from floorapp.operations.dispute.settlement import Rulebooks

#: A card to try a decision with: whether it is allowed never depends on the card that comes.
ANY = CARDS["2c"]

#: Every decision a person can make, in the order of the pad: its word, and the step it is.
CHOICES = tuple(
    (("free " if free else "") + each.do.replace("_", " "), decision)
    for each in MECHANICS
    for free in ((False, True) if each.typed_free else (False,))
    for decision in [Decision(each.do, ANY if each.draws else None, int(each.staked and not free), free)]
    if each.on_pad
)


@dataclass(frozen=True, slots=True)
class LawfulChoice:
    """A decision or a wager: allowed, or why not and under which paragraph; `note` where it is only unusual."""

    word: str
    refusal: str = ""
    cite: str = ""
    note: str = ""

    @property
    def allowed(self) -> bool:
        return not self.refusal


def decisions(draft: Draft, rulebooks: Rulebooks) -> tuple[LawfulChoice, ...]:
    """Every decision of this game on the box being told; those of other games are left out."""
    book = rulebooks[draft.round.rulebook]
    terms = Terms(book, draft.round.options)
    return tuple(
        _choice(terms, draft, word, step) for word, step in CHOICES if MECHANIC[step.do].known(book, free=step.lammer)
    )


def _choice(terms: Terms, draft: Draft, word: str, step: Decision) -> LawfulChoice:
    box = draft.box
    if not draft.seat.box or draft.seat.behind:
        return LawfulChoice(word, "Decisions are made at a spot: press Tab, or tap one.")
    if len(box.cards) < 2:
        return LawfulChoice(word, "Enter the first two cards first.")
    waiting = draft.waiting.get(box.number)
    if waiting is not None:
        return LawfulChoice(word, f"The {waiting.do.replace('_', ' ')} needs its card.")
    try:
        new = _found(terms, draft, box.play, step)
    except Unreadable as fault:
        return LawfulChoice(word, f"{str(fault.what)[:1].upper()}{fault.what[1:]}.")
    broken = [finding for finding in new if finding.severity == VIOLATION]
    if broken:
        return LawfulChoice(word, broken[0].message, broken[0].cite)
    return LawfulChoice(word, note=new[0].message if new else "", cite=new[0].cite if new else "")


def _found(terms: Terms, draft: Draft, play: tuple[Decision, ...], step: Decision) -> list[Finding]:
    """What the engine finds about one more decision."""
    seat = Seat(terms, draft.up, draft.box.cards, dead=draft.box.dead_numbers)
    for place, each in enumerate(play):
        seat.decide(place, each)
    before = len(seat.found)
    if any(hand.waiting for hand in seat.hands) and not any(hand.open for hand in seat.hands):
        raise Unreadable("the next split hand needs its second card")
    if step.do == "stand" and seat.current().complete:
        raise Unreadable("the hand is finished: there is nothing to stand on")
    seat.decide(len(play), step)
    return [finding for _, finding in seat.found[before:]]


def wagers(draft: Draft, rulebooks: Rulebooks) -> tuple[LawfulChoice, ...]:
    """Every wager of this game at the seat being told, and why one cannot be made."""
    book = rulebooks[draft.round.rulebook]
    terms = Terms(book, draft.round.options)
    return tuple(_wager(terms, draft, name) for name in WAGERS if name in book.table.wagers.value)


def _wager(terms: Terms, draft: Draft, name: str) -> LawfulChoice:
    if not draft.seat.box:
        return LawfulChoice(name, "Bets are made at a spot: press Tab, or tap one.")
    box = Box(draft.box.number, draft.box.cards, {"main": 100, name: 100 if name == "main" else 1})
    broken = [f for f in _money(terms, draft, box) if f.severity == VIOLATION and "below" not in f.code]
    return LawfulChoice(name, broken[0].message, broken[0].cite) if broken else LawfulChoice(name)


def _money(terms: Terms, draft: Draft, box: Box) -> Iterable[Finding]:
    return PlayedBox(terms, draft.up, box).findings


def usual_wager(draft: Draft, decision: Decision, rulebooks: Rulebooks) -> int:
    """What is usually laid for a double, a split or a second chance: the largest the engine finds right."""
    box = draft.box
    terms = Terms(rulebooks[draft.round.rulebook], draft.round.options)
    best, least = box.wagers.get("main", 0), 1000
    for amount in sorted(set(_amounts(box)), reverse=True):
        step = replace(decision, card=ANY, wager=amount)
        try:
            found = len(list(_money(terms, draft, replace(box, play=(*box.play, step), behind=()))))
        except (Unreadable, KeyError):
            continue
        if found < least:
            best, least = amount, found
    return best


def _amounts(box: Box) -> Iterator[int]:
    """What can lie on a hand: the wagers, alone and together with what was added."""
    main, attack = box.wagers.get("main", 0), box.wagers.get(ATTACK.name, 0)
    doubles = [step.wager for step in box.play if step.do == "double"]
    for base in (main, main + attack):
        if base:
            yield base
            yield from (base + added for added in doubles if added)


def remedies(draft: Draft, rulebooks: Rulebooks, *, void: bool) -> tuple[tuple[str, str], ...]:
    """Under which paragraphs a hand can be called dead, or a round void: citation, and what it is for."""
    titles: dict[str, dict[str, None]] = {}
    for form in rulebooks[draft.round.rulebook].remedies:
        if form.void if void else form.dead:
            titles.setdefault(form.cite, {})[form.title] = None
    return tuple((cite, " · ".join(told)) for cite, told in titles.items())
