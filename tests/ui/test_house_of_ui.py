"""House rules of the windows: one place for colours, late imports, files and fonts with their licences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from PyQt6.QtGui import QFontDatabase, QFontInfo, QRawFont
from PyQt6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from floorapp.screens.shell import RAIL
from floorapp.ui.icons import ICONS
from floorapp.ui.look import FONTS, MONO, SANS, Look

UI = Path(__file__).parents[2] / "floorapp" / "ui"
SOURCES = (*UI.rglob("*.py"), *(UI.parent / "screens").rglob("*.py"))


def test_only_the_tokens_name_a_colour_by_its_number() -> None:
    found = [
        f"{path.relative_to(UI.parent)}: {match.group()}"
        for path in SOURCES
        if path.name != "tokens.py"
        for match in re.finditer(r"#[0-9A-Fa-f]{6}\b", path.read_text())
    ]
    assert found == []


def test_the_bridge_knows_qtcore_only() -> None:
    imported = re.findall(r"from (PyQt6\.\w+)", (UI / "bridge.py").read_text())
    assert set(imported) == {"PyQt6.QtCore"}


def test_charts_are_imported_late() -> None:
    code = "import sys, floorapp.ui.shell.window, floorapp.ui.pages.floor; print('pyqtgraph' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=UI.parents[1])
    assert answer.stdout.strip() == "False"


def test_fonts_come_with_every_weight_and_their_licence(look: Look) -> None:
    assert "SIL Open Font License" in (FONTS / "LICENSE.txt").read_text()
    assert "MIT" in (ICONS / "LICENSE.txt").read_text()
    assert {SANS, MONO} <= set(QFontDatabase.families())
    for weight in (400, 500, 600, 700):
        assert QFontInfo(look.font(15, weight)).family() == SANS
        assert QFontInfo(look.font(15, weight)).weight() == weight
    assert QFontInfo(look.font(15, 500, mono=True)).family() == MONO


def test_a_password_is_hidden_by_a_sign_of_the_shipped_fonts(qtbot: QtBot, look: Look) -> None:
    """Windows without a screen has no other font to look in: it drew boxes."""
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setText("secret")
    hidden = set(field.displayText())
    assert len(hidden) == 1
    assert QRawFont.fromFont(look.font(15)).supportsCharacter(hidden.pop())


def test_every_icon_a_source_names_is_shipped_and_no_other() -> None:
    text = "\n".join(path.read_text() for path in SOURCES)
    named = set(re.findall(r'Icon\("([\w-]+)"', text)) | {entry.icon for entry in RAIL}
    shipped = {path.stem for path in ICONS.glob("*.svg")}
    assert named - shipped == set()
    assert [name for name in sorted(shipped) if f'"{name}"' not in text] == []
