"""Issued papers in their folder: brought along into backups and exports, and back."""

from __future__ import annotations

from pathlib import Path

from db.durable import write_durably


def copy_papers(folder: Path, into: Path) -> int:
    """Bring issued papers that are not there yet to a second place; answers how many. A paper never changes."""
    copied = 0
    for path in sorted(folder.glob("*.pdf")) if folder.is_dir() else ():
        if not (into / path.name).exists():
            write_durably(into / path.name, path.read_bytes())
            copied += 1
    return copied
