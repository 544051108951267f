"""What the text requires where play broke it and the text itself says what must follow.

The lines of an answer settle a round as it was played; this settles it as it should have been: a void round
returned, finished hands as they stood, dead hands dead, and where somebody may choose, each choice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.answer import Line, Required, RequiredChoice, RequiredLine
from floorapp.engine.boxes import Called, PlayedBox
from floorapp.engine.catalogue import IrregularityFacts, Option
from floorapp.engine.dealer_hand import AtStake, DealerHand, dealer_hand
from floorapp.engine.event_findings import entry_of, light_hands, missed_hands, must_void, refusals
from floorapp.engine.finding import VIOLATION
from floorapp.engine.hand import Ended
from floorapp.engine.play import PlayEvent, Seat
from floorapp.engine.record import Box, DeadHand, Decision, Round, Unreadable
from floorapp.engine.round_dealer import asked_of, at_stake_of
from floorapp.engine.round_findings import dead_findings, reader_gave_away
from floorapp.engine.terms import Terms

Nets = tuple[int, ...]  # of each line, in their order


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round as it was played and settled."""

    terms: Terms
    round: Round
    boxes: tuple[PlayedBox, ...]
    dealer: DealerHand
    at_stake: AtStake
    called: Called
    lines: tuple[Line, ...]

    @property
    def nets(self) -> Nets:
        return tuple(line.expected for line in self.lines)


@dataclass(frozen=True, slots=True)
class RequiredReason:
    """The section that says what must follow, and a sentence for the patron."""

    cite: str
    because: str


def required_of(settled: SettledRound) -> Required | None:
    """What the text requires; None where it is what the lines say, or where nobody can know."""
    if settled.called.void is not None:
        return None
    whole = _whole_round(settled.terms, settled.round)
    if whole:
        return _required(settled, whole, tuple(0 for _ in settled.lines), ())
    nets, reasons = _as_they_stood(settled)
    nets, alive = _blackjacks_called_dead(settled, nets)
    reasons += alive
    nets, more = _dead_by_text(settled, nets)
    choices = list(_choices(settled, nets))
    reasons += more + [reason for reason, _ in choices]
    return _required(settled, reasons[0], nets, [choice for _, choice in choices]) if reasons else None


def _required(
    settled: SettledRound, reason: RequiredReason, nets: Nets, choices: Sequence[RequiredChoice]
) -> Required | None:
    lines = _lines(settled, nets)
    as_played = _lines(settled, settled.nets)
    if lines == as_played and all(choice.lines == as_played for choice in choices):
        return None
    return Required(reason.cite, reason.because, lines, tuple(choices))


def _lines(settled: SettledRound, nets: Nets) -> tuple[RequiredLine, ...]:
    pairs = zip(settled.lines, nets, strict=True)
    return tuple(RequiredLine(line.box, line.wager, net, line.hand, line.behind) for line, net in pairs)


def _whole_round(terms: Terms, round_: Round) -> RequiredReason | None:
    """Why every wager of the round goes back."""
    void = must_void(terms, round_)
    if void:
        return RequiredReason(void.cite, f"{void.what}: the round is void, and every wager is returned.")
    if not reader_gave_away(terms, round_):
        return None
    entry = entry_of(terms, "reader-used-wrong-up-card", IrregularityFacts(device_reveals=True))
    because = "The reader was used when it should not have been and can give the hole card away: all hands are dead."
    return RequiredReason(entry.cite, f"{because} Every wager is returned.") if entry else None


# Finished hands as they stood


def _as_they_stood(settled: SettledRound) -> tuple[Nets, list[RequiredReason]]:
    """The round with every finished hand as it stood before it was touched."""
    nets, reasons = settled.nets, list[RequiredReason]()
    made = {box: _replayed(box) for box in settled.boxes}
    if not any(made.values()):
        return nets, reasons
    boxes = [made[box] or box for box in settled.boxes]
    dealer, at_stake = _dealer(settled, boxes)
    for box, again in made.items():
        if again is None or not _known(settled.terms, again, dealer):
            continue
        before = nets
        lines = tuple(again.lines(dealer, at_stake, settled.called))
        nets = _with(settled, nets, again, lines)
        if nets != before:
            reasons.append(_reason(settled, box, again, dealer, lines))
    return nets, reasons


def _replayed(box: PlayedBox) -> PlayedBox | None:
    """A box with its finished hands as they stood; None where none was touched."""
    if box.dead is not None or not any(finding.severity == VIOLATION for finding in box.played.findings):
        return None
    try:
        seat = Seat(box.terms, box.up, box.box.cards, as_required=True, dead=box.box.dead_numbers)
        played = seat.play(box.box.play)
        if played.ended == box.played.ended and _returned(played.events) == _returned(box.played.events):
            return None
        return PlayedBox(box.terms, box.up, box.box, played)
    except Unreadable:
        return None


