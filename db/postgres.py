"""PostgreSQL's own: how a server is reached, how words are searched (`db.postgres_guards`, `db.postgres_rights`).

A file of the same shape as `sqlite`. A writer holds one lock of the database until its transaction ends, so
that the chains are extended by one at a time; the keys and the guards would refuse a second one anyway.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import psycopg
import psycopg.conninfo
import sqlalchemy as sa

from db.dialect import Writes
from db.messages import LOCK
from db.messages import ask_first as ask_first
from db.messages import committing as committing
from db.messages import gathered as gathered
from db.postgres_guards import CHANNEL as CHANNEL
from db.postgres_guards import guard_attached as guard_attached
from db.postgres_guards import guard_entries as guard_entries
from db.postgres_guards import guard_frames as guard_frames
from db.postgres_guards import guard_named_files as guard_named_files
from db.postgres_guards import guard_round_blocks as guard_round_blocks
from db.postgres_guards import guard_rounds as guard_rounds
from db.postgres_secrets import count_tries_for_good as count_tries_for_good
from db.postgres_secrets import guard_secrets as guard_secrets
from db.sqlite import LOCKS_LATER, ONLY_READS
from floorapp.operations.faults import LogbookAway, LogbookFault

#: The oldest server this runs on.
OLDEST = 150000

#: Seconds: to reach a server, for any one answer, and for another writer.
TO_CONNECT, TO_ANSWER, TO_LOCK = 3, 10.0, 8

#: Where stations say what somebody looks at.
PRESENCE = "floor_presence"

#: Orders in which text sorts as its bytes do, as on SQLite.
PLAIN_ORDERS = ("C", "POSIX", "C.UTF-8", "C.utf8")

_DEFAULTS: dict[str, Any] = {
    "connect_timeout": TO_CONNECT,
    "application_name": "floorapp",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": int(TO_ANSWER * 1000),
    "target_session_attrs": "read-write",
}
#: A station that vanished while it wrote must not keep the others waiting for long.
_SESSION = f"-c lock_timeout={TO_LOCK}s -c statement_timeout=0 -c idle_in_transaction_session_timeout=15s"


class PatientConnection(psycopg.Connection[Any]):
    """A connection that waits for an answer only so long: a line that went dead says nothing."""

    patience: float | None = TO_ANSWER

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server, and give the line up when it stays silent."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as silent:
            self.pgconn.finish()
            raise psycopg.OperationalError("the server did not answer in time") from silent


class UnhurriedConnection(PatientConnection):
    """A connection for long work, such as laying a logbook out: it waits as long as the line holds."""

    patience = None


def conninfo(url: str) -> str:
    """What libpq is told: the URL with our defaults behind it; several hosts are tried in turn."""
    said = psycopg.conninfo.conninfo_to_dict(url)
    options = f"{_SESSION} {said.pop('options', '')}".strip()
    return psycopg.conninfo.make_conninfo(**{**_DEFAULTS, **said, "options": options})


def shown(url: str) -> str:
    """A URL as people may see it: without its password."""
    said = psycopg.conninfo.conninfo_to_dict(url)
    ports = str(said.get("port") or "").split(",")
    hosts = [each or "localhost" for each in str(said.get("host") or "").split(",")]
    named = [f"{host}:{port}" if port else host for host, port in zip(hosts, ports * len(hosts), strict=False)]
    return f"{said.get('dbname') or said.get('user') or 'the database'} at {', '.join(named)}"


def engine_for(url: str, *, unhurried: bool = False) -> sa.Engine:
    """An engine on one database: a writer at a time, readers look at one moment."""
    told, kind = conninfo(url), UnhurriedConnection if unhurried else PatientConnection
    engine = sa.create_engine(
        "postgresql+psycopg://",
        creator=lambda: kind.connect(told),
        pool_size=4,
        max_overflow=4,
        hide_parameters=True,  # a log must not hold what was being written
    )

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        if options.get(ONLY_READS, False):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        elif not options.get(LOCKS_LATER, False):
            connection.exec_driver_sql(LOCK)

    return engine


# --- words ---

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
#: Longer words are findable by their beginning.
_LONGEST = 200


def _plain(text: str) -> list[str]:
    """The words of a text, without case and accents, each once."""
    letters = unicodedata.normalize("NFKD", text.replace("\x00", " "))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter)).lower()
    return list(dict.fromkeys(word[:_LONGEST] for word in _WORD.findall(bare)))


def make_words(connection: sa.Connection) -> None:
    """The index of words over entries, by position; it keeps no second copy of the text."""
    connection.exec_driver_sql(
        "CREATE TABLE entry_words (position bigint PRIMARY KEY, words tsvector NOT NULL, about text[] NOT NULL)"
    )
    connection.exec_driver_sql("CREATE INDEX entry_words_words ON entry_words USING gin (words)")


def empty_words(connection: sa.Connection) -> None:
    """Throw the index of words away."""
    connection.exec_driver_sql("DELETE FROM entry_words")


_TEXTS = sa.ARRAY(sa.Text)
_WORDS = sa.table("entry_words", *map(sa.column, ("position", "words", "about")))
_INDEX = sa.insert(_WORDS).values(
    position=sa.bindparam("position"),
    words=sa.func.array_to_tsvector(sa.cast(sa.bindparam("words"), _TEXTS)),
    about=sa.cast(sa.bindparam("about"), _TEXTS),
)


def index_words(onto: Writes, rows: list[tuple[int, str, str]]) -> None:
    """Make the words of entries findable, by position, with the nouns they are about."""
    onto.execute(
        _INDEX, [{"position": place, "words": _plain(words), "about": about.split()} for place, words, about in rows]
    )


def search_words(
    connection: sa.Connection, words: list[str], *, about: str | None, before: int | None, limit: int
) -> list[int]:
    """The positions of entries with all these words, newest first; the last word may be only begun."""
    asked = [each for word in words for each in _plain(word)]
    if not asked:
        return []
    match = " & ".join(f"'{word}'" for word in asked) + ":*"
    query = "SELECT position FROM entry_words WHERE words @@ %s::tsquery AND position < %s"
    named = " AND %s = ANY (about)" if about else ""
    given = (match, before or 1 << 62, *([about] if about else []), limit)
    found = connection.exec_driver_sql(f"{query}{named} ORDER BY position DESC LIMIT %s", given)
    return list(found.scalars())


def bodies(connection: sa.Connection, question: str, given: Mapping[str, Any]) -> Sequence[str]:
    """What a question for bodies answers."""
    return connection.execute(_asked(question), given).scalars().all()


@contextmanager
def by_owner(connection: sa.Connection) -> Iterator[Writes]:
    """Written straight into the tables, as only who owns them may."""
    yield connection


@cache
def _asked(question: str) -> sa.TextClause:
    """A question as SQLAlchemy has it, made once."""
    return sa.text(question)


def renew_tables(connection: sa.Connection, tables: sa.MetaData, begin: str, *, same: bool) -> None:
    """Empty the tables; in another layout drop them and lay them out anew, which only their owner can."""
    if same:
        for table in tables.sorted_tables:
            connection.execute(sa.delete(table))
        return
    for name in sa.inspect(connection).get_table_names():
        if name.startswith(begin):
            sa.Table(name, sa.MetaData()).drop(connection)
    tables.create_all(connection)


# --- what can go wrong ---

#: The server is going down, coming up, full of guests, or only stands by (SQLSTATE).
_AWAY = ("08", "57P01", "57P02", "57P03", "53300", "25006")
#: Another writer was quicker, or takes long.
_BUSY = ("55P03", "40001", "40P01", "23505")
#: A table or a column is not there.
_GONE = ("42P01", "42703")


#: What a server says to an account or a database it does not know; libpq gives no code for it.
_REFUSED = re.compile(
    r'(role|database) "[^"\n]*" does not exist|password authentication failed|no password supplied|no pg_hba.conf entry'
    r"|permission denied for database"
)

#: What libpq says of a certificate, and how people are told; of these it gives no code either.
_CERTIFICATE = (
    (
        r'server certificate for "([^"\n]*)"[^\n]* does not match host name "([^"\n]*)"',
        "The server's certificate does not match: it is for “{0}”, and this station asked for “{1}”.",
    ),
    (
        r"certificate verify failed",
        "The server's certificate cannot be trusted: nobody this station trusts has signed it, or it has expired.",
    ),
    (
        r'root certificate file "([^"\n]*)" does not exist',
        "The server's certificate cannot be checked: the file {0}, which says whom this station trusts, is missing.",
    ),
    (r"server does not support SSL", "The server does not speak TLS, and this station asks for it."),
)


def _not_let_in(said: str) -> str:
    """Why the server and this station do not come together though it answers; empty where it does not."""
    for pattern, says in _CERTIFICATE:
        found = re.search(pattern, said)
        if found:
            return says.format(*found.groups())
    refused = _REFUSED.search(said)
    return f"The database does not let this station in: {refused[0]}." if refused else ""


def fault_of(error: psycopg.Error) -> LogbookFault:
    """What the server or the line said, in a person's words."""
    state = error.sqlstate or ""
    if state.startswith(_AWAY) or (not state and isinstance(error, psycopg.OperationalError)):
        why = _not_let_in(str(error))
        return LogbookAway(happened=why) if why else LogbookAway()
    if state.startswith(_BUSY):
        return LogbookFault(
            "The logbook is busy with another station.", "Nothing was recorded.", "Wait a moment and try again."
        )
    if state.startswith("53"):
        return LogbookFault(
            "The database server is out of room.",
            "Nothing was recorded; what was saved before is unaffected.",
            "Have an administrator make room on the server, then do it again.",
        )
    if state == "42501" and "row-level security" in str(error):
        return LogbookFault(
            "This station's account on the server is another station's, or no station's.",
            "Nothing was recorded; what is kept here stays kept.",
            "Have an administrator run `floorapp station prepare --role ACCOUNT --station NAME` as its owner.",
        )
    if state == "42501":
        return LogbookFault(
            "The database does not let this station do that.",
            "Nothing was recorded.",
            "Have an administrator run `floorapp station prepare` with the owner's account.",
        )
    if state in _GONE:
        return LogbookFault(
            "A part of the logbook is missing in the database.",
            "Nothing was recorded; only the owner's account can remove a part.",
            "Run `floorapp logbook verify`: it names the part, and says what to do.",
        )
    return LogbookFault(
        "The database refused.",
        "Nothing was recorded; what was saved before is unaffected.",
        "Try again; if it keeps happening, ask an administrator: the server's words are in the log.",
    )


# --- the server itself ---


def wrong_server(connection: sa.Connection) -> Iterable[str]:
    """What keeps a database from holding a logbook: too old a server, another order of letters."""
    version = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    if version < OLDEST:
        yield f"the server is PostgreSQL {version // 10000}, and {OLDEST // 10000} or later is needed"
    query = "SELECT datcollate, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"
    order, letters = connection.exec_driver_sql(query).one()
    if letters != "UTF8":
        yield f"its letters are {letters}, not UTF8"
    if order not in PLAIN_ORDERS:
        yield f"its text is sorted as in {order}; make it with `createdb -T template0 -E UTF8 --locale=C.UTF-8`"
