"""A round while it is being told: the record so far, whose turn it is to be told, what waits for a card.

Everything is frozen; an edit answers a new draft, which is what makes undoing certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.encode import record_of
from floorapp.engine.event_findings import EXPOSED
from floorapp.engine.mechanics.register import DRAWS, STAKED
from floorapp.engine.record import (
    LARGEST,
    LARGEST_NET,
    Behind,
    Box,
    DeadHand,
    Decision,
    Follow,
    Happening,
    Options,
    ReportedLine,
    Round,
)

#: Boxes a desk lays out at most; no rulebook knows more.
MOST_BOXES = 7

#: More than goes wrong in any round.
MOST_EVENTS = 20

#: People behind a spot that a desk takes down; the rulebook's two are a finding beyond.
MOST_PEOPLE = 6

#: More cards than any dealer takes, and more steps than any box is played in: what is beyond is a slip.
MOST_CARDS, MOST_STEPS = 30, 120

Key = tuple[str, int, int]  # of a line: the wager, its hand (0 for none), the bettor behind (0 for the caller)


class NotUnderstood(ValueError):
    """Something that cannot be put into the round, in a sentence for the person who said it."""


@dataclass(frozen=True, slots=True, order=True)
class DeskSeat:
    """Whose cards and wagers are being told: the dealer (0), a box, or a bettor behind a box."""

    box: int = 0
    behind: int = 0

    @property
    def name(self) -> str:
        if not self.box:
            return "Dealer"
        return f"Spot {self.box}" + (f", behind {self.behind}" if self.behind else "")


@dataclass(frozen=True, slots=True)
class Draft:
    """The round so far. `waiting` holds the decision of a box that waits for its card."""

    round: Round
    seat: DeskSeat = DeskSeat()
    waiting: Mapping[int, Decision] = field(default_factory=dict)
    of: str = ""  # the round on file that is being looked at
    incident: str = ""  # the incident this belongs to
    seen: Mapping[str, int] = field(default_factory=dict)  # cards of this shoe's earlier rounds on file

    @property
    def record(self) -> dict[str, Any]:
        """The round as floor-round/1, as far as it has been told."""
        return record_of(self.round)

    @property
    def box(self) -> Box:
        """The box whose turn it is to be told; of the dealer an empty one."""
        return self.box_at(self.seat.box)

    def box_at(self, number: int) -> Box:
        return next((box for box in self.round.boxes if box.number == number), Box(number, (), {}))

    @property
    def up(self) -> Card | None:
        return self.round.dealer[0] if self.round.dealer else None

    @property
    def positions(self) -> int:
        """How many boxes are laid out: the table's, and any beyond that were told."""
        told = max((box.number for box in self.round.boxes), default=0)
        return max(self.round.options.positions, told)

    @property
    def empty(self) -> bool:
        """Whether nothing has been told yet."""
        round_ = self.round
        return not (round_.dealer or round_.boxes or round_.void or round_.events or self.waiting)


def start(rulebook: str, options: Options | None = None, *, id: str = "", table: str = "") -> Draft:
    """An empty round at a table."""
    return Draft(Round(id, rulebook, (), (), options=options or Options(), table=table))


def with_box(draft: Draft, box: Box) -> Draft:
    """The draft with this box in place of the one before; an untouched box is no part of the round."""
    others = [each for each in draft.round.boxes if each.number != box.number]
    if box != Box(box.number, (), {}):
        others.append(box)
    boxes = tuple(sorted(others, key=lambda each: each.number))
    return replace(draft, round=replace(draft.round, boxes=boxes))


def _waiting(draft: Draft, decision: Decision | None) -> Draft:
    others = {number: each for number, each in draft.waiting.items() if number != draft.seat.box}
    return replace(draft, waiting=others | ({draft.seat.box: decision} if decision else {}))


def sit(draft: Draft, seat: DeskSeat) -> Draft:
    """Go on with another seat."""
    if not 0 <= seat.box <= MOST_BOXES or not 0 <= seat.behind <= MOST_PEOPLE:
        raise NotUnderstood(f"There is no spot {seat.box}; a table has 1 to {MOST_BOXES}.")
    return replace(draft, seat=seat)


