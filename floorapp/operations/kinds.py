"""Every kind of fact there is: importing this registers them and their reducers."""

from __future__ import annotations

from floorapp.operations.facts import corrections, house, people, refusals
from floorapp.operations.facts.registry import kinds

__all__ = ["corrections", "house", "kinds", "people", "refusals"]
