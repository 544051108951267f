"""What stands against dealing at a table, as the judge of conduct has it: each with its section and what clears it."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.findings import Noted
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import ACTS as ROWS
from floorapp.operations.act_table import Acts
from floorapp.operations.conduct import at_the_gate
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.table_duties import ACTS, ROUTINE
from floorapp.screens.acts import DUE_WORDS, buttons_at
from floorapp.screens.drawer import door_of
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One thing that stands against dealing: how loud, our words, its section, and the act that clears it."""

    key: str
    state: State
    says: str
    cite: str
    act: Act | None = None

    @property
    def row(self) -> ListRow:
        """The same as a row of a list."""
        head = line(Words(self.says, 15, 500, shrinks=True))
        cited = line(Words(self.cite or "house policy", 13, 400, "ink3", mono=bool(self.cite)))
        return ListRow(self.key, Sign(self.state, 15), (head, cited), act=self.act)


def standing_of(moment: Moment, glance: Glance) -> tuple[StandingLine, ...]:
    """What stands at a table now: at one that deals, against its next round; at another, against dealing at all."""
    table = glance.table.id
    if glance.phase is Phase.OPEN:
        found = [_line(moment, each.noted, _loudness(each.duty, each.cite)) for each in at_the_gate(moment, table)]
        none = [_line(moment, each, State.WARNING) for each in barred(moment, table) if each.code == "no-decks"]
        return (*none, *found)
    loud = State.DUE if glance.phase is Phase.CLOSED else State.ALARM
    missing = (*barred(moment, table), *gate(moment, table))
    lines = tuple(_line(moment, each, loud if each.cite else State.DUE) for each in missing)
    return (*_stop(moment, glance), *lines)


def _loudness(duty: str, cite: str) -> State:
    """A duty of every shoe is due, house policy a warning, the text's own an alarm."""
    if duty in ROUTINE:
        return State.DUE
    return State.ALARM if cite else State.WARNING


def _stop(moment: Moment, glance: Glance) -> tuple[StandingLine, ...]:
    """A stop stands until somebody resumes, whatever else was set right meanwhile."""
    status = glance.status
    if status is None or status.phase is not Phase.SUSPENDED:
        return ()
    says = f"Dealing is stopped: {status.reason}" if status.reason else "Dealing is stopped."
    door = replace(door_of(moment, glance), words=DUE_WORDS[Acts.resume_table.name])
    return (StandingLine("stopped", State.ALARM, says, status.stopped_by, door),)


def _line(moment: Moment, noted: Noted, state: State) -> StandingLine:
    name = ACTS.get(noted.code, "")
    act = _act(moment, name) if name else None
    return StandingLine(f"{noted.code}/{noted.says}", state, noted.says, noted.cite, act)


def _act(moment: Moment, name: str) -> Act:
    """What clears it, with its key at the table where it has one."""
    key = next((act.key for act in buttons_at("table") if act.name == name), "")
    return Act(name, DUE_WORDS.get(name, ROWS[name].words), key if len(key) < 6 else "", because(moment.guard(name)))
