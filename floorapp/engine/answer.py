"""The answer to a record: verdict, lines, findings, the dealer; and how it is written as JSON."""

from __future__ import annotations

import json
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.finding import VIOLATION, Finding
from floorapp.engine.json_values import is_whole_text

WRONG = frozenset({"mismatch", "violation"})


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of one person: what it should have done, and what the table says it did."""

    box: int
    wager: str
    stake: int
    outcome: str
    expected: int
    cite: str
    because: str
    hand: int = 0
    behind: int = 0
    lammer: bool = False
    reported: int | None = None
    missing: bool = False  # the box was reported, this wager was not
    readings: tuple[str, ...] = ()

    @property
    def wrong(self) -> bool:
        return self.missing or (self.reported is not None and self.reported != self.expected)

    def beside(self, net: int | None) -> Line:
        """The line of a box that was reported, with what was reported of it; `replace` takes thrice the time."""
        told = self.outcome, self.expected, self.cite, self.because, self.hand, self.behind, self.lammer
        return Line(self.box, self.wager, self.stake, *told, net, net is None, self.readings)

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"box": self.box}
        if self.hand:
            made["hand"] = self.hand
        if self.behind:
            made["behind"] = self.behind
        made |= {"wager": self.wager, "stake": self.stake}
        if self.lammer:
            made["lammer"] = True
        return made | {
            "outcome": self.outcome,
            "expected": self.expected,
            "reported": self.reported,
            "citation": self.cite,
            "because": self.because,
            "readings": list(self.readings),
        }


@dataclass(frozen=True, slots=True)
class RequiredLine:
    """What the text makes of one wager."""

    box: int
    wager: str
    net: int
    hand: int = 0
    behind: int = 0

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"box": self.box}
        if self.hand:
            made["hand"] = self.hand
        if self.behind:
            made["behind"] = self.behind
        return made | {"wager": self.wager, "net": self.net}


@dataclass(frozen=True, slots=True)
class RequiredChoice:
    """What somebody may choose for a box, and what every wager of the round then does."""

    by: str
    box: int
    choice: str
    lines: tuple[RequiredLine, ...]

    def as_json(self) -> dict[str, Any]:
        lines = [line.as_json() for line in self.lines]
        return {"by": self.by, "box": self.box, "choice": self.choice, "lines": lines}


@dataclass(frozen=True, slots=True)
class Required:
    """What the text requires where play broke it: by which section, in a sentence, and every wager's net."""

    cite: str
    because: str
    lines: tuple[RequiredLine, ...]
    choices: tuple[RequiredChoice, ...] = ()

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"citation": self.cite, "because": self.because}
        made["lines"] = [line.as_json() for line in self.lines]
        if self.choices:
            made["choices"] = [choice.as_json() for choice in self.choices]
        return made


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine says of one round."""

    id: str | None
    verdict: str
    lines: tuple[Line, ...] = ()
    findings: tuple[Finding, ...] = ()
    dealer: DealerHand | None = None
    error: str = ""
    line: int | None = None  # of the file, where a line is not JSON
    required: Required | None = None  # where the text says what must follow, and it is not what the lines say

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"id": self.id, "verdict": self.verdict}
        made["lines"] = [line.as_json() for line in self.lines]
        made["findings"] = [finding.as_json() for finding in self.findings]
        made["dealer"] = self.dealer and self.dealer.as_json()
        made["required"] = self.required and self.required.as_json()
        if self.error:
            made["error"] = self.error
        if self.line is not None:
            made["line"] = self.line
        return made

    @property
    def text(self) -> str:
        """The answer as one line of JSON."""
        text = json.dumps(self.as_json(), ensure_ascii=False)
        if not text.isprintable():  # half a character, or another line's beginning, in the record's own words
            text = json.dumps(self.as_json())
        return text + "\n"


def unreadable(error: str, id_: Any = None, line: int | None = None) -> Answer:
    """The answer to what cannot be settled."""
    named = isinstance(id_, str) and is_whole_text(id_)
    return Answer(id_ if named else None, "unreadable", error=error, line=line)


def verdict(lines: tuple[Line, ...], findings: tuple[Finding, ...], *, reported: bool, too_many: bool) -> str:
    """The first that applies of mismatch, violation, then ok or settled."""
    if too_many or any(line.wrong for line in lines):
        return "mismatch"
    if any(finding.severity == VIOLATION for finding in findings):
        return "violation"
    return "ok" if reported else "settled"
