"""On a server, counted tries outlive its crash; what follows from entries is written by the owner's function.

That function is made for the state as the version in use lays it out: `db.server.prepare` does so each time, and has
every function look into the logbook's own tables.
"""

from __future__ import annotations

from alembic import op

from db.dialect import dialect_of

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Lay the functions out anew."""
    connection = op.get_bind()
    dialect_of(connection).count_tries_for_good(connection)
