"""The floor screen from a moment: map, list, what is due, and the drawer of the selected table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from floorapp.domain.duties import Duty
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Person, Session
from floorapp.domain.tables import Shoe
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.alarms import Alarms, alarms
from floorapp.operations.due import duties_of
from floorapp.operations.moment import Moment
from floorapp.operations.station_status import SendingTrouble as Unsent
from floorapp.screens.acts import BEHIND
from floorapp.screens.due import DueRow, due_rows, list_rows
from floorapp.screens.glance import Glance, glances
from floorapp.screens.header import header_of
from floorapp.screens.lists import DrawerView, ListRow
from floorapp.screens.plan import FloorPlan, plan_of
from floorapp.screens.shell import HeaderView
from floorapp.screens.snapshot import Snapshot

if TYPE_CHECKING:
    from floorapp.screens.next_steps import NextStep


@dataclass(frozen=True, slots=True)
class FloorView:
    """The whole screen at one moment."""

    plan: FloorPlan = FloorPlan()
    due: tuple[ListRow, ...] = ()
    drawer: DrawerView | None = None
    #: On a new floor, what is to do until the first hand is dealt.
    steps: tuple[ListRow, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorShown:
    """What every screen needs at once: the header, the floor, the rows behind it, and who is there."""

    header: HeaderView
    floor: FloorView
    rows: tuple[DueRow, ...]
    #: How much waits behind each entry of the rail.
    counts: Mapping[str, int]
    session: Session | None
    person: Person | None
    people: bool
    alarms: Alarms
    #: Why nothing is sent to the database though it answers.
    unsent: Unsent | None = None
    may_arrange: bool = False
    may_set_up: bool = False
    steps: tuple[NextStep, ...] = ()


def floor_of(snapshot: Snapshot, selected: str) -> FloorShown:
    """Ask the whole floor."""
    moment = snapshot.moment
    duties = duties_of(moment)
    tables = glances(moment, duties)
    rows = due_rows(moment, duties.due, tables)
    glance = tables.get(selected)
    drawer = _drawer(moment, glance, tables) if glance else None
    ringing = alarms(moment, duties.due)
    steps = () if moment.state.find(Shoe, limit=1) else _steps(moment, tables)
    return FloorShown(
        header_of(
            moment,
            snapshot.station,
            ringing,
            tables,
            snapshot.lines.standing() if snapshot.lines else (),
            snapshot.stationed.standing() if snapshot.stationed else None,
        ),
        FloorView(plan_of(moment, tables), list_rows(rows), drawer, step_rows(steps)),
        rows,
        counts_of(moment, duties.due),
        moment.session,
        moment.person,
        bool(moment.state.find(Person, limit=1)),
        ringing,
        snapshot.stationed.standing().trouble if snapshot.stationed else None,
        moment.guard(Acts.move_table.name) is None,
        moment.guard(Acts.add_table.name) is None,
        steps,
    )


def step_rows(steps: tuple[NextStep, ...]) -> tuple[ListRow, ...]:
    """*Next steps* as rows: the first that is not done is due."""
    first = next((each.name for each in steps if not each.done), "")
    return tuple(each.row(each.name == first) for each in steps)


def _steps(moment: Moment, tables: Mapping[str, Glance]) -> tuple[NextStep, ...]:
    from floorapp.screens.next_steps import next_steps  # only a new floor has them

    return next_steps(moment, tables)


def counts_of(moment: Moment, duties: tuple[Duty, ...]) -> dict[str, int]:
    """How many things wait behind each entry of the rail; silent lines wait at the readers."""
    counts = {name: sum(duty.act in acts for duty in duties) for name, acts in BEHIND.items()}
    counts["readers"] += sum(duty.key.startswith("line-alarm/") for duty in duties)
    counts["incidents"] = sum(len(moment.state.find(Incident, phase=phase)) for phase in _WAITING)
    return counts


_WAITING = (IncidentPhase.REPORTED, IncidentPhase.RETURNED, IncidentPhase.APPROVED)


def _drawer(moment: Moment, glance: Glance, tables: Mapping[str, Glance]) -> DrawerView:
    from floorapp.screens.drawer import drawer_of  # no table is selected at start

    return drawer_of(moment, glance, tables)
