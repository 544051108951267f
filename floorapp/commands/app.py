"""No subcommand: opens the app, or says plainly that there is no display."""

from __future__ import annotations

import argparse
import gc
import os
import sys

from floorapp.bootstrap import find_places
from floorapp.commands.app_log import keep_log
from floorapp.commands.status import WRONG


def has_display() -> bool:
    """Whether a window could be seen; a named Qt platform is taken at its word."""
    named = os.environ.get("QT_QPA_PLATFORM", "")
    if named:
        return not named.startswith(("offscreen", "minimal"))
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(call: argparse.Namespace) -> int:
    if not has_display():
        print(
            "floorapp: there is no display here, so no window can be opened.\n"
            "`floorapp tour FOLDER` walks through the app and saves a picture of each step.",
            file=sys.stderr,
        )
        return WRONG
    places = find_places(data=call.data, database=call.database, sample=call.sample)
    places.data.mkdir(parents=True, exist_ok=True)
    keep_log(places)
    gc.disable()  # a start makes much and throws nothing away; `run_app` turns it on again
    from floorapp.commands.wiring import setting_of
    from floorapp.ui.live.start import run_app

    return run_app(setting_of(places), str(places.database))
