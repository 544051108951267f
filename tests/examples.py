"""How many examples a property is tried on: few in `make test`, always the same; many in `make campaign`, by chance."""

from __future__ import annotations

import os

#: How the campaign says so.
ROAMING, TIMES = "FLOORAPP_HYPOTHESIS", "FLOORAPP_EXAMPLES"


def examples(few: int) -> int:
    """So many, or as many times more as the campaign asks for."""
    return few * int(os.environ.get(TIMES, "1"))
