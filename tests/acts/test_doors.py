"""Every act has a door: a screen or a command that does it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from floorapp.operations.permissions import MATRIX

ACTS = "floorapp.operations.acts"
FLOORAPP = Path(__file__).parents[2] / "floorapp"
#: Acts that a screen does through another hand, and whose.
BY_ANOTHER_HAND = {
    "issue_document": "operations/papers/office.py",  # what the papers screen and `floorapp report` sign with
    "reprint_document": "operations/papers/office.py",
    "sign_document": "operations/papers/office.py",
    "issue_decks": "operations/presses.py",  # several acts that are one press
    "open_decks": "operations/presses.py",
    "move_table": "operations/presses.py",
    "look_at": "operations/look_notes.py",  # what every screen says of itself
    "inspect_reader": "operations/proof_tests.py",  # with what a guided test showed, or by eye
}
#: Acts that screens do as part of a press that states more (`table_presses.next_shoe`), under its own name.
IN_A_PRESS = {"begin_shoe", "swap_batches"}


def done_in(path: Path) -> Iterator[str]:
    """Every act that a file takes from the modules of acts; asking `may_…` is not doing."""
    tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    taken = [node for node in tree if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(ACTS)]
    modules = {name.asname or name.name for node in taken if node.module == ACTS for name in node.names}
    yield from (name.name for node in taken if node.module != ACTS for name in node.names)
    for node in tree:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield node.attr


def test_every_act_is_done_by_some_screen_or_command() -> None:
    doors = [*FLOORAPP.glob("screens/**/*.py"), *FLOORAPP.glob("ui/**/*.py"), *FLOORAPP.glob("commands/*.py")]
    done = {name for path in doors for name in done_in(path)}
    assert sorted(set(MATRIX) - done) == sorted({*BY_ANOTHER_HAND, *IN_A_PRESS})
    for act, hand in BY_ANOTHER_HAND.items():
        assert act in set(done_in(FLOORAPP / hand)), act
