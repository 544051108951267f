"""What can have gone wrong in a round, as the desk asks for it: the catalog's entries, and what is known of each."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.engine.catalogue import Irregularity
from floorapp.engine.event_findings import EXPOSED, FOUND, MISSED, NO_UP_CARD, entry_for, remedy_for
from floorapp.engine.play import Seat
from floorapp.engine.record import AREAS, Happening, Unreadable
from floorapp.engine.round_findings import may_ask
from floorapp.engine.terms import Terms
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import Draft, NotUnderstood
from floorapp.operations.dispute.settlement import Rulebooks, hands_of

LAID = "hole-card-wrong-area"
#: Where each hand has its own way out (685a.12(h)): the choice is of a spot, what was wrong of the whole round.
BY_HAND = ("reader-signal-wrong", LAID)
#: How many were found, in words; a ten is not among the cards that are entered as dealt.
COUNTED = {"card-face-up-in-shoe": "{n} card{s} in all", "ten-in-shoe": "{n} ten{s} taken out of the shoe"}

BEFORE_TWO = "Before every player had two cards"
#: What the remedy of a needless use of the reader hangs on (665a, New Jersey).
REVEALS: dict[str, bool | None] = {
    "This reader lets a player learn the hole card": True,
    "This reader gives nothing away": False,
    "Nobody knows yet": None,
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One way in which something went wrong, in words, with what it calls for; `reveals` is said of the reader."""

    words: str
    more: str
    event: Happening
    reveals: bool | None = None


def known_as(draft: Draft, rulebooks: Rulebooks, event: Happening) -> Irregularity | None:
    """The catalog's entry on an event as it stands here; None where this rulebook has none."""
    return remedy_for(Terms(rulebooks[draft.round.rulebook], draft.round.options), draft.round, event)


def variants(draft: Draft, rulebooks: Rulebooks, code: str) -> tuple[Variant, ...]:
    """The ways in which an irregularity can be told here, each with its remedy; raises NotUnderstood."""
    box = draft.seat.box or None
    if code in MISSED and box is None:
        raise NotUnderstood("It happened at a spot: press Tab, or tap the spot, then enter it again.")
    plain = Happening(code, box=box, hand=_open_hand(draft, rulebooks)) if code in MISSED else Happening(code)
    entry = known_as(draft, rulebooks, plain)
    if entry is None:
        raise NotUnderstood(f"This rulebook does not list “{code}”.")
    if "device_reveals" in entry.needs and draft.round.options.reader_reveals_value is None:
        return tuple(
            Variant(words, _remedy(_stating(draft, reveals), rulebooks, plain), plain, reveals)
            for words, reveals in REVEALS.items()
        )
    if code in FOUND:
        made = [each for n in (1, 2, 3) for each in _found(draft, rulebooks, replace(plain, cards=n))]
    elif code == NO_UP_CARD:
        made = [
            ("After every player had two cards", replace(plain, before_two=False)),
            (BEFORE_TWO, replace(plain, before_two=True)),
        ]
    elif code == LAID:
        made = [(f"Laid in the {area} area", replace(plain, area=area)) for area in AREAS]
        made += _chosen(entry, plain, box)
    elif code == EXPOSED:
        made = [("Nobody refused it", plain)]
        made += [
            (f"Spot {each.number} refused it", replace(plain, refused_by=(each.number,))) for each in draft.round.boxes
        ]
        made.append((BEFORE_TWO, replace(plain, before_two=True)))
    else:
        made = _chosen(entry, plain, box) if code in BY_HAND else _chosen(entry, plain, plain.box, named=False)
        made.append(("No choice made yet" if entry.options else entry.title, plain))
    return tuple(Variant(words, _remedy(draft, rulebooks, event), event) for words, event in made)


def _chosen(
    entry: Irregularity, plain: Happening, box: int | None, *, named: bool = True
) -> list[tuple[str, Happening]]:
    """Each way out as somebody chose it; of a hand's own, at its spot."""
    if named and box is None:
        return []
    at = f"Spot {box}: " if named and entry.options else ""
    return [
        (f"{at}{each.says.rstrip('.')} (the {each.who} chose this)", replace(plain, box=box, choice=each.says))
        for each in entry.options
    ]


def _found(draft: Draft, rulebooks: Rulebooks, event: Happening) -> list[tuple[str, Happening]]:
    """So many cards found; where somebody then decides (665a), each decision, and none yet."""
    number = event.cards or 1
    words = COUNTED[event.code].format(n=number, s="s" * (number > 1))
    entry = known_as(draft, rulebooks, event)
    decided = _chosen(entry, event, event.box, named=False) if entry else []
    left = f"{words}. No choice made yet" if decided else words
    return [*((f"{words}. {chosen}", told) for chosen, told in decided), (left, event)]


