"""The frame of the open line protocol: COBS between zero bytes, a fixed header, and a CRC-32 at its end."""

from __future__ import annotations

from struct import Struct
from zlib import crc32

from cobs import cobs

from floorapp.domain.readers import Flaw
from floorapp.domain.values import dataclass

VERSION = 1
KEYED = 0x01
RESENT = 0x02
HOST = 0x80

#: version, flags, address, type, sequence number, milliseconds since start; little-endian throughout.
HEADER = Struct("<BBHBIQ")
CRC = Struct("<I")
TAG_SIZE = 16
MOST_PAYLOAD = 200
LEAST_BODY = HEADER.size + CRC.size
MOST_BODY = HEADER.size + MOST_PAYLOAD + TAG_SIZE + CRC.size
#: COBS adds one byte to a body of fewer than 255.
MOST_ENCODED = MOST_BODY + 1
#: What CRC-32 gives over any message with its own little-endian CRC behind it.
RESIDUE = 0x2144DF1C


@dataclass(frozen=True, slots=True)
class Frame:
    """What one frame holds, signed or not."""

    type: int
    sequence: int
    uptime_ms: int
    payload: bytes = b""
    address: int = 1
    flags: int = 0
    tag: bytes = b""

    @property
    def head(self) -> bytes:
        """What a tag signs: everything but itself and the CRC."""
        packed = HEADER.pack(VERSION, self.flags, self.address, self.type, self.sequence, self.uptime_ms)
        return packed + self.payload


def encode(frame: Frame) -> bytes:
    """A frame as it goes over the line, a zero byte on either side."""
    return enclose(frame.head + frame.tag)


def enclose(unchecked: bytes) -> bytes:
    """Any body with its right CRC, as it goes over the line."""
    packed: bytes = cobs.encode(unchecked + CRC.pack(crc32(unchecked)))
    return b"\0" + packed + b"\0"


#: type, sequence, uptime, payload, address, flags, tag: a frame before anybody gave it a name.
Fields = tuple[int, int, int, bytes, int, int, bytes]


def unpack(octets: bytes) -> Fields | Flaw:
    """What lies between two zero bytes, in the order of a Frame's fields, or why it is none."""
    if len(octets) > MOST_ENCODED:
        return Flaw.OVERLONG
    try:
        body: bytes = cobs.decode(octets)
    except cobs.DecodeError:
        return Flaw.NOISE
    if crc32(body) != RESIDUE:
        return Flaw.CRC
    end = len(body) - CRC.size
    if end < HEADER.size:
        return Flaw.FORM
    version, flags, address, kind, sequence, uptime = HEADER.unpack_from(body)
    if version != VERSION or flags > (KEYED | RESENT):
        return Flaw.FORM
    cut = end - TAG_SIZE if flags & KEYED else end
    if not HEADER.size <= cut <= HEADER.size + MOST_PAYLOAD:
        return Flaw.FORM
    return kind, sequence, uptime, body[HEADER.size : cut], address, flags, body[cut:end]


def decode(octets: bytes) -> Frame | Flaw:
    """The frame between two zero bytes, or why it is none."""
    fields = unpack(octets)
    return fields if isinstance(fields, Flaw) else Frame(*fields)


class Splitter:
    """Cuts a stream of bytes into what lies between zero bytes, holding at most one frame's length of them."""

    __slots__ = ("_held", "_skipping")

    def __init__(self) -> None:
        self._held = b""
        self._skipping = False

    @property
    def held(self) -> int:
        return len(self._held)

    def split(self, octets: bytes) -> list[bytes]:
        """The pieces that ended in these bytes; one that is too long is cut after its first byte too many."""
        pieces = octets.split(b"\0")
        if len(pieces) == 3 and not self._held and not (pieces[0] or pieces[2]) and len(pieces[1]) <= MOST_ENCODED:
            # By far the most common: one whole frame. A zero byte came first, so nothing is being skipped now.
            self._skipping = False
            return pieces[1:2] if pieces[1] else []
        tail = pieces.pop()
        if pieces:
            first = b"" if self._skipping else self._held + pieces[0]
            pieces[0] = first
            self._held, self._skipping = b"", False
        cut = MOST_ENCODED + 1
        ended = [piece if len(piece) < cut else piece[:cut] for piece in pieces if piece]
        if tail and not self._skipping:
            self._held += tail
            if len(self._held) >= cut:
                ended.append(self._held[:cut])
                self._held, self._skipping = b"", True
        return ended
