"""How a corrected entry is read: the entry with the payload and time that should have stood there."""

from __future__ import annotations

from dataclasses import replace

from floorapp.operations.entry import Entry
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.registry import decode_fact


def effective(entry: Entry, correction: EntryCorrected | None) -> Entry | None:
    """The entry as its last correction has it; None where it was withdrawn."""
    if correction is None:
        return entry
    if correction.payload is None:
        return None
    fact = decode_fact(correction.kind, correction.version, correction.payload.encode(), subject=correction.about)
    return replace(entry, fact=fact, occurred_at=correction.occurred_at or entry.occurred_at)
