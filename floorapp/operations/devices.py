"""Devices as actors of their own kind: no session and no role, but a guard on what they may state, and where."""

from __future__ import annotations

from floorapp.domain.tables import Equipment, Fixture
from floorapp.domain.values import dataclass
from floorapp.operations.entry import READER_ACTOR
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.signals import (
    EvidencePartial,
    ReaderCleared,
    ReaderFaulted,
    ReaderGreeted,
    ReaderSelfTested,
    ReaderSignalled,
    ReaderTampered,
)
from floorapp.operations.floor_queries import known_table
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import owns_number
from floorapp.operations.refusal import Refusal

#: All that a reader may state; what follows from it for the table is the rulebook's, not the reader's.
MAY_STATE: frozenset[type[Fact]] = frozenset(
    {EvidencePartial, ReaderCleared, ReaderFaulted, ReaderGreeted, ReaderSelfTested, ReaderSignalled, ReaderTampered}
)


@dataclass(frozen=True, slots=True)
class Device:
    """A reader as an actor, by its identity."""

    key: str

    @property
    def actor(self) -> str:
        return READER_ACTOR + self.key

    @property
    def serial(self) -> str:
        return self.key.rpartition("/")[2]


def may_speak(moment: Moment, device: Device, *, table: str | None) -> Refusal | None:
    """A device speaks at the table where it is fitted on record, and nowhere else."""
    if table is None:
        return _not_here(device, "It is not at a table.", "Install its serial number at a table.")
    refusal = known_table(moment, table)
    if refusal is not None:
        return refusal
    piece = moment.state.get(Equipment, table, Fixture.READER)
    if piece is not None and piece.fitted:
        if piece.serial == device.key or (piece.serial == device.serial and owns_number(moment, device.key)):
            return None
    fitted = f"reader {piece.serial}" if piece is not None and piece.fitted else "no reader"
    return _not_here(
        device,
        f"Table {table} has {fitted} on record.",
        "Record this reader's installation or replacement, or correct the serial number on record.",
    )


def _not_here(device: Device, why: str, todo: str) -> Refusal:
    return Refusal(
        "not-fitted",
        f"Reader {device.serial} connected. {why}",
        "Its frames are kept as evidence, but not assigned to a table.",
        todo,
    )


def may_state(moment: Moment, device: Device, *, table: str | None, stated: type[Fact]) -> Refusal | None:
    """A device states what it can know, at its own table."""
    if stated not in MAY_STATE:
        return Refusal(
            "not-a-device's",
            f"A reader does not state “{stated.KIND}”.",
            "Nothing was changed.",
            "This is for a person at a desk.",
        )
    return may_speak(moment, device, table=table)
