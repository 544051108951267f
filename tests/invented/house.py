"""A copy of the app, to add a file and its line to, and to ask in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


class Copy:
    """The app's code in a folder of its own, with a rulebook that can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "floorapp", folder / "floorapp", ignore=shutil.ignore_patterns("__pycache__"))
        resources = folder / "resources"
        resources.mkdir()
        for each in (ROOT / "resources").iterdir():
            if each.name == "rulebooks":
                shutil.copytree(each, resources / each.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                (resources / each.name).symlink_to(each)

    def add(self, file: str, folder: str) -> None:
        """Add a file of this folder to the app."""
        shutil.copy(HERE / file, self.folder / folder / file)

    def change(self, path: str, before: str, after: str) -> None:
        """Replace the only place where a file says something."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{path} has {before!r} {text.count(before)} times"
        file.write_text(text.replace(before, after), encoding="utf-8")

    def ask(self, *call: str, put: str | None = None) -> str:
        """What a Python process started in the copy prints."""
        answer = subprocess.run(
            [sys.executable, *call],
            input=put,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder)},
            timeout=100,
        )
        assert not answer.stderr, answer.stderr
        return answer.stdout

    def answers(self, *rounds: dict[str, Any]) -> list[dict[str, Any]]:
        """What `floorapp verify` says of rounds."""
        given = "".join(json.dumps(each) + "\n" for each in rounds)
        return [json.loads(line) for line in self.ask("-m", "floorapp", "verify", "-", put=given).splitlines()]
