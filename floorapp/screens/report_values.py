"""What the screen of a report shows, as frozen values."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One entry of the catalog as the list shows it; `suggested` where a reader's signal points to it."""

    code: str
    title: str
    cite: str
    look_for: str
    suggested: str = ""


@dataclass(frozen=True, slots=True)
class RuleShown:
    """What the rulebook says of the chosen one, under what is known so far."""

    title: str
    cite: str
    rows: tuple[tuple[str, str], ...]
    caution: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something the remedy depends on: yes or no, or a number."""

    name: str
    words: str
    value: str
    counts: bool = False


@dataclass(frozen=True, slots=True)
class OptionShown:
    """A choice somebody has."""

    says: str
    whose: str


@dataclass(frozen=True, slots=True)
class ReportView:
    """The whole screen at one moment; what was typed so far comes from the draft."""

    table: str
    tables: tuple[str, ...]
    subject: str
    steps: tuple[str, ...]
    step: int
    furthest: int
    catalogue: tuple[KnownFact, ...]
    catalogue_words: str
    code: str
    rule: RuleShown | None
    free: bool
    questions: tuple[Question, ...]
    options: tuple[OptionShown, ...]
    told_names: tuple[tuple[str, str, bool], ...]
    told_must: tuple[str, ...]
    found: tuple[tuple[str, str], ...]
    late: bool
    files: tuple[str, ...]
    can_keep: bool
    typed: tuple[tuple[str, str], ...]
    summary: tuple[tuple[str, str], ...]
    signs: str
    act: Act
    about: str = ""  # what was found, where it is not the table's usual report
    at_fault: str = ""  # the field what is missing stands in, or would

    def value(self, name: str) -> str:
        """What stands in a field."""
        return dict(self.typed).get(name, "")
