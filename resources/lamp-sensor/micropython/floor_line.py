"""The reader line protocol, version 1, for MicroPython: makes frames; reader-protocol.md describes every byte."""

import struct
from binascii import crc32

HELLO, HEARTBEAT, SIGNAL = 1, 2, 3
BLACKJACK, NO_BLACKJACK, SMALL, MEDIUM, LARGE = 1, 2, 3, 4, 5


def frame(kind, number, uptime_ms, payload, address=1):
    """One frame as it goes over the line."""
    body = struct.pack("<BBHBIQ", 1, 0, address, kind, number, uptime_ms) + payload
    return b"\0" + cobs(body + struct.pack("<I", crc32(body) & 0xFFFFFFFF)) + b"\0"


def cobs(body):
    """Every zero byte becomes the distance to the next one; a body has fewer than 255 bytes."""
    return b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0"))


def hello(uptime_ms, session, last, make, model, serial, firmware, kind=1):
    """Who it is; texts of at most 32 bytes."""
    texts = b"".join(bytes([len(text)]) + text for text in (each.encode() for each in (make, model, serial, firmware)))
    return frame(HELLO, 0, uptime_ms, session + struct.pack("<IBB", last, kind, 0) + texts)


def heartbeat(number, uptime_ms, ails=0):
    """It is there; 1 a fault, 2 a tamper, 3 both."""
    return frame(HEARTBEAT, number, uptime_ms, bytes([ails]))


def signal(number, uptime_ms, means, up="--"):
    """A lamp came on."""
    return frame(SIGNAL, number, uptime_ms, bytes([means]) + up.encode())
