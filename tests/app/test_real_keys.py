"""A key that is really held, on a real display: its server tells every repeat as a release and a press."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytestmark = pytest.mark.unix

#: The app's own window with the act of F4 and a button; what they do is told line by line.
WINDOW = """
from PyQt6.QtWidgets import QApplication, QPushButton
from floorapp.screens.forms import Act
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.start import dressed

def opening(_progress):
    raise SystemExit

application, look = dressed()
app = App(look, Setting(opening))
window = app.window
window.setWindowTitle("held keys")
button = QPushButton()
button.keyPressEvent = lambda event: print("repeat" if event.isAutoRepeat() else "press", flush=True)
window.add_page("button", button)
window.show_page("button")
window.show_acts((Act("next", "Next shoe", "F4"),))
window.act_chosen.disconnect()
window.act_chosen.connect(lambda name: print(name, flush=True))
window.resize(900, 500)
window.show()
button.setFocus()
print("ready", flush=True)
application.exec()
"""


@pytest.fixture
def display() -> Iterator[str]:
    """A display of one's own, with nothing on it."""
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1024x600x24", "-nolisten", "tcp"],
        pass_fds=(theirs,),
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    with os.fdopen(ours) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def test_a_key_that_is_held_on_a_real_display_is_pressed_once(display: str) -> None:
    """Held for a second and a half, F4 was pressed twenty times: its second press records."""
    around = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    window = subprocess.Popen([sys.executable, "-c", WINDOW], env=around, stdout=subprocess.PIPE, text=True)
    assert window.stdout is not None and window.stdout.readline() == "ready\n"

    def hand(*does: str) -> None:
        subprocess.run(["xdotool", *does], env=around, check=True, timeout=60)

    hand("search", "--sync", "--onlyvisible", "--name", "held keys", "windowfocus", "--sync")
    for key in ("F4", "space"):
        hand("keydown", key, "sleep", "1.2", "keyup", key)
    hand("key", "F4", "sleep", "0.1", "key", "space", "sleep", "0.1", "key", "space", "sleep", "0.5")
    window.terminate()
    told = window.communicate()[0].split()
    assert "repeat" in told, "the server did repeat"
    assert [each for each in told if each != "repeat"] == ["next", "press", "next", "press", "press"]