def next_seat(draft: Draft, step: int = 1) -> Draft:
    """The seat after this one (or before it), round the table, bettors behind after their box."""
    seats = [DeskSeat()]
    for number in range(1, min(draft.positions, MOST_BOXES) + 1):
        behind = len(draft.box_at(number).behind)
        seats += [DeskSeat(number, person) for person in range(behind + 1)]
    place = seats.index(draft.seat) if draft.seat in seats else 0
    return sit(draft, seats[(place + step) % len(seats)])


# --- cards and decisions ---


def deal(draft: Draft, card: Card, implied: str = "hit") -> Draft:
    """Lay a card where the telling has come to; `implied` is what a card alone means on a box in play."""
    seat = draft.seat
    if seat.behind:
        raise NotUnderstood(f"A bettor behind has no cards: go to spot {seat.box} first.")
    if not seat.box:
        if len(draft.round.dealer) >= MOST_CARDS:
            raise NotUnderstood(f"No dealer draws more than {MOST_CARDS} cards: press Tab for a spot.")
        return replace(draft, round=replace(draft.round, dealer=(*draft.round.dealer, card)))
    if len(draft.box.play) >= MOST_STEPS:
        raise NotUnderstood(f"No spot is played in more than {MOST_STEPS} steps.")
    box, waiting = draft.box, draft.waiting.get(seat.box)
    if waiting is not None:
        done = with_box(draft, replace(box, play=(*box.play, replace(waiting, card=card))))
        return _waiting(done, None)
    if len(box.cards) < 2 and not box.play:
        return with_box(draft, replace(box, cards=(*box.cards, card)))
    return with_box(draft, replace(box, play=(*box.play, Decision(implied, card))))


def decide(draft: Draft, decision: Decision) -> Draft:
    """Make a decision; one that draws waits for its card."""
    seat = draft.seat
    if not seat.box or seat.behind:
        raise NotUnderstood("Decisions are made at a spot: press Tab, or tap one.")
    if seat.box in draft.waiting and decision.do not in DRAWS:
        waits = draft.waiting[seat.box].do.replace("_", " ")
        raise NotUnderstood(f"The {waits} still needs its card; Backspace takes it back.")
    if len(draft.box.play) >= MOST_STEPS:
        raise NotUnderstood(f"No spot is played in more than {MOST_STEPS} steps.")
    if decision.do not in DRAWS or decision.declined:
        return with_box(draft, replace(draft.box, play=(*draft.box.play, decision)))
    return _waiting(draft, decision)


def take_back(draft: Draft) -> Draft:
    """Take back the last thing told at this seat; nothing where there is nothing."""
    seat, box, round_ = draft.seat, draft.box, draft.round
    if not seat.box:
        return replace(draft, round=replace(round_, dealer=round_.dealer[:-1]))
    if seat.behind:
        return _leave_behind(draft)
    if seat.box in draft.waiting:
        return _waiting(draft, None)
    if box.play:
        gone = len(box.play) - 1
        behind = tuple(
            replace(each, follows={step: f for step, f in each.follows.items() if step != gone}) for each in box.behind
        )
        return with_box(draft, replace(box, play=box.play[:-1], behind=behind))
    if box.cards:
        return with_box(draft, replace(box, cards=box.cards[:-1]))
    if box.wagers:
        return with_box(draft, replace(box, wagers=dict(list(box.wagers.items())[:-1])))
    return draft


# --- money ---


