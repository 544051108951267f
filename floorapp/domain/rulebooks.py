"""A rulebook that a property installed: its version, its text's hash, and the gaming day it holds from."""

from __future__ import annotations

from datetime import date

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class InstalledRulebook:
    """One version of a rulebook; the last one installed for a day holds from it."""

    entry: str
    rulebook: str
    name: str
    version: str
    digest: str
    holds_from: date


@dataclass(frozen=True, slots=True)
class RulebookText:
    """The whole text of a version, by its hash."""

    digest: str
    text: str
