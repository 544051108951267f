"""Verifying rounds that nobody tuned for: play by chance (`chance.py`), beside json.loads of the same file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench import chance
from tests.bench.audit import year_by_chance
from tests.bench.files import EXCHANGES, PLACE, blocks_file, many_file
from tests.bench.measure import Figure, run
from tests.bench.speed import LOADS, TRIES, beside_open_spiel

ROUNDS = 60_000
#: What is dealt one by one for the long file, which has them all again with suits exchanged.
MANY = 250_000
SUMMARY = ("-m", "floorapp", "verify", "--summary", "--jobs", "1")
ANSWERS = ("-m", "floorapp", "verify", "--jobs", "1")


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Every figure on play by chance; with a number, the long file is as much shorter."""
    yield _start()
    file, dealt = chance_file(rounds), MANY * rounds // ROUNDS
    yield _beside_json(
        "verify --summary from cold",
        SUMMARY,
        file,
        2.0,
        f"{rounds:,} rounds of play by chance (chance.py), all learning included",
    )
    yield _beside_json("verify, answers in full", ANSWERS, file, 6.0, f"{rounds:,} rounds of chance.py")
    many = many_file(chance_file(dealt))
    note = f"{len(EXCHANGES) * dealt:,} rounds of chance.py: {dealt:,} dealt, and with suits exchanged"
    yield _beside_json("verify --summary, many", SUMMARY, many, 1.0, note, tries=1)
    yield beside_open_spiel(blocks_file(file), rounds, 5.0)
    yield from year_by_chance(blocks_file(chance_file(dealt)), dealt)
    for words in (SUMMARY, ANSWERS):
        peak = run([*words, str(many)], watch=True).memory / 1e6
        what = "--summary" if words is SUMMARY else "answers in full"
        yield Figure(f"memory, {what}", f"{peak:.0f} MB", "", None, "under 200 MB", peak < 200, note)


def chance_file(rounds: int) -> Path:
    """So many rounds of play by chance, made once."""
    PLACE.mkdir(parents=True, exist_ok=True)
    file = PLACE / f"chance-{rounds}.jsonl"
    if not file.exists():
        print(f"Dealing {rounds:,} rounds by chance (once; a minute or two) …", flush=True)
        chance.write(file.with_suffix(".part"), rounds).rename(file)
    return file


def _beside_json(what: str, words: Sequence[str], file: Path, most: float, note: str, *, tries: int = TRIES) -> Figure:
    """A command's processor time beside that of json.loads, both with their start; what is installed has bytecode."""
    ours = min(run([*words, str(file)], compiled=PLACE / "compiled").processor for _ in range(tries))
    theirs = min(run(["-c", LOADS, str(file)]).processor for _ in range(tries))
    ratio = ours / theirs
    return Figure(what, f"{ours:.2f} s", f"json.loads {theirs:.2f} s", ratio, f"at most {most:g}", ratio <= most, note)


def _start() -> Figure:
    """One round verified by a process that has just begun."""
    one = PLACE / "one.jsonl"
    PLACE.mkdir(parents=True, exist_ok=True)
    chance.write(one, 1)
    compiled, tries = PLACE / "compiled", 5 * TRIES
    ours = min(run(["-m", "floorapp", "verify", str(one)], compiled=compiled).processor for _ in range(tries))
    bare = min(run(["-c", "pass"]).processor for _ in range(tries))
    said = f"{ours * 1e3:.0f} ms", f"python -c pass {bare * 1e3:.0f} ms"
    return Figure("verify of one round, from cold", *said, ours / bare, "at most 3", ours <= 3 * bare)
