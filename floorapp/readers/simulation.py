"""The simulation: one thread that plays any number of virtual readers on their outlets, scripts and faults included."""

from __future__ import annotations

import heapq
import selectors
import socket
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from threading import Thread
from time import monotonic

from floorapp.domain.cards import CARDS
from floorapp.domain.values import dataclass
from floorapp.readers.outlets import Outlet
from floorapp.readers.script import Cue, Script
from floorapp.readers.virtual import VirtualReader
from floorapp.readers.virtual_faults import Part

RETRY_SECONDS = 0.5
DECK = tuple(CARDS.values())


@dataclass(frozen=True, slots=True)
class Tempo:
    """How often virtual readers speak by themselves: seconds between, or none."""

    beat: float | None = 1.0
    hello: float | None = 4.0
    hand: float | None = None


class Simulation:
    """Plays its parts until it is stopped."""

    def __init__(
        self,
        cast: Sequence[tuple[VirtualReader, Outlet]],
        *,
        tempo: Tempo | None = None,
        script: Script | None = None,
        random: Random | None = None,
        told: Callable[[str], None] | None = None,
        plugged: Callable[[VirtualReader, Outlet], None] = lambda reader, outlet: None,
    ) -> None:
        self._random = random or Random()
        self._tempo = tempo or Tempo()
        self._script = script or Script()
        self._told = told or (lambda text: None)
        #: Called whenever a reader was plugged in, or unplugged for a while.
        self._plugged = plugged
        self.parts = [Part(reader, outlet, self._random) for reader, outlet in cast]
        self._selector = selectors.DefaultSelector()
        self._waited: dict[int, list[int]] = {}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._inbox: deque[Callable[[], None]] = deque()
        # Sockets and not a pipe: every system's selector can wait for them.
        self._wake_read, self._wake_write = socket.socketpair()
        self._wake_read.setblocking(False)
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._gone: set[int] = set()
        self._running = True
        self._thread = Thread(target=self._run, name="reader-simulation", daemon=True)

    def __enter__(self) -> Simulation:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._post(self._end)
        self._thread.join()
        self._wake_read.close()
        self._wake_write.close()

    def play(self, number: int, cue: Cue) -> None:
        """Have one reader do something now."""
        self._post(partial(self._do, number, cue))

    def join(self, reader: VirtualReader, outlet: Outlet) -> None:
        """One more reader comes in."""
        self._post(partial(self._join, reader, outlet))

    def _join(self, reader: VirtualReader, outlet: Outlet) -> None:
        self.parts.append(Part(reader, outlet, self._random))
        self._begin(len(self.parts) - 1, monotonic())
        self._plugged(reader, outlet)

    def leave(self, number: int) -> None:
        """A reader goes for good; its number is not used again."""
        self._post(partial(self._leave, number))

    def _leave(self, number: int) -> None:
        self._gone.add(number)
        self._unplug(number, ())

    def _post(self, call: Callable[[], None]) -> None:
        self._inbox.append(call)
        self._wake_write.send(b"\0")

    def _end(self) -> None:
        self._running = False

    def _at(self, when: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._due, (when, next(self._order), call))

    def _run(self) -> None:
        began = monotonic()
        for number in range(len(self.parts)):
            self._begin(number, began)
        try:
            while self._running:
                self._turn()
        finally:
            for part in self.parts:
                part.outlet.unplug()
            self._selector.close()

    def _begin(self, number: int, began: float) -> None:
        part = self.parts[number]
        self._wait_for(number)
        part.send(part.reader.hello())
        for seconds, act in self._habits(number):
            self._habit(number, began + self._random.random() * seconds, seconds, act)
        self._cue_script(number, began)

    def _turn(self) -> None:
        wait = self._due[0][0] - monotonic() if self._due else 1.0
        for key, _ in self._selector.select(max(0.0, wait)):
            if key.data is None:
                self._wake_read.recv(4096)
            else:
                part = self.parts[key.data]
                part.host_said(part.outlet.ready(key.fd))
                self._wait_for(key.data)
        while self._inbox:
            self._inbox.popleft()()
        now = monotonic()
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2]()

    def _habits(self, number: int) -> list[tuple[float, Callable[[], None]]]:
        part, tempo = self.parts[number], self._tempo
        habits = ((tempo.beat, part.beat), (tempo.hello, part.greet), (tempo.hand, partial(self._hand, part)))
        return [(seconds, act) for seconds, act in habits if seconds is not None]

    def _habit(self, number: int, when: float, seconds: float, act: Callable[[], None]) -> None:
        def again() -> None:
            if number not in self._gone:
                act()
                self._habit(number, max(when + seconds, monotonic() - seconds), seconds, act)

        self._at(when, again)

    def _hand(self, part: Part) -> None:
        up, hole = self._random.sample(DECK, 2)
        part.show(up, hole)

    def _cue_script(self, number: int, began: float) -> None:
        for cue in self._script.cues:
            self._at(began + cue.at, partial(self._do, number, cue))
        if self._script.over_again_after is not None:
            after = began + self._script.over_again_after
            self._at(after, partial(self._cue_script, number, after))

    def _do(self, number: int, cue: Cue) -> None:
        part = self.parts[number]
        if cue.word == "unplug":
            self._unplug(number, cue.rest)
            self._plugged(part.reader, part.outlet)
        else:
            part.do(cue)

    def _unplug(self, number: int, rest: tuple[str, ...]) -> None:
        """Unplugged: for good, or back after some seconds, under another name if asked."""
        part = self.parts[number]
        self._let_go(number)
        part.outlet.unplug()
        if rest:
            self._at(monotonic() + float(rest[0]), partial(self._plug, number, "renamed" in rest))

    def _plug(self, number: int, renamed: bool) -> None:
        part = self.parts[number]
        before = part.outlet.name
        if part.outlet.descriptors() or number in self._gone:
            return  # plugged in again already, or gone for good
        if renamed:
            part.outlet.rename()
        try:
            part.outlet.plug()
        except OSError as fault:
            self._told(f"{part.reader.identity.name}: cannot be plugged in yet: {fault}")
            self._at(monotonic() + RETRY_SECONDS, partial(self._plug, number, renamed))
            return
        self._wait_for(number)
        part.send(part.reader.hello())
        if part.outlet.name != before:
            self._told(f"{part.reader.identity.name}: {before} is now {part.outlet.name}")
        self._plugged(part.reader, part.outlet)

    def _let_go(self, number: int) -> None:
        for descriptor in self._waited.pop(number, []):
            self._selector.unregister(descriptor)

    def _wait_for(self, number: int) -> None:
        wanted = self.parts[number].outlet.descriptors()
        if wanted != self._waited.get(number):
            self._let_go_closed(number, wanted)
            self._waited[number] = wanted

    def _let_go_closed(self, number: int, wanted: list[int]) -> None:
        known = self._waited.get(number, [])
        for descriptor in known:
            if descriptor not in wanted:
                self._selector.unregister(descriptor)
        for descriptor in wanted:
            if descriptor not in known:
                self._selector.register(descriptor, selectors.EVENT_READ, number)
