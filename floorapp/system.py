"""What differs between systems, and nothing else: every room asks here, and has no condition of its own.

`tests/test_systems.py` holds that no call that only Unix has stands elsewhere, `mypy --platform win32` reads all.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

T = TypeVar("T")

#: A file that another process holds open cannot be replaced or removed on Windows; soon it can.
TRIES, BETWEEN = 20, 0.1

# --- files and folders ---


def sync(file: IO[bytes]) -> None:
    """Bring what was written to a file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_file(path: Path) -> None:
    """Bring a file's content to the disk; Windows does that only for files that may be written."""
    with path.open("rb+" if sys.platform == "win32" else "rb") as file:
        sync(file)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk; Windows has no such call, its names are in a journal of their own."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def put_in_place(aside: Path, path: Path) -> None:
    """Give a file another one's name, in its place; raises OSError."""
    _patiently(lambda: os.replace(aside, path))


def put_if_new(aside: Path, path: Path) -> None:
    """Give a file a second name where nobody has that name yet; raises FileExistsError, or another OSError."""
    os.link(aside, path)


def remove(path: Path) -> None:
    """Remove a file, also one that may only be read; none is as good."""
    if sys.platform == "win32" and path.exists():
        path.chmod(stat.S_IWRITE | stat.S_IREAD)
    _patiently(lambda: path.unlink(missing_ok=True))


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as that can be done."""
    import shutil  # a start needs none of it

    def again(_call: Any, name: str, _error: Any) -> None:
        try:
            os.chmod(name, stat.S_IWRITE | stat.S_IREAD)
            os.unlink(name)
        except OSError:
            pass  # what cannot be removed stays: the caller wanted room, not certainty

    shutil.rmtree(folder, onerror=again)


def may_write(path: Path) -> bool:
    """Whether this account may write to a file, or put files into a folder; Windows tells all only who tries."""
    told = os.access(path, os.W_OK | (os.X_OK if path.is_dir() else 0))
    if sys.platform != "win32" or not told:
        return told
    try:
        if path.is_dir():
            import tempfile  # a start needs none of it

            tempfile.TemporaryFile(dir=path).close()
        else:
            path.open("rb+").close()
    except OSError:
        return False
    return True


def only_read(path: Path) -> None:
    """Let nobody write to a file by accident."""
    path.chmod(stat.S_IREAD | stat.S_IRGRP | stat.S_IROTH)


def for_all_to_read(path: Path) -> None:
    """Everybody may read it, whatever the program's mask; where rights are lists they are the folder's."""
    if sys.platform != "win32":
        path.chmod(0o644)


def _patiently(do: Callable[[], T]) -> T:
    if sys.platform != "win32":
        return do()
    for _ in range(TRIES - 1):
        try:
            return do()
        except PermissionError:
            time.sleep(BETWEEN)
    return do()


def read_without_waiting(path: Path, most: int) -> bytes:
    """Up to so many bytes of a file; a pipe into which nobody writes is empty, and nobody is waited for."""
    if sys.platform == "win32":
        with path.open("rb") as stream:
            return stream.read(most)
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as stream:
        os.set_blocking(stream.fileno(), True)
        return stream.read(most)


#: Names that mean a device on Windows, and letters that no file name may have there.
DEVICES = frozenset({"CON", "PRN", "AUX", "NUL", *(f"{each}{n}" for each in ("COM", "LPT") for n in range(1, 10))})
BARRED = '<>:"/\\|?*'


def file_name(text: str) -> str:
    """A text as a file name that every system takes."""
    plain = "".join("-" if each in BARRED or ord(each) < 32 else each for each in text).rstrip(" .") or "-"
    return f"_{plain}" if plain.partition(".")[0].upper() in DEVICES else plain


# --- private files ---


def make_private(path: Path) -> None:
    """Let nobody but this account (and the machine's administrators) read a file, or a folder and what it holds."""
    if sys.platform == "win32":
        from floorapp.access_lists import grant_only  # where rights are lists

        grant_only(path)
    else:
        path.chmod(0o700 if path.is_dir() else 0o600)


def is_private(path: Path) -> bool | None:
    """Whether only its owner can read a file; None where this system does not tell."""
    if sys.platform == "win32":
        rights = _others_rights(path)
        return None if rights is None else not rights
    return not path.stat().st_mode & 0o077


def others_can_add(folder: Path) -> bool | None:
    """Whether somebody else can put files into a folder; None where this system does not tell."""
    if sys.platform == "win32":
        from floorapp.access_lists import ADDING  # where rights are lists

        rights = _others_rights(folder)
        return None if rights is None else bool(rights & ADDING)
    return bool(folder.stat().st_mode & 0o022)


def how_to_make_private(path: Path) -> str:
    """What an administrator types."""
    if sys.platform == "win32":
        return f'icacls "{path}" /inheritance:r /grant:r "%USERNAME%:{"(OI)(CI)" if path.is_dir() else ""}F"'
    return f"chmod {700 if path.is_dir() else 600} {path}"


def _others_rights(path: Path) -> int | None:
    if sys.platform == "win32":
        from floorapp.access_lists import descriptor_of, others_rights, this_account  # where rights are lists

        descriptor = descriptor_of(path)
        return None if descriptor is None else others_rights(descriptor, this_account())
    return None


# --- processes and streams ---

#: So many processes can share one work; Windows cannot wait for more of them.
MOST_PROCESSES = 61 if sys.platform == "win32" else sys.maxsize


def cores() -> int:
    """On how many cores this process may run."""
    if sys.platform == "win32":
        return os.cpu_count() or 1
    return len(os.sched_getaffinity(0))


def speak_utf8() -> None:
    """Read and write UTF-8 with plain line ends; Windows would have its old alphabets where nobody looks."""
    for stream in (sys.stdout, sys.stderr):
        if sys.platform == "win32" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if sys.platform == "win32" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")


def show_words(words: str) -> None:
    """Show them in a box where a program of the start menu has no console; elsewhere the session keeps them."""
    if sys.platform == "win32":
        import ctypes  # few starts have something to say

        ctypes.windll.user32.MessageBoxW(None, words, "floorapp", 0x10)  # with the sign of an error


def has_screen() -> bool:
    """Whether a window could be seen here."""
    named = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform != "linux" or any(os.environ.get(each) for each in named)


#: Whether the system plays sounds itself; elsewhere a player is looked for.
PLAYS_SOUNDS = sys.platform == "win32"


def play_sound(path: Path) -> None:
    """Play a wave without waiting for its end, where the system does so itself."""
    if sys.platform == "win32":
        import winsound

        winsound.PlaySound(str(path), winsound.SND_FILENAME | winsound.SND_ASYNC)


# --- ports ---

#: What a serial port is called here, for an example.
PORT = "COM3" if sys.platform == "win32" else "/dev/ttyUSB0"
#: Whether a serial port has a file descriptor that can be waited for, and virtual readers have terminals to speak on.
TERMINALS = sys.platform != "win32"
#: So many sockets can be waited for at once; few enough on Windows to be counted.
MOST_WAITED = 500 if sys.platform == "win32" else sys.maxsize
#: Who may open a port, where this account may not.
PORT_RIGHTS = (
    "Close the program that has the port open, or ask an administrator."
    if sys.platform == "win32"
    else "Ask an administrator to put the station's account into the group that owns the port (often dialout)."
)

if sys.platform == "win32":
    #: What a port that went away, or never was there, can raise.
    LOST: tuple[type[Exception], ...] = (OSError,)
else:
    import termios

    LOST = (OSError, termios.error)


def keep_modem_lines(descriptor: int) -> None:
    """Leave DTR as it is when a port is closed: lowered and raised again, it would reset a board."""
    if sys.platform != "win32":
        set_up = termios.tcgetattr(descriptor)
        set_up[2] &= ~termios.HUPCL
        termios.tcsetattr(descriptor, termios.TCSANOW, set_up)


def own_ports_closed() -> tuple[list[str], int]:
    """Serial ports this account may not open, by name, and how many there are; Windows asks nobody beforehand."""
    if sys.platform == "win32":
        return [], 0
    ports = [path for begin in ("ttyUSB", "ttyACM") for path in sorted(Path("/dev").glob(f"{begin}*"))]
    return [path.name for path in ports if not os.access(path, os.R_OK | os.W_OK)], len(ports)


def new_terminal() -> tuple[int, int, str]:
    """A pseudo-terminal that passes bytes as they are: our end, the other end, and the other end's name."""
    if sys.platform == "win32":
        raise OSError("this system has no pseudo-terminals; virtual readers speak over TCP here (--tcp)")
    import tty

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    return ours, theirs, os.ttyname(theirs)
