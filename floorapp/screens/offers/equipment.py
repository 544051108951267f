"""Equipment at a table: what is installed, described as it stands there, and what is removed."""

from __future__ import annotations

from functools import partial

from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture, ShufflingMethod, Table
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import tables
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.table_presses import Needed, equip_table, equipment_needed
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import Offer, Values, never, number, of_moment
from floorapp.screens.settings import fitted_at

#: The ways a shuffler can shuffle.
MODES = {each.words: each for each in ShufflingMethod if each is not ShufflingMethod.BY_HAND}


@of_moment
def fit_equipment(moment: Moment, id: str) -> Offer:
    """What a table lacks, all in one form; where it lacks nothing, a piece in place of the one before."""
    lacks = equipment_needed(moment, id) if moment.state.get(Table, id) else ()
    return _what_it_lacks(id, lacks) if lacks else _another_piece(id)


def _what_it_lacks(id: str, lacks: tuple[Needed, ...]) -> Offer:
    form = Form(
        Acts.fit_equipment.name,
        id,
        f"Equipment at {id}",
        "This table still needs these. Enter the serial or approval number of each one that is there.",
        (),
        tuple(
            Asked(each.fixture, " · ".join(part for part in (_words(each.fixture), each.cite) if part), needed=False)
            for each in lacks
        ),
        Act("do", "Record", "F9"),
        "Leave blank what is not there yet.",
    )

    def do(desk: Desk, values: Values) -> Change:
        return equip_table(desk, table=id, serials={each.fixture: values[each.fixture] for each in lacks})

    return Offer(do, form)


def _words(fixture: Fixture) -> str:
    return fixture.replace("-", " ").capitalize()


#: Every piece of equipment by its words.
PIECES = {_words(each): each for each in Fixture}


def _another_piece(id: str) -> Offer:
    form = Form(
        Acts.fit_equipment.name,
        id,
        f"Equipment at {id}",
        "It replaces the one before.",
        (),
        (
            Asked("fixture", "What", choices=tuple(PIECES)),
            Asked("serial", "Serial or approval number"),
            Asked("make", "Make", needed=False),
            Asked("model", "Model", needed=False, beside=True),
            Asked("place", "Location", needed=False),
            Asked("decks", "Decks marked on the rack", needed=False, digits=True),
            Asked("kind", "Kind of reader, if not the game’s", needed=False, choices=tuple(ReaderKind)),
            Asked("modes", "Shuffler’s mode, if not the table’s", needed=False, choices=tuple(MODES), beside=True),
            Asked("approval", "Approval number", needed=False),
            Asked("firmware", "Shuffler’s firmware", needed=False),
            Asked("port_seal", "Seal on its ports", needed=False, beside=True),
        ),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        kind, mode = values.get("kind", ""), values.get("modes", "")
        return tables.fit_equipment(
            desk,
            table=id,
            fixture=PIECES[values["fixture"]],
            serial=values["serial"],
            place=values["place"],
            decks=number(values, "decks", "the decks") if values["decks"] else None,
            approval=values["approval"],
            kind=ReaderKind(kind) if kind else None,
            modes=(MODES[mode],) if mode else (),
            make=values.get("make", ""),
            model=values.get("model", ""),
            firmware=values.get("firmware", ""),
            port_seal=values.get("port_seal", ""),
        )

    return Offer(do, form)


@of_moment
def remove_equipment(moment: Moment, id: str) -> Offer:
    fitted = fitted_at(moment, id)
    if not fitted:
        refusal = tables.may_remove_equipment(moment, table=id, fixture=Fixture.READER)
        return Offer(never, None, refusal)
    there = tuple(_words(each) for each in fitted)
    form = Form(
        Acts.remove_equipment.name,
        id,
        f"Remove equipment from {id}",
        "It leaves the table; its history stays on record.",
        (),
        (
            Asked("fixture", "What", there[0] if len(there) == 1 else "", choices=there),
            Asked("reason", "Reason, and where it goes"),
        ),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        fixture, reason = PIECES[values["fixture"]], values["reason"]
        return tables.remove_equipment(desk, table=id, fixture=fixture, reason=reason, happened=happened)

    return Offer(do, form, anyway=recorded_anyway(form.name, id, partial(do, happened=True)))
