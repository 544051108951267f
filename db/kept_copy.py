"""The second copy of a station: what was known last, with what it keeps while the server is away on top."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from db import sqlite
from db.outbox import KeptAct
from db.write_transaction import SqlWriting
from floorapp.operations.kept_guesses import count_again
from floorapp.system import make_private


def copy_whole(known: Path, path: Path) -> None:
    """A copy of what is known, for its owner only."""
    connect = sqlite.module().connect
    with closing(connect(known)) as source, closing(connect(path)) as made:
        source.backup(made)
    make_private(path)


def lay_down(writing: SqlWriting, acts: Iterable[KeptAct], station: str) -> None:
    """Put what is kept on top; what it says of wrong guesses counts here again."""
    for act in acts:
        if writing.entry(act.drafts[0].id) is None:
            for draft in act.drafts:
                writing.append(draft)
                count_again(writing.credentials, draft, station)
