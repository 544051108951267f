"""Opening a table: the steps of its checklist, and what the gate still asks."""

from __future__ import annotations

from floorapp.domain.tables import Cards
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import opening
from floorapp.operations.floor_queries import decks_at
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.rules import ChecklistStep, must_do
from floorapp.screens.forms import Act
from floorapp.screens.glance import glances
from floorapp.screens.phrases import because
from floorapp.screens.plan import game_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State

CHOICES = tuple((cards.value, cards.value.capitalize()) for cards in Cards)


PASSED = ("Reader inspected this gaming day", "Cards counted, complete and in time", "Floorperson assigned")


def opening_of(snapshot: Snapshot, table: str, cards: str, done: frozenset[str]) -> OpeningView | None:
    """Ask the checklist and the gate of a table; None where there is none of that name."""
    moment = snapshot.moment
    glance = glances(moment).get(table)
    if glance is None:
        return None
    condition = Cards(cards) if cards else _condition(moment, table)
    steps = opening.opening_steps(moment, table=table, cards=condition)
    needed = {step.id for step in must_do(steps)}
    checks = tuple(
        CheckStep(step.id, step.who.capitalize(), step.says, step.cite, step.id in needed, step.id in done, _when(step))
        for step in steps
    )
    missing = (*barred(moment, table), *gate(moment, table))
    lines = tuple(GateLine(State.ALARM, noted.says, noted.cite) for noted in missing)
    undone = sum(step.needed and not step.done for step in checks)
    act = Act("open", f"Open {table}", "F9", _refusal(moment, table, undone))
    exception = None
    if missing and not barred(moment, table) and not undone and moment.guard(Acts.open_table.name) is None:
        exception = Act("exception", "Exception, co-signed…", "Alt E")
    return OpeningView(
        table,
        f"{game_of(glance)} · {glance.table.method.replace('-', ' ')} · {glance.table.decks} decks",
        condition.value,
        CHOICES,
        checks,
        lines or tuple(GateLine(State.OKAY, says) for says in PASSED),
        act,
        exception,
    )


def _when(step: ChecklistStep) -> str:
    """The case in which a step arises; empty where it always stands."""
    if step.when:
        return step.when.rstrip(".")
    return "If the property offers it" if step.choice else ""


def _condition(moment: Moment, table: str) -> Cards:
    return next((each.condition for each in decks_at(moment, table)), Cards.NEW)


def _refusal(moment: Moment, table: str, undone: int) -> str:
    refusal = opening.may_open_table(moment, table=table)
    if refusal is not None:
        return because(refusal)
    return f"{undone} steps are not checked." if undone else ""


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step: who does it, what, under which paragraph, whether it is needed and done."""

    id: str
    who: str
    says: str
    cite: str
    needed: bool
    done: bool
    #: In which case it arises, where it does not always.
    when: str = ""


@dataclass(frozen=True, slots=True)
class GateLine:
    """One thing at the gate: passed, or what is missing with its paragraph."""

    state: State
    says: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class OpeningView:
    """The whole screen at one moment."""

    table: str
    subject: str
    cards: str
    choices: tuple[tuple[str, str], ...]
    steps: tuple[CheckStep, ...]
    gate: tuple[GateLine, ...]
    act: Act
    exception: Act | None = None
