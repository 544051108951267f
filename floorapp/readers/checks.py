"""Checks at the end of a message, as serial devices have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """How many bytes it has, and how they are made of what stands before them."""

    size: int
    made: Callable[[bytes], bytes]


def _bcc(octets: bytes) -> bytes:
    return bytes([reduce(xor, octets, 0)])


def _sum(octets: bytes) -> bytes:
    return bytes([sum(octets) & 0xFF])


def crc16_modbus(octets: bytes) -> bytes:
    """CRC-16 as Modbus has it, low byte first."""
    crc = 0xFFFF
    for octet in octets:
        crc ^= octet
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def crc16_ccitt(octets: bytes) -> bytes:
    """CRC-16-CCITT from 0xFFFF, high byte first."""
    crc = 0xFFFF
    for octet in octets:
        crc ^= octet << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc.to_bytes(2, "big")


CHECKS = {
    "none": Check(0, lambda _: b""),
    "bcc": Check(1, _bcc),
    "sum": Check(1, _sum),
    "crc16-modbus": Check(2, crc16_modbus),
    "crc16-ccitt": Check(2, crc16_ccitt),
}
