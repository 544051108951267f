"""What guards a logbook on a server: triggers that not even the owner walks past unseen, and the one way to sweep."""

from __future__ import annotations

import re
from collections.abc import Iterable

import sqlalchemy as sa

#: What a station hears when entries were written; the payload is the newest position.
CHANNEL = "floor_entries"

#: The function that removes attached files which no entry names.
SWEEP = "floor_sweep"

_NEVER = """
CREATE FUNCTION floor_never() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'restrict_violation'; END $$
"""

_ENTRY_HEAD = """
CREATE FUNCTION floor_entry_at_head() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before record;
BEGIN
    IF NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM entry) THEN
        RAISE EXCEPTION 'an entry goes to the head of its chain' USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT seq, hash INTO before FROM entry WHERE station = NEW.station ORDER BY seq DESC LIMIT 1;
    IF NEW.seq <> coalesce(before.seq, 0) + 1 OR NEW.previous <> coalesce(before.hash, repeat('0', 64)) THEN
        RAISE EXCEPTION 'an entry goes to the head of its chain' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$
"""

_ENTRY_TOLD = f"""
CREATE FUNCTION floor_entries_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('{CHANNEL}', (SELECT max(position) FROM added)::text);
    RETURN NULL;
END $$
"""

_AT_END = """
CREATE FUNCTION floor_at_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    newest bigint;
BEGIN
    EXECUTE 'SELECT coalesce(max(place), 0) FROM ' || quote_ident(TG_TABLE_NAME) INTO newest;
    IF NEW.place <> newest + 1 THEN
        RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$
"""

#: Which entries name files is known by their kind; `tests/stations/test_guards.py` holds it.
_NAMES_IT = """(
    entry.kind >= 'incident.' AND entry.kind < 'incident/' OR entry.kind = 'entry.corrected'
) AND strpos(entry.payload, file.digest) > 0"""

_NAMED_STAY = f"""
CREATE FUNCTION floor_named_files_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM (SELECT DISTINCT digest FROM gone) AS file JOIN entry ON {_NAMES_IT}
    ) THEN
        RAISE EXCEPTION 'attached files that an entry names are never deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$
"""

#: The app's role may not delete: it may have the owner's function do so, which knows how old a file is.
_SWEEP = f"""
CREATE FUNCTION {SWEEP}(abandoned text[]) RETURNS bigint LANGUAGE sql
SECURITY DEFINER SET search_path = {{schema}}, pg_temp AS $$
    WITH gone AS (
        DELETE FROM attached WHERE digest IN (
            SELECT digest FROM attached AS file
            WHERE part = 0 AND digest = ANY (abandoned) AND at < now() - interval '1 day'
            AND NOT EXISTS (SELECT FROM entry WHERE {_NAMES_IT})
        ) RETURNING part
    ) SELECT count(*) FROM gone WHERE part = 0
$$
"""


def _never_changed(table: str, name: str, noun: str) -> dict[str, str]:
    """The guards against changing, deleting and emptying a table."""
    acts = (("UPDATE", "changed", "ROW"), ("DELETE", "deleted", "ROW"), ("TRUNCATE", "emptied", "STATEMENT"))
    return {
        f"{name}_never_{done}": f"BEFORE {act} ON {table} FOR EACH {each} "
        f"EXECUTE FUNCTION floor_never('{noun} are never {done}')"
        for act, done, each in acts
    }


def _at_end(table: str, noun: str) -> str:
    return f"BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION floor_at_end('{noun} go to the end')"


_ENTRIES = {
    **_never_changed("entry", "entry", "entries"),
    "entry_goes_to_the_head": "BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION floor_entry_at_head()",
    "entries_are_told": "AFTER INSERT ON entry REFERENCING NEW TABLE AS added "
    "FOR EACH STATEMENT EXECUTE FUNCTION floor_entries_told()",
}
_ROUNDS = _never_changed("round", "round", "rounds")
_ROUND_BLOCKS = {
    **_never_changed("round_block", "round_blocks", "packed rounds"),
    "round_blocks_go_to_the_end": _at_end("round_block", "packed rounds"),
}
_FRAMES = {
    **_never_changed("frame_bundle", "frames", "raw frames"),
    "frames_go_to_the_end": _at_end("frame_bundle", "raw frames"),
}
_ATTACHED = _never_changed("attached", "attached", "attached files")
_NAMED_FILES = {
    "attached_named_never_deleted": "AFTER DELETE ON attached REFERENCING OLD TABLE AS gone "
    "FOR EACH STATEMENT EXECUTE FUNCTION floor_named_files_stay()"
}

#: Every guard that must stand on a server, by its name, as the server spells it.
GUARDS = {**_ENTRIES, **_ROUNDS, **_ROUND_BLOCKS, **_FRAMES, **_ATTACHED, **_NAMED_FILES}
del GUARDS["attached_never_deleted"]  # what no entry names may go

#: A function as the server tells of it: what it does, and whether it does so as the owner.
Told = tuple[str, bool]


def told_of(made: Iterable[str]) -> dict[str, Told]:
    """What the server must tell of functions, by their names."""
    found = (re.search(r"FUNCTION (\w+)(.*?)AS \$\$(.*)\$\$", each, re.DOTALL) for each in made)
    return {each[1]: (each[3], "SECURITY DEFINER" in each[2]) for each in found if each}


#: The guards' functions.
FUNCTIONS = told_of((_NEVER, _ENTRY_HEAD, _ENTRY_TOLD, _AT_END, _NAMED_STAY, _SWEEP))


#: Where the functions look, also where whoever calls them has tables of the same names.
_OURS = """
SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    AND starts_with(proname, 'floor_') AND proowner = (SELECT relowner FROM pg_class WHERE oid = 'entry'::regclass)
"""


def look_here(connection: sa.Connection) -> None:
    """Have every function look into this schema first: a temporary table of the caller's is not the logbook."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    for function in connection.exec_driver_sql(_OURS).scalars().all():
        connection.exec_driver_sql(f"ALTER FUNCTION {function} SET search_path = {schema}, pg_temp")


def guard_entries(connection: sa.Connection) -> None:
    """Triggers against changing, deleting, emptying and squeezing in; and the word to the other stations."""
    for function in (_NEVER, _ENTRY_HEAD, _ENTRY_TOLD, _AT_END):
        connection.exec_driver_sql(function)
    _make(connection, _ENTRIES)


def guard_rounds(connection: sa.Connection) -> None:
    """The same for rounds."""
    _make(connection, _ROUNDS)


def guard_round_blocks(connection: sa.Connection) -> None:
    """The same for packed rounds."""
    _make(connection, _ROUND_BLOCKS)


def guard_frames(connection: sa.Connection) -> None:
    """The same for raw frames."""
    _make(connection, _FRAMES)


def guard_attached(connection: sa.Connection) -> None:
    """The same for attached files."""
    _make(connection, _ATTACHED)


def guard_named_files(connection: sa.Connection) -> None:
    """An attached file that no entry names may go after a day, by one function; a named one never."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    connection.exec_driver_sql("ALTER TABLE attached ADD COLUMN at timestamptz DEFAULT now()")
    connection.exec_driver_sql(_NAMED_STAY)
    connection.exec_driver_sql(_SWEEP.format(schema=schema))
    connection.exec_driver_sql("DROP TRIGGER attached_never_deleted ON attached")
    _make(connection, _NAMED_FILES)


def _make(connection: sa.Connection, guards: dict[str, str]) -> None:
    for name, does in guards.items():
        connection.exec_driver_sql(f"CREATE TRIGGER {name} {does}")
