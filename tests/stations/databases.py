"""Databases on the test server: one a test, copied from a furnished one; the app's role cannot own them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from db.server import prepare
from db.trial_server import Server, running

OWNER, APP = "floor_owner", "floor_app"


@dataclass
class Databases:
    """Makes databases on one server."""

    server: Server
    _numbers: Iterator[int] = field(default_factory=count)

    def make(self, name: str) -> str:
        """A database with an empty logbook; its URL for the app's role."""
        self.server.do(f"CREATE DATABASE {name} OWNER {OWNER}")
        prepare(self.server.url(name, OWNER), role=APP)
        return self.server.url(name, APP)

    @contextmanager
    def copy(self, template: str) -> Iterator[str]:
        """A copy of a database that nobody is in; dropped at the end."""
        name = f"copy_{next(self._numbers)}"
        self.server.do(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.server.url(name, APP)
        finally:
            self.server.do(f"DROP DATABASE {name} WITH (FORCE)")

    def owner(self, url: str) -> str:
        """The same database for its owner."""
        return url.replace(f"{APP}@", f"{OWNER}@")


@contextmanager
def databases(**settings: str) -> Iterator[Databases]:
    """A server with its two roles and one empty logbook to copy."""
    with running(**settings) as server:
        server.do(f"CREATE ROLE {OWNER} LOGIN", f"CREATE ROLE {APP} LOGIN")
        made = Databases(server)
        made.make("empty")
        yield made
