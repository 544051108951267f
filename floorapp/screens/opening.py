"""Opening a table, and checking one: the rulebook's lists step by step, and what still keeps it closed."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.tables import Cards, Phase
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import checks, opening
from floorapp.operations.floor_queries import decks_at
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.rules import ChecklistStep, must_do
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, glances
from floorapp.screens.open_findings import StandingLine, standing_of
from floorapp.screens.phrases import because, plural
from floorapp.screens.plan import game_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State

CHOICES = tuple((cards.value, cards.value.capitalize()) for cards in Cards)
PASSED = ("Reader inspected this gaming day", "Cards counted, complete and in time", "Floorperson assigned")

#: The list that a table needs to open; the others are gone through by whoever looks at a table.
OPENING = "opening"
#: How somebody marked a step.
DONE, WRONG = "done", "wrong"
Marks = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step: who does it, what, under which section, whether it is needed, and how it was marked."""

    id: str
    who: str
    says: str
    cite: str
    needed: bool
    done: bool
    #: In which case it arises, where it does not always.
    when: str = ""
    #: Somebody looked, and it is not so.
    wrong: bool = False
    #: Whether somebody can say that it is not so.
    checks: bool = False


@dataclass(frozen=True, slots=True)
class GateLine:
    """One line beside the list: passed, or what will be recorded."""

    state: State
    says: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class OpeningView:
    """The whole screen at one moment."""

    table: str
    subject: str
    #: Whether the table is being opened; an open one is only checked.
    opens: bool
    cards: str
    choices: tuple[tuple[str, str], ...]
    #: Each list with its words and its count, and the one that is shown.
    lists: tuple[tuple[str, str], ...]
    chosen: str
    counted: str
    steps: tuple[CheckStep, ...]
    #: What is missing before it opens; where nothing is, what was found in order.
    missing: tuple[StandingLine, ...]
    gate: tuple[GateLine, ...]
    act: Act
    exception: Act | None = None
    #: Records the checks alone, and states a whole list.
    record: Act | None = None
    all: Act | None = None


def opening_of(snapshot: Snapshot, table: str, cards: str, marks: Marks, chosen: str = "") -> OpeningView | None:
    """Ask the lists of a table and what keeps it closed; None where there is none of that name."""
    moment = snapshot.moment
    glance = glances(moment).get(table)
    if glance is None:
        return None
    opens = glance.phase is Phase.CLOSED
    condition = Cards(cards) if cards else _condition(moment, table)
    lists = checks.checklists(moment, table=table)
    if opens:
        lists = {OPENING: opening.opening_steps(moment, table=table, cards=condition)} | lists
    chosen = chosen if chosen in lists else next(iter(lists))
    shown = _steps(lists[chosen], marks, opens=chosen == OPENING)
    undone = sum(step.needed and not step.done for step in _steps(lists.get(OPENING, ()), marks, opens=True))
    looked = _looked(lists, marks)
    missing = standing_of(moment, glance) if opens else ()
    return OpeningView(
        table,
        f"{game_of(glance)} · {glance.table.method.words} · {glance.table.decks} decks",
        opens,
        condition.value,
        CHOICES if opens else (),
        tuple((name, _tab(name, steps, marks)) for name, steps in lists.items()),
        chosen,
        _counted(shown),
        shown,
        missing,
        _beside(lists, marks, opens=opens, in_order=not missing),
        Act("open", f"Open {table}", "F9", _refusal(moment, table, condition, undone))
        if opens
        else _record(table, looked, "F9"),
        _anyway(moment, glance, condition, undone) if opens else None,
        _record(table, looked, "Alt R") if opens and looked else None,
        _all(chosen, shown),
    )


def _steps(steps: tuple[ChecklistStep, ...], marks: Marks, *, opens: bool) -> tuple[CheckStep, ...]:
    always = {step.id for step in must_do(steps)}
    return tuple(
        CheckStep(
            step.id,
            step.who.capitalize(),
            step.says,
            step.cite,
            opens and step.id in always,
            marks.get(step.id) == DONE,
            _when(step),
            marks.get(step.id) == WRONG,
            not opens,
        )
        for step in steps
    )


def _looked(lists: Mapping[str, tuple[ChecklistStep, ...]], marks: Marks) -> int:
    """How many checks were made that are no part of the opening itself."""
    return sum(step.id in marks for name, steps in lists.items() if name != OPENING for step in steps)


def _tab(name: str, steps: tuple[ChecklistStep, ...], marks: Marks) -> str:
    words = "Opening" if name == OPENING else checks.LISTS[name]
    return f"{words} {sum(step.id in marks for step in steps)}/{len(steps)}"


def _counted(steps: tuple[CheckStep, ...]) -> str:
    needed = [step for step in steps if step.needed]
    if needed:
        return f"{sum(step.done for step in needed)} of {len(needed)} done"
    return f"{sum(step.done or step.wrong for step in steps)} of {len(steps)} checked"


def _beside(
    lists: Mapping[str, tuple[ChecklistStep, ...]], marks: Marks, *, opens: bool, in_order: bool
) -> tuple[GateLine, ...]:
    """What was found in order, and what will be on record of the checks."""
    found = [GateLine(State.OKAY, says) for says in PASSED] if opens and in_order else []
    for name, steps in lists.items():
        made = sum(marks.get(step.id) == DONE for step in steps)
        if name != OPENING and (made or not opens):
            found.append(GateLine(State.OKAY, f"{checks.LISTS[name]}: {made} of {len(steps)} pass"))
        found += [GateLine(State.WARNING, step.says, step.cite) for step in steps if marks.get(step.id) == WRONG]
    return tuple(found)


def _record(table: str, looked: int, key: str) -> Act:
    words = f"Record {plural(looked, 'check')} at {table}"
    return Act("check", words, key, "" if looked else "Mark what you checked first.")


def _all(chosen: str, steps: tuple[CheckStep, ...]) -> Act | None:
    """One press for a list whose steps always stand; what arises only in a case is checked by itself."""
    always = [step for step in steps if not step.when]
    if chosen == OPENING or not always:
        return None
    return Act("all", f"Pass all {len(always)}", "Alt L")


def _anyway(moment: Moment, glance: Glance, cards: Cards, undone: int) -> Act | None:
    """What a shift manager can sign away; what nobody can is recorded as having happened."""
    table = glance.table.id
    if moment.guard(Acts.open_table.name) is not None:
        return None
    if barred(moment, table) or opening.not_received_so(moment, table, cards) is not None:
        return Act("happened", "It was opened that way…", "Alt E")
    return Act("exception", "Exception, co-signed…", "Alt E") if gate(moment, table) and not undone else None


def _when(step: ChecklistStep) -> str:
    """The case in which a step arises; empty where it always stands."""
    if step.when:
        return step.when.rstrip(".")
    return "Where it is offered" if step.choice else ""


def _condition(moment: Moment, table: str) -> Cards:
    """How the table's cards were received; of two sets the one that needs more steps says it."""
    return min((each.condition for each in decks_at(moment, table)), key=list(Cards).index, default=Cards.NEW)


def _refusal(moment: Moment, table: str, cards: Cards, undone: int) -> str:
    refusal = opening.may_open_table(moment, table=table, cards=cards)
    if refusal is not None:
        return because(refusal)
    return f"{plural(undone, 'step is', 'steps are')} not checked." if undone else ""
