"""What only one system has stands in `floorapp/system.py`, so that the product runs on the others too."""

from __future__ import annotations

import ast
import concurrent.futures.process  # noqa: F401  as this system has it, before one is played
import os
import runpy
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from floorapp import system
from floorapp.operations.quick import files
from floorapp.system import file_name, is_private, make_private, put_in_place, read_without_waiting, remove

ROOT = Path(__file__).parent.parent
#: Where a system is asked for; the server for trials is Debian's own, and says so elsewhere.
APART = {"floorapp/system.py", "floorapp/access_lists.py", "db/trial_server.py"}
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg", "msvcrt"}
OF_OS = {
    *(
        "chown",
        "fchmod",
        "fchown",
        "fork",
        "forkpty",
        "getegid",
        "geteuid",
        "getgid",
        "getgroups",
        "getuid",
        "initgroups",
    ),
    *("killpg", "lchown", "mkfifo", "name", "nice", "openpty", "pipe", "pipe2", "posix_spawn", "sched_getaffinity"),
    *(
        "set_blocking",
        "setsid",
        "setuid",
        "sysconf",
        "ttyname",
        "uname",
        "wait",
        "waitpid",
        "chmod",
        "replace",
        "rename",
    ),
    *("fsync", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW"),
}
OF_SIGNAL = {"SIGKILL", "SIGSTOP", "SIGCONT", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGALRM", "alarm", "pause"}
STARTS = {"Popen", "run", "check_output", "call"}


def only_here(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every call, name or word of a module that one system alone has."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((node.lineno, f"import {each}") for each in names if each.partition(".")[0] in MODULES)
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            wrong = (
                (owner == "os" and node.attr in OF_OS)
                or (owner == "signal" and node.attr in OF_SIGNAL)
                or (owner, node.attr) in {("sys", "platform"), ("shutil", "rmtree"), ("socket", "AF_UNIX")}
                or node.attr == "chmod"
            )
            if wrong:
                yield node.lineno, f"{owner}.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "%-" in node.value:
            yield node.lineno, "a day without its zero in strftime"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STARTS:
            words = {each.arg for each in node.keywords}
            if words & {"text", "universal_newlines"} and "encoding" not in words:
                yield node.lineno, "text of another program without its encoding"
        if isinstance(node, ast.Call):
            yield from ((node.lineno, wrong) for wrong in differs(node))


def differs(call: ast.Call) -> Iterator[str]:
    """What a call does otherwise on Windows, though it has it too."""
    of_something = isinstance(call.func, ast.Attribute)
    named = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    words = {each.arg for each in call.keywords}
    modes = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    to_write = named in {"open", "fdopen"} and any(each in {"w", "a", "x", "wt", "at"} for each in modes)
    if (named == "write_text" or to_write) and "newline" not in words:
        yield "a text with the line ends of its system"
    elif named == "fromtimestamp":
        yield "an instant of seconds, of which there are none before 1970"
    elif named == "access" or (of_something and named == "replace" and len(call.args) == 1 and not words):
        yield f"{named} of a path"
    elif named == "str" and call.args and "relative_to" in ast.unparse(call.args[0]):
        yield "a path as text, which has its system's own strokes"


def sources() -> list[Path]:
    return [path for room in ("floorapp", "db", "printing") for path in sorted((ROOT / room).rglob("*.py"))]


def test_what_one_system_alone_has_stands_in_one_module() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {what}"
        for path in sources()
        if path.relative_to(ROOT).as_posix() not in APART
        for line, what in only_here(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == [], "ask floorapp/system.py instead, or add what is missing there"


@pytest.mark.parametrize(
    "text",
    [
        "import termios",
        "os.getuid()",
        "path.chmod(0o600)",
        "os.pipe()",
        "os.fsync(file.fileno())",
        "if sys.platform == 'win32': pass",
        "at.strftime('%-d')",
        "subprocess.Popen(['x'], text=True)",
        "path.write_text(text, encoding='utf-8')",
        "path.open('w', encoding='utf-8')",
        "old.replace(new)",
        "os.access(path, os.W_OK)",
        "datetime.fromtimestamp(-1, UTC)",
        "str(path.relative_to(folder))",
    ],
)
def test_each_of_them_is_found(text: str) -> None:
    assert list(only_here(ast.parse(text)))


@pytest.mark.unix
def test_a_private_file_is_told_from_one_that_others_read(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(b"secret")
    path.chmod(0o644)
    assert is_private(path) is False and system.how_to_make_private(path) == f"chmod 600 {path}"
    make_private(path)
    assert is_private(path) is True and stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_was_made_private_is_private_by_mode_or_by_list(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(b"secret")
    for each in (path, tmp_path):
        make_private(each)
        assert is_private(each) is True
    assert system.others_can_add(tmp_path) is False


def test_files_are_replaced_and_removed_whatever_their_rights(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("old")
    new.write_text("new")
    system.only_read(old)
    put_in_place(new, old)
    assert old.read_text() == "new" and not new.exists()
    system.only_read(old)
    remove(old)
    remove(old)
    assert not old.exists()
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    system.remove_folder(tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


@pytest.mark.unix
def test_a_pipe_into_which_nobody_writes_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_without_waiting(tmp_path / "pipe", 10) == b""


@pytest.mark.parametrize(
    ("text", "name"), [("a:b", "a-b"), ("CON", "_CON"), ("com1.txt", "_com1.txt"), ("x. ", "x"), ("", "-"), ("ö", "ö")]
)
def test_a_file_name_fits_every_system(text: str, name: str) -> None:
    assert file_name(text) == name


def test_the_frozen_app_can_start_workers() -> None:
    """Without it each worker of a frozen app is the app again, and `verify --jobs 2` never ends."""
    assert "freeze_support()" in (ROOT / "floorapp" / "__main__.py").read_text(encoding="utf-8")


def test_more_jobs_may_be_asked_for_than_windows_has_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can wait for 61 at once: there `--jobs 100` and an audit on 64 cores ended in an error."""
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        there.setattr(files, "MOST_PROCESSES", 61)
        files.processes(256, print).shutdown()


def test_pipes_speak_utf_8_with_plain_line_ends_both_ways() -> None:
    """A password with an accent, read from a pipe, was another one on Windows."""
    said = (
        "import sys; sys.platform = 'win32'; from floorapp.system import speak_utf8; speak_utf8(); print('♠', input())"
    )
    call = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", said], env=call, input="é\n".encode(), capture_output=True, check=True)
    assert done.stdout == "♠ é\n".encode()


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (["--data", "x\0y"], "not a path"),
        (["--dtaa"], "usage: floorapp"),
        (["verify", "missing.jsonl"], ""),  # in a script nobody closes a box
        (["--version"], ""),
    ],
)
def test_a_program_without_a_console_says_in_a_box_why_no_window_opens(call: list[str], shown: str) -> None:
    """The start menu's has none, and its words went nowhere."""
    none = "import os, sys; sys.stdin = sys.stdout = sys.stderr = None; from floorapp import cli; "
    box = f"cli.show_words = lambda words: os.write(1, words.encode()); sys.exit(cli.main({call!r}))"
    there = {**os.environ, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", none + box], env=there, capture_output=True, check=False)
    assert bool(done.stdout) == bool(shown) and shown.encode() in done.stdout


def test_whether_a_file_or_a_folder_may_be_written_is_told_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "logbook"
    assert not system.may_write(path) and system.may_write(tmp_path)
    path.write_bytes(b"entries")
    assert system.may_write(path) and path.read_bytes() == b"entries" and os.listdir(tmp_path) == ["logbook"]
    if sys.platform == "win32":  # elsewhere root may run this, for whom nothing is read-only
        system.only_read(path)
        assert not system.may_write(path)


def test_the_windows_package_holds_published_libraries_and_none_of_wine(tmp_path: Path) -> None:
    """What is led to our own DLL under Wine is put back before packing; any other change ends the build."""
    published, app = tmp_path / "published", tmp_path / "app"
    for folder in (published / "site-packages" / "numpy", published / "python", app / "_internal" / "numpy"):
        folder.mkdir(parents=True)
    (published / "site-packages/numpy/maths.pyd").write_bytes(b"asks api-ms-win-crt-math")
    (published / "python/python311.dll").write_bytes(b"an interpreter")
    (app / "_internal/python311.dll").write_bytes(b"an interpreter")
    led = app / "_internal/numpy/maths.pyd"
    led.write_bytes(b"asks floorapp-maths.dll")
    script = runpy.run_path(str(ROOT / "installer/windows/pristine.py"))
    assert script["main"](app, published) == 0 and led.read_bytes() == b"asks api-ms-win-crt-math"
    led.write_bytes(b"something else")
    assert script["main"](app, published) == 1
    led.unlink()
    (app / "_internal/python311.dll").write_bytes(b"MZ".ljust(64, b"\0") + b"Wine builtin DLL")
    assert script["main"](app, published, app / "_internal/python311.dll") == 1
