"""The rows of lists, timelines and settlements, and the drawer beside the map."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, TextLine


@dataclass(frozen=True, slots=True)
class DrawerView:
    """A table at one glance; the first act is the primary one."""

    name: str
    subject: str
    since: str
    state: State
    word: str
    caution: TextLine | None = None
    facts: tuple[tuple[str, TextLine], ...] = ()
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """One wager: what it should have paid and what was paid; `difference` is said in words."""

    key: str
    box: str
    wager: str
    stake: str
    outcome: str
    expected: str
    reported: str
    sentence: str
    citation: str
    difference: str = ""

    @property
    def spoken(self) -> str:
        said = f"spot {self.box}, {self.wager} {self.stake}, {self.outcome}, should be {self.expected}"
        return f"{said}, paid {self.reported}. {self.difference}"


@dataclass(frozen=True, slots=True)
class FindingRow:
    """What was not as the rulebook has it, or what is still to be told: its sign, sentence and citation."""

    key: str
    state: State
    sentence: str
    citation: str = ""

    @property
    def spoken(self) -> str:
        return f"{self.state.spoken}: {self.sentence} {self.citation}"


SettlementShown = SettlementRow | FindingRow


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """One entry; a correction and the entry it corrects share a raised band."""

    record: str
    time: str
    icon: str
    what: TextLine
    person: str = ""
    detail: str = ""
    corrects: bool = False
    corrected: str = ""
    #: The entry behind the row, where it can be opened.
    entry: str = ""

    @property
    def spoken(self) -> str:
        said = [self.time, self.what.spoken, self.detail, self.person, self.record]
        struck = [f"struck, {self.corrected}"] if self.corrected else []
        return ", ".join([part for part in said if part] + struck)


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row: what it is about, in lines, and what can be done about it."""

    key: str
    mark: Sign | Icon | None
    lines: tuple[TextLine, ...]
    note: TextLine | None = None
    act: Act | None = None
    quiet: bool = False

    @property
    def spoken(self) -> str:
        said = [self.mark.spoken] if self.mark and self.mark.spoken else []
        said += [shown.spoken for shown in self.lines]
        said += [self.note.spoken] if self.note else []
        said += [f"{self.act.words}, key {self.act.key}"] if self.act else []
        return ", ".join(said)
