"""Where the rooms meet: finds the shipped files and hands every room what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from floorapp.engine.loader import read_readings, read_rulebook
from floorapp.engine.readings import Reading
from floorapp.engine.rulebook import Rulebook


def shipped(*path: str) -> Traversable:
    """A file or folder among the shipped resources."""
    return resources.files("resources").joinpath(*path)


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """The shipped rulebooks by their id."""
    files = sorted((each for each in shipped("rulebooks").iterdir() if each.name.endswith(".toml")), key=lambda f: f.name)
    books = (read_rulebook(file.read_text(encoding="utf-8"), file.name) for file in files)
    return {book.id: book for book in books}


@cache
def readings() -> tuple[Reading, ...]:
    """The register of readings of silent text."""
    return read_readings(shipped("readings.toml").read_text(encoding="utf-8"), "readings.toml")
