"""The developer's page is true: every step of the four ways of the data names something that is there."""

from __future__ import annotations

import re
from importlib import import_module

from floorapp.bootstrap import shipped

PAGE = shipped("help", "developer.md").read_text(encoding="utf-8")
WAYS = PAGE.partition("## The four ways")[2].partition("\n## ")[0]


def there(dotted: str) -> bool:
    """Whether a name leads to a module, or to something in one."""
    parts = dotted.split(".")
    rooms = ("", "floorapp.") if parts[0] in ("db", "printing") else ("floorapp.",)
    for room in rooms:
        for length in range(len(parts), 0, -1):
            try:
                found: object = import_module(room + ".".join(parts[:length]))
            except ModuleNotFoundError:
                continue
            for name in parts[length:]:
                found = getattr(found, name, None)
            return found is not None
    return False


def test_every_step_of_the_four_ways_is_there() -> None:
    named = re.findall(r"`([a-z_]+(?:\.\w+)+)`", WAYS)
    assert len(named) > 30
    assert [each for each in named if not there(each)] == []


def test_what_is_not_there_would_be_found() -> None:
    assert there("db.store.Store") and not there("db.store.Shop") and not there("weather.rain")
