"""The copy of a server's logbook on a station: brought up to date entry by entry, each checked against its chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field

import sqlalchemy as sa

from db import entries, reapply, search_index
from db.dialect import dialect_of
from db.schema import credential, guess, note, round_block
from db.schema import entry as table
from db.schema import round as round_table
from db.state import SqlState
from db.transactions import begun
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.entry import GENESIS, Entry, EntryDraft, Proof, written_of
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.people import PasswordSet, PinSet
from floorapp.operations.faults import LogbookFault

#: How many entries are taken over in one transaction.
BATCH = 1000

#: Entries with which wrong guesses are counted, or forgiven.
GUESSES_CHANGE = {"guess.failed", "session.began", "session.unlocked", "person.readmitted", "person.rescued"}

#: What stands beside the entries and is taken over by its place; raw frames stay where they were heard, and
#: attached files become files again (`db.shared_files`).
BESIDE = (round_table, round_block)


class OtherLogbook(LogbookFault):
    """The database is not the one this station knows, or an older state of it."""


def other(says: str) -> OtherLogbook:
    return OtherLogbook(
        f"The database is not the one this station worked with: {says}.",
        "This station sends it nothing; what is kept here stays kept.",
        "Check the address; if an older backup was restored, an administrator runs `floorapp station rejoin`.",
    )


@dataclass(slots=True)
class Taken:
    """What came in: how many entries, and the files they name."""

    entries: int = 0
    files: set[str] = field(default_factory=set)


def news_after(copy: sa.Connection, position: int, own: set[str]) -> tuple[int, bool]:
    """How far the next entries after a position go, and whether any is news, whoever brought them into the copy.

    Entries of `own` ids are none, and forgotten: who wrote them has told of them.
    """
    query = sa.select(table.c.position, table.c.id).where(table.c.position > position).order_by(table.c.position)
    rows = copy.execute(query.limit(BATCH)).all()
    others = any(row.id not in own for row in rows)
    own.difference_update(row.id for row in rows)
    return rows[-1].position if rows else position, others


def files_of(stated: Iterable[EntryDraft | Entry]) -> set[str]:
    """The digests of the files that entries name."""
    return {file.digest for each in stated for file in getattr(each.fact, "attachments", ())}


def first_hash(connection: sa.Connection) -> str:
    """The hash of a logbook's first entry: which logbook it is."""
    query = sa.select(table.c.hash).where(table.c.position == 1)
    return connection.execute(query).scalar_one_or_none() or ""


def last_position(connection: sa.Connection) -> int:
    """The position of the newest entry."""
    return connection.execute(sa.select(sa.func.max(table.c.position))).scalar_one() or 0


def last_hash(connection: sa.Connection) -> tuple[int, str]:
    """The position and the hash of the newest entry."""
    query = sa.select(table.c.position, table.c.hash).order_by(table.c.position.desc()).limit(1)
    found = connection.execute(query).one_or_none()
    return (0, "") if found is None else (found.position, found.hash)


def same_logbook(server: sa.Connection, copy: sa.Connection) -> None:
    """Refuse a server that does not hold what the copy holds, at its beginning and at the copy's end."""
    for position in {1, last_position(copy)} - {0}:
        query = sa.select(table.c.station, table.c.seq, table.c.hash).where(table.c.position == position)
        mine = copy.execute(query).one_or_none()
        theirs = server.execute(query).one_or_none()
        if mine is not None and theirs is None:
            raise other(f"it lacks {mine.station}-{mine.seq}, so it is older than what is known here")
        if mine is not None and theirs is not None and mine.hash != theirs.hash:
            raise other(f"its entry {theirs.station}-{theirs.seq} is another one")


def take_over(
    look: Callable[[], AbstractContextManager[sa.Connection]],
    copy: sa.Engine,
    progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    check: bool = True,
) -> Taken:
    """Bring the copy up to date with what the server holds now; a batch at a time, each durable by itself.

    The server is asked before the copy is written to: a server that stops half-way keeps nobody waiting here.
    Without `check` entries are taken as they stand, for somebody who looks for what is wrong with them.
    """
    taken = Taken()
    while True:
        with begun(copy, only_reads=True) as mine:
            known = _reached(mine)
        here, places = known
        with look() as server:
            there, rows = last_position(server), _entries_after(server, here)
            guesses = _guesses(server) if here == 0 or any(row["kind"] in GUESSES_CHANGE for row in rows) else None
            beside = {each: _rows_after(server, each, places[each.name]) for each in BESIDE}
        if rows or any(beside.values()):
            with begun(copy) as mine:
                if _reached(mine) != known:
                    continue  # another process of this station was quicker
                for each, found in beside.items():
                    if found:
                        mine.execute(sa.insert(each), found)
                _take_entries(mine, rows, taken, check)
                _put_guesses(mine, guesses)
                mine.commit()
        progress(taken.entries, taken.entries + max(there - here - len(rows), 0))
        if max(len(rows), *map(len, beside.values())) < BATCH:
            return taken


