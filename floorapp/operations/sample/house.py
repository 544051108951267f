"""Setting the sample's house up: people, pits, tables, what stands on them, Rules Submissions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from floorapp.domain.people import SIGNING_ONLY, Badge, Role
from floorapp.domain.tables import Fixture, ShufflingMethod
from floorapp.operations.acts import house, people, sessions, tables
from floorapp.operations.desk import Desk
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import PlannedPerson, SampleTable
from floorapp.operations.sample.reader_lines import line_name, reader_serial, wire


def furnish(making: Making, holds_from: date) -> None:
    """Everything that stands before the first day."""
    plan, crew = making.plan, making.crew
    first = plan.staff(Role.ADMINISTRATOR)[0]
    sessions.make_first_administrator(
        crew.empty_desk(), handle=first.handle, name=first.name, password=plan.password, pin=plan.pin
    )
    desk = crew.desk(first.handle)
    house.set_property(
        desk,
        name=plan.name,
        license=plan.license,
        zone=plan.zone,
        shifts=plan.shifts,
        day_begins=plan.day_begins,
        sample=True,
    )
    people.set_badge(desk, person=first.handle, badge=_badge(making, first))
    for person in (*plan.people, plan.left):
        if person is not first:
            _add(making, desk, person)
    people.disable_person(desk, person=plan.left.handle, reason=plan.left_because)
    for pit in plan.pits:
        house.add_pit(desk, pit=pit.id, name=pit.name, place=pit.place)
    for number, table in enumerate(plan.tables, start=1):
        _add_table(desk, table)
        serial = reader_serial(plan, table)
        _fit(desk, table, number, serial)
        wire(desk, line=line_name(plan, table.id), serial=serial, rulebook=making.rulebook(table))
    officer = crew.desk(plan.staff(Role.COMPLIANCE_OFFICER)[0].handle)
    for each in plan.submissions:
        house.submit_rules(
            officer, rulebook=each.rulebook, holds_from=holds_from, reference=each.reference, choices=each.choices
        )
    crew.sign_out_all_but()


def _add(making: Making, desk: Desk, person: PlannedPerson) -> None:
    plan = making.plan
    password = None if person.role in SIGNING_ONLY else plan.password
    people.add_person(
        desk,
        handle=person.handle,
        name=person.name,
        role=person.role,
        pin=plan.pin,
        password=password,
        badge=_badge(making, person),
    )


def _badge(making: Making, person: PlannedPerson) -> Badge:
    """What the badge says, with the license good until so many days after the present."""
    if not person.badge.license:
        return person.badge
    return replace(person.badge, expires=making.days[-1].date + timedelta(days=person.license_days))


def _add_table(desk: Desk, table: SampleTable) -> None:
    game = table.game
    tables.add_table(
        desk,
        table=table.id,
        pit=table.pit,
        place=table.place,
        rulebook=game.rulebook,
        boxes=game.boxes,
        decks=game.decks,
        method=table.method,
        limits=game.limits,
        side_wagers=game.side_wagers,
    )


def _fit(desk: Desk, table: SampleTable, number: int, reader: str) -> None:
    """The pieces of equipment of a table, by serial or approval number."""
    game = table.game
    pieces = [
        (Fixture.SHOE, f"SH-{3200 + 7 * number}", "at the dealer's left", None),
        (Fixture.DISCARD_RACK, f"DR-{game.decks}-{110 + number}", "at the dealer's right", game.decks),
        (Fixture.DROP_BOX, f"DB-{500 + number}", "dealer's side, right", None),
        (Fixture.TIP_BOX, f"TB-{500 + number}", "dealer's side, left", None),
        (Fixture.LAYOUT, f"L-{game.rulebook}-4", "", None),
        (Fixture.READER, reader, f"line {number:02}", None),
    ]
    if game.side_wagers:
        pieces.append((Fixture.SIGN, f"S-{game.rulebook}-2", "at the dealer's right", None))
    if table.method is not ShufflingMethod.BY_HAND:
        pieces.append((Fixture.SHUFFLER, f"SHF-{8800 + 13 * number}", "at the dealer's right", None))
    for fixture, serial, place, decks in pieces:
        approved = f"A-2026-{game.rulebook}" if fixture in (Fixture.LAYOUT, Fixture.SIGN) else ""
        tables.fit_equipment(
            desk, table=table.id, fixture=fixture, serial=serial, place=place, decks=decks, approval=approved
        )
