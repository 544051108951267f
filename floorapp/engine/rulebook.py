"""What a rulebook holds: provisions in groups, checklists, irregularities, dates in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.catalogue import Irregularity
from floorapp.engine.duty import RulebookDuty
from floorapp.engine.procedure import ChecklistStep
from floorapp.engine.provision import Allowed, Provision


@dataclass(frozen=True, slots=True)
class Standing:
    """Since when and until when a text is in force, and what is known of it."""

    status: str
    since: date
    until: date | None
    cite: str
    note: str

    def in_force(self, day: date) -> bool:
        return self.since <= day and (self.until is None or day <= self.until)


@dataclass(frozen=True, slots=True)
class TableDuties:
    boxes: Provision[Allowed]


@dataclass(frozen=True, slots=True)
class TableRules(TableDuties):
    wagers: Provision[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardDuties:
    decks: Provision[Allowed]
    usual_decks: Provision[int]
    tens: Provision[bool]
    change_hours: Provision[int]
    two_batches: Provision[bool]


@dataclass(frozen=True, slots=True)
class CardDutiesByHand(CardDuties):
    """With the hours of cards that are dealt from the hand: those of a table with few decks."""

    hand_decks: Provision[int] | None = None
    hand_hours: Provision[int] | None = None


@dataclass(frozen=True, slots=True)
class CardRules(CardDuties):
    dealer_ace_limit: Provision[int]


@dataclass(frozen=True, slots=True)
class ReaderRules:
    kind: Provision[str]
    required: Provision[bool]
    up_cards: Provision[str]
    hole_card: Provision[bool]
    inspected_daily: Provision[bool]
    wrong_signal: Provision[str]
    failure: Provision[str]
    needless: Provision[str] | None = None
    small: Provision[str] | None = None
    medium: Provision[str] | None = None
    large: Provision[str] | None = None


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    pays: Provision[Fraction]
    at_once: Provision[bool]
    both: Provision[str]
    dealer: Provision[str]
    no_more_cards: Provision[bool]
    late_double: Provision[str]
    late_split: Provision[str]
    even_money: Provision[Fraction] | None = None
    beats_21: Provision[str] | None = None


@dataclass(frozen=True, slots=True)
class InsuranceRules:
    offered: Provision[str]
    limit: Provision[Fraction]
    pays: Provision[Fraction]
    lost: Provision[str]
    foreign_ten: Provision[str] | None = None


@dataclass(frozen=True, slots=True)
class SurrenderRules:
    when: Provision[str]
    half: Provision[Fraction]
    half_high_card: Provision[Fraction]
    dealer_blackjack: Provision[str]
    under_21: Provision[int] | None = None


@dataclass(frozen=True, slots=True)
class DoubleRules:
    cards: Provision[str]
    limit: Provision[str]
    one_card: Provision[int]
    free_totals: Provision[tuple[int, ...]] | None = None


@dataclass(frozen=True, slots=True)
class SplitRules:
    pair: Provision[str]
    wager: Provision[str]
    hands: Provision[int]
    turn: Provision[str]
    aces_one_card: Provision[bool]
    aces_again: Provision[bool]
    hands_at_seven_boxes: Provision[int] | None = None
    free: Provision[str] | None = None


@dataclass(frozen=True, slots=True)
class DrawRules:
    under_21: Provision[int]
    twenty_one_paid_at_once: Provision[bool]
    bust: Provision[bool] | None = None
    after_stand: Provision[bool] | None = None


@dataclass(frozen=True, slots=True)
class DealerRules:
    stands: Provision[int]
    needless_draw: Provision[str]
    beyond: Provision[str]
    twenty_two: Provision[str]
    third_card: Provision[str] | None = None


@dataclass(frozen=True, slots=True)
class SettlementRules:
    pays: Provision[Fraction]
    dealer_over: Provision[str]
    higher: Provision[str]
    tie: Provision[str]
    over: Provision[str]
    lower: Provision[str]


@dataclass(frozen=True, slots=True)
class BettorRules:
    most: Provision[int]
    double: Provision[str]
    split: Provision[str]
    insurance: Provision[str]
    double_attack: Provision[str] | None = None
    calls: Provision[str] | None = None


#: The parts that hold groups by their names, as wagers and mechanics bring them.
OF_OBJECTS = ("mechanics", "sides")


#: How a value is cited that no text sets.
HOUSE_POLICY = "house policy"


def _unsaid(value: Any) -> Provision[Any]:
    return Provision(value, HOUSE_POLICY, "Nothing is said about a card reader.", (), True)


#: How a reader is taken where a rulebook of duties says nothing about one: a table may have one, and nothing is asked.
NO_READER = ReaderRules(
    kind=_unsaid("blackjack"),
    required=_unsaid(False),
    up_cards=_unsaid("ATJQK"),
    hole_card=_unsaid(False),
    inspected_daily=_unsaid(False),
    wrong_signal=_unsaid("malfunction"),
    failure=_unsaid("no-reader-procedure"),
)


@dataclass(frozen=True)
class DutyBook:
    """What a game asks of its tables: cards, reader, procedures, irregularities and duties; it settles nothing."""

    id: str
    name: str
    short: str
    state: str
    reference: str
    version: str
    standing: Standing
    table: TableDuties
    cards: CardDuties
    reader: ReaderRules
    steps: tuple[ChecklistStep, ...]
    irregularities: tuple[Irregularity, ...]
    duties: tuple[RulebookDuty, ...]

    @property
    def settles(self) -> bool:
        """Whether it says how a round is settled."""
        return isinstance(self, Rulebook)

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers of its game that the engine knows."""
        return ()

    def change_hours(self, decks: int) -> Provision[int]:
        """After how many hours opened cards are changed at a table with this many decks."""
        cards = self.cards
        if isinstance(cards, CardDutiesByHand) and cards.hand_decks is not None and cards.hand_hours is not None:
            return cards.hand_hours if decks <= cards.hand_decks.value else cards.change_hours
        return cards.change_hours

    def cited(self, cite: str) -> str:
        """A bare section as it is shown to people."""
        return cite if cite in ("", HOUSE_POLICY) else self.reference.format(cite)

    def source(self, rule: Provision[Any]) -> str:
        """What a value rests on, as it is shown to people: its section, or the property's own policy."""
        return self.cited(rule.cite) if not rule.policy or not self.settles else HOUSE_POLICY

    def provisions(self) -> Iterator[tuple[str, Provision[Any]]]:
        """Every provision with its place: `surrender.when`."""
        for name, part in self.groups():
            for spec in fields(part):
                rule = getattr(part, spec.name)
                if isinstance(rule, Provision):
                    yield f"{name}.{spec.name}", rule

    def groups(self) -> Iterator[tuple[str, Any]]:
        """Every group of provisions by its name: `surrender`."""
        for each in fields(self):
            part = getattr(self, each.name)
            if each.name in OF_OBJECTS:
                yield from part.items()
            elif is_dataclass(part) and not isinstance(part, Standing) and part != NO_READER:
                yield each.name, part

    def checklist(self, name: str, *, cards: str | None = None, method: str | None = None) -> tuple[ChecklistStep, ...]:
        """The steps of a checklist that these cards and this shuffling method leave standing."""
        return tuple(step for step in self.steps if step.checklist == name and step.applies(cards, method))

    def choice(self, name: str) -> str:
        """Where the rulebook leaves a matter to the Rules Submission; empty where it does not."""
        return next((step.cite for step in self.steps if step.choice == name), "")

    def irregularity(self, code: str) -> Irregularity:
        """The catalog's entry; raises KeyError where this rulebook has none."""
        for irregularity in self.irregularities:
            if irregularity.code == code:
                return irregularity
        raise KeyError(code)

    @cached_property
    def duty_named(self) -> Mapping[tuple[str, str], RulebookDuty]:
        """Every duty of conduct by its name and what it is of: `("step-missing", "spread")`."""
        return {(duty.name, duty.of): duty for duty in self.duties}


@dataclass(frozen=True)
class Rulebook(DutyBook):
    """One game's rules as one state has written them: duties, and how a round is settled."""

    wager_names: Mapping[str, str]
    table: TableRules
    cards: CardRules
    blackjack: BlackjackRules
    insurance: InsuranceRules
    surrender: SurrenderRules
    double: DoubleRules
    split: SplitRules
    draw: DrawRules
    dealer: DealerRules
    settlement: SettlementRules
    mechanics: Mapping[str, Any]  # the groups of decisions that few games know (`mechanics/`), by their names
    sides: Mapping[str, Any]  # the groups of its wagers beside the main one (`wagers/`), by their names
    bettors: BettorRules | None

    @property
    def wagers(self) -> tuple[str, ...]:
        return self.table.wagers.value

    @cached_property
    def remedies(self) -> tuple[Irregularity, ...]:
        """Every irregularity, its special cases laid out beside it, that can end a hand or a round."""
        laid_out = (form for entry in self.irregularities for form in entry.forms())
        return tuple(form for form in laid_out if form.dead or form.void)
