"""What a start does without: read and built when somebody first needs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

#: Whatever begins so is not imported before the floor is in view.
NOT_AT_START = (
    "alembic",
    "argon2",
    "cryptography",
    "psycopg",
    "pyhanko",
    "pyqtgraph",
    "numpy",
    "reportlab",
    "serial",
    "wave",
    "platformdirs",
    "printing",
    "floorapp.readers",
    "floorapp.operations.acts.",
    "floorapp.operations.kinds",
    "floorapp.operations.facts.decks",
    "floorapp.operations.entry_sentences",
    "floorapp.operations.sample",
    "floorapp.screens.offers.tables",
    "floorapp.screens.drawer",
    "floorapp.ui.shell.help",
    "floorapp.engine.settle",
    "html",
    "sqlite3",
    "importlib.readers",
    "db.reapply",
    "db.trail",
    "floorapp.domain.proof_test",
    "floorapp.operations.book",
    "floorapp.operations.audit",
    "floorapp.operations.papers",
    "floorapp.ui.lists.ledger",
    "floorapp.ui.pages.ask_sheet",
    "floorapp.ui.shell.keys",
)

START = """
import sys
from floorapp.commands.wiring import setting_of
from floorapp.ui.live.start import run_app
import floorapp.ui.live.floor_place
print(*sys.modules)
"""


def test_a_start_imports_nothing_it_does_not_show() -> None:
    root = Path(__file__).parents[2]
    answer = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True, cwd=root)
    imported = answer.stdout.split()
    assert "floorapp.ui.live.app" in imported
    early = {name for name in imported if name.startswith(NOT_AT_START)}
    if sys.platform == "win32":
        early.discard("importlib.readers")  # reads the time zones, which that system keeps in another form
    assert early == set()
