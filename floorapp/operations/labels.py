"""Labels to stick on: for the envelopes of deck sets, for seals and for the edge of a table, each with its code."""

from __future__ import annotations

from enum import StrEnum

from floorapp.domain.codes import Labeled, code_of
from floorapp.domain.decks import DeckSet, Spot, UsedSeal
from floorapp.domain.property import Property
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input

MOST = 1000
#: Signs whose bars a label has room for, none thinner than two dots of a label printer (0.25 mm).
MOST_IN_BARS = 17


class Symbol(StrEnum):
    """How a code is drawn."""

    QR = "QR"
    CODE_128 = "Code 128"


@dataclass(frozen=True, slots=True)
class Label:
    """One label: what it is on, in words, and its code."""

    title: str
    lines: tuple[str, ...]
    code: str


def set_labels(moment: Moment, sets: tuple[str, ...] = ()) -> tuple[Label, ...]:
    """Of these sets; of all that are in the house and not destroyed where none is named."""
    known = moment.state.find(DeckSet)
    chosen = [each for each in known if (each.id in sets if sets else each.spot is not Spot.DESTROYED)]
    _none_unknown("deck set", sets, {each.id for each in chosen})
    return tuple(
        Label(each.id, (f"{each.design}, {each.back}, {each.decks} decks", _house(moment)), code)
        for each in sorted(chosen, key=lambda each: each.id)
        if (code := code_of(Labeled.SET, each.id))
    )


def table_labels(moment: Moment, tables: tuple[str, ...] = ()) -> tuple[Label, ...]:
    """Of these tables, or of all."""
    known = [each.id for each in moment.state.find(Table, retired=False) if not tables or each.id in tables]
    _none_unknown("table", tables, set(known))
    says = ("Scan at the reader inspection", _house(moment))
    return tuple(Label(f"Table {each}", says, code_of(Labeled.TABLE, each)) for each in sorted(known))


def seal_labels(moment: Moment, first: str, count: int) -> tuple[Label, ...]:
    """New seals, numbered on from the first; one that was used is refused."""
    stem, digits = first.rstrip("0123456789"), first[len(first.rstrip("0123456789")) :]
    if not digits or not 0 < count <= MOST:
        raise Refused(
            bad_input(
                f"“{first}” and {count} are not seal numbers.", f"Enter a number such as A-1001, and 1 to {MOST}."
            )
        )
    seals = [f"{stem}{int(digits) + each:0{len(digits)}d}" for each in range(count)]
    used = [each for each in seals if moment.state.get(UsedSeal, each) is not None]
    if used:
        raise Refused(bad_input(f"Seal {used[0]} was used before.", "Start with a number that was never used."))
    return tuple(Label(f"Seal {each}", (_house(moment),), code_of(Labeled.SEAL, each)) for each in seals)


def drawable(labels: tuple[Label, ...], symbol: Symbol) -> tuple[Label, ...]:
    """The labels, if their codes can be drawn so that a scanner reads them; bars need more room than a square."""
    long = next((each.code for each in labels if len(each.code) > MOST_IN_BARS), "")
    if long and symbol is Symbol.CODE_128:
        raise Refused(
            bad_input(f"{long} is too long for bars that a scanner can read on a label.", "Choose QR.", "symbol")
        )
    odd = next((each.code for each in labels if not each.code.isascii() or ">" in each.code), "")
    if odd and symbol is Symbol.CODE_128:
        raise Refused(bad_input(f"{odd} has letters or signs that bars do not have.", "Choose QR.", "symbol"))
    return labels


def _house(moment: Moment) -> str:
    house = moment.state.get(Property, "house")
    return house.name if house is not None else ""


def _none_unknown(noun: str, asked: tuple[str, ...], found: set[str]) -> None:
    missing = [each for each in asked if each not in found]
    if missing:
        raise Refused(bad_input(f"There is no {noun} {missing[0]}.", "Check the name."))
