"""A rulebook that is opened: each part is read from its own text when somebody first looks into it.

A start asks a rulebook for its name, its cards and its reader: a twentieth of what stands there.
"""

from __future__ import annotations

import re
from typing import Any

from floorapp.engine.loader import LISTS, check_whole, read_part, read_step, refuse_parts, section_of, toml_of
from floorapp.engine.procedure import Step
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.toml_values import RulebookFault, hints_of, refuse_unknown

_TABLE = "\n["
#: What a table belongs to, after its first bracket: `[cards.decks]` to the cards, `[[step]]` to the steps.
_NAME = re.compile(r"\[? *([A-Za-z0-9_-]+)")
_CHECKLIST = re.compile(r'^checklist = "(.*)"$', re.MULTILINE)
_KEYS = {held: key for key, held in LISTS.items()}


def open_rulebook(content: str, name: str) -> Rulebook:
    """What `read_rulebook` answers, sooner; what is wrong in a part is refused when it is looked into."""
    texts = _Texts(content, name)
    book = Rulebook.opened(texts.head(), texts)
    check_whole(book, texts.keys, name)
    return book


class _Texts:
    """The text of each part of a rulebook."""

    def __init__(self, content: str, name: str) -> None:
        head, *tables = f"\n{content}".split(_TABLE)
        self._name, self._raw = name, toml_of(head, name)
        self._tables: dict[str, list[str]] = {}
        for table in tables:
            begins = _NAME.match(table)
            if begins is None or begins[1] in self._raw:
                raise RulebookFault(name, f"not TOML: [{table.splitlines()[0]}")
            self._tables.setdefault(begins[1], []).append(table)
        self.keys = {*self._raw, *self._tables}
        refuse_parts(self.keys, name)
        self._section = section_of(self._under("standing"), name)
        self._checklists: dict[str, tuple[Step, ...]] = {}

    def head(self) -> dict[str, Any]:
        """The plain texts, and what is not there."""
        kinds = hints_of(Rulebook).items()
        return {part: self.part(part) for part, kind in kinds if kind is str or _KEYS.get(part, part) not in self.keys}

    def part(self, name: str) -> Any:
        """Read one; raises KeyError where there is none of this name."""
        if name not in hints_of(Rulebook):
            raise KeyError(name)
        key = _KEYS.get(name, name)
        raw = {key: self._under(key)} if key in self.keys else {}
        return read_part(name, raw, self._name, self._section)

    def checklist(self, name: str) -> tuple[Step, ...]:
        """The steps of one checklist, read when they are first asked for, without those of the others."""
        if name not in self._checklists:
            self._checklists[name] = self._read_checklist(name)
        return self._checklists[name]

    def _read_checklist(self, name: str) -> tuple[Step, ...]:
        if "step" in self._raw:
            return tuple(self.part("steps"))
        texts = [(n, text) for n, text in enumerate(self._tables.get("step", ())) if _may_be_of(name, text)]
        return tuple(
            read_step(step, f"{self._name}: step[{n}]", self._section)
            for n, text in texts
            for step in self._alone("step", [text])
        )

    def _under(self, key: str) -> Any:
        return self._raw[key] if key in self._raw else self._alone(key, self._tables[key])

    def _alone(self, key: str, tables: list[str]) -> Any:
        """What some tables have under their only key."""
        raw = toml_of(_TABLE.join(["", *tables]), self._name)
        refuse_unknown(raw, (key,), f"{self._name}: {key}")
        return raw[key]


def _may_be_of(checklist: str, text: str) -> bool:
    """Whether a step's text does not say, plainly, that it is of another checklist."""
    named = _CHECKLIST.findall(text)
    return len(named) != 1 or named[0] == checklist
