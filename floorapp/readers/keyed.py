"""Keyed mode: a tag only the holder of the reader's secret can make, bound to one session and one place in it."""

from __future__ import annotations

import hmac
from dataclasses import replace
from hashlib import blake2s
from struct import Struct

from floorapp.readers.frames import KEYED, TAG_SIZE, Frame

PERSON = b"floorln1"
LEAST_SECRET = 16
MOST_SECRET = 32
#: In keyed mode the first half of a session's name counts the reader's starts, for the reader's life.
STARTS = Struct("<I")


def tag(secret: bytes, session: bytes, head: bytes) -> bytes:
    """BLAKE2s over session, header and payload, keyed with the reader's secret."""
    return blake2s(session + head, key=secret, digest_size=TAG_SIZE, person=PERSON).digest()


def sign(frame: Frame, secret: bytes, session: bytes) -> Frame:
    """The frame in keyed mode."""
    marked = replace(frame, flags=frame.flags | KEYED)
    return replace(marked, tag=tag(secret, session, marked.head))


def is_signed(frame: Frame, secret: bytes, session: bytes) -> bool:
    """Whether the frame's tag is the one its holder would make."""
    return hmac.compare_digest(frame.tag, tag(secret, session, frame.head))


def starts(session: bytes) -> int:
    """How often the reader had been started when this session began."""
    return int(STARTS.unpack_from(session)[0])


def secret_of(text: str) -> bytes:
    """A secret written in hex; raises ValueError on one too short or too long."""
    secret = bytes.fromhex(text)
    if not LEAST_SECRET <= len(secret) <= MOST_SECRET:
        raise ValueError(f"a secret has {LEAST_SECRET} to {MOST_SECRET} bytes")
    return secret
