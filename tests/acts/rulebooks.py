"""Two small rulebooks of the shape the engine's have: one that stops the table, one that deals on."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True)
class Provision(Generic[V]):
    value: V
    cite: str
    policy: bool = False


@dataclass(frozen=True)
class Allowed:
    numbers: tuple[int, ...]

    def __contains__(self, number: int) -> bool:
        return number in self.numbers

    def __str__(self) -> str:
        return f"{self.numbers[0]} to {self.numbers[-1]}"


@dataclass(frozen=True)
class Step:
    checklist: str
    id: str
    who: str
    says: str
    cite: str
    cards: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


@dataclass(frozen=True)
class Option:
    who: str
    says: str
    effect: str


@dataclass(frozen=True)
class Irregularity:
    code: str
    title: str
    cite: str
    remedy: str
    effect: str
    notify: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Standing:
    note: str = ""

    def in_force(self, day: date) -> bool:
        return day.year >= 2014


@dataclass(frozen=True)
class TableRules:
    boxes: Provision[Allowed]


@dataclass(frozen=True)
class CardRules:
    decks: Provision[Allowed]
    tens: Provision[bool]
    change_hours: Provision[int]
    two_batches: Provision[bool]


@dataclass(frozen=True)
class ReaderRules:
    required: Provision[bool]
    inspected_daily: Provision[bool]
    failure: Provision[str]


@dataclass(frozen=True)
class Rulebook:
    id: str
    name: str
    table: TableRules
    cards: CardRules
    reader: ReaderRules
    wagers: frozenset[str]
    steps: tuple[Step, ...]
    irregularities: tuple[Irregularity, ...]
    standing: Standing = field(default_factory=Standing)

    def checklist(
        self, name: str, *, cards: str | None = None, method: str | None = None
    ) -> tuple[Step, ...]:
        return tuple(
            step
            for step in self.steps
            if step.checklist == name
            and (not step.cards or cards is None or cards in step.cards)
            and (not step.methods or method is None or method in step.methods)
        )

    def irregularity(self, code: str) -> Irregularity:
        for each in self.irregularities:
            if each.code == code:
                return each
        raise KeyError(code)


def _opening(chapter: str) -> tuple[Step, ...]:
    new, inspected = ("new",), ("new", "preinspected")
    return (
        Step("opening", "inspect-backs", "dealer", "Inspect the backs.", f"{chapter}.4(a)", new),
        Step("opening", "spread", "dealer", "Spread the decks by suit.", f"{chapter}.4(b)", new),
        Step("opening", "wash", "dealer", "Wash the cards.", f"{chapter}.4(d)", inspected),
        Step("opening", "shuffle", "dealer", "Shuffle.", f"{chapter}.5(a)", inspected),
        Step("opening", "cut", "dealer", "Have the stack cut.", f"{chapter}.5(c)"),
    )


def _around(chapter: str, burn: str, idle: str) -> tuple[Step, ...]:
    return (
        Step("burn", "burn-full-shoe", "dealer", "Burn the first card.", f"{chapter}{burn}"),
        Step("idle", "idle-wash", "dealer", "Wash, shuffle and cut.", f"{chapter}{idle}"),
    )


MACHINES = ("batch-shuffler", "continuous-shuffler", "reshuffling-device")


def _codes(**cites: str) -> tuple[Irregularity, ...]:
    return tuple(
        Irregularity(code.replace("_", "-"), code, cite, "As the paragraph says.", "continue")
        for code, cite in cites.items()
    )


PA_590 = Rulebook(
    id="pa-590",
    name="Free Bet Blackjack",
    table=TableRules(Provision(Allowed(tuple(range(1, 7))), "590.2(a)")),
    cards=CardRules(
        decks=Provision(Allowed(tuple(range(1, 13))), "590.3(a)"),
        tens=Provision(True, "590.3(d)"),
        change_hours=Provision(24, "590.3(c)"),
        two_batches=Provision(True, "590.3(b)"),
    ),
    reader=ReaderRules(
        required=Provision(True, "590.2(d)"),
        inspected_daily=Provision(True, "590.2(d)"),
        failure=Provision("no-dealing", "590.13(j)"),
    ),
    wagers=frozenset({"main", "insurance", "push_22"}),
    steps=(
        *_opening("590"),
        *_around("590", ".7(c)", ".5(g)(1)"),
        Step(
            "shuffler", "shuffler-out-of-order", "floorperson", "Cover or sign it.", "590.13(l)", (), MACHINES
        ),
    ),
    irregularities=(
        *_codes(
            batch_alternation_broken="590.3(b)(4)",
            batch_not_in_shuffler="590.3(b)(3)",
            two_batches_in_discard_rack="590.3(b)(5)",
            batches_mixed="590.3(b)(2)",
            card_missing_at_count="590.3(a)",
            extra_card_at_count="590.3(a)",
            card_with_wrong_back="590.3(a)",
            shuffler_jam="590.13(k)",
            shuffler_unusable="590.13(l)",
        ),
        Irregularity("face-up", "A card face up in the shoe", "590.13(a)", "Not used.", "continue"),
        Irregularity(
            "missed-card",
            "A requested card was missed",
            "590.13(h)",
            "Deal it before the hole card is shown, or call the hand dead.",
            "continue",
            options=(
                Option("player", "Take the card.", "continue"),
                Option("player", "Call the hand dead, wager returned.", "hand-dead"),
            ),
        ),
        Irregularity(
            "reader-failed",
            "The reader malfunctions",
            "590.13(j)",
            "No dealing until it is repaired or replaced.",
            "table-stopped",
            notify=("floorperson",),
        ),
    ),
)

NJ = Rulebook(
    id="nj-19-47-26",
    name="Double Attack Blackjack",
    table=TableRules(Provision(Allowed((6, 7)), "19:47-26.10(c)")),
    cards=CardRules(
        decks=Provision(Allowed((6, 8)), "19:47-26.2(a)"),
        tens=Provision(False, "19:47-26.2(a)"),
        change_hours=Provision(24, "19:47-26.2(a)", policy=True),
        two_batches=Provision(False, "19:47-26.2(a)"),
    ),
    reader=ReaderRules(
        required=Provision(False, "19:47-26.7(i)"),
        inspected_daily=Provision(True, "19:47-26.7(i)", policy=True),
        failure=Provision("deal-on", "19:47-26.15(m)"),
    ),
    wagers=frozenset({"main", "insurance", "double_attack", "bust_it"}),
    steps=(
        *_opening("19:47-26"),
        Step("opening", "remove-tens", "dealer", "Remove the tens.", "19:47-26.3(b)", ("new",)),
        *_around("19:47-26", ".7(c)", ".4(i)"),
        Step("shuffler", "shuffler-removed", "floorperson", "Remove it.", "19:47-26.15(k)", (), MACHINES),
    ),
    irregularities=(
        *_codes(
            card_missing_at_count="19:47-26.2(a)",
            extra_card_at_count="19:47-26.2(a)",
            shuffler_jam="19:47-26.15(j)",
            shuffler_unusable="19:47-26.15(k)",
        ),
        Irregularity("ten-in-shoe", "A ten in the shoe", "19:47-26.15(b)", "Removed, destroyed.", "continue"),
    ),
)

RULEBOOKS = {book.id: book for book in (PA_590, NJ)}
