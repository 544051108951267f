"""A table's conduct twice: the same table, to be changed freely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import TypeVar

from floorapp.engine.conduct.cards import DeadGame, LoggedSet, LoggedShoe
from floorapp.engine.conduct.stamp import Tally
from floorapp.engine.conduct.table import FittedReader, FittedShuffler, TableConduct

T = TypeVar("T")


def _copier(kind: type[T]) -> Callable[[T], T]:
    """`copy.copy` of a value with slots, made once: what it holds is read in one go."""
    read = attrgetter(*(each.name for each in fields(kind)))  # type: ignore[arg-type]  # a dataclass
    return lambda value: kind(*read(value))


_table, _set, _shoe = _copier(TableConduct), _copier(LoggedSet), _copier(LoggedShoe)
_game, _tally = _copier(DeadGame), _copier(Tally)
_reader, _shuffler = _copier(FittedReader), _copier(FittedShuffler)


def copied(conduct: TableConduct) -> TableConduct:
    """The same table, to be changed freely."""
    made = _table(conduct)
    made.reader = None if conduct.reader is None else _reader(conduct.reader)
    made.shuffler = None if conduct.shuffler is None else _shuffler(conduct.shuffler)
    made.fitted, made.inspected = set(conduct.fitted), dict(conduct.inspected)
    made.sets = sets = {name: _copied_set(cards) for name, cards in conduct.sets.items()}
    made.last_shoe_set, made.last_dealt = _same(conduct.last_shoe_set, sets), _same(conduct.last_dealt, sets)
    made.shoe = shoe = _copied_shoe(conduct.shoe, sets)
    game = conduct.dead_game
    if game is not None:
        made.dead_game = again = _game(game)
        again.sets = {name: sets[name] for name in game.sets}
        again.last = _same(game.last, sets)
        again.shoe = shoe if game.shoe is conduct.shoe else _copied_shoe(game.shoe, sets)
        again.other_shoe = shoe if game.other_shoe is conduct.shoe else _copied_shoe(game.other_shoe, sets)
    return made


def _copied_set(cards: LoggedSet) -> LoggedSet:
    made = _set(cards)
    made.done, made.dealt = dict(cards.done), _tally(cards.dealt)
    return made


def _copied_shoe(shoe: LoggedShoe | None, sets: dict[str, LoggedSet]) -> LoggedShoe | None:
    if shoe is None:
        return None
    made = _shoe(shoe)
    made.cards = sets.get(shoe.cards.name, shoe.cards)
    return made


def _same(cards: LoggedSet | None, sets: dict[str, LoggedSet]) -> LoggedSet | None:
    return None if cards is None else sets.get(cards.name, cards)
