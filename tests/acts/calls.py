"""One ordinary call of every act in the matrix, for walking the matrix by role."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time

from floorapp.domain.people import Role
from floorapp.domain.property import Fixture, Place, ShufflingMethod
from floorapp.operations.acts import corrections, house, people, sessions, tables
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.signing import Meaning
from tests.acts.floor import LIMITS, NOON, PASSWORD, PIN, SHIFTS

#: A signature nobody gave; acts ask for permission before they look at it.
FORGED = Signature("forged", "flo", "floorperson", Meaning.CORRECTED, NOON, Proof.PIN)

CALLS: dict[str, Callable[[Desk], Change]] = {
    "set_property": lambda d: house.set_property(
        d, name="Riverbend", zone="America/Chicago", shifts=SHIFTS, day_begins=time(5)
    ),
    "add_pit": lambda d: house.add_pit(d, pit="P9", name="High limit", place=Place(9, 9)),
    "move_pit": lambda d: house.move_pit(d, pit="P1", name="Main", place=Place(2, 0)),
    "add_table": lambda d: tables.add_table(
        d, table="FB-09", pit="P1", place=Place(4, 4), rulebook="pa-590", boxes=6, decks=6,
        method=ShufflingMethod.BY_HAND, limits=LIMITS,
    ),
    "change_table": lambda d: tables.change_table(
        d, table="FB-01", rulebook="pa-590", boxes=5, decks=8, method=ShufflingMethod.BY_HAND, limits=LIMITS
    ),
    "move_table": lambda d: tables.move_table(d, table="FB-01", pit="P1", place=Place(7, 7)),
    "retire_table": lambda d: tables.retire_table(d, table="FB-01", reason="worn out"),
    "fit_equipment": lambda d: tables.fit_equipment(d, table="FB-01", fixture=Fixture.SHOE, serial="SH-1"),
    "remove_equipment": lambda d: tables.remove_equipment(
        d, table="FB-01", fixture=Fixture.READER, reason="to the workshop"
    ),
    "submit_rules": lambda d: house.submit_rules(
        d, rulebook="pa-590", holds_from=date(2026, 12, 1), reference="RS-12", readings=("I-37",)
    ),
    "add_person": lambda d: people.add_person(d, handle="dee", name="Dee", role=Role.DEALER, pin=PIN),
    "rename_person": lambda d: people.rename_person(d, person="dan", name="Daniel"),
    "change_role": lambda d: people.change_role(d, person="dan", role=Role.SECURITY, reason="moves"),
    "disable_person": lambda d: people.disable_person(d, person="dan", reason="left"),
    "enable_person": lambda d: people.enable_person(d, person="dan", reason="back"),
    "readmit_person": lambda d: people.readmit_person(d, person="dan", reason="forgot"),
    "reset_password": lambda d: people.reset_password(d, person="sam", password="a fresh password"),
    "reset_pin": lambda d: people.reset_pin(d, person="dan", pin="8642"),
    "change_password": lambda d: people.change_password(d, old=PASSWORD, new="a fresh password"),
    "change_pin": lambda d: people.change_pin(d, password=PASSWORD, new="8642"),
    "sign_out": lambda d: sessions.sign_out(d),
    "lock_screen": lambda d: sessions.lock_screen(d),
    "correct_entry": lambda d: corrections.correct_entry(
        d, entry="none", reason="typed wrong", signature=FORGED, fact=None
    ),
}  # fmt: skip
