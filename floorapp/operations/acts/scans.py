"""Scanning the label of a deck set or of a table: on record at once, with the step it was scanned for."""

from __future__ import annotations

from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.scans import LabelScanned
from floorapp.operations.floor_queries import known_table
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, needs_words
from floorapp.operations.scans import meant, wrong_set, wrong_table


def may_scan_label(moment: Moment, *, code: str) -> Refusal | None:
    """Whoever handles cards or inspects tables."""
    return moment.guard("scan_label") or needs_words(code, "code", "scan")


def scan_label(desk: Desk, *, code: str, step: str, expected: tuple[str, ...] = (), table: str = "") -> Change:
    """State that a label was scanned for a step: one of the expected sets', or the table's own.

    A label of another set or table is refused, with where the record has what was scanned; the refusal is on record.
    """
    about = Subject("table", table) if table else Subject("deck-set", expected[0] if len(expected) == 1 else code)
    with desk.acting("scan_label", about) as act:
        act.ask(may_scan_label(act.moment, code=code))
        if table:
            act.ask(known_table(act.moment, table), wrong_table(act.moment, code, table))
            return act.enter(LabelScanned(code=code.strip(), step=step, deck_set="", table=table))
        act.ask(wrong_set(act.moment, code, expected))
        cards = meant(act.moment, code).deck_set
        assert cards is not None
        return act.enter(LabelScanned(code=code.strip(), step=step, deck_set=cards.id, table=cards.table or ""))
