"""What the events of a round call for: a void round, a dead hand, a choice that somebody has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.catalogue import Irregularity, IrregularityFacts, Option
from floorapp.engine.finding import Finding, found
from floorapp.engine.record import Box, Happening, Round
from floorapp.engine.round_findings import cards_of, nearest, wrong_area, wrong_signal
from floorapp.engine.terms import Terms

#: Events that leave a hand dead, or give its player a choice; each with what happened.
MISSED = {
    "no-cards-to-hand": "No card was dealt to the hand",
    "one-card-to-hand": "Only one card was dealt to the hand",
    "card-requested-not-dealt": "A card that was asked for was not dealt",
}
EXPOSED = "card-drawn-in-error-exposed"
#: Events of which the text voids the round once there is more than one card of them; each with what happened.
FOUND = {
    "ten-in-shoe": "More than one ten came out of the shoe",
    "card-face-up-in-shoe": "More than one card was face up",
}
NO_UP_CARD = "dealer-missed-first-card"
#: What leaves each hand two ways out (685a.12(h)); each with what happened.
WRONG = {
    "reader-signal-wrong": "The reader showed the wrong light",
    "hole-card-wrong-area": "The dealer's hand was laid in the wrong area",
}


@dataclass(frozen=True, slots=True)
class CalledFor:
    """What the text calls for, and why."""

    cite: str
    what: str


@dataclass(frozen=True, slots=True)
class Missed:
    """A hand that an event left to be dead, or to be chosen for; `taken` is what was chosen."""

    entry: Irregularity
    box: Box
    hand: int | None
    what: str
    taken: Option | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """What is still to be chosen."""
        return () if self.taken else self.entry.options

    @property
    def must_die(self) -> bool:
        """Whether the hand is dead, by the text or by the choice that was made."""
        effect = self.taken.effect if self.taken else "" if self.entry.options else self.entry.effect
        return effect == "hand-dead"


def must_void(terms: Terms, round_: Round) -> CalledFor | None:
    """Why the text itself voids the round; None where it does not."""
    if not round_.events and terms.rulebook.cards.tens.value:
        return None
    counts = {code: sum(each.cards or 1 for each in round_.events if each.code == code) for code in FOUND}
    counts["ten-in-shoe"] += sum(card.rank not in terms.ranks for card in cards_of(round_))
    for code, cards in counts.items():
        entry = entry_of(terms, code, IrregularityFacts(cards=cards)) if cards else None
        if entry and entry.void and not entry.readings:
            return CalledFor(entry.cite, FOUND[code])
        if entry and entry.void and _void_chosen(terms, round_, code):  # where the text is silent, somebody decides
            return CalledFor(entry.cite, f"{FOUND[code]}, and void was chosen")
    for event in round_.events:
        if event.code == NO_UP_CARD:
            entry = entry_of(terms, NO_UP_CARD, IrregularityFacts(first_two_dealt=not event.before_two))
            if entry and entry.void and not entry.readings:
                return CalledFor(entry.cite, "The dealer took no first card before the players had two")
    return None


def _void_chosen(terms: Terms, round_: Round, code: str) -> bool:
    effects = (terms.rulebook.irregularity(code).effect_of(each.choice) for each in round_.events if each.code == code)
    return "round-void" in effects


def entry_of(terms: Terms, code: str, facts: IrregularityFacts) -> Irregularity | None:
    """The catalog's entry as it stands here; None where this rulebook has none."""
    try:
        return terms.rulebook.irregularity(code).given(facts, terms.options.readings)
    except KeyError:
        return None


def remedy_for(terms: Terms, round_: Round, event: Happening) -> Irregularity | None:
    """The catalog's entry on an event of this round, once somebody has chosen: a card that is declined has its own."""
    entry = entry_for(terms, round_, event)
    if entry is None or "declined" not in entry.needs or _taken(event, entry) in (None, entry.options[0]):
        return entry
    return entry_of(terms, event.code, IrregularityFacts(declined=True))


def entry_for(terms: Terms, round_: Round, event: Happening) -> Irregularity | None:
    """The catalog's entry on an event of this round, as it stands there."""
    facts = IrregularityFacts(
        cards=event.cards,
        device_reveals=terms.options.reader_reveals_value,
        hole_card_exposed=shown_early(terms, round_),
        first_two_dealt=None if event.before_two is None else not event.before_two,
    )
    return entry_of(terms, event.code, facts)


def missed_hands(terms: Terms, round_: Round) -> Iterator[Missed]:
    """Hands that an event left to be dead or to be chosen for, and that were not called dead."""
    boxes = {box.number: box for box in round_.boxes}
    facts = IrregularityFacts(hole_card_exposed=shown_early(terms, round_))
    for event in round_.events:
        entry = entry_of(terms, event.code, facts) if event.code in MISSED else None
        box = boxes.get(event.box or 0)
        if entry is None or box is None or box.dead_call(event.hand or 1):
            continue
        missed = Missed(entry, box, event.hand, MISSED[event.code], _taken_anyhow(terms, event))
        if missed.must_die or any(option.effect == "hand-dead" for option in missed.options):
            yield missed