def _returned(events: Iterable[PlayEvent]) -> list[bool]:
    return [event.returned for event in events]


def _dealer(settled: SettledRound, boxes: Sequence[PlayedBox]) -> tuple[DealerHand, AtStake]:
    """The dealer's hand with these boxes: the same cards, as they fell."""
    terms, at_stake = settled.terms, at_stake_of(settled.terms, boxes)
    cards, asked = settled.round.dealer, asked_of(settled.terms, boxes, at_stake)
    dealer, _ = dealer_hand(terms, cards, asked, all_dead=settled.called.all_dead)
    return replace(dealer, told=settled.dealer.told), at_stake


def _known(terms: Terms, box: PlayedBox, dealer: DealerHand) -> bool:
    """Whether the dealer has all the cards that a box waits for; what he did not draw nobody knows."""
    waits = AtStake()
    for ended in box.played.ended:
        waits |= box.hand_at_stake(ended)
    stopped = dealer.should_hold is None or len(dealer.cards) < 2
    return not (stopped and waits.wants(len(dealer.cards)))


def _reason(
    settled: SettledRound, box: PlayedBox, again: PlayedBox, dealer: DealerHand, lines: Iterable[Line]
) -> RequiredReason:
    """Why the first hand that is settled otherwise is."""
    book = settled.terms.rulebook
    touched = {event.place for event in again.played.events if event.returned}
    for number, after in enumerate(again.played.ended, start=1):
        before = box.played.ended[number - 1]
        if before == after and number not in touched:
            continue
        if after.blackjack:
            because = "A Blackjack is settled as a Blackjack, whatever was done with it; what was added is returned."
            return RequiredReason(_blackjack_cite(settled, dealer), because)
        if after.over and before.surrendered:
            return _over_reason(number, after, lines)
        found = [each for each in box.played.findings if each.hand == number and each.severity == VIOLATION]
        cite = found[0].cite if found else book.draw.under_21.cite
        return RequiredReason(cite, f"The hand was finished with {_shown(after)}: what came after it does not count.")
    return RequiredReason(book.draw.under_21.cite, "The hand was finished: what came after it does not count.")


def _over_reason(number: int, ended: Ended, lines: Iterable[Line]) -> RequiredReason:
    """Why a surrendered hand over 21 is not half lost: it lost, or (I-01 otherwise) the dealer's bust returns it."""
    main = next(line for line in lines if (line.hand, line.wager) == (number, "main"))
    if main.outcome == "lose":
        return RequiredReason(main.cite, f"A hand of {ended.total} has lost; it cannot be surrendered.")
    return RequiredReason(main.cite, f"A hand of {ended.total} cannot be surrendered. {main.because}")


def _shown(ended: Ended) -> str:
    return ended.said if not ended.over else f"{ended.total}, a bust"


def _blackjack_cite(settled: SettledRound, dealer: DealerHand) -> str:
    """What answers for a Blackjack: its own paragraph, or, where there is none (New Jersey), the comparison."""
    book, rules = settled.terms.rulebook, settled.terms.rulebook.blackjack
    if dealer.blackjack and not rules.at_once.value:
        return rules.both.cite
    if rules.at_once.cite != rules.pays.cite:
        return rules.at_once.cite
    if rules.beats_21 and settled.dealer.total == 21:  # the 21 that lies there, though he need not have drawn it
        return rules.beats_21.cite
    return (book.settlement.dealer_over if dealer.over else book.settlement.higher).cite


# Dead hands, and choices


def _blackjacks_called_dead(settled: SettledRound, nets: Nets) -> tuple[Nets, list[RequiredReason]]:
    """The round with every Blackjack settled that was called dead where no section allows it: it asks for no card."""
    reasons, called = [], replace(settled.called, all_dead=False)
    for box in settled.boxes:
        again = _alive(settled, box)
        if again is None:
            continue
        others = [again if each is box else each for each in settled.boxes]
        dealer, at_stake = _dealer(replace(settled, called=called), others)
        if not _known(settled.terms, again, dealer):
            continue
        before = nets
        nets = _with(settled, nets, again, again.lines(dealer, at_stake, called))
        if nets != before:
            because = "A Blackjack is settled as a Blackjack; nothing on record makes the hand dead."
            reasons.append(RequiredReason(_blackjack_cite(settled, dealer), because))
    return nets, reasons


