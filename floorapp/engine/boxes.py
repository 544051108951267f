"""One box of a round: its play, its people's money, what waits for the dealer, and its settled lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from floorapp.domain.cards import Card
from floorapp.domain.money import dollars, to_cents
from floorapp.domain.values import dataclass
from floorapp.engine import sides
from floorapp.engine.answer import Line
from floorapp.engine.dealer_hand import AtStake, DealerHand
from floorapp.engine.finding import ADVISORY, VIOLATION, Finding, found
from floorapp.engine.hand import Ended
from floorapp.engine.mechanics.register import taken
from floorapp.engine.play import Played, Seat
from floorapp.engine.record import Box, Unreadable
from floorapp.engine.result import Result, returned
from floorapp.engine.round_findings import call_readings, returns_all
from floorapp.engine.settle import settle, waits_for_count
from floorapp.engine.stakes import Bettor, Purse, Stake, hand_stakes
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import ATTACK, SIDE
from floorapp.engine.wagers.side import LaidWager

ROUNDING = "I-14"
COLLECTED = "the lammer is collected and costs you nothing"


@dataclass(frozen=True, slots=True)
class Called:
    """What was called of the whole round or of a hand, and under which paragraph."""

    void: str | None = None
    all_dead: bool = False


def cents(terms: Terms, exact: int | Fraction) -> int:
    """An amount as it is paid: a fraction of a cent is rounded (I-14)."""
    return exact if isinstance(exact, int) else to_cents(exact, up=halves_go_up(terms))


def halves_go_up(terms: Terms) -> bool:
    """Which way half a cent is rounded."""
    return not terms.other(ROUNDING)


class PlayedBox:
    """A box after its play, before the dealer's hand is known."""

    def __init__(self, terms: Terms, up: Card | None, box: Box, played: Played | None = None) -> None:
        self.terms, self.up, self.box = terms, up, box
        self.played = played or self._play()
        self.dead = self._whole_call()
        purse = Purse(terms, box, self.played)
        self.bettors = purse.follow()
        self.findings = [*self.played.findings, *purse.findings, *self._wager_findings()]

    def _whole_call(self) -> str | None:
        """The citation under which the whole box is dead: called so, or each hand of it was."""
        if not self.box.dead_hands:
            return self.box.dead
        numbers = range(1, len(self.played.hands) + 1)
        for place, dead in enumerate(self.box.dead_hands):
            if dead.hand not in numbers:
                raise Unreadable(f"the box has no hand {dead.hand}", "dead", place, "hand")
        calls = [self.box.dead_call(number) for number in numbers]
        return calls[0] if None not in calls else None

    def _play(self) -> Played:
        try:
            played = Seat(self.terms, self.up, self.box.cards, dead=self.box.dead_numbers).play(self.box.play)
        except Unreadable as fault:
            raise fault.under("play") from None
        return replace(played, findings=tuple(replace(f, box=self.box.number) for f in played.findings))

    def _wager_findings(self) -> Iterator[Finding]:
        yield from self._people()
        yield from self._attacks_alone()
        for bettor in self.bettors:
            for wager in bettor.wagers:
                refusals = list(sides.unplaceable(self.terms, wager, self.up))
                limits = [] if refusals else list(sides.amount_findings(self.terms, bettor, wager))
                yield from (replace(finding, box=self.box.number) for finding in (*refusals, *limits))
            seen: dict[str, Any] = {"blackjack": self.blackjack, "even_money": self.even_money}
            for side in (SIDE[wager] for wager in bettor.wagers if wager in SIDE):
                for finding in side.play_findings(self.terms, behind=bettor.behind, **seen):
                    yield replace(finding, box=self.box.number)

    def _people(self) -> Iterator[Finding]:
        """Whether so many may wager on a box, and who of them calls (19:47-26.13)."""
        rules, box = self.terms.rulebook.bettors, self.box
        if rules is None:
            if box.behind:
                yield found("behind-not-in-game", self.terms.rulebook.table.boxes.cite, box=box.number)
            return
        if 1 + len(box.behind) > rules.most.value:
            facts: dict[str, Any] = {"people": 1 + len(box.behind), "most": rules.most.value}
            yield found("behind-too-many", rules.most.cite, box=box.number, **facts)
        mains = [box.wagers["main"], *(each.wagers["main"] for each in box.behind)]
        wrong = box.caller > 0 if box.seated else mains[box.caller] < max(mains)
        if wrong and rules.calls:
            who = "the seated player" if box.seated else "the one with the highest wager"
            facts = {"caller": _bettor(box.caller), "who": who}
            yield found("caller-not-entitled", rules.calls.cite, box=box.number, **facts)

    def _attacks_alone(self) -> Iterator[Finding]:
        """Another bettor makes a double attack where the caller makes none (I-43)."""
        rules = self.terms.rulebook.bettors
        attacking = [bettor.behind for bettor in self.bettors if ATTACK.name in bettor.wagers]
        if rules is None or rules.double_attack is None or self.box.caller in attacking:
            return
        severity = VIOLATION if self.terms.other("I-43") else ADVISORY
        cite, number = rules.double_attack.cite, self.box.number
        for behind in attacking:
            yield found("behind-attacks-alone", cite, severity=severity, box=number, who=_bettor(behind))

    @property
    def blackjack(self) -> bool:
        return any(ended.blackjack for ended in self.played.ended)

    @property
    def even_money(self) -> bool:
        return any("even_money" in ended.took for ended in self.played.ended)

    @property
    def surrendered(self) -> bool:
        return len(self.played.ended) == 1 and self.played.ended[0].surrendered

    def refuse_unfinished(self) -> None:
        """A hand that was neither completed nor stood cannot be settled."""
        for number, ended in enumerate(self.played.ended, start=1):
            if ended.unfinished and not self.box.dead_call(number):
                raise Unreadable(f"hand {number} is neither complete nor stood", "play")

    def live_sides(self) -> Iterator[tuple[Bettor, str]]:
        """Side wagers and insurance that could be made, and run."""
        if self._all_back:
            return
        for bettor in self.bettors:
            if not self._outsider(bettor):
                for wager in SIDE:
                    if wager in bettor.wagers and not any(sides.unplaceable(self.terms, wager, self.up)):
                        yield bettor, wager

    @property
    def _all_back(self) -> bool:
        """Whether a dead call returns side wagers and insurance too: by its paragraph, or by I-34."""
        if not self.box.called_dead:
            return False
        by_reading = self.dead is not None and self.terms.other("I-34")
        return by_reading or any(returns_all(self.terms, call) for call in self._calls())

    def _calls(self) -> list[str]:
        """Every dead call of the box."""
        return [self.dead] if self.dead else [dead.citation for dead in self.box.dead_hands]

    def at_stake(self) -> AtStake:
        """What of this box the dealer's further cards can change; insurance apart."""
        stake = AtStake()
        for number, ended in enumerate(self.played.ended, start=1):
            if not self.box.dead_call(number):
                stake |= self.hand_at_stake(ended)
        for _, wager in self.live_sides():
            stake |= SIDE[wager].at_stake(self.terms, surrendered=self.surrendered)
        return stake

    def hand_at_stake(self, ended: Ended) -> AtStake:
        """What of one hand the dealer's further cards can change."""
        return AtStake(waits_for_count(self.terms, ended), second_card=self._waits_for_second_card(ended))

    def _waits_for_second_card(self, ended: Ended) -> bool:
        """Whether something hangs on whether the dealer has a Blackjack."""
        if self.up is None or not self.terms.may_make_blackjack(self.up):
            return False
        took = taken(ended)
        if any(mechanic.whatever_he_has for mechanic in took):
            return False
        not_yet_paid = ended.blackjack and not self.terms.rulebook.blackjack.at_once.value
        waits = not_yet_paid or any(mechanic.waits_for_second_card for mechanic in took)
        return waits or (ended.over and self.terms.other("I-09"))

    @property
    def insured(self) -> bool:
        return any(wager == "insurance" for _, wager in self.live_sides())

    def _outsider(self, bettor: Bettor) -> bool:
        """A bettor behind where the rulebook knows none: all his wagers go back."""
        return bettor.behind > 0 and self.terms.rulebook.bettors is None

    def lines(self, dealer: DealerHand, stake: AtStake, called: Called) -> Iterator[Line]:
        """Every wager of the box with what should have become of it, as a person reads it."""
        for bettor, each, result, hand in self.results(dealer, stake, called):
            yield self._line(bettor, each, result, hand)

    def results(
        self, dealer: DealerHand, stake: AtStake, called: Called
    ) -> Iterator[tuple[Bettor, Stake, Result, int]]:
        """Whose wager, how much of it, what becomes of it, and on which hand (0: on none)."""
        lammers = sum(hand.lammer for hand in self.played.hands)
        for number, (hand, ended) in enumerate(zip(self.played.hands, self.played.ended, strict=True), start=1):
            for bettor, each in hand_stakes(self.bettors, hand):
                result = self._sent_back(bettor, called, self.box.dead_call(number))
                if result and each.lammer:
                    result = result._replace(because=f"{result.because.partition(':')[0]}: {COLLECTED}.")
                elif result is None:
                    added = self.added(bettor)
                    result = settle(self.terms, ended, dealer, each, added=added)
                    result = resting_on(self.terms, each, ended, result, lammers)
                yield bettor, each, result, number
        for bettor in self.bettors:
            for wager in bettor.wagers:
                if wager != "main" and (wager in SIDE or ATTACK.name not in self.terms.rulebook.sides):
                    result = self._side_result(bettor, wager, dealer, stake, called)
                    yield bettor, Stake(wager, bettor.wagers[wager]), result, self._foreign_hand(wager)

    def _foreign_hand(self, wager: str) -> int:
        """A double attack placed where the game has none still names its hand."""
        return 1 if wager == ATTACK.name else 0

    def added(self, bettor: Bettor) -> bool:
        """Whether a bettor has doubled or split on this box."""
        return any(
            not stake.original or stake.wager == "double" for stakes in bettor.hands.values() for stake in stakes
        )

    def _sent_back(self, bettor: Bettor, called: Called, dead: str | None = None) -> Result | None:
        """A void round, a dead hand, or a bettor the rulebook does not know."""
        if called.void is not None:
            because = "The round was called void: every wager is returned."
            return returned(called.void, because, *call_readings(self.terms, called.void))
        if self._outsider(bettor):
            return returned(self.terms.rulebook.table.boxes.cite, "This wager could not be made and is returned.")
        return None if dead is None else self._dead(dead)

    def _dead(self, call: str) -> Result:
        """What lies on a hand that was called dead goes back."""
        if returns_all(self.terms, call):
            return returned(call, "This section makes all hands dead: every wager is returned.")
        readings = call_readings(self.terms, call, cards=len(self.box.cards))
        return returned(call, "The hand was called dead: its wagers are returned.", *readings, "I-34")

    def _side_result(self, bettor: Bettor, wager: str, dealer: DealerHand, stake: AtStake, called: Called) -> Result:
        refusal = next(sides.unplaceable(self.terms, wager, self.up), None)
        if called.void is not None or self._outsider(bettor):
            sent_back = self._sent_back(bettor, called)
            assert sent_back is not None
            return sent_back
        if refusal:
            return sides.give_back(self.terms, refusal, wager)
        whole = next((call for call in self._calls() if returns_all(self.terms, call)), None)
        if whole:
            return self._dead(whole)
        laid = LaidWager(self.terms, dealer, self.box.cards, stake, self.blackjack, self.surrendered)
        if self.dead and (self._all_back or SIDE[wager].undecided(laid, all_dead=called.all_dead)):
            return returned(self.dead, "The hand was called dead: its wagers are returned.", "I-34")
        return SIDE[wager].settle(laid)

    def _line(self, bettor: Bettor, stake: Stake, result: Result, hand: int) -> Line:
        exact = self._exact(stake, result)
        expected = cents(self.terms, exact)
        readings = result.readings if exact.denominator == 1 else (*result.readings, ROUNDING)
        return Line(
            box=self.box.number,
            wager=stake.wager,
            stake=stake.cents,
            outcome=result.outcome,
            expected=expected,
            cite=result.cite,
            because=result.because,
            hand=hand,
            behind=bettor.behind,
            lammer=stake.lammer,
            readings=readings,
        )

    def _exact(self, stake: Stake, result: Result) -> int | Fraction:
        """What the wager does to the player's money, before it is rounded; a lammer can only win."""
        if stake.lammer and result.outcome != "win":
            return 0
        whole, left = divmod(stake.amount * result.pays.numerator, result.pays.denominator)
        return stake.amount * result.pays if left else whole


