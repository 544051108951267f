"""SQLite by way of APSW, dressed as the module SQLAlchemy knows, so that a file system of our own can stand below."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import apsw

#: What the store asks its module for.
sqlite_version_info = tuple(int(each) for each in apsw.sqlite_lib_version().split("."))
sqlite_version = apsw.sqlite_lib_version()
paramstyle = "qmark"
PARSE_COLNAMES, PARSE_DECLTYPES = sqlite3.PARSE_COLNAMES, sqlite3.PARSE_DECLTYPES
Error, DatabaseError, OperationalError = sqlite3.Error, sqlite3.DatabaseError, sqlite3.OperationalError
IntegrityError, InterfaceError, InternalError = sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.InternalError
NotSupportedError, ProgrammingError, DataError = sqlite3.NotSupportedError, sqlite3.ProgrammingError, sqlite3.DataError
Binary, Warning = memoryview, sqlite3.Warning

#: The file system below; empty for the usual one.
vfs = ""

_WORDS = {
    apsw.FullError: "database or disk is full",
    apsw.IOError: "disk I/O error",
    apsw.BusyError: "database is locked",
    apsw.ReadOnlyError: "attempt to write a readonly database",
    apsw.CantOpenError: "unable to open database file",
    apsw.CorruptError: "database disk image is malformed",
    apsw.NotADBError: "file is not a database",
}


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise IntegrityError(str(error)) from error
    except apsw.Error as error:
        words = next((says for kind, says in _WORDS.items() if isinstance(error, kind)), str(error))
        raise OperationalError(words) from error


class Cursor:
    """Executes and fetches."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._cursor = connection.real.cursor()
        self._cursor.exec_trace = self._describe
        self._connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = 0

    def _describe(self, cursor: apsw.Cursor, _sql: str, _given: object) -> bool:
        described = cursor.get_description()
        self.description = tuple((name, None, None, None, None, None, None) for name, _ in described) or None
        return True

    def execute(self, sql: str, given: Any = ()) -> Cursor:
        with _errors():
            self.description = None
            self._cursor.execute(sql, given)
            self.lastrowid = self._connection.real.last_insert_rowid()
            self.rowcount = -1 if re.match(r"\s*SELECT", sql, re.I) else self._connection.real.changes()
        return self

    def executemany(self, sql: str, given: Iterable[Any]) -> Cursor:
        with _errors():
            self._cursor.executemany(sql, given)
        return self

    def fetchone(self) -> Any:
        with _errors():
            return next(self._cursor, None)

    def fetchall(self) -> list[Any]:
        with _errors():
            return list(self._cursor)

    def fetchmany(self, size: int = 1) -> list[Any]:
        with _errors():
            return [row for row, _ in zip(self._cursor, range(size), strict=False)]

    def close(self) -> None:
        with _errors():
            self._cursor.close(True)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class Connection:
    """A connection over whichever file system is set."""

    isolation_level: str | None = ""

    def __init__(self, path: str, flags: int, timeout: float) -> None:
        with _errors():
            self.real = apsw.Connection(path, flags=flags, vfs=vfs or None)
            self.real.set_busy_timeout(int(timeout * 1000))

    def cursor(self) -> Cursor:
        return Cursor(self)

    def execute(self, sql: str, given: Any = ()) -> Cursor:
        return self.cursor().execute(sql, given)

    @property
    def in_transaction(self) -> bool:
        return self.real.in_transaction

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")

    def create_function(self, name: str, count: int, function: Any, **_: object) -> None:
        self.real.create_scalar_function(name, function, count)

    def close(self) -> None:
        with _errors():
            self.real.close(True)


def connect(path: Any, *, timeout: float = 5.0, uri: bool = False, **_: object) -> Connection:
    """Open a file."""
    write = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    return Connection(str(path), (apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI) if uri else write, timeout)
