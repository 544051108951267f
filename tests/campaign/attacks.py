"""Attacks on a logbook by somebody who has the file, by chance and many: none is ever called good."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.domain.readers import RawFrame
from floorapp.operations.audit import packs
from floorapp.operations.frame_seals import seal_frames
from tests.acts.floor import furnish
from tests.campaign.table import Row
from tests.trust.house import Kept, drop_guards, keep_house, raw
from tests.trust.test_verify import reseal

ATTACKS, PART = 5_000, 500

#: What of an entry is sealed: every column but where it stands.
SEALED = (
    "id", "station", "seq", "kind", "version", "subject_kind", "subject_id", "actor", "occurred_at", "recorded_at",
    "gaming_day", "late", "payload", "signatures", "previous", "hash",
)  # fmt: skip
#: What stands beside the entries and is sealed by one, by table; a state is compared with its rebuild.
BESIDE = {
    "round": ("digest", "id", "table_id", "shoe", "at", "rulebook", "verdict", "findings", "hands", "boxes", "record"),
    "round_block": ("upto", "rounds", "first_at", "last_at", "tables", "digest", "packed"),
    "frame_bundle": ("first_at", "last_at", "lines", "digest", "packed"),
    "credential": ("person", "proof", "hashed"),
    "state_person": ("role", "body"),
    "state_pit": ("body",),
}

Attack = Callable[[Any, random.Random], None]


def changed(value: Any, chance: random.Random) -> Any:
    """Something else in its place."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 7))
    if isinstance(value, bytes):
        place = chance.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
    text = value or ""
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice("abcxyz019") + text[place + chance.randrange(2) :]


def _any_row(connection: Any, chance: random.Random, table: str) -> tuple[str, Any]:
    """Which row, as SQL and the value in it."""
    key = "key" if table.startswith("state_") else "rowid"
    (row,) = chance.choice(connection.execute(f"SELECT {key} FROM {table}").fetchall())
    return f"{table} WHERE {key} = ?", row


def _change(connection: Any, chance: random.Random, table: str, columns: tuple[str, ...]) -> None:
    """Change one value of one row."""
    where, row = _any_row(connection, chance, table)
    column = chance.choice(columns)
    (old,) = connection.execute(f"SELECT {column} FROM {where}", (row,)).fetchone()
    new = old
    while new == old:
        new = changed(old, chance)
    put = where.replace(" WHERE", f" SET {column} = ? WHERE")
    connection.execute(f"UPDATE OR REPLACE {put}", (new, row))


def edit(connection: Any, chance: random.Random) -> None:
    """One value of an entry."""
    _change(connection, chance, "entry", SEALED)


def edit_and_reseal(connection: Any, chance: random.Random) -> None:
    """What an entry says, and every hash from it on."""
    (last,) = connection.execute("SELECT max(seq) FROM entry").fetchone()
    seq = chance.randrange(2, last)  # the last one is the newest head's own
    (payload,) = connection.execute("SELECT payload FROM entry WHERE seq = ?", (seq,)).fetchone()
    new = payload
    while new == payload:
        new = changed(payload, chance)
    connection.execute("UPDATE entry SET payload = ? WHERE seq = ?", (new, seq))
    reseal(connection, seq, chance.choice((seq, last)))


def delete(connection: Any, chance: random.Random) -> None:
    """Some entries, at the end or in the middle."""
    (last,) = connection.execute("SELECT max(seq) FROM entry").fetchone()
    first = chance.randrange(1, last)
    connection.execute("DELETE FROM entry WHERE seq >= ? AND seq < ?", (first, chance.choice((first + 1, last + 1))))


def swap(connection: Any, chance: random.Random) -> None:
    """Two entries change places."""
    seqs = [seq for (seq,) in connection.execute("SELECT seq FROM entry")]
    for one, other in [chance.sample(seqs, 2)]:
        for old, new in ((one, -1), (other, one), (-1, other)):
            connection.execute("UPDATE entry SET seq = ?, position = ? WHERE seq = ?", (new, new, old))


def beside(connection: Any, chance: random.Random) -> None:
    """What entries seal: rounds, packed rounds, raw frames, hashes of secrets; and the state."""
    table = chance.choice(tuple(BESIDE))
    _change(connection, chance, table, BESIDE[table])


def remove_beside(connection: Any, chance: random.Random) -> None:
    """A row of those."""
    table = chance.choice(tuple(BESIDE))
    where, row = _any_row(connection, chance, table)
    connection.execute(f"DELETE FROM {where}", (row,))


WAYS: tuple[Attack, ...] = (edit, edit_and_reseal, delete, swap, beside, remove_beside)


@cache
def worked() -> Kept:
    """A morning's work with rounds packed, frames sealed, and heads that left."""
    folder = Path(tempfile.mkdtemp(prefix="floorapp-attacks-"))
    furnish(folder / "house.sqlite")
    kept, usual = keep_house(folder / "house.sqlite", folder / "kept"), packs.WORTH_PACKING
    packs.WORTH_PACKING = 1
    try:
        kept.sealing.sign(Reason.REQUEST)
        kept.move(3)
        kept.deal("r1", "r2", "r3")
        assert packs.pack_rounds(kept.floor.desk(), kept.floor.store) is not None
    finally:
        packs.WORTH_PACKING = usual
    at = kept.floor.clock.now()
    kept.floor.store.keep_frames(tuple(RawFrame("L1", at, bytes([number]), False) for number in range(3)))
    seal_frames(kept.floor.desk(), kept.floor.store)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    return kept


def believed(seed: int, often: int) -> Counter[str]:
    """How often each way was tried, and how often the logbook was called good after it."""
    kept, chance, told = worked(), random.Random(seed), Counter[str]()
    path = kept.folder / f"attacked-{seed}.sqlite"
    for _ in range(often):
        shutil.copy(kept.path, path)
        way, connection = chance.choice(WAYS), raw(path)
        guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        drop_guards(connection)
        way(connection, chance)
        for (sql,) in guards:
            connection.execute(sql)
        connection.close()
        told["tried"] += 1
        if verify(path, against=[kept.away], state=True).good:
            told["good"] += 1
            told[way.__name__] += 1
    path.unlink()
    shutil.rmtree(kept.folder.parent)
    worked.cache_clear()
    return told


def rows(scale: float) -> Iterator[Row]:
    """All of them, on every core."""
    parts = max(1, round(ATTACKS * scale / PART))
    each = min(PART, max(12, round(ATTACKS * scale)))
    with ProcessPoolExecutor() as pool:
        told = sum(pool.map(believed, range(parts), [each] * parts), Counter[str]())
    names = ", ".join(f"{way.__name__} {told[way.__name__]}" for way in WAYS if told[way.__name__])
    lost = f"{told['good']} called good{f' ({names})' if names else ''}"
    yield Row("logbook changed by somebody who has the file", f"{told['tried']:,}", lost, good=not told["good"])
