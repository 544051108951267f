"""The engine's speed: verification beside json.loads, packed rounds beside other engines, and its memory."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from floorapp.bootstrap import rulebooks
from floorapp.operations.quick.verify import QuickVerifier
from tests.bench.files import EXCHANGES, PLACE, ROUNDS, blocks_file, many_file, rounds_file
from tests.bench.measure import ROOT, Figure, run, two_cores_free

#: What to install, how many times as fast we should be, and how many players it plays with.
PEERS = {
    "open_spiel": ("open_spiel==2.0.2", 3.0, "one player"),
    "blackjack21": ("blackjack21==5.0.0", 20.0, "3.6 players"),
}
LOADS = "import json, sys\nfor line in open(sys.argv[1], 'rb'): json.loads(line)"
TRIES = 3


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Every figure, each beside what it is held against, in one run."""
    file = rounds_file(rounds)
    yield from _beside_json(file, rounds, f"{rounds:,} rounds of a floor at play (floor.py), processor time")
    many, all_of_them = many_file(file), len(EXCHANGES) * rounds
    *_, figure = _beside_json(
        many, all_of_them, f"{all_of_them:,} rounds of floor.py: as distinct, with suits exchanged", tries=1
    )
    yield figure
    yield from _packed(file, rounds)
    yield from _two_jobs(many)
    yield from _memory(many, all_of_them)


def _beside_json(file: Path, rounds: int, note: str, *, tries: int = TRIES) -> Iterator[Figure]:
    one = PLACE / "one.jsonl"
    one.write_bytes(file.open("rb").readline())
    spent: dict[str, list[float]] = {"ours": [], "theirs": [], "our start": [], "their start": []}
    for _ in range(tries):
        for name, at in (("ours", file), ("our start", one)):
            spent[name].append(run(["-m", "floorapp", "verify", "--summary", str(at)]).processor)
        for name, at in (("theirs", file), ("their start", one)):
            spent[name].append(run(["-c", LOADS, str(at)]).processor)
    best = {name: min(times) for name, times in spent.items()}
    ours = (best["ours"] - best["our start"]) / rounds * 1e6
    theirs = (best["theirs"] - best["their start"]) / rounds * 1e6
    start = best["our start"]
    yield Figure("cold start", f"{start * 1e3:.0f} ms", f"python {best['their start'] * 1e3:.0f} ms", None, "", None)
    yield Figure(
        "verify --summary, learning included",
        f"{ours:.1f} µs/round",
        f"json.loads {theirs:.1f} µs",
        ours / theirs,
        "at most 1",
        ours <= theirs,
        note,
    )


def _packed(file: Path, rounds: int) -> Iterator[Figure]:
    blocks = blocks_file(file)
    size = sum(map(len, blocks)) / rounds
    yield Figure(
        "a packed round",
        f"{size:.0f} bytes",
        f"JSON {file.stat().st_size / rounds:.0f} bytes",
        None,
        "about 100",
        size < 110,
    )
    verifier, passes = QuickVerifier(rulebooks()), []
    python = _peers()
    peers: dict[str, list[float]] = {name: [] for name in PEERS}
    for _ in range(TRIES):
        start = time.process_time()
        right = sum(verifier.check_block(block).right.total() for block in blocks)
        passes.append((time.process_time() - start) / rounds * 1e6)
        assert right == rounds
        for name in PEERS if python else ():
            peers[name].append(_peer(python, name))
    yield Figure("packed, the first time (learning)", f"{passes[0]:.1f} µs/round", "", None, "", None)
    ours = min(passes[1:])
    for name, (wanted, times, players) in PEERS.items():
        if not peers[name]:
            yield Figure(
                f"packed beside {name}",
                f"{ours:.1f} µs/round",
                "could not be had",
                None,
                f"{times:g} times",
                None,
                wanted,
            )
            continue
        theirs = min(peers[name])
        yield Figure(
            f"packed beside {name}",
            f"{ours:.1f} µs/round",
            f"{players} {theirs:.1f} µs",
            theirs / ours,
            f"{times:g} times",
            theirs / ours >= times,
            f"{wanted}; ours has 3.6 boxes a round",
        )


def beside_open_spiel(blocks: list[bytes], rounds: int, times: float) -> Figure:
    """Packed rounds beside OpenSpiel's."""
    verifier, python = QuickVerifier(rulebooks()), _peers()
    wanted, _, players = PEERS["open_spiel"]
    passes = list[float]()
    theirs = [_peer(python, "open_spiel") for _ in range(TRIES)] if python else []
    for _ in range(TRIES + 1):
        start = time.process_time()
        for block in blocks:
            verifier.check_block(block)
        passes.append((time.process_time() - start) / rounds * 1e6)
    ours = min(passes[1:])
    note = f"{rounds:,} rounds of chance.py, the first time (learning) {passes[0]:.1f} µs each"
    if not theirs:
        return Figure("packed beside open_spiel", f"{ours:.1f} µs/round", "could not be had", None, "", None, note)
    ratio = min(theirs) / ours
    said = f"{ours:.1f} µs/round", f"{players} {min(theirs):.1f} µs"
    return Figure("packed beside open_spiel", *said, ratio, f"{times:g} times", ratio >= times, f"{wanted}; {note}")


def _peers() -> str:
    """A Python with the other engines, in a place of its own; empty where they cannot be had."""
    place = ROOT / "build" / "bench-peers"
    python = place / "bin" / "python"
    ready = place / "ready"
    if not ready.exists():
        shutil.rmtree(place, ignore_errors=True)
        names = [wanted for wanted, _, _ in PEERS.values()]
        make = subprocess.run([sys.executable, "-m", "venv", str(place)], check=False)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *names]
        if make.returncode or subprocess.run(pip, check=False).returncode:
            return ""
        ready.touch()
    return str(python)


def _peer(python: str, name: str) -> float:
    words = [python, str(Path(__file__).with_name("peers.py")), name]
    return float(json.loads(subprocess.run(words, check=True, capture_output=True).stdout))


def _two_jobs(many: Path) -> Iterator[Figure]:
    walls: dict[str, list[float]] = {"1": [], "2": []}
    free = two_cores_free()
    for _ in range(TRIES if free else 1):
        for jobs, taken in walls.items():
            taken.append(run(["-m", "floorapp", "verify", "--summary", "--jobs", jobs, str(many)]).wall)
    one, two = min(walls["1"]), min(walls["2"])
    note = "" if free else "two cores were not free"
    yield Figure(
        "two jobs beside one",
        f"{two:.1f} s",
        f"one job {one:.1f} s",
        one / two,
        "1.8 times",
        one / two >= 1.8 if free else None,
        note,
    )


def _memory(many: Path, rounds: int) -> Iterator[Figure]:
    for jobs in ("1", "2"):
        spent = run(["-m", "floorapp", "verify", "--summary", "--jobs", jobs, str(many)], watch=True)
        peak, halfway = spent.memory / 1e6, spent.halfway / 1e6
        yield Figure(
            f"memory, --jobs {jobs}",
            f"{peak:.0f} MB",
            f"halfway {halfway:.0f} MB",
            None,
            "under 150 MB",
            peak < 150,
            f"{rounds:,} rounds",
        )
