"""Properties tried on other examples than `make test` tries: by chance, and many times as many."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.campaign.table import Row
from tests.examples import ROAMING, TIMES

ROOT = Path(__file__).parents[2]
MOST = 40


def rows(scale: float) -> Iterator[Row]:
    """Every file that states a property; a failure is kept with the line that repeats it."""
    files = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if "@given(" in path.read_text("utf-8")]
    times = max(1, round(MOST * scale))
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "auto",
        "--timeout",
        "0",
        "-k",
        "not campaign",
        *map(str, files),
    ]
    environment = {**os.environ, ROAMING: "roaming", TIMES: str(times)}
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    count = re.search(r"(\d+) passed", done.stdout)
    failed = re.findall(r"^FAILED .*|@reproduce_failure.*", done.stdout, re.M)
    what = f"properties, {times} times as many examples"
    yield Row(what, f"{count[1] if count else 0} tests", f"{failed or 'nothing'}", good=done.returncode == 0)
