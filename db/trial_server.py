"""A PostgreSQL server for a trial: a child of this process, on a socket of its own, gone when it is over.

The tour shows a station whose server goes away and comes back; the tests break servers in every other way.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

#: How long a server may take to answer, or to go.
READY_SECONDS = 60.0

#: A program that is killed takes its servers with it.
DIES_WITH_US = ("setpriv", "--pdeathsig", "INT") if shutil.which("setpriv") else ()


#: What stands here is Debian's: its server's programs, its accounts, its signals.
ELSEWHERE = "a server for trials is started on Linux only"


class NoTrialServer(Exception):
    """A server cannot be started here; says why."""


def binaries() -> Path:
    """Where the newest server that Debian installed has its programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda each: int(each.parts[-3]))
    if not found:
        raise NoTrialServer("PostgreSQL is not installed here")
    return found[-1].parent


def as_nobody() -> dict[str, Any]:
    """Under which account a process of the server runs: PostgreSQL refuses to run as root."""
    if sys.platform == "win32":
        raise NoTrialServer(ELSEWHERE)
    if os.getuid() != 0:
        return {}
    uid, gid = _account()
    return {"user": uid, "group": gid, "extra_groups": []}


def _account() -> tuple[int, int]:
    if sys.platform == "win32":
        raise NoTrialServer(ELSEWHERE)
    import pwd

    try:
        found = pwd.getpwnam("postgres")
    except KeyError:
        raise NoTrialServer("there is no account “postgres” here") from None
    return found.pw_uid, found.pw_gid


def _outside() -> dict[str, str]:
    """The environment of a program that is not ours: the frozen app looks for libraries in its own folder."""
    ours = dict(os.environ)
    before = ours.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        ours["LD_LIBRARY_PATH"] = before
    elif getattr(sys, "frozen", False):
        ours.pop("LD_LIBRARY_PATH", None)
    return ours


def call(*words: str | Path) -> str:
    """Run one of PostgreSQL's tools to its end."""
    done = subprocess.run(
        [binaries() / words[0], *words[1:]],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
        env=_outside(),
        **as_nobody(),
    )
    if done.returncode != 0:
        raise NoTrialServer(f"{words[0]}: {done.stdout}{done.stderr}")
    return str(done.stdout)


@dataclass
class Server:
    """One server: its folder, its port, and the process while it runs."""

    home: Path
    port: int
    tcp: bool = False
    child: subprocess.Popen[bytes] | None = None
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def cluster(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "log"

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        """The database's URL over the socket."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.home), safe='')}&port={self.port}"

    def dial(self) -> socket.socket:
        """A line to it, on which nothing was said yet."""
        if sys.platform == "win32":
            raise NoTrialServer(ELSEWHERE)
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(self.home / f".s.PGSQL.{self.port}"))
        except OSError:
            line.close()
            raise
        return line

    def make(self) -> None:
        """Lay a new cluster out."""
        call(
            "initdb",
            "-D",
            self.cluster,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
            "--no-instructions",
        )

    def start(self, *, ready: bool = True) -> None:
        """Run it, and wait until it answers."""
        assert self.child is None
        listening = "127.0.0.1" if self.tcp else ""
        settings = {
            "listen_addresses": listening,
            "unix_socket_directories": str(self.home),
            "port": str(self.port),
            "shared_buffers": "16MB",
            "max_connections": "120",
            "fsync": "off",
            **self.settings,
        }
        words = [f"-c{name}={value}" for name, value in settings.items()]
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                [*DIES_WITH_US, binaries() / "postgres", "-D", self.cluster, *words],
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                env=_outside(),
                **as_nobody(),
            )
        if ready:
            self.wait_ready()

    def wait_ready(self) -> None:
        """Until it lets somebody in."""
        until = time.monotonic() + READY_SECONDS
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError as error:
                ended = self.child is None or self.child.poll() is not None
                if ended or time.monotonic() > until:
                    raise NoTrialServer(self.log.read_text()[-3000:]) from error
                time.sleep(0.05)

    def stop(self) -> None:
        """End it at once, cleanly."""
        if self.child is not None:
            self.child.send_signal(signal.SIGINT)
            try:
                self.child.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
            self.child = None

    def kill(self) -> None:
        """Pull the plug: every process of it at once, and none is left that could keep a new one from starting."""
        if self.child is not None:
            if sys.platform == "win32":
                raise NoTrialServer(ELSEWHERE)
            backends = self._backends()  # each has a session of its own
            self.child.kill()
            self.child.wait()
            self.child = None
            for pid in backends:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            until = time.monotonic() + READY_SECONDS
            while any(_runs(pid) for pid in backends):
                if time.monotonic() > until:
                    raise NoTrialServer("a killed server did not go")
                time.sleep(0.01)

    def _backends(self) -> list[int]:
        """The processes of the server; the postmaster stands still meanwhile, so that no new one comes."""
        assert self.child is not None
        if sys.platform == "win32":
            raise NoTrialServer(ELSEWHERE)
        self.child.send_signal(signal.SIGSTOP)
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children")
        return [int(each) for each in children.read_text().split()]

    def do(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run statements as the superuser; the rows of the last one."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            rows: list[tuple[object, ...]] = []
            for statement in statements:
                cursor = connection.execute(statement.encode())
                rows = cursor.fetchall() if cursor.description else []
            return rows


@dataclass
class FarServer(Server):
    """One that another machine runs, and stops and starts when it is told: for a system that can start none itself."""

    host: str = "127.0.0.1"

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        """The database's URL over the network."""
        return f"postgresql://{user}@{self.host}:{self.port}/{database}"

    def dial(self) -> socket.socket:
        """A line to it, on which nothing was said yet."""
        return socket.create_connection((self.host, self.port))

    def start(self, *, ready: bool = True) -> None:
        """Have it started."""
        self._tell("start")

    def stop(self) -> None:
        """Have it stopped."""
        self._tell("stop")

    def _tell(self, word: str) -> None:
        with socket.create_connection((self.host, self.port + 1), timeout=READY_SECONDS) as line:
            line.sendall(word.encode() + b"\n")
            if line.recv(1) != b".":
                raise NoTrialServer(f"it did not {word}")


def obey(server: Server, told: socket.socket) -> None:
    """Stop and start a server for those far away, each word once, until one says `end`."""
    while True:
        line, _ = told.accept()
        with line:
            word = line.makefile("rb").readline().strip()
            if word == b"stop":
                server.stop()
            elif word == b"start":
                server.start()
            line.sendall(b".")
        if word == b"end":
            return


def _runs(pid: int) -> bool:
    """Whether a process is there and not only waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def folder() -> Iterator[Path]:
    """A short path that the server's account can use."""
    home = Path(tempfile.mkdtemp(prefix="floorpg-"))
    try:
        if sys.platform != "win32" and os.getuid() == 0:
            os.chown(home, *_account())
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def running(**settings: str) -> AbstractContextManager[Server]:
    """A new server on its socket, stopped whatever happens."""
    return _running(5432, tcp=False, settings=settings)


@contextmanager
def _running(port: int, *, tcp: bool, settings: dict[str, str]) -> Iterator[Server]:
    with folder() as home:
        server = Server(home, port, tcp, settings=settings)
        server.make()
        try:
            server.start()
            yield server
        finally:
            server.stop()


if __name__ == "__main__":  # python -m db.trial_server PORT: for a trial on another system, on this machine alone
    at = int(sys.argv[1])
    with _running(at, tcp=True, settings={}) as mine, socket.create_server(("127.0.0.1", at + 1)) as ear:
        obey(mine, ear)