def resting_on(terms: Terms, stake: Stake, ended: Ended, result: Result, lammers: int) -> Result:
    """Add the readings under which a lammer or a paid addition lies where it lies; `lammers`: hands with one."""
    rests_on = [reading for mechanic in taken(ended) for reading in mechanic.rests_on(ended, stake)]
    if rests_on:
        return result._replace(readings=(*result.readings, *rests_on))
    if terms.rulebook.split.free is None or not ended.split or stake.wager != "main" or not stake.lammer:
        return result
    return result._replace(readings=(*result.readings, "I-15")) if lammers > 1 else result


def chip_findings(terms: Terms, lines: Iterable[Line]) -> Iterator[Finding]:
    """Amounts that were rounded, or that the table's chips cannot pay (I-14)."""
    unit = terms.options.chip_unit
    for line in lines:
        finding = None
        if ROUNDING in line.readings:
            name = sides.wager_name(terms, line.wager)
            finding = found("rounded-to-the-cent", line.cite, severity=ADVISORY, box=line.box, wager=name)
        elif unit is not None and line.expected % unit:
            facts: dict[str, Any] = {"amount": dollars(abs(line.expected)), "unit": dollars(unit)}
            facts["wager"] = sides.wager_name(terms, line.wager)
            finding = found("odd-chips", line.cite, severity=ADVISORY, box=line.box, **facts)
        if finding:
            yield replace(finding, hand=line.hand or None)


def _bettor(behind: int) -> str:
    return f"Bettor {behind} behind" if behind else "The player in front"
