"""`floorapp doctor`: a healthy installation is called so, and each thing that is wrong is said in plain words."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from db.backup import backup
from db.heads import find_heads
from db.keys import key_file
from db.store import open_store
from db.upkeep import LooksThrough
from floorapp.bootstrap import SystemClock
from floorapp.cli import main
from floorapp.commands.paper_office import paper_key, paper_key_file
from floorapp.domain.heads import Reason
from floorapp.operations.papers.tools import introduce_paper_key
from printing.seal import key_to_pem, make_key
from tests.acts.floor import NOON
from tests.trust.house import Kept, drop_guards, raw

LATER = NOON + timedelta(hours=1)


@pytest.fixture
def healthy(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """A data folder as a running station leaves it, some time after the house was furnished."""
    monkeypatch.setattr(SystemClock, "now", lambda _: LATER)
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    key = paper_key(kept.folder / "keys", "MAIN", "A house", kept.floor.clock)
    introduce_paper_key(kept.floor.desk(), fingerprint=key.fingerprint, certificate=key.certificate)
    kept.close()
    backup(kept.path, kept.folder / "backups", now=LATER)
    LooksThrough(
        kept.path, heads=(kept.heads,), attachments=kept.folder / "attachments", looked=kept.folder / "looked.json"
    ).do(kept.floor.clock.now(), lambda: None)
    yield kept


def say(kept: Kept, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    status = main(["doctor", "--data", str(kept.folder), *more])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


def test_a_healthy_installation_is_called_so(healthy: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    before = healthy.path.read_bytes()
    for more in ((), ("--whole",)):
        status, said = say(healthy, capsys, *more)
        assert status == 0 and said.endswith("Nothing is wrong.\n") and "WRONG" not in said
    assert (
        "newest backup" in said
        and "The key for reports is there" in said
        and "for its owner only" in said
        and "everything in it checked" in said
    )
    assert healthy.path.read_bytes() == before


def old_backup(kept: Kept) -> None:
    for path in (kept.folder / "backups").iterdir():
        path.unlink()
    backup(kept.path, kept.folder / "backups", now=LATER - timedelta(days=3))


def change_entry(kept: Kept) -> None:
    connection = raw(kept.path)
    drop_guards(connection)
    connection.execute("UPDATE entry SET actor = 'eve' WHERE seq = 5")
    connection.close()
    (kept.folder / "looked.json").unlink()


def cut_the_tail(kept: Kept) -> None:
    """The last entries, all heads and the note of the last look are gone, and the state is what is left gives."""
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    (last,) = connection.execute("SELECT max(position) FROM entry WHERE kind = 'station.head-signed'").fetchone()
    connection.execute("DELETE FROM entry WHERE position > ?", (last,))
    for (sql,) in guards:
        connection.execute(sql)
    connection.close()
    shutil.rmtree(kept.heads)
    (kept.folder / "looked.json").unlink()
    store = open_store(kept.path)
    store.rebuild()
    store.close()


def edit_quietly(kept: Kept) -> None:
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    connection.execute("UPDATE entry SET actor = 'eve' WHERE seq = 5")
    for (sql,) in guards:
        connection.execute(sql)
    connection.close()


def from_the_future(kept: Kept) -> None:
    kept.floor.clock.instant = LATER + timedelta(days=400)
    kept.move()
    kept.close()


def other_paper_key(kept: Kept, *, certificate: bool = True) -> None:
    """Another key in the place of the one for papers, with its certificate or under the old one."""
    made = make_key(property_name="Another", station="MAIN", instant=NOON)
    path, begin = paper_key_file(kept.folder / "keys", "MAIN"), b"-----BEGIN CERTIFICATE"
    under = key_to_pem(made) if certificate else path.read_bytes()
    path.write_bytes(key_to_pem(made).partition(begin)[0] + b"".join(under.partition(begin)[1:]))


def of_papers(does: Callable[[Path], object]) -> Callable[[Kept], object]:
    return lambda kept: does(paper_key_file(kept.folder / "keys", "MAIN"))


WRONG: dict[str, tuple[Callable[[Kept], object], str]] = {
    "a key others can read": (lambda k: os.chmod(key_file(k.folder / "keys", "MAIN"), 0o644), "read by others"),
    "no key for papers": (of_papers(Path.unlink), "is gone"),
    "a key for papers others can read": (of_papers(lambda path: path.chmod(0o644)), "key for reports"),
    "a key for papers that is none": (of_papers(lambda path: path.write_bytes(b"x")), "cannot be read"),
    "a key for papers under another's certificate": (lambda k: other_paper_key(k, certificate=False), "do not match"),
    "another key for papers": (other_paper_key, "not one this station put on record"),
    "an old backup": (old_backup, "newest backup"),
    "a changed entry": (change_entry, "MAIN-5"),
    "an old entry changed after a look": (edit_quietly, "MAIN-5"),
    "a tail cut, its heads deleted": (cut_the_tail, "are no longer in"),
    "a tail cut that a backup holds": (cut_the_tail, "no longer holds MAIN-"),
    "zero bytes": (lambda k: k.path.write_bytes(b""), "zero bytes"),
    "not a logbook": (lambda k: k.path.write_bytes(b"a list" * 99), "not a logbook"),
    "an entry from the future": (from_the_future, "has not come yet"),
    "backups that go nowhere": (
        lambda k: (k.folder / "settings.toml").write_text('backups = "/dev/null"\n'),
        "null is not a folder",
    ),
    "settings that cannot be read": (lambda k: (k.folder / "settings.toml").write_text("= ="), "settings.toml"),
}


#: Rights that are bits; where they are lists, `tests/test_access_lists.py` does.
BITS = [pytest.param(each, marks=pytest.mark.unix if "others can read" in each else ()) for each in WRONG]


@pytest.mark.parametrize("what", BITS)
def test_what_is_wrong_is_said_in_plain_words(healthy: Kept, capsys: pytest.CaptureFixture[str], what: str) -> None:
    spoil, words = WRONG[what]
    spoil(healthy)
    status, said = say(healthy, capsys)
    wrong = [line for line in said.splitlines() if line.startswith("WRONG")]
    assert status == 1 and any(words in line for line in wrong), said
    assert "Traceback" not in said


def test_a_second_place_for_heads_is_suggested_and_missed_when_it_is_away(
    healthy: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "on this computer only" in say(healthy, capsys)[1]
    (healthy.folder / "settings.toml").write_text(f"heads = '{healthy.away}'\n")
    said = say(healthy, capsys)[1]
    assert "on this computer only" not in said and f"in {healthy.away} is of" in said
    shutil.rmtree(healthy.away)
    assert f"no signed heads in {healthy.away}" in say(healthy, capsys)[1]


def test_a_witness_that_was_not_told_of_the_newest_head_is_said(
    healthy: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    (healthy.folder / "settings.toml").write_text('syslog = "udp://127.0.0.1:9"\nmail = "smtp://h/a@b"\n')
    status, said = say(healthy, capsys)
    newest = max((each.head.seq for each in find_heads(healthy.heads) if each.head), default=0)
    for name in ("the syslog server udp://127.0.0.1:9", "the mailbox a@b"):
        assert f"WRONG  The newest head, MAIN-{newest}, has not reached {name}" in said
    assert status == 1 and "on this computer only" not in said
    told = {f"MAIN {url}": newest for url in ("udp://127.0.0.1:9", "smtp://h/a@b")}
    (healthy.folder / "witnessed.json").write_text(json.dumps(told))
    status, said = say(healthy, capsys)
    assert status == 0 and f"good   The mailbox a@b was told of the newest head, MAIN-{newest}." in said


def test_a_bug_on_the_command_line_is_called_one(
    healthy: Kept, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_: object, **__: object) -> Path:
        raise AssertionError("this should not have happened")

    monkeypatch.setattr("floorapp.commands.doctor.find_places", bug)
    assert main(["doctor", "--data", str(healthy.folder)]) == 70
    assert "unexpected error" in capsys.readouterr().err