def shown_early(terms: Terms, round_: Round) -> bool | None:
    """True where two large cards opened the hole card before anybody acted (685a.7(h)); None where nobody can tell."""
    large = terms.rulebook.reader.large
    first_two = round_.dealer[:2]
    return (large and len(first_two) == 2 and all(card.rank in large.value for card in first_two)) or None


def light_hands(terms: Terms, round_: Round) -> Iterator[Missed]:
    """Hands that a wrong light or a wrong area leaves two ways out (685a.12(h)), and that were not called dead."""
    light = wrong_light(terms, round_)
    for box in round_.boxes if light else ():
        if light and not box.called_dead:
            told = [each for each in round_.events if each.code == light.code and each.box in (None, box.number)]
            told.sort(key=lambda each: each.box is None)  # what was chosen for this box, before what was for all
            taken = next(filter(None, (_taken(event, light) for event in told)), None)
            yield Missed(light, box, None, WRONG[light.code], taken)


def _taken(event: Happening, entry: Irregularity) -> Option | None:
    """The choice that was made, in the catalog's words or by its effect."""
    fitting = [option for option in entry.options if event.choice in (option.says, option.effect)]
    return fitting[0] if len(fitting) == 1 else None


def _taken_anyhow(terms: Terms, event: Happening) -> Option | None:
    """The choice that was made, in the words for a covered hole card or for an open one."""
    entries = (entry_of(terms, event.code, IrregularityFacts(hole_card_exposed=shown)) for shown in (None, True))
    return next((taken for entry in entries if entry and (taken := _taken(event, entry))), None)


def wrong_light(terms: Terms, round_: Round) -> Irregularity | None:
    """The entry on a wrong light, or a hand laid in the wrong area, where each hand has two ways out (685a.12(h))."""
    if terms.rulebook.reader.wrong_signal.value != "play-on-or-dead":
        return None
    told = {event.code for event in round_.events}
    for code, seen in (("reader-signal-wrong", wrong_signal(terms, round_)), ("hole-card-wrong-area", False)):
        unsaid = code in told and (code == "reader-signal-wrong" or not _area_told(round_))
        if seen or unsaid or (code == "hole-card-wrong-area" and wrong_area(terms, round_)):
            return entry_of(terms, code, IrregularityFacts())
    return None


def _area_told(round_: Round) -> bool:
    return bool(round_.area) or any(event.area for event in round_.events)


def refusals(terms: Terms, round_: Round) -> Iterator[tuple[Irregularity, Box]]:
    """Boxes that refused an exposed card and drew later in the round."""
    for event in round_.events:
        entry = (
            entry_of(terms, EXPOSED, IrregularityFacts(first_two_dealt=not event.before_two))
            if event.code == EXPOSED
            else None
        )
        for box in round_.boxes:
            drew = any(decision.card is not None for decision in box.play)
            if entry and entry.options and drew and box.number in event.refused_by:
                yield entry, box


def event_findings(terms: Terms, round_: Round) -> Iterator[Finding]:
    """What is not as the text has it, by the events of the round."""
    known = {entry.code for entry in terms.rulebook.irregularities} if round_.events else set()
    for event in round_.events:
        if event.code not in known:
            yield found("event-unknown", nearest(terms, ""), box=event.box, event=event.code)
    void = must_void(terms, round_) if round_.void is None else None
    if void:
        yield found("round-not-void", void.cite, what=void.what)
    for entry, box in refusals(terms, round_):
        yield found("drew-after-refusing", entry.cite, box=box.number)
    for missed in missed_hands(terms, round_) if round_.void is None else ():
        code = "choice-open" if missed.options else "choice-not-kept" if missed.taken else "hand-not-dead"
        finding = found(code, missed.entry.cite, box=missed.box.number, what=missed.what)
        yield replace(finding, hand=missed.hand)
    for lit in light_hands(terms, round_) if round_.void is None else ():
        if lit.must_die:
            yield found("choice-not-kept", lit.entry.cite, box=lit.box.number, what=lit.what)
    light = wrong_light(terms, round_)
    if light and not wrong_signal(terms, round_) and not wrong_area(terms, round_):
        yield found(light.code, light.cite, **_unsaid(light))


def _unsaid(entry: Irregularity) -> dict[str, Any]:
    """The words of a light or an area that the record does not give."""
    if entry.code == "hole-card-wrong-area":
        return {"area": "wrong", "truth": "of another range"}
    return {"signal": "the wrong light", "truth": "another range"}
