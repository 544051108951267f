"""Rounds packed for keeping: about 90 bytes each, lossless, in blocks that judge without being unpacked.

What comes again and again stands once in a block's dictionary, cards are one byte each, and whatever is
unusual (bettors behind, dead and void calls, odd sizes) is kept as the JSON it came as.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floorapp.engine.block import open_block, write_block
from floorapp.engine.packing import Packer
from floorapp.engine.record import Round
from floorapp.engine.shape import Unusual
from floorapp.engine.unpacking import rounds_of


def pack_block(rounds: Iterable[Round]) -> bytes:
    """Rounds as one block, at most `block.MOST_ROUNDS` of them."""
    packer = Packer()
    for round_ in rounds:
        try:
            packer.add(round_)
        except Unusual:
            packer.keep(round_)
    return write_block(packer.rounds, packer.width, packer.columns())


def unpack_block(block: bytes) -> Iterator[Round]:
    """A block's rounds, in their order; raises `block.Damaged`."""
    return rounds_of(open_block(block))
