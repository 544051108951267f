"""Files of records as a command's arguments name them; `-` is standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from floorapp.operations.verification import Text, texts_of


def texts(name: str) -> Iterator[Text]:
    """The records of a file."""
    if name == "-":
        yield from texts_of(sys.stdin.buffer)
        return
    with open(name, "rb") as stream:
        yield from texts_of(stream)
