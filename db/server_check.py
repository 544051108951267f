"""Looking through a logbook on a server: a fresh copy of it is checked, then its guards, rights and state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from db import copying, shared_files
from db.frame_seals import FrameFiles
from db.server import open_server
from db.store import Store, open_store
from db.verify import verify
from floorapp.operations.trust import Checked, Flaw

#: Every guard that must stand on a server.
GUARDS = (
    "entry_never_changed", "entry_never_deleted", "entry_never_emptied", "entry_goes_to_the_head",
    "entries_are_told", "round_never_changed", "round_never_deleted", "round_never_emptied",
    "round_blocks_never_changed", "round_blocks_never_deleted", "round_blocks_never_emptied",
    "round_blocks_go_to_the_end", "frames_never_changed", "frames_never_deleted", "frames_never_emptied", "frames_go_to_the_end",
    "attached_never_changed", "attached_named_never_deleted", "attached_never_emptied",
)  # fmt: skip

Progress = Callable[[int, int], None]


@contextmanager
def copied(url: str, progress: Progress = lambda done, of: None) -> Iterator[tuple[Store, Path]]:
    """The logbook of a server as a file, for as long as one looks at it, with the server itself."""
    with TemporaryDirectory(prefix="floorapp-look-") as folder:
        path = Path(folder) / "floor.sqlite"
        server, copy = Store(open_server(url), "LOOKS"), open_store(path)
        try:
            copying.take_over(server.looking, copy.engine, progress, check=False)
            copy.close()
            yield server, path
        finally:
            server.close()


def verify_server(
    url: str,
    *,
    frames: FrameFiles = MappingProxyType({}),
    against: Iterable[Path] = (),
    state: bool = False,
    progress: Progress = lambda done, of: None,
) -> Checked:
    """Look through every entry on a server, the raw frames at hand, the guards, and the state where asked."""
    with copied(url) as (server, path):
        found = verify(
            path, against=against, attachments=partial(_files, server), frames=frames, structure=False, progress=progress
        )
        flaws = list(_guards(server))
        if state and found.good:
            copy = open_store(path)
            if copy.state_digest() != server.state_digest():
                flaws.append(Flaw(code="state", says="the server's state is not what the entries give."))
            copy.close()
            found = replace(found, state=True)
    return replace(found, flaws=(*found.flaws, *flaws), wrong=found.wrong + len(flaws))


def _files(server: Store, digests: Mapping[str, int]) -> list[Flaw]:
    with server.looking() as connection:
        return shared_files.check(connection, digests)


def _guards(server: Store) -> Iterator[Flaw]:
    query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    rights = (
        "SELECT has_table_privilege(current_user, 'entry', 'UPDATE, DELETE, TRUNCATE'), "
        "pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = 'entry'::regclass"
    )
    with server.looking() as connection:
        standing = set(connection.exec_driver_sql(query).scalars())
        may, owns = connection.exec_driver_sql(rights).one()
    for name in GUARDS:
        if name not in standing:
            yield Flaw(code="guard", says=f"the guard {name} is gone or switched off.")
    if may and not owns:
        yield Flaw(code="guard", says="this role may change entries; run `floorapp station prepare` again.")

