"""While the database is away a podium keeps what states facts, shows the floor as it was, and sends it once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db import sqlite
from db.server import prepare
from db.store import open_store
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.incidents import Incident
from floorapp.domain.property import Place
from floorapp.operations import offline_acts
from floorapp.operations.acts import credentials, house, incidents, readers
from floorapp.operations.acts.incidents import IncidentReport
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.incidents import IncidentAddedTo, IncidentReported
from floorapp.operations.faults import LogbookAway, LogbookFault
from floorapp.operations.permissions import MATRIX
from floorapp.operations.signatures import Meaning
from floorapp.system import is_private
from tests.acts.floor import PIN, PROVED, Floor, refused
from tests.stations.databases import APP, OWNER, Databases
from tests.stations.podium import Podium, podium
from tests.stations.proxy import Mode, Proxy, proxied
from tests.waiting import PATIENCE, wait_until


@pytest.fixture
def proxy(server: Databases) -> Iterator[Proxy]:
    with proxied(server.server) as made:
        yield made


@pytest.fixture
def pod(proxy: Proxy, url: str, tmp_path: Path) -> Iterator[Podium]:
    """A station whose line can be cut."""
    with podium(through(proxy, url), tmp_path / "pod", "POD-1") as made:
        made.wait_in_step()
        made.know("flo", "sam")
        yield made


def through(proxy: Proxy, url: str) -> str:
    return proxy.url(url.partition("?")[0].rpartition("/")[2], APP)


def cut(proxy: Proxy, *pods: Podium) -> None:
    proxy.set(Mode.REFUSED)
    for each in pods:
        wait_until(lambda each=each: each.station.standing().away_since is not None)  # type: ignore[misc]


def inspect(pod: Podium, desk: Desk | None = None, table: str = "FB-01", says: str = "") -> None:
    readers.inspect_reader(
        desk or pod.desk("flo"),
        table=table,
        tampering=False,
        working=True,
        proofs=PROVED,
        says=says,
        instead_of="Nobody was there yet.",
    )


def keep_three(proxy: Proxy, url: str, folder: Path) -> None:
    """POD-1 inspects three tables while its line is cut, and ends."""
    with podium(through(proxy, url), folder, "POD-1") as pod:
        pod.wait_in_step()
        pod.know("flo")
        cut(proxy, pod)
        desk = pod.desk("flo")
        for table in ("FB-01", "FB-02", "FB-03"):
            inspect(pod, desk, table)


def report(pod: Podium, says: str) -> str:
    desk = pod.desk("flo")
    signature = credentials.sign(desk, person="flo", secret=PIN, proof=Proof.PIN, meaning=Meaning.REPORTED)
    now = pod.clock.now()
    told = IncidentReport(table="FB-01", says=says, happened_at=now, discovered_at=now, title="Something odd")
    change = incidents.report_irregularity(desk, report=told, signature=signature)
    return next(each.id for each in change.subjects if each.kind == "incident")


def test_an_inspection_is_kept_shown_and_sent_once(pod: Podium, proxy: Proxy, url: str) -> None:
    desk = pod.desk("flo")
    cut(proxy, pod)
    inspect(pod, desk)
    standing = pod.station.standing()
    assert (standing.waiting, standing.as_of is not None) == (1, True)
    with pod.station.reading() as state:
        status = state.get(ReaderStatus, "FB-01")
    assert status is not None and status.inspected_day
    proxy.set(Mode.OPEN)
    pod.wait_in_step()
    server = open_store(url)
    kinds = [entry.fact.KIND for entry in server.page(limit=2)]
    assert kinds == ["reader.inspected", "session.began"]
    assert server.page(limit=1)[0].number == f"POD-1-{server.page(limit=1)[0].seq}"
    assert server.state_digest() == pod.station._copy.state_digest()
    server.close()


def test_what_needs_the_others_waits_for_the_database(pod: Podium, proxy: Proxy) -> None:
    desk = pod.desk("sam")
    assert desk.ask(lambda moment: house.may_move_pit(moment, pit="P1")) is None
    cut(proxy, pod)
    refusal = desk.ask(lambda moment: house.may_move_pit(moment, pit="P1"))
    assert refusal is not None and "needs the server" in str(refusal), "said before anybody tries"
    assert desk.ask(lambda moment: readers.may_inspect_reader(moment, table="FB-01")) is None, "goes on"
    with pytest.raises(LogbookAway, match="does not answer"):
        house.move_pit(desk, pit="P1", name="Moved", place=Place(0, 0))
    assert pod.station.standing().waiting == 0
    proxy.set(Mode.OPEN)
    pod.wait_in_step()
    assert desk.ask(lambda moment: house.may_move_pit(moment, pit="P1")) is None
    house.move_pit(desk, pit="P1", name="Moved", place=Place(0, 0))


def test_a_refusal_while_away_is_on_record_later(pod: Podium, proxy: Proxy) -> None:
    desk = pod.desk("cora")
    cut(proxy, pod)
    call = {"table": "FB-01", "tampering": False, "working": True, "proofs": PROVED}
    assert refused(readers.inspect_reader, desk, **call).code == "not-permitted"
    proxy.set(Mode.OPEN)
    pod.wait_in_step()
    assert pod.station.page(limit=1)[0].fact.KIND == "act.refused"


def test_incidents_get_their_numbers_on_arrival_and_what_follows_them_follows(
    proxy: Proxy, url: str, tmp_path: Path, pod: Podium
) -> None:
    cut(proxy, pod)
    waits = report(pod, "Seen while the line was down.")
    assert waits.startswith("kept-POD-1-")
    incidents.add_to_incident(pod.desk("flo"), incident=waits, says="And the dealer says so too.")
    with podium(url, tmp_path / "other", "POD-2") as other:
        other.wait_in_step()
        assert report(other, "Meanwhile elsewhere.") == "IR-2026-0001"
    proxy.set(Mode.OPEN)
    pod.wait_in_step()
    facts = [entry.fact for entry in reversed(pod.station.page(limit=20))]
    reported = [fact for fact in facts if isinstance(fact, IncidentReported)]
    assert [(each.incident, each.number) for each in reported] == [("IR-2026-0001", 1), ("IR-2026-0002", 2)]
    (added,) = (fact for fact in facts if isinstance(fact, IncidentAddedTo))
    assert added.incident == "IR-2026-0002"
    with pod.station.reading() as state:
        assert state.get(Incident, waits) is None


def test_what_waits_survives_the_end_of_the_app(proxy: Proxy, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "pod"
    keep_three(proxy, url, folder)
    with podium(through(proxy, url), folder, "POD-1") as again:
        assert again.station.standing().waiting == 4  # and the sign-in
        with again.station.reading() as state:
            assert state.get(ReaderStatus, "FB-03") is not None
        proxy.set(Mode.OPEN)
        again.wait_in_step()
        tables = [entry.subject.id for entry in again.station.page(limit=3)]
        assert tables == ["FB-03", "FB-02", "FB-01"]


def test_a_podium_that_starts_without_the_database_opens_on_what_it_knew(
    proxy: Proxy, url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pod"
    with podium(through(proxy, url), folder, "POD-1") as first:
        first.wait_in_step()
        first.know("flo")
    proxy.set(Mode.REFUSED)
    with podium(through(proxy, url), folder, "POD-1") as again:
        inspect(again)
        assert again.station.standing().waiting == 2
        assert again.station.standing().as_of is not None


@pytest.mark.parametrize("mode", [Mode.CUT_AT_COMMIT, Mode.CUT_BEFORE_COMMIT])
def test_a_line_cut_at_commit_leaves_one_entry(pod: Podium, proxy: Proxy, url: str, mode: Mode) -> None:
    desk = pod.desk("flo")
    before = pod.station.page(limit=1)[0].position
    for number in range(5):
        proxy.set(mode)
        try:
            inspect(pod, desk, says=f"Look {number}")
        except LogbookAway as away:  # told that it was not recorded: then it was not
            assert not away.unsure
            pod.wait_in_step()
            inspect(pod, desk, says=f"Look {number}")
        pod.wait_in_step()
    assert proxy.cuts == 5
    store = open_store(url)
    said = [entry.fact.says for entry in reversed(store.page(limit=50)) if entry.position > before]  # type: ignore[attr-defined]
    store.close()
    assert said == [f"Look {number}" for number in range(5)]


def test_a_station_that_dies_after_sending_sends_nothing_twice(
    proxy: Proxy, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pod"
    with podium(through(proxy, url), folder, "POD-1") as first:
        first.wait_in_step()
        desk = first.desk("flo")
        cut(proxy, first)
        for number in range(4):
            inspect(first, desk, says=f"Look {number}")
        died: list[str] = []

        def pull_the_plug(*_: object) -> None:
            died.append("after the server had it, before the outbox forgot it")
            raise RuntimeError("the plug was pulled")

        with monkeypatch.context() as patch:
            patch.setattr("db.outbox.Outbox.sent", pull_the_plug)
            proxy.set(Mode.OPEN)
            wait_until(lambda: bool(died))
            first.line.stop()
    with podium(through(proxy, url), folder, "POD-1") as again:
        assert again.station.standing().waiting == 4
        again.wait_in_step()
        said = [getattr(entry.fact, "says", "") for entry in reversed(again.station.page(limit=4))]
    assert said == [f"Look {number}" for number in range(4)]


def test_a_line_cut_while_sending_sends_nothing_twice(pod: Podium, proxy: Proxy) -> None:
    desk = pod.desk("flo")
    cut(proxy, pod)
    for number in range(4):
        inspect(pod, desk, says=f"Look {number}")
    proxy.set(Mode.CUT_AT_COMMIT)
    pod.wait_in_step()
    assert proxy.cuts == 1
    said = [getattr(entry.fact, "says", "") for entry in reversed(pod.station.page(limit=4))]
    assert said == [f"Look {number}" for number in range(4)]


def test_a_dead_line_is_given_up_and_the_act_is_kept(
    pod: Podium, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.postgres.PatientConnection.patience", 0.5)
    monkeypatch.setattr(
        "db.server_link.BEAT", PATIENCE
    )  # whoever acts meets the dead line first, and wakes the one who listens
    desk, before = pod.desk("flo"), pod.station.standing().skew
    pod.line.wake()
    wait_until(lambda: pod.station.standing().skew != before, "it looked up, and now waits")
    pod.told.clear()
    proxy.set(Mode.DEAD)
    inspect(pod, desk)
    assert pod.station.standing().waiting == 1
    wait_until(lambda: bool(pod.told), "every screen asks again what can be done now")
    proxy.set(Mode.REFUSED)
    proxy.set(Mode.OPEN)
    pod.wait_in_step()


def test_a_slow_line_is_slow_and_nothing_worse(pod: Podium, proxy: Proxy) -> None:
    proxy.set(Mode.SLOW)
    inspect(pod)
    assert pod.station.standing().in_step


def test_a_foreign_database_is_told_of_and_sent_nothing(
    server: Databases, proxy: Proxy, url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pod"
    with podium(through(proxy, url), folder, "POD-1") as first:
        first.wait_in_step()
        first.know("flo", "sam")
        cut(proxy, first)
        inspect(first)
    with server.copy("empty") as foreign:
        other = Floor(open_store(foreign), foreign)
        with podium(foreign, folder, "POD-1") as lost:
            wait_until(lambda: lost.station.standing().trouble is not None)
            trouble = lost.station.standing().trouble
            assert trouble is not None and "not the one this station worked with" in trouble.happened
            inspect(lost, table="FB-02")  # the podium goes on
            with pytest.raises(LogbookFault, match="not the one this station worked with"):
                house.move_pit(lost.desk("sam"), pit="P1", name="Moved", place=Place(0, 0))
            assert lost.station.standing().waiting == 5  # and three who signed in
            assert other.store.page(limit=5) == ()
        other.store.close()


def test_an_older_state_of_the_database_is_told_of_and_sent_nothing(
    server: Databases, url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pod"
    with podium(url, folder, "POD-1") as first:
        first.wait_in_step()
        inspect(first)
    with server.copy("house") as older, podium(older, folder, "POD-1") as lost:
        wait_until(lambda: lost.station.standing().trouble is not None)
        trouble = lost.station.standing().trouble
        assert trouble is not None and "older than what is known here" in trouble.happened


def test_an_unprepared_database_is_told_of(server: Databases, url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path / "pod", "POD-1") as first:
        first.wait_in_step()
    with podium(server.server.url("postgres", APP), tmp_path / "pod", "POD-1") as lost:
        wait_until(lambda: lost.station.standing().trouble is not None)
        trouble = lost.station.standing().trouble
        assert trouble is not None and "no logbook" in trouble.happened


def test_a_clock_that_is_off_is_told_of(pod: Podium, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import datetime, timedelta

    class Fast(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + timedelta(seconds=42)

    assert not pod.station.standing().clock_is_off
    monkeypatch.setattr("db.server_link.datetime", Fast)
    pod.line.wake()
    wait_until(lambda: pod.station.standing().clock_is_off)
    assert 30 < -pod.station.standing().skew.total_seconds() < 54  # however slow the answer was


def test_the_outbox_is_for_this_account_only(pod: Podium, tmp_path: Path) -> None:
    for name in ("outbox.sqlite", "known.sqlite"):
        assert is_private(tmp_path / "pod" / name)
    with closing(sqlite.module().connect(tmp_path / "pod" / "outbox.sqlite")) as outbox:
        assert outbox.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_is_kept_is_listed_in_one_place_and_exists() -> None:
    said = {"prove", "sign", "sign_in", "unlock_screen", "refuse", "take_signals", "seal_frames"}
    assert offline_acts.KEPT - said <= set(MATRIX)
    for act in ("approve_incident", "close_incident", "correct_entry", "open_table", "add_person", "end_gaming_day"):
        assert not offline_acts.is_kept(act)


def test_a_logbook_of_an_older_version_is_told_of_until_its_owner_prepares_it(
    server: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.server.do(f"CREATE DATABASE older OWNER {OWNER} TEMPLATE template0")
    try:
        owner, app = server.server.url("older", OWNER), server.server.url("older", APP)
        with monkeypatch.context() as before:
            before.setattr("db.migrate.REVISION", "0002")
            assert prepare(owner, role=APP) is None
        with podium(app, tmp_path / "pod", "POD-1") as early:
            wait_until(lambda: early.station.standing().trouble is not None)
            trouble = early.station.standing().trouble
            assert trouble is not None and "older version" in trouble.happened
            assert prepare(owner, role=APP) == "0002"
            early.wait_in_step()
    finally:
        server.server.do("DROP DATABASE older WITH (FORCE)")
