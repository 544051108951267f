"""Findings of a moment: what a single line breaks, and a count that is not full."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conduct.plain_conditions import NJ, Condition, House, cite, decks_allowed, decks_citation
from tests.conduct.plain_reading import Event
from tests.conduct.plain_table import MACHINES, Table
from tests.conduct.plain_things import CardSet


def moments(table: Table, event: Event, house: House) -> Iterator[Condition]:
    """What this line breaks; asked before it does anything to the table."""
    if event["do"] == "setup":
        yield from of_a_setup(table, event)
    elif table.setup:
        book = table.setup["rulebook"]
        if event["do"] == "inspect_reader":
            yield from of_an_inspection(table, event, house, book)
        elif event["do"] == "recut":
            yield from of_a_recut(table, event, book)
        elif event["do"] == "step" and event["step"] == "tens_removed":
            yield from of_the_tens(event, book)


def of_a_setup(table: Table, event: Event) -> Iterator[Condition]:
    book, boxes = event["rulebook"], event["boxes"]
    if not decks_allowed(book, event["decks"]):
        yield Condition("setup-decks", None, decks_citation(book, event["method"]), "law")
    if not (boxes in (6, 7) if book == NJ else boxes <= 6):
        yield Condition("setup-boxes", None, cite(book, ".2(a)", "26.10(c)"), "law")
    if book == "pa-685a" and "match_dealer" in event["side_wagers"] and event["decks"] not in (6, 8):
        yield Condition("setup-match", None, "685a.6(e)", "law")
    if table.opened is not None and table.setup and table.setup["rulebook"] != book:
        yield Condition("setup-reader", None, "", "policy")


def of_an_inspection(table: Table, event: Event, house: House, book: str) -> Iterator[Condition]:
    if table.reader is None or event["by"] == table.floorperson:
        return
    assert table.setup
    nobody = table.floorperson is None
    if nobody and "I-42" in table.setup["readings"]:
        return
    serial = table.reader.serial
    if book == NJ:
        if house.policy["nj_inspection"]:
            yield Condition("inspected-by-another", serial, "", "policy")
    elif nobody:
        yield Condition("inspected-by-another", serial, cite(book, ".2(d)"), "reading", ("I-42",))
    else:
        yield Condition("inspected-by-another", serial, cite(book, ".2(d)"), "law")


def of_a_recut(table: Table, event: Event, book: str) -> Iterator[Condition]:
    shoe = table.shoe
    citation = cite(book, ".5(e)", "26.4(f)")
    late = shoe is not None and (shoe.dealt if book == NJ else table.method not in MACHINES)
    if shoe and late:
        yield Condition("recut-late", shoe.cards.name, citation, "law")
    if book == NJ and event["by_post"] != "supervisor":
        yield Condition("recut-by-whom", shoe.cards.name if shoe else None, citation, "law")


def of_the_tens(event: Event, book: str) -> Iterator[Condition]:
    wanted = {"pa-665a": "torn_and_boxed", NJ: "destroyed"}.get(book)
    if wanted and not (event["disposed"] == wanted and event["verified_by_floorperson"]):
        yield Condition("tens-disposal", event["set"], cite(book, ".4(b)", "26.3(b)"), "law")


def count_finding(table: Table, cards: CardSet, counted: int) -> Condition | None:
    """A count of fewer or of more cards than the set has."""
    if table.setup is None or counted == cards.full:
        return None
    book = table.setup["rulebook"]
    if counted < cards.full:
        citation = cite(book, (".7(d)(1)", ".7(d)(1)", ".7(d)(1)", ".3(a)"), "26.7(j)2")
        return Condition("card-missing", cards.name, citation, "law")
    return Condition("card-extra", cards.name, cite(book, ".3(a)", "26.2(a)"), "law")
