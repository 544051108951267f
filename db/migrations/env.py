"""Alembic's entry: migrate over the connection, and inside the transaction, that the store hands in."""

from __future__ import annotations

from alembic import context

from db.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
