"""How fast other blackjack engines play a round, run by a Python of their own; prints JSON."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

TAKEN = (2, 3, 3, 4, 4, 4, 5)  # boxes, as floor.py has them


def open_spiel() -> Callable[[], Any]:
    """OpenSpiel's C++ game, driven from Python: one player, decisions at random."""
    import pyspiel  # type: ignore[import-not-found]

    game, choose = pyspiel.load_game("blackjack"), random.Random(1).choice

    def play() -> Any:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        return state.returns()

    return play


def blackjack21() -> Callable[[], Any]:
    """blackjack21: as many players as our floor has boxes taken, who draw to 17."""
    import blackjack21 as game  # type: ignore[import-not-found]

    deck = game.Deck(game.DEFAULT_SUITS, count=6)
    tables = cycle(
        game.Table([(str(n), 10) for n in range(players)], deck, on_round_reset=game.shoe_reset_hook(deck))
        for players in TAKEN
    )

    def play() -> Any:
        table = next(tables)
        table.start_game()
        while table.current_hand:
            if table.current_hand.total < 17:
                table.hit()
            else:
                table.stand()
        return table.players

    return play


def microseconds(play: Callable[[], Any], rounds: int) -> float:
    """What a round takes, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for _ in range(rounds):
            play()
        best = min(best, time.process_time() - start)
    return best / rounds * 1e6


if __name__ == "__main__":
    known = {"open_spiel": (open_spiel, 10_000), "blackjack21": (blackjack21, 3_000)}
    make, rounds = known[sys.argv[1]]
    print(json.dumps(microseconds(make(), rounds)))
