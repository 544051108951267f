"""Readings: how we take the text where it is silent, each with an alternative a house may choose."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """A question the text leaves open, the answer we take, and the other one."""

    id: str
    question: str
    default: str
    alternative: str
    why: str
    kind: str
    cites: Mapping[str, tuple[str, ...]]


#: Every id a record's `options.readings` may name.
READING_IDS = frozenset(f"I-{number:02d}" for number in range(1, 46))
