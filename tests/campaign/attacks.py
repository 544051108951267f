"""Attacks on a logbook by somebody who has the file, by chance and many: none is ever called good.

First what is there is changed; then entries are put at the end by hand, chained and hashed as the app does it.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from db.authority import CHANGES
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.domain.people import Role
from floorapp.domain.readers import RawFrame
from floorapp.operations.audit import packs
from floorapp.operations.authority import ENTERED_BY, KINDS, OF_A_READER, OF_A_STATION, SIGNED
from floorapp.operations.canonical import canonical, instant_text
from floorapp.operations.frame_seals import seal_frames
from floorapp.operations.signatures import Meaning
from tests.acts.floor import NOON, furnish
from tests.campaign.table import Row
from tests.trust.house import Kept, drop_guards, keep_house, raw
from tests.trust.test_attacks import append
from tests.trust.test_order import change_places, of_two_stations
from tests.trust.test_verify import reseal

ATTACKS, PART = 5_000, 500

#: What of an entry is sealed: every column but where it stands.
SEALED = (
    "id",
    "station",
    "seq",
    "kind",
    "version",
    "subject_kind",
    "subject_id",
    "actor",
    "occurred_at",
    "recorded_at",
    "gaming_day",
    "late",
    "payload",
    "signatures",
    "previous",
    "hash",
)
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


#: Who is signed in where entries are put in by hand, and who is not.
AT_WORK = {"flo": Role.FLOORPERSON, "sam": Role.SHIFT_MANAGER}
AWAY = ("ada", "cora", "dana", "nobody")


def stranger(chance: random.Random) -> dict[str, Any]:
    """Anything that takes a person, by somebody who is not signed in."""
    return {"actor": chance.choice(AWAY), "kind": chance.choice(sorted(ENTERED_BY))}


def beyond(chance: random.Random) -> dict[str, Any]:
    """What the role of somebody who is signed in never allowed."""
    actor = chance.choice(sorted(AT_WORK))
    return {"actor": actor, "kind": chance.choice(sorted(ENTERED_BY.keys() - KINDS[AT_WORK[actor]]))}


def unsigned(chance: random.Random) -> dict[str, Any]:
    """What takes a signature, without it or under one that is made up."""
    actor = chance.choice(sorted(AT_WORK))
    kind = chance.choice(sorted(SIGNED.keys() & KINDS[AT_WORK[actor]]))
    signature = {"at": NOON, "id": "x", "key": "", "meaning": chance.choice(tuple(Meaning)), "person": actor}
    signature |= {"proof": chance.choice(("pin", "password")), "role": AT_WORK[actor], "value": "ab" * 64}
    return {"actor": actor, "kind": kind, "signatures": canonical(chance.choice(([], [signature]))).decode()}


def another(chance: random.Random) -> dict[str, Any]:
    """Something about oneself that says it of somebody else, or of somebody else's session."""
    actor, kind = chance.choice(sorted(AT_WORK)), chance.choice(sorted(CHANGES - {"session.ended", "session.locked"}))
    about = kind.split(".")[0]
    said = {"by_owner": True, "digest": "ab" * 32, "expires_at": NOON, "key": "ab" * 32, "proof": "pin", "role": "x"}
    said |= {"person": chance.choice(AWAY), "session": "mine"}
    return {"actor": actor, "kind": kind, "payload": said, "subject_kind": about, "subject_id": actor, "version": 2}


def by_station(chance: random.Random) -> dict[str, Any]:
    """What takes a person, in the name of the station, of a reader or of another station."""
    actor = chance.choice(("station/MAIN", "station/POD-1", "reader/R-1"))
    kinds = ENTERED_BY.keys() - OF_A_STATION - OF_A_READER
    return {"actor": actor, "kind": chance.choice(sorted(kinds))}


def left_out(chance: random.Random) -> dict[str, Any]:
    """What somebody who is signed in may enter, put in later as if it had been entered in time."""
    actor, days = chance.choice(sorted(AT_WORK)), chance.randrange(2, 99)
    before = instant_text(NOON - timedelta(days=days, seconds=chance.randrange(3600)))
    said = chance.choice(({"occurred_at": before}, {"gaming_day": str(NOON.date() - timedelta(days=days))}))
    return {"actor": actor, "kind": chance.choice(sorted(KINDS[AT_WORK[actor]] - SIGNED.keys())), **said}


BY_HAND = (stranger, beyond, unsigned, another, by_station, left_out)


def believed_by_hand(seed: int, often: int) -> Counter[str]:
    """The same of entries that were put at the end; the state is not asked for: it could be rebuilt."""
    kept, chance, told = worked(), random.Random(seed), Counter[str]()
    attacked = keep_house(kept.path, kept.folder / f"by-hand-{seed}")
    attacked.close()
    for _ in range(often):
        shutil.copy(kept.path, attacked.path)
        way = chance.choice(BY_HAND)
        append(attacked, **{"payload": {}, **way(chance)})
        told["tried"] += 1
        if verify(attacked.path, against=[kept.away], structure=False).good:
            told["good"] += 1
            told[way.__name__] += 1
    shutil.rmtree(kept.folder.parent)
    worked.cache_clear()
    return told


def in_another_order(seed: int, often: int) -> Counter[str]:
    """The same of entries of two stations that change places, each station's own order as it was."""
    folder, chance, told = Path(tempfile.mkdtemp(prefix="floorapp-attacks-")), random.Random(seed), Counter[str]()
    furnish(folder / "house.sqlite")
    kept = of_two_stations(folder / "house.sqlite", folder / "kept", *(f"Pit {number}" for number in range(40)))
    kept.close()
    path = folder / "attacked.sqlite"
    for _ in range(often):
        shutil.copy(kept.path, path)
        connection = raw(path)
        drop_guards(connection)
        moved = connection.execute("SELECT position FROM entry WHERE kind = 'pit.placed' ORDER BY position").fetchall()
        place = chance.randrange(len(moved) - 40, len(moved) - 1)  # one is of MAIN, the next of POD-2, or the reverse
        change_places(connection, moved[place][0], moved[place + 1][0])
        connection.close()
        told["tried"] += 1
        if verify(path, against=[kept.away], structure=False).good:
            told["good"] += 1
            told[in_another_order.__name__] += 1
    shutil.rmtree(folder)
    return told


def rows(scale: float) -> Iterator[Row]:
    """All of them, on every core."""
    parts = max(1, round(ATTACKS * scale / PART))
    each = min(PART, max(12, round(ATTACKS * scale)))
    trials = (
        ("logbook changed by somebody who has the file", believed, WAYS),
        ("entries put in by hand by somebody who has the file", believed_by_hand, BY_HAND),
        ("entries of two stations in another order", in_another_order, (in_another_order,)),
    )
    for what, trial, ways in trials:
        with ProcessPoolExecutor() as pool:
            told = sum(pool.map(trial, range(parts), [each] * parts), Counter[str]())
        names = ", ".join(f"{way.__name__} {told[way.__name__]}" for way in ways if told[way.__name__])
        lost = f"{told['good']} called good{f' ({names})' if names else ''}"
        yield Row(what, f"{told['tried']:,}", lost, good=not told["good"])
