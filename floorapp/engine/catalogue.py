"""Irregularities: what happened, what the rulebook prescribes, and who may choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from floorapp.domain.values import dataclass

EFFECTS = ("continue", "hand-dead", "round-void", "reshuffle", "table-stopped")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice somebody has."""

    who: str
    says: str
    effect: str


@dataclass(frozen=True, slots=True)
class IrregularityFacts:
    """What is known of an event; None where nobody has said."""

    cards: int | None = None
    device_reveals: bool | None = None
    hole_card_exposed: bool | None = None
    first_two_dealt: bool | None = None
    declined: bool | None = None


@dataclass(frozen=True, slots=True)
class CaseWhen:
    """The facts, or the chosen reading, under which a case holds."""

    cards_over: int | None = None
    device_reveals: bool | None = None
    hole_card_exposed: bool | None = None
    first_two_dealt: bool | None = None
    declined: bool | None = None
    reading: str | None = None

    def holds(self, facts: IrregularityFacts, readings: frozenset[str]) -> bool:
        if self.cards_over is not None and (facts.cards is None or facts.cards <= self.cards_over):
            return False
        if self.reading is not None and self.reading not in readings:
            return False
        said = ("device_reveals", "hole_card_exposed", "first_two_dealt", "declined")
        return all(getattr(self, name) in (None, getattr(facts, name)) for name in said)


@dataclass(frozen=True, slots=True)
class Case:
    """How a fact changes the answer; what is None stays as the entry has it."""

    when: CaseWhen
    cite: str | None = None
    remedy: str | None = None
    effect: str | None = None
    notify: tuple[str, ...] | None = None
    readings: tuple[str, ...] | None = None
    options: tuple[Option, ...] | None = None
    dead: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One event of the catalog and what follows from it."""

    code: str
    title: str
    cite: str
    look_for: str
    remedy: str
    effect: str
    notify: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    cases: tuple[Case, ...] = ()
    dead: bool = False
    void: bool = False
    policy: bool = False
    when: CaseWhen = field(default_factory=CaseWhen)

    def given(self, facts: IrregularityFacts, readings: frozenset[str] = frozenset()) -> Irregularity:
        """The entry as it stands under these facts and chosen readings; the first fitting case wins."""
        for case in self.cases:
            if case.when.holds(facts, readings):
                return self._under(case)
        return self

    def forms(self) -> Iterator[Irregularity]:
        """The entry itself, then each of its cases."""
        yield self
        for case in self.cases:
            yield self._under(case)

    def effect_of(self, choice: str) -> str:
        """What a choice comes to, told in an option's words or by its effect; empty where it is none of them."""
        effects = {each.effect for form in self.forms() for each in form.options if choice in (each.says, each.effect)}
        return effects.pop() if len(effects) == 1 else ""

    def _under(self, case: Case) -> Irregularity:
        names = ("cite", "remedy", "effect", "notify", "readings", "options")
        changes = {name: getattr(case, name) for name in names if getattr(case, name) is not None}
        return replace(self, **changes, dead=case.dead, void=case.void, when=case.when, cases=())
