"""23.1: a property could have the texts in Spanish: the app works with every text of `make texts` in other words."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.texts import ROOT
from tests.translated import LETTERS, Replaced, other_words, replaced_texts


@pytest.mark.timeout(300)
def test_every_place_works_and_reads_in_other_words(evening: Path, tmp_path: Path) -> None:
    """No screen decides by what it says, and none has a sentence of its screens that the pages do not have."""
    floor = Path(shutil.copy(evening, tmp_path / "floor.sqlite"))
    run = subprocess.run(
        [sys.executable, "-m", "tests.app.walk_translated", str(floor)],
        capture_output=True,
        text=True,
        timeout=280,
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "Traceback" not in run.stderr, run.stderr[-2000:]
    shown: dict[str, list[str]] = json.loads(run.stdout)
    left = replaced_texts()
    assert len(left) > 1500
    left -= {"Floor supervisor"}  # the hint of a form; on the sample a person's title
    assert [(name, text) for name, texts in shown.items() for text in texts if text in left] == []
    other = set(map(chr, LETTERS.values()))
    for name, texts in shown.items():
        assert sum(bool(other & set(text)) for text in texts) > 40, name
    assert other_words("Back to the floor") in shown["alarms"]


def test_what_is_filled_in_stays_where_the_other_words_have_it() -> None:
    path = ROOT / "floorapp/screens/alarms.py"
    tree = Replaced(path, source := ast.parse(path.read_text("utf-8")), lambda text: f"<{text}>").visit(source)
    written = ast.unparse(tree)
    assert "f'<Snooze: >{head_of(group.head)}'" in written and "'<Resume dealing>'" in written
    assert "Act('shelve', '<Snooze…>', 'S', put_off)" in written, "names for the code and keys stay"
