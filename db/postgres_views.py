"""What follows from the entries on a server (the state, its trails, timelines, words) is written by one function.

It is the owner's; stations' accounts may not write into those tables. It writes only in a transaction in which the
station has itself appended the entries that are named as the cause, and all of a transaction in one call. Whether a row
is the one those entries give it does not know: `logbook verify --state` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from db.shelf_tables import history, layout, looked

#: The function, by its name.
WRITTEN = "floor_views_written"

#: The tables with rows an entry: in which shape they are told, and how they are made of that.
_BY_ENTRY = {
    "state_history": ("shelf text, key text, position bigint, body text", "shelf, key, position, body"),
    "state_looked": ("shelf text, key text, position bigint", "shelf, key, position"),
    "mention": ("kind text, id text, position bigint", "kind, id, position"),
    "entry_words": ("position bigint, words text[], about text[]", "position, array_to_tsvector(words), about"),
}

#: Under which names it is told which things go, and what the entries at which positions left: a correction does so.
_GONE, _AGAIN = "gone", "again"

_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {WRITTEN}(changes jsonb) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {{schema}}, pg_temp AS $$
#variable_conflict use_column
DECLARE
    mine CONSTANT xid := pg_current_xact_id()::xid;
    again CONSTANT bigint[] := ARRAY(
        SELECT told::bigint FROM jsonb_array_elements_text(coalesce(changes -> '{_AGAIN}', '[]')) AS told
    );
    newest record;
    earliest bigint;
    latest bigint;
    corrected bigint;
BEGIN
    SELECT position, xmin INTO newest FROM entry ORDER BY position DESC LIMIT 1;
    SELECT min(at), max(at) INTO earliest, latest FROM (
        SELECT (told ->> 'position')::bigint AS at FROM jsonb_array_elements({{rows}}) AS told
        UNION ALL SELECT unnest(again)
    ) AS named;
    IF newest.xmin IS DISTINCT FROM mine OR latest > newest.position THEN
        RAISE EXCEPTION 'what follows from entries is written with them' USING ERRCODE = 'restrict_violation';
    END IF;
    IF changes ? '{_GONE}' OR earliest IS NOT NULL AND NOT EXISTS (
        SELECT FROM entry WHERE position = earliest AND xmin = mine
    ) THEN
        SELECT min(old.position) INTO corrected
        FROM entry JOIN entry AS old ON old.id = entry.payload::jsonb ->> 'entry'
        WHERE entry.kind = 'entry.corrected' AND entry.xmin = mine;
        IF corrected IS NULL OR earliest < corrected THEN
            RAISE EXCEPTION 'what follows from entries is written with them' USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    IF again <> '{{}}' THEN
        DELETE FROM state_history WHERE position = ANY (again);
        DELETE FROM state_looked WHERE position = ANY (again);
    END IF;
{{writes}}
END $$
"""

_ROWS = """    IF changes ? '{table}' THEN
        INSERT INTO {table} SELECT {made} FROM jsonb_to_recordset(changes -> '{table}') AS told ({told});
    END IF;"""

_THINGS = f"""    IF changes -> '{_GONE}' ? '{{table}}' THEN
        DELETE FROM {{table}} WHERE key IN (SELECT jsonb_array_elements_text(changes -> '{_GONE}' -> '{{table}}'));
    END IF;
    IF changes ? '{{table}}' THEN
        INSERT INTO {{table}} ({{names}})
        SELECT {{names}} FROM jsonb_to_recordset(changes -> '{{table}}') AS told ({{told}})
        ON CONFLICT (key) DO UPDATE SET {{anew}};
    END IF;"""

_CALL = sa.text(f"SELECT {WRITTEN}(CAST(:changes AS jsonb))")


@cache
def function() -> str:
    """The function for the state as this version lays it out."""
    writes = [_ROWS.format(table=name, told=told, made=made) for name, (told, made) in _BY_ENTRY.items()]
    for table in layout().sorted_tables:
        if table.name in _BY_ENTRY:
            continue
        names = [f'"{column.name}"' for column in table.columns]
        told = ", ".join(f"{name} text" for name in names)
        anew = ", ".join(f"{name} = excluded.{name}" for name in names)
        writes.append(_THINGS.format(table=table.name, names=", ".join(names), told=told, anew=anew))
    rows = " || ".join(f"coalesce(changes -> '{name}', '[]')" for name in _BY_ENTRY)
    return _FUNCTION.replace("{rows}", rows).replace("{writes}", "\n".join(writes))


def guard_views(connection: sa.Connection) -> None:
    """Lay the function out anew, for the state as this version has it."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    connection.exec_driver_sql(function().replace("{schema}", str(schema)), execution_options={"no_parameters": True})


class Views:
    """Rows for tables that follow from the entries, gathered for one call."""

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}

    def take(self, statement: sa.Executable, rows: Iterable[Mapping[str, Any]]) -> bool:
        """Take the rows of a statement on one of those tables; others are not taken."""
        table = getattr(statement, "table", None)
        if table is None or not (table.name in _BY_ENTRY or table.name.startswith("state_")):
            return False
        if not isinstance(statement, sa.Delete):
            self._told.setdefault(table.name, []).extend(rows)
        elif table in (history, looked):
            self._told.setdefault(_AGAIN, []).extend(row["at_position"] for row in rows)
        else:
            self._told.setdefault(_GONE, {}).setdefault(table.name, []).extend(row["at_key"] for row in rows)
        return True

    def call(self) -> tuple[sa.TextClause, list[dict[str, str]]]:
        """The call with what was gathered; no rows where nothing was."""
        told = [{"changes": msgspec.json.encode(self._told).decode()}] if self._told else []
        self._told = {}
        return _CALL, told
