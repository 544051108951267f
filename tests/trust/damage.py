"""A sealed logbook damaged by chance: bits flipped, pages overwritten, and how the file is then received."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from db import sqlite
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.operations.faults import LogbookFault
from tests.trust.house import Kept, keep_house

PAGE = 4096
#: Wrong guesses are counted beside the logbook and sealed by nothing: said so by the verifier.
NOT_SEALED = ("guess",)
Content = dict[str, list[tuple[Any, ...]]]
Spoil = Callable[[random.Random, bytearray], None]


def sealed_house(house: Path, folder: Path) -> Kept:
    """A logbook in one file, with everything sealed by a head that left."""
    kept = keep_house(house, folder)
    kept.move(8)
    kept.deal("r1", "r2", "r3")
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    connection = sqlite.module().connect(kept.path)
    connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    connection.close()
    return kept


def content_of(path: Path) -> Content | None:
    """Everything the file says in every table, the index of words too; None where SQLite cannot say it."""
    connection = sqlite.module().connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = bytes
    try:
        tables = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        found: Content = {"": tables}
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name.decode() not in NOT_SEALED:
                query = f'SELECT * FROM "{name.decode()}"'
                found[name.decode()] = sorted(connection.execute(query).fetchall(), key=repr)
        return found
    except (sqlite.module().Error, UnicodeError):
        return None
    finally:
        connection.close()


def same(path: Path, other: Path, before: Content) -> bool:
    """Whether two files say the same; their indexes of words are the same if they answer the same."""
    after = content_of(path)
    if after is None or after == before:
        return after == before
    if any(before[name] != after.get(name) for name in before if name != "entry_words_data"):
        return False
    return searched(path) == searched(other)


def searched(path: Path) -> list[tuple[Any, ...]] | None:
    """What looking for words answers: for every word and its first letters, in every column and place."""
    connection = sqlite.module().connect(f"file:{path}?mode=ro", uri=True)
    try:
        return answers(connection)
    except (sqlite.module().Error, UnicodeError):
        return None
    finally:
        connection.close()


def answers(connection: Any) -> list[tuple[Any, ...]]:
    """Every word, and what is found by its first letters."""
    connection.execute("CREATE VIRTUAL TABLE temp.every_word USING fts5vocab (main, entry_words, instance)")
    found: list[tuple[Any, ...]] = connection.execute("SELECT * FROM temp.every_word").fetchall()
    for begins in sorted({row[0][:size] for row in found for size in (1, 2, 3, 4)}):
        for column in ("words", "about"):
            query = "SELECT rowid FROM entry_words WHERE entry_words MATCH ?"
            found.append((begins, column, *connection.execute(query, (f'{column} : "{begins}" *',)).fetchall()))
    return found


def outcome(path: Path, away: Path) -> str:
    """How a damaged file is received: good, refused, or by the code of the first flaw."""
    try:
        found = verify(path, against=[away], state=True)
    except LogbookFault:
        return "refused"
    return "good" if found.good else found.flaws[0].code


def damage(sealed: Kept, into: Path, wanted: int, spoil: Spoil, seed: int) -> tuple[dict[str, int], int]:
    """Spoil copies until enough of them changed content; answers how each was received, and how many did not."""
    whole, before = sealed.path.read_bytes(), content_of(sealed.path)
    assert before is not None and outcome(sealed.path, sealed.away) == "good"
    chance, received, harmless = random.Random(seed), dict[str, int](), 0
    while sum(received.values()) < wanted:
        spoiled = bytearray(whole)
        spoil(chance, spoiled)
        into.write_bytes(spoiled)
        if same(into, sealed.path, before):
            harmless += 1
            continue
        how = outcome(into, sealed.away)
        if how == "good":
            after = content_of(into) or {}
            print("\nnot found:", [name for name in before if before[name] != after.get(name)])
        received[how] = received.get(how, 0) + 1
        assert into.read_bytes() == spoiled, "looking changed the file"
    return received, harmless


def flip(chance: random.Random, content: bytearray) -> None:
    """One bit, of what holds something: most of the empty space holds nothing."""
    place = chance.randrange(len(content))
    while not content[place] and chance.random() < 0.9:
        place = chance.randrange(len(content))
    content[place] ^= 1 << chance.randrange(8)


def overwrite(chance: random.Random, content: bytearray) -> None:
    """A page: with nothing, with noise, or with another page."""
    pages = len(content) // PAGE
    page, other = chance.randrange(pages) * PAGE, chance.randrange(pages) * PAGE
    new = chance.choice([bytes(PAGE), chance.randbytes(PAGE), bytes(content[other : other + PAGE])])
    content[page : page + PAGE] = new
