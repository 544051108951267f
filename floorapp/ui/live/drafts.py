"""Drafts: what was typed and not yet done, kept through a lock, a change of person and a crash."""

from __future__ import annotations

import json
import os
from pathlib import Path

from floorapp.ui.live.writer import Writer

Draft = dict[str, str]


class Drafts:
    """Drafts by their name; written to a file by the writer thread, never with a secret in them."""

    def __init__(self, writer: Writer, path: Path | None = None) -> None:
        self._writer, self._path = writer, path
        self._kept: dict[str, Draft] = {}
        if path is not None:
            writer.run(lambda: _read(path), self._kept.update)

    def get(self, name: str) -> Draft:
        """What was typed under a name before."""
        return dict(self._kept.get(name, {}))

    def names(self, beginning: str) -> tuple[str, ...]:
        """The names of what was typed under a beginning."""
        return tuple(name for name in self._kept if name.startswith(beginning))

    def keep(self, name: str, typed: Draft) -> None:
        """Keep what is being typed."""
        if self._kept.get(name) != typed:
            self._kept[name] = dict(typed)
            self._write()

    def drop(self, name: str) -> None:
        """The act is done; its draft goes."""
        if self._kept.pop(name, None) is not None:
            self._write()

    def _write(self) -> None:
        if self._path is not None:
            path, text = self._path, json.dumps(self._kept, ensure_ascii=False)
            self._writer.run(lambda: _replace(path, text))


def _read(path: Path) -> dict[str, Draft]:
    """The drafts of the last time; a file that cannot be read counts as none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _replace(path: Path, text: str) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
