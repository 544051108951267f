"""Virtual readers in a process of their own: what they do costs the screens nothing."""

from __future__ import annotations

import logging
import subprocess
import sys
from threading import Condition, RLock, Thread

from floorapp.domain.readers import ReaderKind
from floorapp.readers.discovery import PortSeen
from floorapp.readers.script import cue

_log = logging.getLogger(__name__)

#: How long a reader may take to be plugged in; the machine may be busy.
PLUG_SECONDS = 30.0
#: In place of the port of a reader that is unplugged: the name it had may be another program's by now.
UNPLUGGED = "-"


def simulator() -> list[str]:
    """How the simulator is called: by Python, or by the frozen app itself."""
    own = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "floorapp"]
    return [*own, "reader-sim", "--obey"]


class ReadersApart:
    """Attaches virtual readers, knows their ports and has them do things; the process ends with us."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._listener: Thread | None = None
        self._attached: dict[str, ReaderKind] = {}
        self._ports: dict[str, str] = {}
        self._news = Condition()
        self._lock = RLock()

    def attach(self, wanted: dict[str, ReaderKind]) -> None:
        """Play exactly these readers; comes back when each is plugged in."""
        with self._lock:
            self._attach(wanted)

    def _attach(self, wanted: dict[str, ReaderKind]) -> None:
        if wanted and (self._process is None or self._process.poll() is not None):
            self._begin()
        for serial in [each for each in self._attached if each not in wanted]:
            self._say(f"detach {serial}")
            del self._attached[serial]
            self._ports.pop(serial, None)
        for serial, kind in wanted.items():
            if serial not in self._attached:
                self._attached[serial] = kind
                self._say(f"attach {serial} {kind}")
        with self._news:
            if not self._news.wait_for(self._plugged_or_gone, PLUG_SECONDS):
                _log.warning("not every virtual reader is plugged in yet")

    def _plugged_or_gone(self) -> bool:
        gone = self._process is None or self._process.poll() is not None
        return gone or self._attached.keys() <= self._ports.keys()

    def play(self, serial: str, words: str) -> None:
        """Have a reader do something; raises ValueError where nobody plays it, or the words make no sense."""
        if serial not in self._attached:
            raise ValueError(f"{serial} is not a virtual reader of this station")
        cue(words)
        self._say(f"do {serial} {words}")

    def ports(self) -> list[PortSeen]:
        """Where the readers are plugged in now; a process that died is begun anew."""
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                _log.error("the virtual readers' process ended by itself; it is begun anew")
                self._attach(dict(self._attached))
        with self._news:
            there = [(name, serial) for serial, name in self._ports.items() if name != UNPLUGGED]
            return [PortSeen(name, serial=serial, virtual=True) for name, serial in there]

    def stop(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        try:
            process.stdin.close()
        except OSError:
            _log.info("the virtual readers had gone before")
        process.wait()
        if self._listener is not None:
            self._listener.join()
        self._attached.clear()
        self._ports.clear()

    def _begin(self) -> None:
        self._end()
        self._process = subprocess.Popen(
            simulator(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )
        self._listener = Thread(target=self._listen, args=(self._process,), name="virtual-readers", daemon=True)
        self._listener.start()

    def _say(self, words: str) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            process.stdin.write(words + "\n")
            process.stdin.flush()
        except OSError as fault:
            _log.warning("the virtual readers do not listen: %s", fault)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as said:
            for line in said:
                words = line.split()
                with self._news:
                    if len(words) == 4 and words[2] == "virtual":
                        self._ports[words[0]] = words[3]
                    else:
                        _log.info("virtual readers: %s", line.strip())
                    self._news.notify_all()
        with self._news:
            self._news.notify_all()
