"""Files of records as a command's arguments name them, and on how many cores they are read; `-` is standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from errno import EFBIG
from io import BytesIO
from pathlib import Path

from floorapp.operations.verification import WHOLE, RecordText, texts_of
from floorapp.system import read_without_waiting


def texts(name: str) -> Iterator[RecordText]:
    """The records of a file."""
    if name == "-":
        yield from texts_of(sys.stdin.buffer)
        return
    with open(name, "rb") as stream:
        yield from texts_of(stream)


def read_whole(path: Path, *, most: int) -> bytes:
    """The content of a file; one that is larger than it can be is not read to its end.

    A pipe into which nobody writes is empty: nobody is waited for.
    """
    content = read_without_waiting(path, most + 1)
    if len(content) > most:
        raise _too_large(path, most)
    return content


def read_records(path: Path, *, most: int) -> list[bytes]:
    """The records of a file, within the limits of `verify`: a line that is too long is not taken."""
    if not path.is_file():
        return [each.text for each in texts_of(BytesIO(read_whole(path, most=WHOLE)))]
    if path.stat().st_size > most:
        raise _too_large(path, most)
    with path.open("rb") as stream:
        return [each.text for each in texts_of(stream)]


def _too_large(path: Path, most: int) -> OSError:
    return OSError(EFBIG, f"it is larger than {most >> 20:,} MiB", str(path))


def jobs_argument(parser: argparse.ArgumentParser) -> None:
    """On how many cores."""
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="on how many cores (default: two for a big file)")


def _jobs(text: str) -> int:
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError("must be a number from 1 to 256")
    return int(text)
