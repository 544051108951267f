"""Where the rooms meet: finds the shipped files and hands every room what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from floorapp.engine.loader import read_readings, read_rulebook
from floorapp.engine.readings import Reading
from floorapp.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from floorapp.operations.sample.plan import Plan


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


@cache
def sample_plan() -> Plan:
    """What the sample floor is made of."""
    from floorapp.operations.sample.plan import read_plan  # few calls need it

    floor, people, happenings = (
        shipped("sample", f"{name}.toml").read_text(encoding="utf-8")
        for name in ("floor", "people", "happenings")
    )
    return read_plan(floor=floor, people=people, happenings=happenings)