def lay(draft: Draft, wager: str, cents: int | None) -> Draft:
    """Place a wager at this seat, or take it away; a decision that waits takes a bare amount as its own."""
    seat, box = draft.seat, draft.box
    if not seat.box:
        raise NotUnderstood("Bets are made at a spot: press Tab, or tap one.")
    if cents is not None and not 0 < cents <= LARGEST:
        raise NotUnderstood("That is not a bet: enter an amount above zero that a table can take.")
    if seat.behind:
        bettor = box.behind[seat.behind - 1] if seat.behind <= len(box.behind) else Behind({}, {})
        changed = replace(bettor, wagers=_staked(bettor.wagers, wager, cents))
        people = [*box.behind[: seat.behind - 1], changed, *box.behind[seat.behind :]]
        return with_box(draft, replace(box, behind=tuple(people)))
    waiting = draft.waiting.get(seat.box)
    if wager == "main" and cents is not None and waiting is not None and waiting.do in STAKED:
        return _waiting(draft, replace(waiting, wager=cents, lammer=False))
    return with_box(draft, replace(box, wagers=_staked(box.wagers, wager, cents)))


def _staked(wagers: Mapping[str, int], wager: str, cents: int | None) -> dict[str, int]:
    kept = {name: amount for name, amount in wagers.items() if name != wager}
    return kept if cents is None else kept | {wager: cents}


def report(draft: Draft, box: int, key: Key, net: int | None, nth: int = 0) -> Draft:
    """What the table says a line did, or nothing said; `nth` among lines of the same name."""
    if net is not None and abs(net) > LARGEST_NET:
        raise NotUnderstood("That is more than any table pays.")
    told = draft.box_at(box)
    reports = list(told.reported or ())
    places = [n for n, each in enumerate(reports) if (each.wager, each.hand, each.behind) == key]
    if net is None:
        reports = [each for n, each in enumerate(reports) if n not in places[nth : nth + 1]]
    else:
        made = ReportedLine(key[0], net, key[1], key[2])
        if nth < len(places):
            reports[places[nth]] = made
        else:
            reports.append(made)
    return with_box(draft, replace(told, reported=tuple(reports) or None))


# --- people behind (19:47-26.13) ---


def stand_behind(draft: Draft, cents: int) -> Draft:
    """One more bettor behind this box; he is told next."""
    box = draft.box
    if not draft.seat.box:
        raise NotUnderstood("Bettors stand behind a spot: press Tab, or tap one.")
    if len(box.behind) >= MOST_PEOPLE:
        raise NotUnderstood(f"{MOST_PEOPLE} bettors stand behind spot {box.number} already.")
    return lay(replace(draft, seat=DeskSeat(box.number, len(box.behind) + 1)), "main", cents)


def _leave_behind(draft: Draft) -> Draft:
    box, place = draft.box, draft.seat.behind - 1
    if place >= len(box.behind):
        return sit(draft, DeskSeat(box.number))
    bettor = box.behind[place]
    if bettor.follows:
        last = max(bettor.follows)
        changed = replace(bettor, follows={s: f for s, f in bettor.follows.items() if s != last})
        people = [*box.behind[:place], changed, *box.behind[place + 1 :]]
        return with_box(draft, replace(box, behind=tuple(people)))
    people = [*box.behind[:place], *box.behind[place + 1 :]]
    gone = sit(draft, DeskSeat(box.number))
    reported = tuple(each for each in box.reported or () if each.behind != place + 1) or None
    caller = box.caller if box.caller <= len(people) else 0
    return with_box(gone, replace(box, behind=tuple(people), reported=reported, caller=caller))


def call_by(draft: Draft, what: str, caller: int | None) -> Draft:
    """Whether somebody is seated at this box, and who calls it (19:47-26.13(b))."""
    box = draft.box
    if not draft.seat.box:
        raise NotUnderstood("Players sit at a spot: press Tab, or tap one.")
    if what != "caller":
        return with_box(draft, replace(box, seated=what == "seated"))
    if caller is None or caller > len(box.behind):
        raise NotUnderstood("Who calls? Type caller 0 for the first bettor, or the number of one behind.")
    return with_box(draft, replace(box, caller=caller))


def open_steps(draft: Draft) -> tuple[int, ...]:
    """Doubles and splits this bettor behind has not answered."""
    box, place = draft.box, draft.seat.behind - 1
    follows = box.behind[place].follows if 0 <= place < len(box.behind) else {}
    moves = (n for n, each in enumerate(box.play) if each.do in ("double", "split"))
    return tuple(step for step in moves if step not in follows)


