"""How far each station's chain has been followed, and whether it is the one another station countersigned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

import msgspec

from db.entry_order import EntryOrder
from db.key_chain import StationKeys
from floorapp.domain.heads import Head
from floorapp.domain.values import dataclass
from floorapp.operations.entry import GENESIS
from floorapp.operations.facts.heads import HeadsCountersigned, HeadsSeen
from floorapp.operations.logbook_check import Reached

UNREADABLE = (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError)
_COUNTERSIGNED: dict[int, msgspec.json.Decoder[HeadsSeen | HeadsCountersigned]] = {
    each.VERSION: msgspec.json.Decoder(each) for each in (HeadsSeen, HeadsCountersigned)
}


@dataclass(slots=True)
class Link:
    """How far one station's chain has been followed."""

    station: str
    seq: int = 0
    hash: str = GENESIS
    at: str = ""
    position: int = 0
    about: str = ""
    vouched: int = 0
    outside: int = 0
    #: The first entry that no head vouches for yet: (seq, position, about, time).
    since: tuple[int, int, str, str] | None = None
    keys: StationKeys = field(default_factory=StationKeys)
    #: Up to which entry a head has shown the chain to be sealed anew; 0 where none has.
    resealed: int = 0
    #: The last head in the chain itself; none before the first, nor where a look goes on from a mark.
    head: Head | None = None

    def reached(self) -> Reached:
        keys = (self.keys.first, self.keys.now) if self.keys.now else ()
        so_far = (self.station, self.seq, self.hash, self.at, self.position, self.vouched)
        return Reached(*so_far, keys, self.outside, self.keys.proved)


def wrong_with_seen(
    row: tuple[Any, ...], links: Mapping[str, Link], order: EntryOrder, *, resumed: bool
) -> Iterator[tuple[str, str]]:
    """What another station saw: whoever writes a chain anew would need that station's key too."""
    try:
        seen = _COUNTERSIGNED[row[14]].decode(row[6])
    except (KeyError, *UNREADABLE):
        yield "countersigned", "what it countersigns cannot be read."
        return
    for head in seen.heads:
        link = links.get(head.station)
        if (link is None or link.head is None) and resumed:
            continue  # signed before the mark this look goes on from: a look at everything holds it
        if link is None or link.head != head:
            says = f"it countersigns the head {head.number}, and the chain of {head.station} has another one there."
            yield "countersigned", f"{says} That chain was written anew, or cut."
    if isinstance(seen, HeadsCountersigned):
        says = order.sworn(seen, row[15], resumed=resumed)
        if says:
            yield "order", says
