"""Two weeks of a floor can be read: every entry of the sample is a sentence."""

from __future__ import annotations

from db.store import Store
from floorapp.operations.entry_sentences import tell


def test_every_entry_of_the_sample_is_a_sentence(store: Store) -> None:
    entries = store.page(limit=1_000_000)
    told = {tell(entry).says for entry in entries}
    assert len(entries) > 5_000 and len(told) > 1_000
    odd = [words for words in told if not words or "{" in words or "None" in words or "Role." in words]
    assert not odd
