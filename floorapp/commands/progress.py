"""A bar for a person before a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable


def bar(what: str) -> Callable[[int, int], None]:
    """How far, on one line; nothing for a file or a pipe."""

    def show(done: int, of: int) -> None:
        if sys.stderr.isatty():
            filled = 30 * done // max(of, 1)
            end = "\n" if done >= of else ""
            print(f"\r[{'#' * filled:30}] {done:,} of {of:,} {what}", end=end, file=sys.stderr, flush=True)

    return show
