"""Trials on real servers: kills under writers, a standby promoted, gathering while away, two reviewers at once.

The tests run them small, the campaign at full length.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from db import transactions
from db.postgres import PatientConnection
from db.server_check import verify_server
from db.store import Store, open_store
from db.trial_server import Server, call
from floorapp.domain.incidents import Incident
from floorapp.domain.property import Place
from floorapp.operations.acts import credentials, house, incidents, readers, reviews
from floorapp.operations.acts.incidents import IncidentReport
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof
from floorapp.operations.faults import LogbookAway
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PIN, PROVED
from tests.stations.podium import Podium, podium
from tests.stations.proxy import Mode, Proxy
from tests.waiting import wait_until


def look(desk: Desk, says: str, table: str = "FB-01") -> None:
    """An act that only states a fact: it is kept while the server is away."""
    readers.inspect_reader(
        desk, table=table, tampering=False, working=True, proofs=PROVED, says=says, instead_of="Nobody was there."
    )


def move_pit(desk: Desk, says: str) -> None:
    """An act that waits for the server."""
    house.move_pit(desk, pit="P1", name=says, place=Place(0, 0))


@dataclass
class Writer:
    """Somebody who acts and notes what they were told is done."""

    pod: Podium
    desk: Desk
    acts: int
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def run(self) -> None:
        try:
            for number in range(self.acts):
                says = f"{self.pod.station.station} {number}"
                self.do(self.desk, look if number % 2 else move_pit, says)
                self.told.append(says)
        except Exception as error:  # noqa: BLE001 - the edge of the thread: told to the trial
            self.wrong.append(f"{type(error).__name__}: {error}")

    def do(self, desk: Desk, act: Callable[[Desk, str], None], says: str) -> None:
        """Do it, and again where one was told that nothing was recorded."""
        while True:
            try:
                act(desk, says)
                return
            except LogbookAway as away:
                assert not away.unsure, "nobody could say whether it arrived"
                self.pod.wait_in_step()


@contextmanager
def at_work(url: str, folder: Path, writers: int, acts: int) -> Iterator[list[Writer]]:
    """Writers at stations of their own, all at once; at the end all have finished and are in step."""
    with ExitStack() as stack:
        team = []
        for number in range(writers):
            pod = stack.enter_context(podium(url, folder / f"pod{number}", f"POD-{number}"))
            pod.wait_in_step()
            team.append(Writer(pod, pod.desk("sam"), acts))
        threads = [threading.Thread(target=each.run, name=f"writer {n}") for n, each in enumerate(team)]
        for thread in threads:
            thread.start()
        try:
            yield team
        finally:
            for thread in threads:
                thread.join()
        assert not [wrong for each in team for wrong in each.wrong], [each.wrong for each in team]
        for each in team:
            each.pod.wait_in_step()


def acknowledged(team: list[Writer]) -> int:
    """How many acts somebody was told are done."""
    return sum(len(each.told) for each in team)


def said_in(store: Store) -> list[str]:
    """What the acts of a trial said, in the order of the logbook."""
    found = []
    after = store.page(limit=100_000)
    for entry in reversed(after):
        if entry.fact.KIND in ("reader.inspected", "pit.placed"):
            found.append(getattr(entry.fact, "says", "") or getattr(entry.fact, "name", ""))
    return found


def nothing_lost(url: str, team: list[Writer]) -> str:
    """Everything that was told as done is there once, in order, and the logbook is good."""
    store = open_store(url)
    said = Counter(said_in(store))
    store.close()
    told = [says for each in team for says in each.told]
    lost = [says for says in told if not said[says]]
    doubled = [says for says in told if said[says] > 1]
    assert not lost and not doubled, (lost, doubled)
    for each in team:
        assert each.told == [f"{each.pod.station.station} {number}" for number in range(each.acts)], "skipped"
    found = verify_server(url, state=True)
    assert found.good, found.words()
    return f"{len(told)} acts acknowledged, {len(lost)} lost, {len(doubled)} doubled, 0 skipped; verified good"


def kills(server: Server, url: str, folder: Path, *, writers: int = 8, times: int = 3, acts: int = 12) -> str:
    """The server is killed again and again under writers, and comes back each time."""
    with at_work(url, folder, writers, acts) as team:
        whole = writers * acts
        for number in range(times):
            wait_until(lambda number=number: acknowledged(team) >= whole * (number + 1) // (times + 2))  # type: ignore[misc]
            server.kill()
            server.start()
    return f"{times} server kills under {writers} writers: {nothing_lost(url, team)}"


def failover(primary: Server, standby: Server, url: str, folder: Path, *, writers: int = 8, acts: int = 8) -> str:
    """The primary is killed for good under writers, and its synchronous standby takes over."""
    with at_work(url, folder, writers, acts) as team:
        wait_until(lambda: acknowledged(team) >= writers * acts // 3)
        primary.kill()
        before = acknowledged(team)
        standby.do("SELECT pg_promote()")
    return f"primary killed under {writers} writers after {before} acts, standby promoted: {nothing_lost(url, team)}"


def gathered(away: Callable[[], None], back: Callable[[], None], pods: list[Podium], url: str, *, entries: int) -> str:
    """Stations gather entries while the server is away; all of them arrive once and in each station's order."""
    desks = [pod.desk("flo") for pod in pods]
    away()
    for pod in pods:
        wait_until(lambda pod=pod: pod.station.standing().away_since is not None)  # type: ignore[misc]
    waiting = {pod.station.station: [f"{pod.station.station} {n}" for n in range(entries // len(pods))] for pod in pods}
    for pod, desk in zip(pods, desks, strict=True):
        for says in waiting[pod.station.station]:
            look(desk, says)
        assert pod.station.standing().waiting == len(waiting[pod.station.station])
    back()
    for pod in pods:
        pod.wait_in_step()
    store = open_store(url)
    said = said_in(store)
    store.close()
    for name, expected in waiting.items():
        assert [says for says in said if says.startswith(f"{name} ")] == expected
    assert verify_server(url, state=True).good
    whole = sum(map(len, waiting.values()))
    return f"{whole} entries gathered offline by {len(pods)} stations, {whole} arrived, each once and in order"


#: What can befall a line while somebody saves.
FAULTS = (Mode.CUT_AT_COMMIT, Mode.CUT_BEFORE_COMMIT, Mode.DEAD, Mode.SLOW)


def line_faults(proxy: Proxy, pod: Podium, url: str, *, times: int) -> str:
    """The line breaks in every way, again and again, while somebody saves; each act is there once."""
    writer = Writer(pod, pod.desk("sam"), times)
    with hurried():
        for number in range(times):
            fault, says = FAULTS[number % len(FAULTS)], f"{pod.station.station} {number}"
            proxy.set(fault)
            writer.do(writer.desk, look, says)
            writer.told.append(says)
            if proxy.mode is Mode.DEAD:
                proxy.cut()
            proxy.set(Mode.OPEN)
            pod.wait_in_step()
    told = ", ".join(fault.value for fault in FAULTS)
    return f"{times} faults of the line ({told}): {nothing_lost(url, [writer])}"


def double_reviews(a: Podium, b: Podium, *, times: int) -> str:
    """Two stations review one incident at the same moment: one wins, the other is told."""
    reporter, sam, cora = a.desk("flo"), a.desk("sam"), b.desk("cora")
    signature = credentials.sign(reporter, person="flo", secret=PIN, proof=Proof.PIN, meaning=Meaning.REPORTED)
    now = a.clock.now()
    told = IncidentReport(table="FB-01", says="A card too many.", happened_at=now, discovered_at=now, title="Odd")
    change = incidents.report_irregularity(reporter, report=told, signature=signature)
    incident = next(each.id for each in change.subjects if each.kind == "incident")
    wins: Counter[str] = Counter()
    for number in range(times):
        seen = _version(a.station, incident)
        answers = _at_once(
            lambda seen=seen: reviews.return_incident(sam, incident=incident, reason="Who saw it?", seen=seen),  # type: ignore[misc]
            lambda seen=seen: reviews.return_incident(cora, incident=incident, reason="When?", seen=seen),  # type: ignore[misc]
        )
        assert answers.count("done") == 1, (number, answers)
        wins["first" if answers[0] == "done" else "second"] += 1
        wins.update(answer for answer in answers if answer != "done")
        reviews.answer_incident(reporter, incident=incident, says="Flo.", seen=_version(a.station, incident))
    first, second = wins.pop("first", 0), wins.pop("second", 0)
    told_so = ", ".join(f"{count} {code!r}" for code, count in wins.items())
    return f"{times} double reviews: the one won {first}, the other {second}; the loser was told: {told_so}"


def _version(store: Store, incident: str) -> int:
    # The reviewers' screens may be behind: the version they saw is what counts.
    server: Store = store._server  # type: ignore[attr-defined]
    with server.reading() as state:
        found = state.get(Incident, incident)
    assert found is not None
    return found.version


def _at_once(*acts: Callable[[], object]) -> list[str]:
    """What became of acts that were begun at the same moment: done, or the code of the refusal."""
    barrier, answers = threading.Barrier(len(acts)), [""] * len(acts)

    def do(number: int, act: Callable[[], object]) -> None:
        barrier.wait()
        try:
            act()
            answers[number] = "done"
        except Refused as refused:
            answers[number] = refused.refusal.code

    threads = [threading.Thread(target=do, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@contextmanager
def patient() -> Iterator[None]:
    """Stations that try long enough to find out what became of a transaction, whatever the machine does."""
    before, transactions.UNSURE_FOR = transactions.UNSURE_FOR, 60.0
    try:
        yield
    finally:
        transactions.UNSURE_FOR = before


@contextmanager
def hurried() -> Iterator[None]:
    """Stations that give a silent line up soon."""
    before, PatientConnection.patience = PatientConnection.patience, 1.0
    try:
        yield
    finally:
        PatientConnection.patience = before


def standby_of(primary: Server, home: Path, port: int) -> Server:
    """A synchronous standby, made as an administrator makes one."""
    call("pg_basebackup", "-D", home / "data", "-R", "-X", "stream", "-c", "fast", "-d", primary.url())
    return Server(home, port, settings={**primary.settings, "synchronous_standby_names": ""})
