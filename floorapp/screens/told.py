"""Entries in words with people's names, as the screens show them."""

from __future__ import annotations

from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import EntrySentence, tell
from floorapp.operations.moment import Moment


def told_of(moment: Moment, entry: Entry) -> EntrySentence:
    """An entry in words, people by name."""
    return tell(entry, moment.called, moment.house.style)
