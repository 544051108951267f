"""The files that are measured on, made once in build/bench."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from floorapp.bootstrap import rulebooks
from floorapp.domain.cards import SUITS
from floorapp.engine.block import open_block, write_block
from floorapp.engine.decode import read_round
from floorapp.engine.packer import pack_block
from tests.bench import floor
from tests.bench.measure import ROOT

PLACE = ROOT / "build" / "bench"
ROUNDS = 250_000
BLOCK = 10_000
#: Ways to exchange suits that leave one suit one suit and one colour one colour.
EXCHANGES = ("cdhs", "chds", "sdhc", "shdc", "dcsh", "dsch", "hcsd", "hscd")
CARD = re.compile(rb'"([A2-9TJQK])([cdhs])"')


def rounds_file(rounds: int) -> Path:
    """Distinct rounds of a floor at play, with what should have been paid reported."""
    PLACE.mkdir(parents=True, exist_ok=True)
    file = PLACE / f"rounds-{rounds}.jsonl"
    if not file.exists():
        print(f"Dealing {rounds:,} rounds (once; a minute or two) …", flush=True)
        floor.write(file.with_suffix(".part"), rounds).rename(file)
    return file


def many_file(file: Path) -> Path:
    """Several times the rounds: the same ones with suits exchanged."""
    many = file.with_suffix(f".x{len(EXCHANGES)}.jsonl")
    if not many.exists():
        part = many.with_suffix(".part")
        with part.open("wb") as out:
            for number, suits in enumerate(EXCHANGES):
                cards = {
                    rank + old: rank + new for rank in "A23456789TJQK" for old, new in zip("cdhs", suits, strict=True)
                }
                swap = {f'"{old}"'.encode(): f'"{new}"'.encode() for old, new in cards.items()}
                with file.open("rb") as lines:
                    while chunk := b"".join(islice(lines, 5000)):
                        moved = CARD.sub(lambda found, swap=swap: swap[found[0]], chunk)  # type: ignore[misc]
                        out.write(moved.replace(b'"id": "', b'"id": "%d/' % number))
        part.rename(many)
    return many


def blocks_file(file: Path) -> list[bytes]:
    """The same rounds packed."""
    blocks = []
    with file.open("rb") as lines:
        while batch := list(islice(lines, BLOCK)):
            blocks.append(pack_block(read_round(json.loads(line), rulebooks()) for line in batch))
    return blocks


def many_blocks(blocks: list[bytes]) -> Iterator[bytes]:
    """Packed rounds several times: the same ones with suits exchanged."""
    for suits in EXCHANGES:
        moved = bytes(code & ~3 | SUITS.index(suits[code & 3]) for code in range(256))
        for opened in map(open_block, blocks):
            cards = {name: opened.columns[name].translate(moved) for name in opened.columns if name.endswith("_cards")}
            yield write_block(opened.rounds, opened.width, opened.columns | cards)
