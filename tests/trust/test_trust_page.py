"""`trust.md` claims nothing that is not tried: every row of its tables names a test, and each is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "resources" / "help" / "trust.md"
_ROW = re.compile(r"^\| .* \| `([\w/.]+)::(\w+)` \|$")


def test_every_row_of_the_page_is_a_test() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    rows = [line for line in rows if not line.startswith("| what is done")]
    named = [_ROW.match(line) for line in rows]
    assert len(rows) > 40 and all(named), [row for row, found in zip(rows, named, strict=True) if not found]
    for found in filter(None, named):
        tree = ast.parse((TESTS / found[1]).read_text(encoding="utf-8"))
        assert found[2] in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}, found[0]


def test_every_attack_by_letter_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for letter in "abcdefghi":
        assert re.search(rf"::test_{letter}_", text), letter
