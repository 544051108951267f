"""`make bench`: every measurement in one table; `make bench ARGS="speed papers"` some groups, a number to be quick.

Each module here that has `figures(size)` is a group of its name.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

import tests.bench
from tests.bench.measure import HEADINGS


def groups(names: Sequence[str]) -> list[ModuleType]:
    """The groups of these names; all of them where none is named."""
    there = sorted(each.name for each in pkgutil.iter_modules(tests.bench.__path__) if not each.name.startswith("_"))
    for name in names:
        if name not in there:
            sys.exit(f"There is no group {name!r}. Groups: {', '.join(map(_name, groups(())))}")
    modules = [import_module(f"tests.bench.{name}") for name in names or there]
    return [module for module in modules if hasattr(module, "figures")]


def _name(group: ModuleType) -> str:
    return group.__name__.rpartition(".")[2]


def main(words: Sequence[str]) -> int:
    sizes = [int(word) for word in words if word.isdigit()]
    missed = 0
    print(HEADINGS, flush=True)
    for group in groups([word for word in words if not word.isdigit()]):
        print(f"-- {_name(group)}", flush=True)
        for figure in group.figures(*sizes):
            print(figure, flush=True)
            missed += figure.holds is False
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
