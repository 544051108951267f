"""The app's log: what goes wrong, in a file that stays small, without secrets."""

from __future__ import annotations

import faulthandler
import logging
import os
from importlib.metadata import version
from logging.handlers import RotatingFileHandler

from floorapp.bootstrap import Places
from floorapp.operations.redaction import redacted


class DiscreetFormatter(logging.Formatter):
    """Lines of the log without the secrets that an error's words may carry."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def keep_log(places: Places) -> logging.Handler:
    """Write what goes wrong into a file that stays small, the ones before kept; a crash of Qt's own too."""
    places.logs.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(places.logs / "floorapp.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the store says itself what it upgrades
    faulthandler.enable(os.open(places.logs / "crash.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644))
    root.info("floorapp %s begins, station %s", version("floorapp"), places.station)
    return handler
