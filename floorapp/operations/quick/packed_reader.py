"""Reading packed blocks: their columns are the judge's, but for the numbers of their dictionary."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

import numpy as np
from msgspec import UNSET

from floorapp.engine.block import BY_BOX, BY_ROUND, DamagedBlock, PackedBlock, making_sense
from floorapp.engine.decode import read_options
from floorapp.engine.record import Unreadable
from floorapp.engine.shape import SIGNAL_OF, draws, is_step
from floorapp.engine.unpacker import instant_of
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.columns import Columns, Numbers, masks_of, run_places, starts_of
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.layout import Names


class PackedReader:
    """Makes the judge's columns of packed blocks, without unpacking a round."""

    def __init__(self, judge: RoundJudge) -> None:
        self._judge = judge
        self._play = cache(self._learn_play)  # blocks have mostly the same plays, reports and terms
        self._line = cache(self._learn_line)
        self._table = cache(self._learn_table)

    def columns(self, block: PackedBlock) -> tuple[Columns, Numbers]:
        """The usual rounds of a block, and which of them are not for the quick way."""
        with making_sense():
            return self._columns(block)

    def _columns(self, block: PackedBlock) -> tuple[Columns, Numbers]:
        """A round of a rulebook that is not known stands at another table, and is not for the quick way."""

        def column(name: str) -> Numbers:
            return np.frombuffer(block.columns[name], _kind(block, name)).astype(np.int64)

        words, boxes, number = block.dictionary, column("boxes"), column("number")
        plays, lines, dealt = column("play"), column("lines"), column("dealt")
        play, drawn = np.array([self._play(each) for each in words["plays"]] or [(0, 0)]).T
        drawn_cards, wagers = column("drawn_cards"), column("wagers")
        amounts = np.array(words["wagers"] or [[0] * len(AMOUNTS)], np.int64)
        if amounts.shape[1:] != (len(AMOUNTS),):
            raise DamagedBlock("the block names wagers that there are not")
        tables = np.array([self._table(book, json.dumps(options)) for book, options in words["terms"]])[column("terms")]
        made = Columns(
            table=np.where(tables < 0, max(tables.max(), self._judge.any_table()), tables),
            signal=column("signal"),
            dealt=dealt,
            boxes=boxes,
            number=number,
            amounts=amounts.T.take(wagers, axis=1).T,
            masks=masks_of(amounts)[wagers],
            play=play[plays],
            lines=np.array([self._judge.reports.number(None), *map(self._line, words["lines"])])[lines],
            drawn=drawn[plays],
            dealer_cards=column("dealer_cards"),
            first_cards=column("first_cards"),
            drawn_cards=drawn_cards,
            given=column("given"),
            nets=column("nets"),
        )
        self._check(made, block)
        return made, tables < 0

    def _learn_play(self, text: str) -> tuple[int, int]:
        """The number of these decisions, and how many cards they draw."""
        steps = bytes.fromhex(text)
        if not all(map(is_step, steps)):
            raise DamagedBlock("the block names decisions that there are not")
        return self._judge.plays.number(steps), sum(map(draws, steps))

    def _learn_line(self, text: str) -> int:
        return self._judge.reports.number(bytes.fromhex(text))

    def _learn_table(self, rulebook: str, options: str) -> int:
        try:
            return self._judge.table_number(rulebook, read_options(json.loads(options)))
        except KeyError:
            return -1
        except Unreadable as fault:
            raise DamagedBlock(f"the options of a table are unreadable: {fault}") from None

    def _check(self, made: Columns, block: PackedBlock) -> None:
        """The columns agree in length, and every number is one there can be."""
        by_round = {len(each) for each in (made.table, made.signal, made.dealt, made.boxes)}
        by_box = {len(each) for each in (made.number, made.amounts, made.play, made.lines)}
        runs = (made.dealer_cards, made.first_cards, made.drawn_cards, made.given, made.nets)
        sizes = tuple(map(len, runs))
        counted = (
            made.dealt.sum(),
            2 * len(made.number),
            made.drawn.sum(),
            self._judge.plays.given(made.play).sum(),
            self._judge.reports.counts(made.lines).sum(),
        )
        cards = np.concatenate((made.dealer_cards, made.first_cards, made.drawn_cards))
        usual = block.rounds - len(block.columns["unusual_at"]) // 4
        fits = by_round == {usual} and by_box == {made.boxes.sum()} and sizes == counted
        if usual and not (
            fits and made.boxes.min() > 0 and made.dealt.min() > 0 and made.signal.max() < len(SIGNAL_OF)
        ):
            raise DamagedBlock("the columns differ in length")
        if len(cards) and cards.max() >= 52:
            raise DamagedBlock("the block names cards that there are not")


def parted(judge: RoundJudge, block: PackedBlock, columns: Columns, places: Numbers) -> PackedBlock:
    """Some of a block's usual rounds, by their places among these, as a block of their own."""

    def runs(counts: Numbers, of: Numbers) -> Numbers:
        return run_places(starts_of(counts)[of], counts[of])

    boxes = runs(columns.boxes, places)
    per_box = {
        "first_cards": np.full(len(columns.number), 2),
        "drawn_cards": columns.drawn,
        "given": judge.plays.given(columns.play),
        "nets": judge.reports.counts(columns.lines),
    }
    sizes = np.frombuffer(block.columns["id_size"], np.uint8).astype(np.int64)
    at = dict.fromkeys(BY_ROUND, places) | dict.fromkeys(BY_BOX, boxes)
    at |= {"ids": runs(sizes, places), "dealer_cards": runs(columns.dealt, places)}
    at |= {name: runs(counts, boxes) for name, counts in per_box.items()}
    made = {name: np.frombuffer(block.columns[name], _kind(block, name))[on].tobytes() for name, on in at.items()}
    made |= {"dictionary": block.columns["dictionary"], "unusual_at": b"", "unusual": b""}
    return PackedBlock(len(places), block.width, made, block.dictionary)


def _kind(block: PackedBlock, name: str) -> str:
    """A column's numbers in the words of numpy; of text its bytes."""
    return "<" + block.kind(name).replace("s", "B")


class PackedNames(Sequence[Names]):
    """The names of a block's usual rounds, each made when it is asked for."""

    def __init__(self, block: PackedBlock) -> None:
        self._block = block
        self._ends = np.cumsum(np.frombuffer(block.columns["id_size"], "<" + block.kind("id_size")), dtype=np.int64)
        column = {
            name: np.frombuffer(block.columns[name], "<" + block.kind(name)) for name in ("table", "at", "offset")
        }
        self._table, self._times = column["table"], np.array((column["at"], column["offset"]), np.int64)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, n: Any) -> Any:
        table, at = self.place(n)
        name = self._block.columns["ids"][self._ends[n - 1] if n else 0 : self._ends[n]]
        return Names("floor-round/1", name.decode(), table, at.isoformat() if at else UNSET)

    def place(self, n: int) -> tuple[str, datetime | None]:
        """The table and the time of a round."""
        table, (at, offset) = self._block.dictionary["tables"][self._table[n]], self._times[:, n].tolist()
        return str(table), instant_of(at, offset)
