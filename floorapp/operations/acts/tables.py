"""Setting up tables and what stands on them."""

from __future__ import annotations

from dataclasses import fields, replace

from floorapp.domain.property import Pit, Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Equipment, Fixture, Limits, Phase, ShufflingMethod, Table
from floorapp.engine.conduct.event import Setup
from floorapp.engine.conduct.line_findings import setup_against
from floorapp.engine.provision import Allowed
from floorapp.operations.conduct import METHODS, would_stand
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.house import (
    EquipmentNamed,
    EquipmentRemoved,
    EquipmentSealed,
    TableMoved,
    TableRetired,
    TableSetUp,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import in_phase, known_table, phase_of, refusal_of, rulebook_of, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import shared_number
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words, unknown
from floorapp.operations.rules import DutyBook, Rulebook


def may_add_table(moment: Moment, *, table: str) -> Refusal | None:
    """A shift manager or administrator; a table's name is given once, also after it is retired."""
    refusal = first(moment.guard("add_table"), needs_words(table, "table's name"))
    if refusal is None and moment.state.get(Table, table) is not None:
        return bad_input(f"The name {table} is already taken.", "Choose another name; names are never reused.")
    return refusal


def may_change_table(moment: Moment, *, table: str) -> Refusal | None:
    """A shift manager or administrator, for a table in use that is closed."""
    return moment.guard("change_table") or known_table(moment, table) or in_phase(moment, table, Phase.CLOSED)


def add_table(
    desk: Desk,
    *,
    table: str,
    pit: str,
    place: Place,
    rulebook: str,
    boxes: int,
    decks: int,
    method: ShufflingMethod,
    limits: Limits,
    side_wagers: tuple[str, ...] = (),
    happened: bool = False,
) -> Change:
    """Put a table on the floor under a rulebook; one that was dealt against it (`happened`) is found by the judge."""
    setup = TableSetUp(
        table=table,
        pit=pit,
        place=place,
        rulebook=rulebook,
        boxes=boxes,
        decks=decks,
        method=method,
        limits=limits,
        side_wagers=side_wagers,
    )
    with desk.acting("add_table", Subject("table", table)) as act:
        act.ask(may_add_table(act.moment, table=table), bad_setup(act.moment, setup, happened=happened))
        return act.enter(replace(setup, standing=standing(act.moment, rulebook)))


def standing(moment: Moment, rulebook: str) -> str:
    """What has to be said of a rulebook that is not in force today; it is said wherever it is chosen."""
    known = moment.books[rulebook].standing
    return "" if known.in_force(moment.day.date) else known.note


def change_table(
    desk: Desk,
    *,
    table: str,
    rulebook: str,
    boxes: int,
    decks: int,
    method: ShufflingMethod,
    limits: Limits,
    side_wagers: tuple[str, ...] = (),
    happened: bool = False,
) -> Change:
    """Set a table up differently; where it stands is `move_table`'s. `happened` is as in `add_table`."""
    with desk.acting("change_table", Subject("table", table)) as act:
        act.ask(may_change_table(act.moment, table=table))
        old = act.moment.state.get(Table, table)
        if old is None:
            raise LookupError(table)
        setup = TableSetUp(
            table=table,
            pit=old.pit,
            place=old.place,
            rulebook=rulebook,
            boxes=boxes,
            decks=decks,
            method=method,
            limits=limits,
            side_wagers=side_wagers,
        )
        act.ask(bad_setup(act.moment, setup, happened=happened), _other_modes(act.moment, table, method))
        return act.enter(replace(setup, standing=standing(act.moment, rulebook)))


def _other_modes(moment: Moment, table: str, method: ShufflingMethod) -> Refusal | None:
    """A shuffler shuffles only in the ways it has."""
    piece = moment.state.get(Equipment, table, Fixture.SHUFFLER)
    if method is ShufflingMethod.BY_HAND or piece is None or not piece.fitted or method in (piece.modes or (method,)):
        return None
    has = " and ".join(mode.value.replace("-", " ") for mode in piece.modes)
    return Refusal(
        "shuffler-modes",
        f"The shuffler {piece.serial} is a {has}.",
        "The table was not set up.",
        "Install a shuffler that can, or record the modes this one has.",
    )


def bad_setup(moment: Moment, setup: TableSetUp, *, happened: bool = False) -> Refusal | None:
    """Refuse what the rulebook does not allow at a table, naming the paragraph."""
    if moment.state.get(Pit, setup.pit) is None:
        return unknown("pit", setup.pit)
    rulebook = moment.books.get(setup.rulebook)
    if rulebook is None:
        return unknown("rulebook", setup.rulebook)
    return bad_under(rulebook, setup, happened=happened)


def bad_under(rulebook: DutyBook, setup: TableSetUp, *, happened: bool = False) -> Refusal | None:
    """The same, wherever the table will stand; what the judge alone is against can have happened."""
    return first(
        _no_number(setup.boxes, "spots", rulebook.table.boxes.value, rulebook.table.boxes.cite),
        _no_number(setup.decks, "decks", rulebook.cards.decks.value, rulebook.cards.decks.cite),
        None if happened else _against_the_judge(rulebook, setup),
        _bad_wagers(rulebook, setup.side_wagers),
        _bad_limits(setup.limits),
    )


def _no_number(number: int, what: str, allowed: Allowed, cite: str) -> Refusal | None:
    """No table has fewer than one."""
    if number >= 1:
        return None
    given = "boxes" if what == "spots" else what
    return replace(bad_input(f"A table has at least one of its {what}.", f"Use {allowed} {what}.", given), cite=cite)


def _against_the_judge(rulebook: DutyBook, setup: TableSetUp) -> Refusal | None:
    """The first duty that the judge of conduct would find this setup against."""
    method, sides = METHODS[setup.method], setup.side_wagers
    told = Setup(setup.rulebook, setup.decks, setup.boxes, method, sides, frozenset())
    spots, decks = rulebook.table.boxes.value, rulebook.cards.decks.value
    for duty in setup_against(told, rulebook):
        says, todo = {
            "setup-boxes": (f"The rulebook does not allow {setup.boxes} spots.", f"Use {spots} spots."),
            "setup-decks": (f"The rulebook does not allow {setup.decks} decks.", f"Use {decks} decks."),
            "setup-match": (duty.says, "Use such a number of decks, or leave the side bet out."),
        }[duty.name]
        return Refusal(duty.name, says, "The table was not set up.", todo, duty.cite)
    return None


def _bad_wagers(rulebook: DutyBook, wagers: tuple[str, ...]) -> Refusal | None:
    offered = rulebook.wagers
    wrong = [name for name in wagers if name not in offered]
    if not wrong and len(set(wagers)) == len(wagers):
        return None
    named = ", ".join(wrong) or "one chosen twice"
    own = ", ".join(name.replace("_", " ") for name in sorted(offered)) or "it has none"
    return Refusal(
        "bad-wagers",
        f"{rulebook.name} does not have these side bets: {named}.",
        "The table was not set up.",
        f"Choose from its own, each once: {own}.",
        rulebook.table.wagers.cite if isinstance(rulebook, Rulebook) else "",
    )


def _bad_limits(limits: Limits) -> Refusal | None:
    if 0 < limits.chip_unit <= limits.least <= limits.most:
        return None
    return bad_input("The limits do not work together.", "Smallest chip, minimum and maximum bet must go up from zero.")


def may_move_table(moment: Moment, *, table: str, pit: str) -> Refusal | None:
    """A shift manager or administrator, to a pit that exists."""
    refusal = moment.guard("move_table") or known_table(moment, table)
    if refusal is None and moment.state.get(Pit, pit) is None:
        return unknown("pit", pit)
    return refusal


def move_table(desk: Desk, *, table: str, pit: str, place: Place) -> Change:
    """Move a table on the map."""
    with desk.acting("move_table", Subject("table", table)) as act:
        act.ask(may_move_table(act.moment, table=table, pit=pit))
        return act.enter(TableMoved(table=table, pit=pit, place=place))


def may_retire_table(moment: Moment, *, table: str) -> Refusal | None:
    """A shift manager or administrator, for a closed table."""
    return moment.guard("retire_table") or known_table(moment, table) or in_phase(moment, table, Phase.CLOSED)


def retire_table(desk: Desk, *, table: str, reason: str) -> Change:
    """Take a table out of use for good."""
    with desk.acting("retire_table", Subject("table", table)) as act:
        act.ask(may_retire_table(act.moment, table=table), needs_words(reason, "reason"))
        return act.enter(TableRetired(table=table, reason=reason.strip()))


def may_fit_equipment(moment: Moment, *, table: str) -> Refusal | None:
    """A floorperson, shift manager or administrator, at a table in use."""
    return moment.guard("fit_equipment") or known_table(moment, table)


def fit_equipment(
    desk: Desk,
    *,
    table: str,
    fixture: Fixture,
    serial: str,
    place: str = "",
    decks: int | None = None,
    approval: str = "",
    kind: ReaderKind | None = None,
    modes: tuple[ShufflingMethod, ...] = (),
    make: str = "",
    model: str = "",
    firmware: str = "",
    port_seal: str = "",
) -> Change:
    """Fit a piece of equipment, in place of the one before.

    A reader of which no kind is stated is one that the table's game needs; a shuffler without modes shuffles as the
    table is set up.
    """
    with desk.acting("fit_equipment", Subject("table", table)) as act:
        act.ask(
            may_fit_equipment(act.moment, table=table),
            needs_words(serial, "serial or approval number"),
            _fitted_elsewhere(act.moment, table, fixture, serial.strip()),
            shared_number(act.moment, serial.strip()) if fixture is Fixture.READER else None,
            _bad_mark(fixture, decks),
        )
        fitted = EquipmentNamed(
            table=table,
            fixture=fixture,
            serial=serial.strip(),
            place=place,
            decks=decks,
            approval=approval,
            reader_kind=(kind or needed_kind(act.moment, table)) if fixture is Fixture.READER else None,
            modes=(modes or _own_mode(act.moment, table)) if fixture is Fixture.SHUFFLER else (),
            make=make.strip(),
            model=model.strip(),
        )
        return act.enter(_sealed(fitted, firmware.strip(), port_seal.strip()))


def _sealed(fitted: EquipmentNamed, firmware: str, port_seal: str) -> EquipmentNamed:
    """The piece with its firmware and the seal on its ports, where it has them."""
    if not (firmware or port_seal):
        return fitted
    known = {field.name: getattr(fitted, field.name) for field in fields(fitted)}
    return EquipmentSealed(**known, firmware=firmware, port_seal=port_seal)


def needed_kind(moment: Moment, table: str) -> ReaderKind:
    """The kind of reader that a table's game needs."""
    return ReaderKind(rulebook_of(moment, table).reader.kind.value)


def _own_mode(moment: Moment, table: str) -> tuple[ShufflingMethod, ...]:
    method = the_table(moment, table).method
    return () if method is ShufflingMethod.BY_HAND else (method,)


def _fitted_elsewhere(moment: Moment, table: str, fixture: Fixture, serial: str) -> Refusal | None:
    for piece in moment.state.find(Equipment, serial=serial, fitted=True):
        if piece.fixture is fixture and piece.table != table and fixture not in (Fixture.LAYOUT, Fixture.SIGN):
            return Refusal(
                "elsewhere",
                f"The {fixture.replace('-', ' ')} “{serial}” is at table {piece.table}.",
                f"It was not installed at table {table}.",
                f"Remove it from table {piece.table} first, or check the number.",
            )
    return None


def _bad_mark(fixture: Fixture, decks: int | None) -> Refusal | None:
    if fixture is Fixture.DISCARD_RACK and (decks is None or decks < 1):
        return bad_input("A discard rack is marked for a number of decks.", "Enter the number of decks.", "decks")
    return None


def may_remove_equipment(moment: Moment, *, table: str, fixture: Fixture) -> Refusal | None:
    """A floorperson, shift manager or administrator, where such a piece is fitted."""
    return _is_fitted(moment, table, fixture) or _needed(moment, table, fixture)


def _is_fitted(moment: Moment, table: str, fixture: Fixture) -> Refusal | None:
    refusal = moment.guard("remove_equipment") or known_table(moment, table)
    piece = moment.state.get(Equipment, table, fixture)
    if refusal is None and (piece is None or not piece.fitted):
        return bad_input(f"There is no {fixture.replace('-', ' ')} at table {table}.", "There is nothing to remove.")
    return refusal


def _needed(moment: Moment, table: str, fixture: Fixture) -> Refusal | None:
    """A table that deals keeps what its rulebook asks for."""
    if phase_of(moment, table) is not Phase.OPEN or fixture is Fixture.SHOE:
        return None
    line = {"at": moment.now.isoformat(), "do": "remove", "table": table, "what": fixture.value.replace("-", "_")}
    found = tuple(each.noted for each in would_stand(moment, table, (line,)) if each.cite)
    return refusal_of(found, f"Table {table} keeps it while it is open.", "Stop or close the table first.")


def remove_equipment(desk: Desk, *, table: str, fixture: Fixture, reason: str, happened: bool = False) -> Change:
    """Take a piece of equipment from a table; that it was taken from one that deals can only be recorded."""
    with desk.acting("remove_equipment", Subject("table", table)) as act:
        act.ask(_is_fitted(act.moment, table, fixture), needs_words(reason, "reason"))
        act.ask(None if happened else _needed(act.moment, table, fixture))
        piece = act.moment.state.get(Equipment, table, fixture)
        if piece is None:
            raise LookupError(table, fixture)
        removed = EquipmentRemoved(table=table, fixture=fixture, serial=piece.serial, reason=reason.strip())
        return act.enter(removed)