def _stating(draft: Draft, reveals: bool | None) -> Draft:
    return edit.play_under(draft, draft.round.rulebook, replace(draft.round.options, reader_reveals_value=reveals))


def taken(draft: Draft, rulebooks: Rulebooks, variant: Variant) -> Draft:
    """The round with what went wrong in it, and with what was said of its reader."""
    known = draft if variant.reveals is None else _stating(draft, variant.reveals)
    return happened(known, rulebooks, variant.event)


def happened(draft: Draft, rulebooks: Rulebooks, event: Happening) -> Draft:
    """The round with an event in it; a hand that it leaves dead is called so, unless it missed a card and played on."""
    made = edit.happen(draft, event)
    terms = Terms(rulebooks[draft.round.rulebook], draft.round.options)
    entry = entry_for(terms, draft.round, event) if event.code in (*MISSED, *BY_HAND, *FOUND) else None
    if entry and any(each.effect == "round-void" and each.says == event.choice for each in entry.options):
        return edit.call_void(made, entry.cite)
    if entry is None or not event.box or draft.seat.box != event.box:
        return made
    taken = next((each.effect for each in entry.options if each.says == event.choice), "")
    dead = (taken or ("" if entry.options else entry.effect)) == "hand-dead"
    late = event.code in MISSED and not _goes_on(draft, rulebooks)
    if not dead or late:
        return made
    coming = {box: decision for box, decision in made.waiting.items() if box != event.box}  # that card never comes
    return edit.call_dead(replace(made, waiting=coming), entry.cite, event.hand or 0)


def _open_hand(draft: Draft, rulebooks: Rulebooks) -> int | None:
    """Which hand of a split has its turn; None where there is one hand, or none has."""
    hands = hands_of(draft, draft.seat.box, rulebooks) if draft.seat.box else ()
    turns = [number for number, hand in enumerate(hands, start=1) if hand.open or hand.waiting]
    return turns[0] if turns and len(hands) > 1 else None


def _goes_on(draft: Draft, rulebooks: Rulebooks) -> bool:
    """Whether a card could still come to the box: no hand yet, one that is open, or one that may ask for another."""
    terms, box = Terms(rulebooks[draft.round.rulebook], draft.round.options), draft.box
    try:
        ended = Seat(terms, draft.up, box.cards, dead=box.dead_numbers).play(box.play).ended
    except Unreadable:  # a second card is missing
        return True
    return any(hand.unfinished or may_ask(terms, hand) for hand in ended)


def _remedy(draft: Draft, rulebooks: Rulebooks, event: Happening) -> str:
    entry = known_as(draft, rulebooks, event)
    return entry.remedy if entry else ""


# --- words ---


def known_words(event: Happening) -> str:
    """What is known of it beside its name: how many, which card, when, where, who refused it, what was chosen."""
    count = f", {event.cards} in all" if (event.cards or 1) > 1 else ""
    told = [f"The {event.card.name}"] if event.card else []
    if event.before_two is not None:
        told.append(f"{'Before' if event.before_two else 'After'} every player had two cards")
    if event.area:
        told.append(f"Laid in the {event.area} area")
    if event.refused_by:
        told.append(f"Refused by spot {', '.join(map(str, event.refused_by))}")
    if event.choice:
        told.append(f"Chosen: {event.choice.rstrip('.')}")
    return f"{count}." + "".join(f" {each}." for each in told)


def take_word(draft: Draft, first: str, second: str, rulebooks: Rulebooks) -> Draft | None:
    """A word about what went wrong, put into the round; None where it is none."""
    if first == "event":
        return happened(draft, rulebooks, _named(draft, rulebooks, second))
    if first == "area":
        if second not in AREAS:
            raise NotUnderstood("Which area? Type area small, area medium or area large.")
        return edit.lay_in(draft, second)
    if second:
        return None
    if first == "refuse":
        return edit.refuse_card(draft)
    if first == "noevent":
        return edit.unhappen(draft)
    return None


def _named(draft: Draft, rulebooks: Rulebooks, name: str) -> Happening:
    """An irregularity by its code, or by letters that only one code begins with."""
    codes = [entry.code for entry in rulebooks[draft.round.rulebook].irregularities]
    fitting = [code for code in codes if code == name] or [code for code in codes if name and code.startswith(name)]
    if len(fitting) != 1:
        listed = ", ".join(fitting[:6]) or "see Rulings, What went wrong"
        raise NotUnderstood(f"Which irregularity? Type event and its code: {listed}.")
    return variants(draft, rulebooks, fitting[0])[-1 if fitting[0] in MISSED else 0].event
