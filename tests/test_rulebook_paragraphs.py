"""Every paragraph that a provision rests on has a test of its name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from floorapp.bootstrap import rulebooks
from tests.rulebook_raw import every_book


def cites(book: str) -> set[str]:
    """Every paragraph that a provision of a rulebook rests on."""
    return {rule.cite for _, rule in rulebooks()[book].provisions()}


def beginning(cite: str) -> str:
    """How the name of a paragraph's test begins: `665a.7(o)(1)(ii)` is `test_665a_7_o_1_ii_`."""
    words = re.findall(r"[0-9a-z]+", cite.removeprefix("19:47-").lower())
    return "_".join(["test", *(["nj"] if cite.startswith("19:47-") else []), *words, ""])


@cache
def names_of_tests() -> frozenset[str]:
    """Every test function there is, read and not run."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.rglob("test_*.py")]
    functions = (node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))


def test_the_beginning_of_a_name() -> None:
    assert beginning("590.12(c)") == "test_590_12_c_"
    assert beginning("665a.7(o)(1)(ii)(A)") == "test_665a_7_o_1_ii_a_"
    assert beginning("19:47-26.6(d)2") == "test_nj_26_6_d_2_"
    assert beginning("19:47-26.1") == "test_nj_26_1_"


@every_book
def test_every_paragraph_a_provision_rests_on_has_a_test_of_its_name(book: str) -> None:
    """A test counts for the longest paragraph that it names: 26.8(a)1 is not a test of 26.8(a)."""
    wanted = {beginning(cite): cite for cite in cites(book)}
    tested = set()
    for name in names_of_tests():
        fitting = [each for each in wanted if name.startswith(each)]
        if fitting:
            tested.add(max(fitting, key=len))
    missing = sorted(wanted[each] for each in wanted.keys() - tested)
    assert not missing, f"no test is named after {', '.join(missing)}"
