"""Files that were chosen and never attached: removed from a station's own folder a day later."""

from __future__ import annotations

import time
from pathlib import Path

import sqlalchemy as sa

from db.schema import entry as table
from db.store import Store
from floorapp.domain.incidents import Incident

#: Seconds after which a file that nothing names was given up.
GIVEN_UP = 24 * 60 * 60


def sweep_folder(folder: Path, store: Store, drafts: Path) -> int:
    """Remove kept files that no entry and no draft names, and what a crash left half copied; answers how many went."""
    if not folder.is_dir():
        return 0
    before = time.time() - GIVEN_UP
    old = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_mtime < before]
    with store.reading() as state:
        named = {each.digest for found in state.find(Incident) for each in found.attachments}
    typed = drafts.read_text(encoding="utf-8", errors="replace") if drafts.exists() else ""
    gone = 0
    for path in old:
        if path.name not in named and path.name not in typed and not _is_named(store, path.name):
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def _is_named(store: Store, digest: str) -> bool:
    """Whether any entry ever named it, corrected or not."""
    query = sa.select(table.c.position).where(table.c.payload.contains(digest, autoescape=True)).limit(1)
    with store.looking() as connection:
        return connection.execute(query).first() is not None
