"""A floor at work: children that act at random until they are killed, saying each entry once it is durable."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from db.store import open_store
from tests.acts.floor import Floor
from tests.acts.test_walks import MOVES, TABLES, Walk


def say(words: str) -> None:
    """One whole line at once, so that a killed child leaves no half of one."""
    os.write(1, f"{words}\n".encode())


def at_work(path: Path, seed: int) -> None:
    """People try things at tables; after each act that was recorded, the newest entry's number is said."""
    store = open_store(path)
    floor = Floor(store, path)
    floor.clock.instant = store.page(limit=1)[0].recorded_at
    walk, chance, told = Walk(floor), random.Random(seed), 0
    say(f"ready {os.getpid()}")
    moves = sorted(MOVES)
    while True:
        walk.step(chance.choice(moves), chance.choice(TABLES), chance.randrange(7))
        newest = floor.last()
        if newest.seq != told:
            told = newest.seq
            say(f"{newest.number} {newest.id}")


def serve(path: Path) -> None:
    """Fork a floor for each line asked for, and say when it is gone."""
    for number, _ in enumerate(sys.stdin):
        child = os.fork()
        if child == 0:
            at_work(path, number)
        _, how = os.waitpid(child, 0)
        say(f"gone {os.waitstatus_to_exitcode(how)}")


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
