"""What was voided is struck on paper and counted nowhere."""

from __future__ import annotations

from floorapp.domain.devices import ShufflerCondition
from floorapp.operations.acts import corrections, shufflers
from floorapp.operations.chart import Bars
from floorapp.operations.sheet import SheetTally
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.papers.two_days import MONDAY, TUESDAY, sheets

#: What no entry of these days makes: the floor itself, rounds, which nobody voids, and corrections.
NOT_OF_ENTRIES = (
    "requirement",
    "correction",
    "void",
    "complete",
    "with item",
    "not due",
    "rounds",
    "paid",
    "payout",
    "Rounds",
)
FORMS = (
    "inspections",
    "deck-changes",
    "shufflers",
    "register",
    "openings",
    "summary",
    "completeness",
    "custody",
    "destruction",
    "handover",
    "trends",
    "cases",
)


def counts(floor: Floor) -> dict[str, str]:
    """Every figure of both days that counts entries, by form, day and words, of tallies and bars."""
    found = dict[str, str]()
    for name in FORMS:
        for day in (MONDAY, TUESDAY):
            for section in sheets(floor, name, day)[0].sections:
                if isinstance(section, SheetTally):
                    figures = [(each.words, each.number) for each in section.figures]
                elif isinstance(section, Bars):
                    figures = [(each.label, each.text) for each in section.bars]
                else:
                    continue
                said = ((words, number) for words, number in figures if not words.startswith(NOT_OF_ENTRIES))
                found |= {f"{name} {day:%a} {words}": number for words, number in said}
    return {what: number for what, number in found.items() if number != "0"}


def test_what_was_voided_is_counted_on_no_form(monday: Floor) -> None:
    floor, desk = monday, monday.desk("sam")
    shufflers.report_shuffler_fault(desk, table="FB-02", condition=ShufflerCondition.JAMMED, says="two cards stuck")
    before = counts(floor)
    assert before["deck-changes Mon tables opened"] == "2" and before["summary Tue Shuffler faults"] == "1"
    for entry in floor.store.page(limit=1000):
        if getattr(entry.fact, "CORRECTABLE", False) and not entry.fact.KIND.startswith("equipment."):
            signed = floor.sign(desk, "sam", Meaning.CORRECTED)
            corrections.correct_entry(desk, entry=entry.id, fact=None, reason="the wrong line", signature=signed)
    assert counts(floor) == {}
