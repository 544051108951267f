"""Every place of the sample in other words; `python -m tests.app.walk_translated FLOOR` prints what each shows."""

# ruff: noqa: E402 - the words are replaced before anything of the app is imported
from __future__ import annotations

from tests.translated import install

install()

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from tests.app.test_every_place import NAMES, SUBJECTS, Walk, walk
from tests.ui.checks import words_shown


def shown_in(floor: Path) -> dict[str, list[str]]:
    folder = SimpleNamespace(mktemp=lambda _name: floor.parent / "walk")
    (floor.parent / "walk").mkdir()
    made: Any = walk
    begun = getattr(made, "__wrapped__", None) or made.__pytest_wrapped__.obj
    around = cast(Walk, next(begun(SimpleNamespace(param=(True, 1.0)), floor, folder)))
    shown = {}
    for name in NAMES:
        around.app.go(name, SUBJECTS.get(name, ""))
        around.settle()
        assert around.app.now.name == name, name
        shown[name] = sorted(words_shown(around.app.window))
    return shown


if __name__ == "__main__":
    print(json.dumps(shown_in(Path(sys.argv[1]))))
    sys.stdout.flush()
    os._exit(0)  # its windows and threads are nobody's any more
