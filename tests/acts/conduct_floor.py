"""Tables, sets and shoes for the judge of conduct, and what he finds at a table."""

from __future__ import annotations

from typing import Any

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.property import Place
from floorapp.domain.tables import ShufflingMethod
from floorapp.operations.acts import custody, decks, tables
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.conduct import standing
from floorapp.operations.papers.record import Record
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from tests.acts.floor import LIMITS, Floor, equip
from tests.acts.rulebooks import RULEBOOKS

FULL = ShoeCount(remaining=60, discarded=252)
HAND, BATCH = ShufflingMethod.BY_HAND, ShufflingMethod.BATCH_SHUFFLER
ALL = 2**62


def against(floor: Floor, table: str) -> set[str]:
    with floor.desk().looking() as moment:
        return {each.duty for each in standing(moment, table)}


def judged(floor: Floor, table: str) -> set[tuple[str, str]]:
    """What a judge who hears the whole logbook finds or sees standing at a table, with its section."""
    judge = Record(floor.store, upto=ALL, rulebooks=RULEBOOKS).judge
    return {(each.duty, each.cite) for each in judge.findings(all_=True) if each.table == table}


def spot(floor: Floor, name: str) -> Spot:
    return floor.get(DeckSet, name).spot


def add(floor: Floor, name: str, rulebook: str, *, decks: int = 6, method: ShufflingMethod = HAND, **more: Any) -> None:
    """Another table of a game, with its equipment."""
    desk = floor.desk("ada")
    setup: dict[str, Any] = {"pit": "P1", "place": Place(9, 9), "boxes": 6, "limits": LIMITS, **more}
    tables.add_table(desk, table=name, rulebook=rulebook, decks=decks, method=method, **setup)
    equip(desk, name, method, decks)


def received(floor: Floor, table: str, *, decks: int = 6, **how: Any) -> str:
    """A set received and issued to a table, not opened."""
    desk = floor.desk("sam")
    seal = f"S-{floor.last().seq}"
    signed = floor.sign(desk, "sid", Meaning.RECEIVED)
    what = {"design": "Bee", "back": "red", **how}
    name = custody.receive_decks(desk, decks=decks, seals=(seal,), security=signed, **what).subjects[0].id
    custody.issue_decks(desk, deck_set=name, table=table, witness=floor.sign(desk, "sid", Meaning.ISSUED))
    return name


def laid(floor: Floor, table: str, *, decks: int = 6, counted: int | None = None, **how: Any) -> str:
    """The same, opened and counted there."""
    name, desk = received(floor, table, decks=decks, **how), floor.desk("sam")
    full = floor.get(DeckSet, name).cards if counted is None else counted
    decks_of(floor, desk, name, full)
    return name


def decks_of(floor: Floor, desk: Any, name: str, counted: int) -> None:
    decks.open_decks(desk, deck_set=name, counted=counted, **floor.two(desk))


def dealing(floor: Floor, table: str = "FB-02") -> tuple[str, str]:
    """Two batches, red in the shoe and blue in the shuffler."""
    red, blue = floor.open(table, "red", "blue")
    next_shoe(floor.desk("flo"), table=table)
    return red, blue
