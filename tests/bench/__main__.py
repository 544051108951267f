"""`make bench`: every measurement in one table; `ROUNDS` as an argument for a quick look."""

from __future__ import annotations

import sys

from tests.bench import speed
from tests.bench.files import ROUNDS
from tests.bench.measure import HEADINGS

if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(HEADINGS, flush=True)
    missed = 0
    for figure in speed.figures(rounds):
        print(figure, flush=True)
        missed += figure.holds is False
    sys.exit(1 if missed else 0)
