"""The usual layout of a record: the words it is cut at, what its pieces hold, and any other layout put into it.

What is taken here the engine's reader takes as the same round; what is refused says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, defstruct

from floorapp.domain.cards import CARDS
from floorapp.domain.values import dataclass
from floorapp.engine.record import SIGNALS
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.judge import MOST_CENTS

Cents = Annotated[int, Meta(ge=1, lt=MOST_CENTS)]
Net = Annotated[int, Meta(gt=-(MOST_CENTS << 8), lt=MOST_CENTS << 8)]
Number = Annotated[int, Meta(ge=1, le=255)]
Hand = Annotated[int, Meta(ge=1, le=31)]
if TYPE_CHECKING:
    Card: TypeAlias = str
    Signal: TypeAlias = str
    Wagers: TypeAlias = Any
else:
    Card, Signal = Literal[tuple(CARDS)], Literal[SIGNALS]
    _sides = [(name, Cents | UnsetType, UNSET) for name in AMOUNTS[1:]]
    Wagers = defstruct("Wagers", [("main", Cents), *_sides], gc=False, forbid_unknown_fields=True)
#: Longer lines are for the plain reader, who minds numbers of more digits than Python reads.
MOST_BYTES = 4200


class NotUsual(ValueError):
    """A piece of a record that the plain reader has to look at."""


#: What taking a record apart raises where the plain reader has to look.
REFUSED = (LookupError, ValueError, msgspec.MsgspecError, RecursionError)


@dataclass(frozen=True, slots=True)
class JsonWords:
    """Where records are cut, in one way of writing JSON."""

    rulebook: bytes
    boxes: bytes  # the first box too
    next_box: bytes
    colon: bytes  # what stands between a name and its number


END = b"}]}"  # of the last box, the boxes and the record
SPACED = JsonWords(b'"rulebook": ', b'"boxes": [{"box": ', b'}, {"box": ', b'": ')
CLOSE = JsonWords(b'"rulebook":', b'"boxes":[{"box":', b'},{"box":', b'":')


class JsonStep(Struct, gc=False, forbid_unknown_fields=True):
    do: str
    card: Card | UnsetType = UNSET
    wager: Cents | UnsetType = UNSET
    lammer: bool | UnsetType = UNSET
    declined: bool | UnsetType = UNSET


class Reported(Struct, gc=False, forbid_unknown_fields=True):
    wager: str
    net: Net
    hand: Hand | UnsetType = UNSET


class JsonDealer(Struct, gc=False, forbid_unknown_fields=True):
    cards: Annotated[list[Card], Meta(min_length=1, max_length=52)]
    reader: Signal | None | UnsetType = UNSET


class Names(Struct, gc=False, forbid_unknown_fields=True):
    """What stands before the rulebook."""

    format: Literal["floor-round/1"]
    id: str
    table: str | UnsetType = UNSET
    at: str | UnsetType = UNSET
    shoe: str | UnsetType = UNSET
    cut: Literal[0] = 0


class JsonTable(Struct, gc=False, forbid_unknown_fields=True):
    """What stands from the rulebook to the boxes."""

    rulebook: str
    dealer: JsonDealer
    options: Raw = Raw()
    cut: Literal[0] = 0


class JsonBox(Struct, gc=False, forbid_unknown_fields=True):
    box: Number
    cards: tuple[Card, Card]
    wagers: Wagers
    play: list[JsonStep] | UnsetType = UNSET
    reported: list[Reported] | UnsetType = UNSET


class JsonRecord(Struct, gc=False, forbid_unknown_fields=True):
    """A whole record, its fields in the usual order."""

    format: Literal["floor-round/1"]
    id: str
    rulebook: str
    dealer: JsonDealer
    boxes: Annotated[list[JsonBox], Meta(min_length=1)]
    table: str | UnsetType = UNSET
    at: str | UnsetType = UNSET
    shoe: str | UnsetType = UNSET
    options: Raw | UnsetType = UNSET


class LaidOut(Struct, gc=False):
    format: str
    id: str
    table: str | UnsetType
    at: str | UnsetType
    shoe: str | UnsetType
    rulebook: str
    options: Raw | UnsetType
    dealer: JsonDealer
    boxes: list[JsonBox]


_record = msgspec.json.Decoder(JsonRecord).decode
_encode = msgspec.json.Encoder().encode
_close = msgspec.json.format


def laid_out(line: bytes) -> bytes:
    """The same record in the usual order, written close; raises one of REFUSED."""
    if len(line) > MOST_BYTES:
        raise NotUsual("long")
    line.decode()
    r = _record(line)
    made = _encode(LaidOut(r.format, r.id, r.table, r.at, r.shoe, r.rulebook, r.options, r.dealer, r.boxes))
    if b"\n" in made:
        raise NotUsual("options over several lines")
    refuse_twins(line, made)
    return made


def refuse_twins(text: bytes, made: bytes) -> None:
    """Hold a text against what it was read as: a name given twice is lost in reading, and makes it longer."""
    if len(_close(text, indent=-1)) != len(_close(made, indent=-1)):
        raise NotUsual("a name given twice, or letters written otherwise")
