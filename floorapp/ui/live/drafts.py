"""Drafts: what was typed and not yet done, kept through a lock, a change of person and a crash."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from floorapp.screens.forms import Draft
from floorapp.system import put_in_place
from floorapp.ui.live.writer import BugTrouble, Writer

NOT_KEPT = BugTrouble(
    "Drafts cannot be saved on this disk.",
    "Actions are saved as before; only a draft would be lost in a crash or when users switch.",
    "Free disk space, or finish your draft before you leave the station.",
)

log = logging.getLogger(__name__)


class Drafts:
    """Each person's drafts by their name; written to a file by the writer thread, never with a secret in them."""

    def __init__(self, writer: Writer, path: Path | None = None) -> None:
        self._writer, self._path = writer, path
        self._kept: dict[str, Draft] = {}
        self._told = False
        #: Whose drafts are asked for and kept.
        self.owner = ""
        if path is not None:
            writer.run(lambda: read_kept(path), self._kept.update)

    def get(self, name: str) -> Draft:
        """What was typed under a name before."""
        return dict(self._kept.get(self._of(name), {}))

    def names(self, beginning: str) -> tuple[str, ...]:
        """The names of what was typed under a beginning."""
        return tuple(name for name in self._kept if name.startswith(beginning))

    def keep(self, name: str, typed: Draft) -> None:
        """Keep what is being typed."""
        if self._kept.get(self._of(name)) != typed:
            self._kept[self._of(name)] = dict(typed)
            self._write()

    def drop(self, name: str) -> None:
        """The act is done; its draft goes."""
        if self._kept.pop(self._of(name), None) is not None:
            self._write()

    def _of(self, name: str) -> str:
        return f"{self.owner}/{name}"

    def _write(self) -> None:
        if self._path is not None:
            path, text = self._path, json.dumps(self._kept, ensure_ascii=False)
            self._writer.run(lambda: replace_kept(path, text), self._hear)

    def _hear(self, kept: bool) -> None:
        if not kept and not self._told:
            self._writer.troubled.emit(NOT_KEPT)
        self._told = not kept


def read_kept(path: Path) -> dict[str, Any]:
    """What was kept the last time; a file that cannot be read counts as none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def replace_kept(path: Path, text: str) -> bool:
    """Write in place of what was kept before; whether the disk took it."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_bytes(text.encode())
        put_in_place(fresh, path)
    except OSError:
        log.warning("%s could not be kept", path.name, exc_info=True)
        return False
    return True
