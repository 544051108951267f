"""A station's keys as the chain has them: each signed by the one before it, or taken by a person's signature."""

from __future__ import annotations

from typing import Any

import msgspec

from db.keys import holds
from floorapp.domain.values import dataclass
from floorapp.operations.facts.heads import KeyIntroduced, KeyNamed, KeyReplaced, introduction

#: Kinds of entries that put a station's key on record.
KINDS = frozenset({KeyIntroduced.KIND, KeyReplaced.KIND})
_KEYS: dict[tuple[str, int], msgspec.json.Decoder[Any]] = {
    (kind.KIND, kind.VERSION): msgspec.json.Decoder(kind) for kind in (KeyNamed, KeyIntroduced, KeyReplaced)
}


@dataclass(slots=True)
class StationKeys:
    """The first key of a station and the one it signs with; empty where it has none yet."""

    first: str = ""
    now: str = ""
    #: Whether keys are signed by the one before them from here on.
    proved: bool = False

    def follow(self, row: tuple[Any, ...], unsigned: list[str]) -> str:
        """What is wrong with the key an entry introduces, in words; one without a proof is noted as unsigned."""
        try:
            found = _KEYS[row[3], row[14]].decode(row[6])
        except (KeyError, msgspec.MsgspecError, TypeError, UnicodeError, RecursionError):
            return "the key it introduces cannot be read."
        if found.station != row[11] or found.replaces != self.now:
            return "the key it introduces does not follow the one this station had."
        if isinstance(found, KeyIntroduced):
            said = introduction(station=found.station, key=found.key, replaces=found.replaces, previous=row[7])
            if not holds(self.now or found.key, said, found.proof):
                return "the key it introduces is not signed by the one before it."
            self.proved = True
        elif isinstance(found, KeyReplaced):
            unsigned.append(f"{row[11]}-{row[9]} of {row[8]} by {row[0]}")
        elif self.proved:  # an earlier version's spelling, after keys had proofs
            return "the key it introduces is not signed by the one before it."
        elif found.replaces:
            unsigned.append(f"{row[11]}-{row[9]} of {row[8]}, by an earlier version")
        self.first, self.now = self.first or found.key, found.key
        return ""
