"""The words and columns of every form; `python -m tests.papers.forms` pins them once their revision was raised."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from floorapp.operations.papers import catalogue, guest
from floorapp.operations.papers.builder import PaperForm
from floorapp.operations.papers.catalogue import FORMS

PINNED = Path(__file__).with_name("forms.json")
PAPERS = Path(catalogue.__file__).parent
HERE = "floorapp.operations.papers"
#: What every form stands on: a word of these is no reason to revise all of them.
SHARED = {"at_table", "builder", "correction_words", "history", "pages", "record"}
#: What people read has a capital or a space; names of things in the code have neither.
WORDS = re.compile(r"[A-Za-z].* |[A-Z]|^ ?[a-z]+ ?$")


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse((PAPERS / f"{module}.py").read_text(encoding="utf-8"))


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{HERE}."):
            yield str(node.module).removeprefix(f"{HERE}.")


def _own(module: str) -> set[str]:
    """The modules whose words stand on a form: its own, and those it takes words from that are no form's own."""
    homes = {_home(form) for form in FORMS.values()} | SHARED
    found, waiting = set[str](), [module]
    while waiting:
        each = waiting.pop()
        if each not in found and (each == module or each not in homes):
            found.add(each)
            waiting += _imported(each)
    return found


def _home(form: PaperForm) -> str:
    return "guest" if form.number == guest.FORM else form.compose.__module__.rpartition(".")[2]


def _said(module: str) -> Iterator[str]:
    """Every text and every column of a module; what it says of itself stands on no paper."""
    tree = _tree(module)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            if WORDS.search(node.value):
                yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SheetColumn":
            yield ast.unparse(node)


def words_of(form: PaperForm) -> str:
    """A digest of all that a form may say."""
    said = sorted({each for module in _own(_home(form)) for each in _said(module)})
    return sha256("\n".join(said).encode()).hexdigest()[:16]


def forms() -> dict[str, dict[str, str]]:
    """Every form by its number: its revision, and the digest of its words."""
    return {each.number: {"revision": each.revision, "words": words_of(each)} for each in FORMS.values()}


def forgotten(now: dict[str, dict[str, str]], pinned: dict[str, dict[str, str]]) -> list[str]:
    """The forms that say something else under the same revision."""
    return [
        number
        for number, known in pinned.items()
        if number in now and now[number]["words"] != known["words"] and now[number]["revision"] == known["revision"]
    ]


def pinned() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(PINNED.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    today = forms()
    same = forgotten(today, pinned()) if PINNED.exists() else []
    if same:
        raise SystemExit(f"Raise the revision first: {', '.join(same)}")
    PINNED.write_text(json.dumps(today, indent=1, sort_keys=True) + "\n", encoding="utf-8")