def _alive(settled: SettledRound, box: PlayedBox) -> PlayedBox | None:
    """A Blackjack as if nobody had wrongly called it dead; None where it is no such hand."""
    found = dead_findings(settled.terms, settled.round, box.box, box.played) if box.dead is not None else ()
    if len(box.box.cards) != 2 or not any(each.code == "dead-not-allowed" for each in found):
        return None
    living = replace(box.box, dead=None, dead_hands=())
    try:
        played = Seat(box.terms, box.up, living.cards, as_required=True).play(living.play)
        return PlayedBox(box.terms, box.up, living, played) if played.ended[0].blackjack else None
    except Unreadable:
        return None


def _dead_by_text(settled: SettledRound, nets: Nets) -> tuple[Nets, list[RequiredReason]]:
    """The round with every hand dead that has to be."""
    reasons = []
    terms, round_ = settled.terms, settled.round
    for missed in (*light_hands(terms, round_), *missed_hands(terms, round_)):
        if missed.must_die:
            nets = _with_dead(settled, nets, missed.box, missed.hand, missed.entry.cite)
            reasons.append(
                RequiredReason(missed.entry.cite, f"{missed.what}: the hand is dead, and its wagers are returned.")
            )
    return nets, reasons


def _choices(settled: SettledRound, nets: Nets) -> Iterator[tuple[RequiredReason, RequiredChoice]]:
    """What somebody may choose: for each box each way, the other boxes as they are."""
    for lit in light_hands(settled.terms, settled.round):
        because = f"{lit.what}: play on as dealt, or the hand is dead and the Bet returned."
        yield from _options(settled, nets, RequiredReason(lit.entry.cite, because), lit.options, lit.box, None)
    for missed in missed_hands(settled.terms, settled.round):
        because = f"{missed.what}: the player has a choice. A late card counts once it is entered."
        reason = RequiredReason(missed.entry.cite, because)
        yield from _options(settled, nets, reason, missed.options, missed.box, missed.hand)
    for entry, box in refusals(settled.terms, settled.round):
        reason = RequiredReason(entry.cite, "Whoever refuses an exposed card draws nothing more in the round.")
        take, refuse = entry.options
        yield reason, RequiredChoice(take.who, box.number, take.says, _lines(settled, nets))
        stopped = _lines(settled, _without_draws(settled, nets, box))
        yield reason, RequiredChoice(refuse.who, box.number, refuse.says, stopped)


def _options(
    settled: SettledRound, nets: Nets, reason: RequiredReason, options: Iterable[Option], box: Box, hand: int | None
) -> Iterator[tuple[RequiredReason, RequiredChoice]]:
    for option in options:
        dead = option.effect == "hand-dead"
        chosen = _with_dead(settled, nets, box, hand, reason.cite) if dead else nets
        yield reason, RequiredChoice(option.who, box.number, option.says, _lines(settled, chosen))


def _with_dead(settled: SettledRound, nets: Nets, box: Box, hand: int | None, cite: str) -> Nets:
    """The nets with a box, or one hand of it, called dead."""
    dead = replace(box, dead=cite) if hand is None else replace(box, dead_hands=(*box.dead_hands, DeadHand(hand, cite)))
    try:
        made = PlayedBox(settled.terms, _up(settled), dead)
    except Unreadable:  # the box has no such hand
        return nets
    return _with(settled, nets, made, made.lines(settled.dealer, settled.at_stake, settled.called))


def _without_draws(settled: SettledRound, nets: Nets, box: Box) -> Nets:
    """The nets with a box that stood on its first two cards."""
    up = _up(settled)
    played = Seat(settled.terms, up, box.cards, as_required=True).play((Decision("stand"), *box.play))
    shifted = tuple(event._replace(step=event.step - 1) for event in played.events)
    made = PlayedBox(settled.terms, up, box, replace(played, events=shifted))
    if not _known(settled.terms, made, settled.dealer):
        return nets
    return _with(settled, nets, made, made.lines(settled.dealer, settled.at_stake, settled.called))


def _up(settled: SettledRound) -> Card | None:
    return settled.round.dealer[0] if settled.round.dealer else None


def _with(settled: SettledRound, nets: Nets, box: PlayedBox, lines: Iterable[Line]) -> Nets:
    """The nets with those of one box put in their places."""
    made = defaultdict[tuple[int, int, str], list[int]](list)
    for line in lines:
        made[line.hand, line.behind, line.wager].append(line.expected)
    put = []
    for line, net in zip(settled.lines, nets, strict=True):
        found = [net]
        if line.box == box.box.number:
            found = made[line.hand, line.behind, line.wager] or _moved(made, line)
        put.append(found.pop(0) if found else 0)
    return tuple(put)


def _moved(made: Mapping[tuple[int, int, str], list[int]], line: Line) -> list[int]:
    """What a bettor behind had moved to a hand that was split off a finished one: it stays with that."""
    moved = (
        nets for (_, behind, wager), nets in made.items() if behind and (behind, wager) == (line.behind, line.wager)
    )
    return next((nets for nets in moved if nets), [])
