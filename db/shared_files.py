"""Attached files on a server: put there before an entry names them, and brought from there into a station's folder."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from db.attachments import CHUNK, every_attachment, find_attachment, keep_content
from db.faults import in_words
from db.postgres_guards import SWEEP
from db.schema import attached as table
from db.seals import Named
from db.server import server_engine
from db.transactions import begun
from floorapp.operations.logbook_check import LogbookFlaw
from floorapp.system import remove

_INSERT = insert(table).on_conflict_do_nothing()
_PART = sa.select(table.c.content).where(table.c.digest == sa.bindparam("digest"), table.c.part == sa.bindparam("part"))

log = logging.getLogger(__name__)


def there(connection: sa.Connection, digests: Iterable[str]) -> set[str]:
    """Which of these files the server holds."""
    query = sa.select(table.c.digest).where(table.c.part == 0, table.c.digest.in_(tuple(digests)))
    return set(connection.execute(query).scalars())


def share(server: sa.Engine, folder: Path, digests: Iterable[str]) -> set[str]:
    """Put files of this station on the server, each whole or not at all; answers which are there then.

    It keeps no writer waiting: no chain depends on where a file's content lies.
    """
    wanted = set(digests)
    with in_words(), begun(server, only_reads=True) as connection:
        held = there(connection, wanted)
    for digest in sorted(wanted - held):
        path = find_attachment(folder, digest)
        if path is None:
            log.warning("an attached file is neither here nor on the server: %s", digest)
            continue
        with in_words(), begun(server, alone=False) as connection:
            for part, content in enumerate(_parts(path)):
                connection.execute(_INSERT, {"digest": digest, "part": part, "content": content})
            connection.commit()
        held.add(digest)
    return held


def sweep(server: sa.Engine, named: set[str]) -> int:
    """Remove files that no entry names, a day after they came; answers how many went.

    Whoever names a file looks whether it is there under the same lock that is held here.
    """
    with in_words(), begun(server, only_reads=True) as connection:
        held = set(connection.execute(sa.select(table.c.digest).where(table.c.part == 0)).scalars())
    if held <= named:
        return 0
    with in_words(), begun(server) as connection:
        query = f"SELECT {SWEEP}(%s)"
        gone: int = connection.exec_driver_sql(query, (sorted(held - named),)).scalar_one()
        connection.commit()
    return gone


def share_all(url: str, folder: Path) -> int:
    """Put every kept file of a folder on a server, for a floor that moves there; answers how many are there then."""
    engine = server_engine(url, unhurried=True)
    try:
        return len(share(engine, folder, (path.name for path in every_attachment(folder))))
    finally:
        engine.dispose()


class SharedFiles:
    """The attached files of one station: what goes to the server, and what may be lacking here."""

    def __init__(self, server: sa.Engine, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self._lock = threading.Lock()
        self._lacking: set[str] = set()

    def share(self, digests: set[str]) -> None:
        """See that the server has these files."""
        if digests:
            share(self._server, self._folder, digests)

    def hold(self, naming: sa.Connection, digests: set[str]) -> None:
        """See that files are there for a transaction that names them; one that was just swept is put there again."""
        if digests:
            self.share(digests - there(naming, digests))

    def sweep(self, named: set[str]) -> int:
        """Remove from the server what no entry names and none of a day will."""
        return sweep(self._server, named)

    def want(self, digests: set[str]) -> None:
        """Have files that other stations attached brought by and by."""
        with self._lock:
            self._lacking |= digests

    def bring_one(self) -> bool:
        """Bring one file that is lacking here; answers whether there may be more."""
        with self._lock:
            digest = self._lacking.pop() if self._lacking else ""
        if digest:
            self.bring(digest)
        return bool(self._lacking)

    def bring(self, digest: str) -> None:
        """Bring a file now, unless it is here."""
        if find_attachment(self._folder, digest) is None:
            bring(self._server, self._folder, digest)

    def exchange(self, named: set[str]) -> None:
        """After a time apart: what the server lacks goes there, and what is lacking here is brought."""
        here = {each for each in named if find_attachment(self._folder, each) is not None}
        self.share(here)
        self.want(named - here)


def _parts(path: Path) -> Iterator[bytes]:
    """The content in parts; an empty file has one, and it is empty."""
    with path.open("rb") as file:
        yield file.read(CHUNK)
        yield from iter(lambda: file.read(CHUNK), b"")


def bring(server: sa.Engine, folder: Path, digest: str) -> bool:
    """Bring a file from the server into the folder; answers whether it is there and what it should be."""
    with in_words(), begun(server, only_reads=True) as connection:
        if not there(connection, (digest,)):
            return False
        got, _ = keep_content(folder, _held(connection, digest))
    if got != digest:
        log.warning("an attached file on the server is not what its name says: %s", digest)
        remove(folder / got[:2] / got)
    return got == digest


def _held(connection: sa.Connection, digest: str) -> Iterator[bytes]:
    part = 0
    while (content := connection.execute(_PART, {"digest": digest, "part": part}).scalar_one_or_none()) is not None:
        yield bytes(content)
        part += 1


def check(connection: sa.Connection, digests: Mapping[str, Named]) -> list[LogbookFlaw]:
    """Attached files that the server lacks or that were changed there; `digests` says which entry first named each."""
    flaws = []
    held = there(connection, digests)
    for digest, entry in sorted(digests.items(), key=lambda each: each[1].position):
        if digest not in held:
            says = f"the attached file {digest} is not on the server: a station that has it has not synced since."
            flaws.append(entry.flaw(says))
            continue
        running = hashlib.sha256()
        for content in _held(connection, digest):
            running.update(content)
        if running.hexdigest() != digest:
            says = f"the attached file {digest} was changed on the server."
            flaws.append(entry.flaw(says))
    return flaws
