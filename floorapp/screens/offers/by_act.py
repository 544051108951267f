"""The form of an act, found by the act's row: the function of its name in the file the row names."""

from __future__ import annotations

from importlib import import_module

from floorapp.operations.act_table import ACTS
from floorapp.screens.offers.offer import Maker, Offer
from floorapp.screens.snapshot import Snapshot


def offer_for(snapshot: Snapshot, act: str, id: str) -> Offer | None:
    """What an act needs and does, about a table, a deck set, a line, a person; None where it has no form."""
    row = ACTS.get(act)
    if row is None or not row.form:
        return None
    make: Maker = getattr(import_module(f"floorapp.screens.offers.{row.form}"), row.name)
    return make(snapshot, id)
