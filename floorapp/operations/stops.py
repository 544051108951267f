"""What stops a table: something noted that has this effect in its rulebook."""

from __future__ import annotations

from floorapp.domain.findings import Noted
from floorapp.domain.tables import Phase
from floorapp.operations.facts.tables import TableSuspended
from floorapp.operations.floor_queries import phase_of, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.rules import STOPS_TABLE


def stopping(moment: Moment, table: str, noted: tuple[Noted, ...]) -> tuple[TableSuspended, ...]:
    """The table stops where something noted has that effect in its rulebook, if it deals at all."""
    rulebook = rulebook_of(moment, table)
    for each in noted:
        stops = [known for known in rulebook.irregularities if known.code == each.code and known.effect == STOPS_TABLE]
        if stops and phase_of(moment, table) is Phase.OPEN:
            return (TableSuspended(table=table, reason=stops[0].title, stopped_by=stops[0].cite),)
    return ()
