"""Attached files on a server: there before their entry, then at every station, and found when they are changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from db.attachments import every_attachment, fetch_attachment, find_attachment, keep_attachment
from db.messages import LOCK
from db.server_check import verify_server
from db.shared_files import share_all
from db.station import FILES, StationStore
from floorapp.domain.incidents import Attachment
from floorapp.operations.acts import incidents
from floorapp.operations.faults import LogbookFault
from tests.stations.databases import Databases
from tests.stations.podium import Podium, podium
from tests.stations.proxy import Mode, Proxy
from tests.stations.test_offline import cut, pod, proxy, report
from tests.waiting import wait_until

__all__ = ["pod", "proxy"]

#: Two and a half parts.
CONTENT = bytes(range(256)) * 10_240


@pytest.fixture
def other(url: str, tmp_path: Path) -> Iterator[Podium]:
    with podium(url, tmp_path / "other", "POD-2") as made:
        made.wait_in_step()
        yield made


def photo(tmp_path: Path, content: bytes = CONTENT) -> Attachment:
    """A file kept at the first podium, as its screen keeps it."""
    source = tmp_path / "table 7.jpg"
    source.write_bytes(content)
    return keep_attachment(tmp_path / "pod" / FILES, source)


def attach(pod: Podium, incident: str, kept: Attachment) -> None:
    incidents.add_to_incident(pod.desk("flo"), incident=incident, says="File: table 7.jpg", attachments=(kept,))


def arrived(tmp_path: Path, kept: Attachment) -> bytes:
    """The file as it came to the other podium."""
    wait_until(lambda: find_attachment(tmp_path / "other" / FILES, kept.digest) is not None)
    path = find_attachment(tmp_path / "other" / FILES, kept.digest)
    assert path is not None
    return path.read_bytes()


@pytest.mark.parametrize("content", [CONTENT, b""])
def test_what_is_attached_at_one_podium_is_read_at_another(
    pod: Podium, other: Podium, tmp_path: Path, url: str, content: bytes
) -> None:
    kept = photo(tmp_path, content)
    pod.station.offer(kept)
    attach(pod, report(pod, "Seen."), kept)
    assert arrived(tmp_path, kept) == content
    found = verify_server(url)
    assert found.good and found.attachments == 1, found.words()


def test_a_file_attached_while_away_goes_with_its_act(
    pod: Podium, other: Podium, proxy: Proxy, tmp_path: Path, url: str
) -> None:
    cut(proxy, pod)
    kept = photo(tmp_path)
    pod.station.offer(kept)
    attach(pod, report(pod, "Seen while the line was down."), kept)
    proxy.set(Mode.OPEN)
    assert arrived(tmp_path, kept) == CONTENT
    assert verify_server(url).good


def test_no_entry_names_a_file_that_the_server_would_not_take(
    pod: Podium, server: Databases, tmp_path: Path, url: str
) -> None:
    incident, kept = report(pod, "Seen."), photo(tmp_path)
    before = pod.station.page(limit=1)[0].position
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute("REVOKE INSERT ON attached FROM floor_app")
    desk = pod.desk("flo")
    with pytest.raises(LogbookFault, match="does not let this station"):
        incidents.add_to_incident(desk, incident=incident, says="File", attachments=(kept,))
    assert pod.station.page(limit=1)[0].fact.KIND == "session.began" and pod.station.page(limit=1)[0].position > before


def test_a_station_that_joins_later_brings_what_was_attached_before(pod: Podium, tmp_path: Path, url: str) -> None:
    kept = photo(tmp_path)
    attach(pod, report(pod, "Seen."), kept)
    with podium(url, tmp_path / "other", "POD-2"):
        assert arrived(tmp_path, kept) == CONTENT


def test_a_file_is_brought_at_once_when_somebody_looks_at_it(pod: Podium, tmp_path: Path, url: str) -> None:
    kept = photo(tmp_path)
    pod.station.offer(kept)
    (tmp_path / "other").mkdir()
    station = StationStore(url, tmp_path / "other", station="POD-2")  # without its line: nothing comes by itself
    station.meet()
    station.bring(kept)
    assert fetch_attachment(tmp_path / "other" / FILES, kept) == CONTENT
    station.close()


def test_a_file_changed_on_the_server_is_found_and_not_brought(
    pod: Podium, server: Databases, tmp_path: Path, url: str
) -> None:
    kept = photo(tmp_path)
    attach(pod, report(pod, "Seen."), kept)
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute("ALTER TABLE attached DISABLE TRIGGER attached_never_changed")
        owner.execute("UPDATE attached SET content = 'other' WHERE part = 1")
        owner.execute("ALTER TABLE attached ENABLE TRIGGER attached_never_changed")
    found = verify_server(url)
    assert [flaw.code for flaw in found.flaws] == ["attachment"], found.words()
    with podium(url, tmp_path / "other", "POD-2") as other:
        wait_until(lambda: other.station.files.bring_one() is False and other.station.standing().in_step)
    assert list(every_attachment(tmp_path / "other" / FILES)) == [], "under no name"


def on_server(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        return {digest for (digest,) in connection.execute("SELECT DISTINCT digest FROM attached")}


def two_days_ago(server: Databases, url: str) -> None:
    """What is on the server has been there for two days."""
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute("ALTER TABLE attached DISABLE TRIGGER attached_never_changed")
        owner.execute("UPDATE attached SET at = now() - interval '2 days'")
        owner.execute("ALTER TABLE attached ENABLE TRIGGER attached_never_changed")


def test_a_file_is_on_the_server_before_its_act_keeps_other_writers_waiting(
    pod: Podium, tmp_path: Path, url: str
) -> None:
    incident, kept = report(pod, "Seen."), photo(tmp_path)
    desk = pod.desk("flo")
    act = threading.Thread(
        target=incidents.add_to_incident,
        args=(desk,),
        kwargs={"incident": incident, "says": "File", "attachments": (kept,)},
    )
    with psycopg.connect(url) as busy:
        busy.execute(LOCK.encode())  # somebody writes, for long
        act.start()
        wait_until(lambda: on_server(url) == {kept.digest})
        assert act.is_alive()
    act.join()
    assert pod.station.page(limit=1)[0].fact.KIND == "incident.added-to"


def test_what_nobody_attached_is_swept_after_a_day_and_what_an_entry_names_never(
    pod: Podium, server: Databases, tmp_path: Path, url: str
) -> None:
    named, abandoned = photo(tmp_path), photo(tmp_path, b"never attached")
    attach(pod, report(pod, "Seen."), named)
    pod.station.offer(abandoned)
    assert pod.station.sweep() == 0, "it may be attached yet"
    two_days_ago(server, url)
    for account in (url, server.owner(url)):
        with psycopg.connect(account) as connection, pytest.raises(psycopg.Error):
            connection.execute("DELETE FROM attached WHERE digest = %s", (named.digest,))
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT floor_sweep(%s)", ([named.digest],)).fetchone() == (0,)
    assert on_server(url) == {named.digest, abandoned.digest}
    assert pod.station.sweep() == 1
    assert on_server(url) == {named.digest}
    assert verify_server(url).good


def test_a_file_swept_while_it_is_being_attached_is_put_there_again(
    pod: Podium, server: Databases, tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    incident, kept = report(pod, "Seen."), photo(tmp_path)
    share, swept = pod.station.files.share, list[int]()

    def then_sweep(digests: set[str]) -> None:
        share(digests)
        if digests and not swept:
            two_days_ago(server, url)
            swept.append(pod.station.sweep())

    monkeypatch.setattr(pod.station.files, "share", then_sweep)
    attach(pod, incident, kept)
    assert swept == [1] and on_server(url) == {kept.digest}


def test_a_floor_that_moves_takes_its_files_along(tmp_path: Path, url: str) -> None:
    kept = photo(tmp_path)
    assert share_all(url, tmp_path / "pod" / FILES) == 1
    assert share_all(url, tmp_path / "pod" / FILES) == 1, "twice is once"
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT content FROM attached WHERE digest = %s ORDER BY part", (kept.digest,))
        assert b"".join(content for (content,) in rows) == CONTENT
