"""One test a duty and rulebook, each under the section that its finding must cite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.conduct.floor import NJ, Floor

#: The rulebook of a citation, by how it begins; a duty that New Jersey leaves to the house has none.
BOOK_OF = {"590": "pa-590", "673a": "pa-673a", "685a": "pa-685a", "665a": "pa-665a", "19:47-26": NJ, "NJ policy": NJ}
NJ_POLICY = "NJ policy"
#: Every duty that a test is about: its rulebook, its name, what it is of, its citation.
TESTED: set[tuple[str, str, str, str]] = set()


@dataclass(frozen=True)
class Case:
    """A duty under one rulebook."""

    book: str
    duty: str
    cite: str

    @property
    def basis(self) -> str:
        return "law" if self.cite else "policy"

    def lawful(self, floor: Floor) -> None:
        """Nothing at all is found."""
        assert floor.findings() == []

    def found(
        self, floor: Floor, subject: str | None = None, *, reading: str = "", listed: Sequence[str] = ()
    ) -> dict[str, Any]:
        """This is found, once, and nothing else; it rests on `reading`, those `listed` move its hour."""
        basis = "reading" if reading and self.cite else self.basis
        readings = [*([reading] if reading else []), *listed] if self.cite else []
        severity = "violation" if self.cite else "advisory"
        (found,) = floor.findings()
        seen = {name: found[name] for name in ("duty", "subject", "citation", "basis", "readings", "severity")}
        assert seen == {
            "duty": self.duty,
            "subject": subject,
            "citation": self.cite,
            "basis": basis,
            "readings": readings,
            "severity": severity,
        }
        return found


def duty(name: str, *cites: str, of: str = "") -> pytest.MarkDecorator:
    """The test is about this duty, once for each rulebook that has it; the id is the section."""
    cases = []
    for cite in cites:
        book = BOOK_OF[cite if cite == NJ_POLICY else cite.split(".")[0] if cite[0] != "1" else "19:47-26"]
        case = Case(book, name, "" if cite == NJ_POLICY else cite)
        TESTED.add((book, name, of, case.cite))
        cases.append(pytest.param(case, id=cite))
    return pytest.mark.parametrize("case", cases)


def all_of(paragraph: str) -> tuple[str, ...]:
    """The same paragraph in the four Pennsylvania rulebooks."""
    return tuple(f"{part}{paragraph}" for part in ("590", "673a", "685a", "665a"))
