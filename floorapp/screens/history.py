"""A history as rows, newest first: corrections stand directly above what they strike, however old that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import EntrySentence
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.moment import Moment
from floorapp.operations.shelves import Corrected
from floorapp.screens.entry_values import changed
from floorapp.screens.lists import TimelineRow
from floorapp.screens.phrases import clock, short_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import line
from floorapp.screens.told import told_of

ICONS = {
    "reader": "cpu",
    "shuffler": "refresh",
    "people": "user",
    "table": "map-pin-2",
    "shoe": "stack-2",
    "decks": "cards",
    "incident": "flag",
    "duty": "eye",
    "refused": "x",
    "correction": "pencil",
    "rounds": "zoom-check",
}


def with_corrections(snapshot: Snapshot, entries: Iterable[Entry]) -> dict[str, Entry]:
    """Entries by id, together with what corrects them and what they correct."""
    known = {entry.id: entry for entry in entries}
    for entry in tuple(known.values()):
        fact = entry.fact
        wanted = [fact.entry] if isinstance(fact, EntryCorrected) else []
        if getattr(fact, "CORRECTABLE", False):
            corrected = snapshot.moment.state.get(Corrected, entry.id)
            wanted += corrected.corrections if corrected else ()
        for id in wanted:
            other = known.get(id) or snapshot.book.entry(id)
            if other is not None:
                known[id] = other
    return known


def timeline_of(
    moment: Moment, kept: Sequence[tuple[Entry, EntrySentence]], by_id: Mapping[str, Entry]
) -> tuple[TimelineRow, ...]:
    """The rows of the kept entries; each correction brings along what it strikes, if that is known."""
    corrections: dict[str, list[Entry]] = {}
    for entry in sorted(by_id.values(), key=lambda each: each.position, reverse=True):
        if isinstance(entry.fact, EntryCorrected):
            corrections.setdefault(entry.fact.entry, []).append(entry)
    rows: list[TimelineRow] = []
    done: set[str] = set()
    for entry, told in kept:
        old = entry.fact.entry if isinstance(entry.fact, EntryCorrected) else entry.id
        if old in done:
            continue
        if old not in corrections:
            rows.append(_row(moment, entry, told, ""))
            continue
        done.add(old)
        last, *before = corrections[old]
        older = before[0] if before else by_id.get(old)
        said = changed(moment, older, last) if older is not None else ""
        words = told_of(moment, last)
        rows.append(_row(moment, last, replace(words, more=f"{said} · {words.more}" if said else words.more), ""))
        struck = f"corrected {moment.house.time(last.recorded_at)}"
        rows += [_row(moment, each, told_of(moment, each), struck) for each in before]
        if old in by_id:
            rows.append(_row(moment, by_id[old], told_of(moment, by_id[old]), struck))
    return tuple(rows)


def with_names(moment: Moment, entry: Entry, says: str) -> str:
    """A sentence with people's names in it instead of what they sign in with."""
    for place in ("person", "to"):
        handle = getattr(entry.fact, place, None)
        if isinstance(handle, str) and handle:
            says = short_of(moment, handle).join(re.split(rf"(?<![\w.(]){re.escape(handle)}(?!\w)", says))
    return says


def _row(moment: Moment, entry: Entry, told: EntrySentence, struck: str) -> TimelineRow:
    says = with_names(moment, entry, told.says)
    return TimelineRow(
        entry.number,
        clock(moment, entry.occurred_at),
        ICONS.get(told.about, "file-text"),
        line(says),
        short_of(moment, entry.actor),
        told.more,
        corrects=isinstance(entry.fact, EntryCorrected) and not struck,
        corrected=struck,
        entry=entry.id,
    )
