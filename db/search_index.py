"""The words by which an entry is found again, and looking for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
import sqlalchemy as sa

from db import entries
from db.dialect import Writes, dialect_of
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import UnknownFact, encode_fact

_WORD = re.compile(r"\w+", re.UNICODE)


def words_of(entry: Entry) -> str:
    """Every text in an entry: kind, number, subject, actor, and what the payload says."""
    kind = entry.fact.kind if isinstance(entry.fact, UnknownFact) else entry.fact.KIND
    texts = [kind, entry.number, entry.subject.id, entry.actor, entry.late or ""]
    _gather(msgspec.json.decode(encode_fact(entry.fact)), texts)
    return " ".join(texts)


def _gather(value: object, texts: list[str]) -> None:
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, dict):
        for inner in value.values():
            _gather(inner, texts)
    elif isinstance(value, list):
        for inner in value:
            _gather(inner, texts)


def index(onto: Writes, written: Iterable[Entry]) -> None:
    """Make entries findable by their words and by the nouns they are about."""
    rows = []
    for entry in written:
        nouns = dict.fromkeys(s.kind.replace("-", "") for s in (entry.subject, *entry.fact.mentions))
        rows.append((entry.position, words_of(entry), " ".join(nouns)))
    dialect_of(onto).index_words(onto, rows)


def search(
    connection: sa.Connection, text: str, *, about: str | None = None, before: int | None = None, limit: int = 50
) -> tuple[Entry, ...]:
    """Entries with all these words, newest first; `about` keeps to one noun, such as incidents."""
    noun = None if about is None else about.replace("-", "")
    words = _WORD.findall(text)
    found = dialect_of(connection).search_words(connection, words, about=noun, before=before, limit=limit)
    return tuple(reversed(entries.by_position(connection, found)))