def follow(draft: Draft, *, wager: int = 0, hand: int = 0) -> Draft:
    """How this bettor behind joined the first double or split he has not answered."""
    seat, box = draft.seat, draft.box
    if not seat.behind or seat.behind > len(box.behind):
        raise NotUnderstood("Only a bettor behind follows: tap that bettor, or type behind and the bet.")
    steps = open_steps(draft)
    if not steps:
        raise NotUnderstood("There is no double or split left to follow.")
    if not 0 <= wager <= LARGEST or not 0 <= hand <= LARGEST or not (wager or hand):
        raise NotUnderstood(
            "Type what the bettor added, as in follow 25, or the hand that keeps the bet, as in keep 2."
        )
    bettor = box.behind[seat.behind - 1]
    joined = Follow(steps[0], wager, hand if not wager else 0)
    changed = replace(bettor, follows={**bettor.follows, steps[0]: joined})
    people = [*box.behind[: seat.behind - 1], changed, *box.behind[seat.behind :]]
    return with_box(draft, replace(box, behind=tuple(people)))


# --- the round as a whole ---


def call_dead(draft: Draft, cite: str | None, hand: int = 0) -> Draft:
    """The box, or one hand of it, was called dead under a section, or was not."""
    if not draft.seat.box:
        raise NotUnderstood("A spot is called dead, not the dealer: press Tab, tap one, or type void.")
    if cite is None or not hand:
        return with_box(draft, replace(draft.box, dead=cite, dead_hands=()))
    others = [each for each in draft.box.dead_hands if each.hand != hand]
    made = tuple(sorted((*others, DeadHand(hand, cite)), key=lambda each: each.hand))
    return with_box(draft, replace(draft.box, dead=None, dead_hands=made))


def call_void(draft: Draft, cite: str | None) -> Draft:
    """The whole round was called void under a paragraph, or was not."""
    return replace(draft, round=replace(draft.round, void=cite))


def read_signal(draft: Draft, signal: str) -> Draft:
    """What the reader said; `unused`, or `unknown` where nobody says."""
    return replace(draft, round=replace(draft.round, signal=signal))


def happen(draft: Draft, event: Happening) -> Draft:
    """Something went wrong in the round; of the same kind on the same box the later telling counts."""
    others = [each for each in draft.round.events if (each.code, each.box) != (event.code, event.box)]
    if len(others) >= MOST_EVENTS:
        raise NotUnderstood(f"No round has more than {MOST_EVENTS} irregularities.")
    return replace(draft, round=replace(draft.round, events=(*others, event)))


def refuse_card(draft: Draft) -> Draft:
    """This box refused the card that was exposed last."""
    events, box = draft.round.events, draft.seat.box
    last = next((place for place in reversed(range(len(events))) if events[place].code == EXPOSED), None)
    if not box:
        raise NotUnderstood("A spot refuses a card, not the dealer: Tab, or tap one.")
    exposed = Happening(EXPOSED) if last is None else events[last]
    if box not in exposed.refused_by:
        exposed = replace(exposed, refused_by=tuple(sorted((*exposed.refused_by, box))))
    return happen(draft, exposed)


def name_card(draft: Draft, card: Card) -> Draft:
    """Which card it was that went wrong last."""
    if not draft.round.events:
        raise NotUnderstood("Enter what went wrong first (Alt W), then its card, such as its 5c.")
    *before, last = draft.round.events
    return replace(draft, round=replace(draft.round, events=(*before, replace(last, card=card))))


def unhappen(draft: Draft) -> Draft:
    """What was told last of what went wrong did not happen."""
    return replace(draft, round=replace(draft.round, events=draft.round.events[:-1], area=""))


def lay_in(draft: Draft, area: str) -> Draft:
    """Where the dealer's hand was laid (685a)."""
    return replace(draft, round=replace(draft.round, area=area))


def play_under(draft: Draft, rulebook: str, options: Options | None = None) -> Draft:
    """The same round under another rulebook or other options."""
    round_ = replace(draft.round, rulebook=rulebook, options=options or draft.round.options)
    return replace(draft, round=round_)
