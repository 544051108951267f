"""The verifier itself under chance: mutated heads, signatures and rows never give a false "good"."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.chain import COLUMNS, Chain
from db.heads import find_heads, head_bytes
from db.keys import station_key
from db.store import open_store
from db.verify import verify
from floorapp.domain.heads import Head, Reason
from floorapp.operations.heads import sworn
from tests.trust.house import Kept, keep_house, raw

CHANCES = 3000


@pytest.fixture(scope="module")
def sealed(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    kept = keep_house(house, tmp_path_factory.mktemp("fuzz"))
    kept.move(2)
    kept.sealing.sign(Reason.REQUEST)
    kept.move(2, "Again")
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    return kept


@pytest.fixture(scope="module")
def rows(sealed: Kept) -> list[tuple[Any, ...]]:
    connection = raw(sealed.path)
    found: list[tuple[Any, ...]] = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM entry ORDER BY position"
    ).fetchall()
    connection.close()
    return found


def wrong(rows: list[tuple[Any, ...]], heads: list[Head]) -> int:
    chain = Chain(heads)
    for row in rows:
        chain.take(row)
    chain.finish()
    return chain.wrong


def mutated(value: Any, chance: random.Random) -> Any:
    """A value that is another one, of the same type or not."""
    others: list[Any] = [None, "", 0, -1, 1.5, b"\x00", "\udcff", "[]", "{}", 1 << 62]
    if isinstance(value, int):
        others += [value + 1, value - 1, str(value), float(value)]
    if isinstance(value, str) and value:
        place = chance.randrange(len(value))
        letter = chr((ord(value[place]) ^ 1 << chance.randrange(7)) or 65)
        others += [value[:place] + letter + value[place + 1 :], value[:place], value + " ", value.upper()] * 4
    return chance.choice([other for other in others if other != value or type(other) is not type(value)])


def test_any_changed_value_in_any_row_is_wrong(
    sealed: Kept, rows: list[tuple[Any, ...]], counted: Callable[[str], None]
) -> None:
    heads = [each.head for each in find_heads(sealed.away) if each.head]
    assert len(heads) == 2 and wrong(rows, heads) == 0
    chance, passed = random.Random(5), []
    for _ in range(CHANCES):
        which, column = chance.randrange(len(rows)), chance.randrange(len(COLUMNS))
        value = mutated(rows[which][column], chance)
        changed = list(rows)
        changed[which] = (*rows[which][:column], value, *rows[which][column + 1 :])
        if not wrong(changed, heads):
            passed.append((rows[which][9], COLUMNS[column], rows[which][column], value))
    counted(f"{CHANCES} mutated rows, {len(passed)} called good")
    assert not passed


def test_any_shuffle_doubling_or_loss_of_rows_is_wrong(
    sealed: Kept, rows: list[tuple[Any, ...]], counted: Callable[[str], None]
) -> None:
    heads = [each.head for each in find_heads(sealed.away) if each.head]
    chance, tried = random.Random(6), 0
    for _ in range(300):
        changed = list(rows)
        for _ in range(chance.randrange(1, 4)):
            place, other = chance.randrange(len(changed)), chance.randrange(len(changed))
            match chance.randrange(3):
                case 0:
                    changed.insert(place, changed[other])
                case 1:
                    del changed[min(place, len(changed) - 2)]
                case _:
                    changed[place], changed[other] = changed[other], changed[place]
        if changed == rows:
            continue
        tried += 1
        assert wrong(changed, heads)
    counted(f"{tried} shuffled logbooks, 0 called good")


def mutated_heads(head: Head, chance: random.Random, key: Any) -> Iterator[bytes]:
    """Heads with a value changed, unsigned and signed anew with a stranger's key."""
    for name in ("format", "station", "seq", "hash", "secrets", "at", "reason", "key", "signature"):
        for _ in range(8):
            loaded = json.loads(head_bytes(head))
            loaded[name] = mutated(loaded[name], chance)
            try:
                text = json.dumps(loaded, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
                yield text.encode("utf-8", "surrogateescape")
            except TypeError:
                continue
    for changes in ({}, {"hash": "0" * 64}, {"seq": head.seq + 1}, {"seq": 0}, {"station": "OTHER"}):
        forged = replace(head, key=key.key, signature="", **changes)
        yield head_bytes(replace(forged, signature=key.sign(sworn(forged))))


def test_mutated_heads_never_give_a_false_good(sealed: Kept, tmp_path: Path, counted: Callable[[str], None]) -> None:
    chance, stranger = random.Random(7), station_key(tmp_path / "stranger", "MAIN")
    head = [each.head for each in find_heads(sealed.away) if each.head][-1]
    place, tried, passed = tmp_path / "head.json", 0, []
    for content in mutated_heads(head, chance, stranger):
        place.write_bytes(content)
        tried += 1
        if verify(sealed.path, against=[place], structure=False).good:
            passed.append(content)
    counted(f"{tried} mutated heads, {len(passed)} called good")
    assert not passed and tried > 60


def test_an_empty_logbook_is_good_only_where_no_head_says_otherwise(sealed: Kept, tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    open_store(path).close()
    found = verify(path, state=True)
    assert found.good and found.entries == 0
    assert not verify(path, against=[sealed.away]).good


def test_two_logbooks_of_one_key_contradict_each_other(sealed: Kept, house: Path, tmp_path: Path) -> None:
    other = keep_house(house, tmp_path / "other")
    shutil.copytree(sealed.folder / "keys", other.folder / "keys")
    other.move(3, "Otherwise")
    other.sealing.sign(Reason.REQUEST)
    other.close()
    assert verify(other.path, against=[other.away]).good
    assert not verify(other.path, against=[sealed.away]).good
    assert not verify(sealed.path, against=[other.away]).good
