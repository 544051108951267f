"""No subcommand: opens the app, or says plainly that there is no display."""

from __future__ import annotations

import argparse
import faulthandler
import gc
import logging
import os
import sys
from importlib.metadata import version
from logging.handlers import RotatingFileHandler

from floorapp.bootstrap import Places, find_places
from floorapp.commands.status import WRONG
from floorapp.operations.redaction import redacted
from floorapp.system import has_screen


def has_display() -> bool:
    """Whether a window could be seen; a named Qt platform is taken at its word."""
    named = os.environ.get("QT_QPA_PLATFORM", "")
    if named:
        return not named.startswith(("offscreen", "minimal"))
    return has_screen()


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

    return run_app(setting_of(places), str(places.database), kiosk=call.kiosk)


class DiscreetFormatter(logging.Formatter):
    """Lines of the log without the secrets that an error's words may carry."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


class LogFile(RotatingFileHandler):
    """A log that begins anew when it is full; where another process has it open, and that is barred, it grows on."""

    def doRollover(self) -> None:
        try:
            super().doRollover()
        except PermissionError:
            self.stream = self._open()


def keep_log(places: Places) -> logging.Handler:
    """Write what goes wrong into a file that stays small, the ones before kept; a crash of Qt's own too."""
    places.logs.mkdir(parents=True, exist_ok=True)
    handler = LogFile(places.logs / "floorapp.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the store says itself what it upgrades
    faulthandler.enable(os.open(places.logs / "crash.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644))
    root.info("floorapp %s begins, station %s", version("floorapp"), places.station)
    return handler