def _reached(copy: sa.Connection) -> tuple[int, dict[str, int]]:
    """How far a copy is, in entries and in what stands beside them."""
    return last_position(copy), {each.name: last_place(copy, each) for each in BESIDE}


def last_place(connection: sa.Connection, beside: sa.Table) -> int:
    """The place of the newest row."""
    return connection.execute(sa.select(sa.func.max(beside.c.place))).scalar_one() or 0


def _entries_after(server: sa.Connection, after: int) -> list[dict[str, object]]:
    query = sa.select(table).where(table.c.position > after).order_by(table.c.position).limit(BATCH)
    return [{str(name): value for name, value in row.items()} for row in server.execute(query).mappings()]


def _take_entries(mine: sa.Connection, rows: list[dict[str, object]], taken: Taken, check: bool) -> None:
    """Apply entries as the server applied them; one that does not fit its chain is not taken over."""
    state, heads = SqlState(mine), dict[str, entries.ChainEnd]()
    linked: list[tuple[Entry, entries.Row]] = []
    for row in rows:
        (entry,) = entries.read_rows([row])
        if check:
            _check(entry, row, heads, mine)
        linked.append((entry, row))
        state.apply(entry)
        taken.entries += 1
        taken.files.update(files_of((entry,)))
        if isinstance(entry.fact, PasswordSet | PinSet):
            how = Proof.PIN if isinstance(entry.fact, PinSet) else Proof.PASSWORD
            _forget_secret(mine, entry.fact.person, how, entry.fact.digest)
        if isinstance(entry.fact, EntryCorrected):
            _write_down(mine, linked)
            state.forget()
            corrected = entries.by_id(mine, entry.fact.entry)
            if corrected is not None:
                reapply.reapply(mine, corrected.position)
    _write_down(mine, linked)
    state.flush()


def _write_down(mine: sa.Connection, linked: list[tuple[Entry, entries.Row]]) -> None:
    if linked:
        with dialect_of(mine).gathered(mine) as onto:
            entries.write_down(onto, linked)
            search_index.index(onto, (entry for entry, _ in linked))
        linked.clear()


def _check(entry: Entry, row: dict[str, object], heads: dict[str, entries.ChainEnd], mine: sa.Connection) -> None:
    before = heads.get(entry.station) or entries.head(mine, entry.station)
    fits = entry.seq == before.seq + 1 and entry.previous == (before.hash or GENESIS)
    if not fits or written_of(row).sealed() != entry.hash:
        raise other(f"its entry {entry.number} does not fit the chain this station knows")
    heads[entry.station] = entries.ChainEnd(entry.position, entry.seq, entry.hash)


def _guesses(server: sa.Connection) -> list[dict[str, object]]:
    """The counted wrong guesses: a station that is cut off goes on from them."""
    return [{str(k): v for k, v in row.items()} for row in server.execute(sa.select(guess)).mappings()]


def _put_guesses(mine: sa.Connection, guesses: list[dict[str, object]] | None) -> None:
    if guesses is not None:
        mine.execute(sa.delete(guess))
        if guesses:
            mine.execute(sa.insert(guess), guesses)


def remember_secrets(copy: sa.Engine, learned: Mapping[tuple[str, Proof], str], position: int) -> None:
    """Keep hashes that were given for a right secret, to prove these people while the server is away.

    Where the copy knows of another secret that was set after the position, it is worth nothing any more.
    """
    with begun(copy) as mine:
        for (person, proof), hashed in learned.items():
            later = (table.c.kind == f"person.{proof}-set", table.c.subject_id == person, table.c.position > position)
            if mine.execute(sa.select(table.c.position).where(*later).limit(1)).scalar_one_or_none() is None:
                _forget_secret(mine, person, proof, "")
                mine.execute(sa.insert(credential), {"person": person, "proof": proof.value, "hashed": hashed})
        mine.commit()


def _forget_secret(mine: sa.Connection, person: str, proof: Proof, digest_set: str) -> None:
    """Drop the hash of a secret, unless it is the one that was set."""
    which = (credential.c.person == person, credential.c.proof == proof.value)
    known = mine.execute(sa.select(credential.c.hashed).where(*which)).scalar_one_or_none()
    if known is not None and digest(known.encode()) != digest_set:
        mine.execute(sa.delete(credential).where(*which))


def forget_unproved(copy: sa.Engine) -> None:
    """Once, in a copy of before hashes were kept from stations: drop those of people whom nobody proved here."""
    with begun(copy) as mine:
        mark = sa.select(note.c.value).where(note.c.name == "proved here")
        if mine.execute(mark).scalar_one_or_none() is None:
            mine.execute(sa.delete(credential))
            mine.execute(sa.insert(note), {"name": "proved here", "value": "only"})
        mine.commit()


def _rows_after(server: sa.Connection, beside: sa.Table, place: int) -> list[dict[str, object]]:
    query = sa.select(beside).where(beside.c.place > place).order_by(beside.c.place).limit(BATCH)
    return [{str(k): v for k, v in row.items()} for row in server.execute(query).mappings()]
