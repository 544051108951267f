"""`make campaign`: all trials at their full length; `ARGS="kills readers"` some, `ARGS="--scale 0.01"` a short run."""

from __future__ import annotations

import argparse
import pkgutil
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import tests.campaign
from tests.campaign.table import HEADINGS, Row

REPORT = Path(__file__).parents[2] / "build" / "campaign.md"


def trials(names: Sequence[str] = ()) -> dict[str, ModuleType]:
    """The trials of these names; all of them where none is named."""
    found = {each.name: import_module(f"tests.campaign.{each.name}") for each in _modules()}
    every = {name: module for name, module in found.items() if hasattr(module, "rows")}
    for name in names:
        if name not in every:
            sys.exit(f"There is no trial {name!r}. Trials: {', '.join(every)}")
    return {name: every[name] for name in names} if names else every


def _modules() -> Iterator[pkgutil.ModuleInfo]:
    return (each for each in pkgutil.iter_modules(tests.campaign.__path__) if not each.name.startswith("_"))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make campaign")
    parser.add_argument("names", nargs="*", metavar="TRIAL")
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the full length, such as 0.01")
    call = parser.parse_args(words)
    done: list[Row] = []
    print(HEADINGS, flush=True)
    for module in trials(call.names).values():
        for row in module.rows(call.scale):
            done.append(row)
            print(row, flush=True)
    REPORT.parent.mkdir(exist_ok=True)
    at = time.strftime("%Y-%m-%d %H:%M %Z")
    told = "\n".join(str(row) for row in done)
    REPORT.write_text(f"# Campaign of {at}, scale {call.scale:g}\n\n{HEADINGS}\n{told}\n", encoding="utf-8")
    print(f"Written to {REPORT.relative_to(Path.cwd()) if REPORT.is_relative_to(Path.cwd()) else REPORT}")
    return 0 if all(row.good for row in done) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
