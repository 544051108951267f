"""A server that is reached by TLS only, under a certificate of its own authority.

`python -m tests.stations.guarded FOLDER PASSWORD` runs one for a trial on another system: the authority's certificate
and another's go into the folder, the port is printed.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from db.server import prepare
from db.trial_server import Server, as_nobody, folder
from tests.stations.databases import APP, OWNER
from tests.stations.test_page import free_ports

#: An authority, and a certificate of it that names the server; as the page “Many stations” has it, with smaller keys.
_MADE = """
for name in house other; do
openssl req -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=$name \
    -keyout $name.key -out $name.crt
done
openssl req -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=floor \
    -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE \
    -CA house.crt -CAkey house.key -keyout data/server.key -out data/server.crt
chmod 600 data/server.key
echo "hostssl all all 127.0.0.1/32 METHOD" > data/pg_hba.conf
echo "local all all trust" >> data/pg_hba.conf
"""


@dataclass
class Guarded:
    """A server that is reached by TLS only."""

    server: Server

    def url(self, *, host: str = "localhost", root: str = "house.crt", user: str = APP) -> str:
        there = f"postgresql://{user}@{host}:{self.server.port}/floor"
        return f"{there}?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={self.server.home / root}"


@contextmanager
def guarded_server(password: str = "") -> Iterator[Guarded]:
    """One with an empty logbook; with a password the app's role is asked for it."""
    with folder() as home:
        server = Server(home, free_ports(1)[0], tcp=True, settings={"ssl": "on"})
        server.make()
        words = ["bash", "-euc", _MADE.replace("METHOD", "scram-sha-256" if password else "trust")]
        subprocess.run(words, cwd=home, check=True, capture_output=True, **as_nobody())
        try:
            server.start()
            server.do(f"CREATE ROLE {OWNER} LOGIN", f"CREATE ROLE {APP} LOGIN", f"CREATE DATABASE floor OWNER {OWNER}")
            if password:
                server.do(f"ALTER ROLE {APP} PASSWORD '{password}'")
            prepare(server.url("floor", OWNER), role=APP)
            yield Guarded(server)
        finally:
            server.stop()


if __name__ == "__main__":
    into, asked = sys.argv[1:]
    with guarded_server(asked) as made:
        for name in ("house.crt", "other.crt"):
            shutil.copy(made.server.home / name, into)
        print(made.server.port, flush=True)
        signal.pause()
