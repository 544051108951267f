"""Facts about the property: its clock, pits, tables as set up, equipment and Rules Submissions."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date, time

from floorapp.domain.policy import Policy, PolicyByEye, PolicyFigures, PolicyForNewJersey
from floorapp.domain.property import Choices, Pit, Place, Property, RulesSubmission, Shift
from floorapp.domain.readers import ReaderKind
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.tables import Equipment, Fixture, Limits, ShufflingMethod, Table
from floorapp.domain.written_time import Style
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies, change


@fact("property.set")
class PropertySet(Fact):
    """The house's name, zone, gaming day and shifts, from now on; `sample` where it is made up."""

    name: str
    zone: str
    day_begins: time
    shifts: tuple[Shift, ...]
    sample: bool = False

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")


@applies(PropertySet)
def _property_set(_: Entry, fact: PropertySet, shelves: Shelves) -> None:
    house = Property(fact.name, fact.zone, fact.day_begins, fact.shifts, sample=fact.sample)
    shelves.put(house)


@fact("property.set", version=2)
class PropertyDescribed(Fact):
    """The property from now on: as before, with its license, how it writes times, and whether the expired may sign."""

    name: str
    zone: str
    day_begins: time
    shifts: tuple[Shift, ...]
    sample: bool
    license: str
    style: Style
    expired_may_sign: bool

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")


@applies(PropertyDescribed)
def _property_described(_: Entry, fact: PropertyDescribed, shelves: Shelves) -> None:
    shelves.put(
        Property(
            fact.name,
            fact.zone,
            fact.day_begins,
            fact.shifts,
            sample=fact.sample,
            license=fact.license,
            style=fact.style,
            expired_may_sign=fact.expired_may_sign,
        )
    )


@fact("policy.set")
class PolicySet(Fact):
    """The house's own figures, from now on."""

    policy: PolicyFigures

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")

    @property
    def decided(self) -> Policy:
        """The whole policy: what was not asked then is as it was taken."""
        return Policy(**{each.name: getattr(self.policy, each.name) for each in fields(PolicyFigures)})


@applies(PolicySet)
def _policy_set(_: Entry, fact: PolicySet, shelves: Shelves) -> None:
    shelves.put(fact.decided)


@fact("policy.set", version=2)
class PolicyDecided(Fact):
    """The same, with what the house asks of New Jersey tables where their text asks nothing."""

    policy: PolicyForNewJersey

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")

    @property
    def decided(self) -> Policy:
        return Policy(**{each.name: getattr(self.policy, each.name) for each in fields(PolicyForNewJersey)})


@applies(PolicyDecided)
def _policy_decided(_: Entry, fact: PolicyDecided, shelves: Shelves) -> None:
    shelves.put(fact.decided)


@fact("policy.set", version=3)
class PolicyPaced(Fact):
    """The same, with how fast readers are passed by eye."""

    policy: PolicyByEye

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")

    @property
    def decided(self) -> Policy:
        return Policy(**{each.name: getattr(self.policy, each.name) for each in fields(PolicyByEye)})


@applies(PolicyPaced)
def _policy_paced(_: Entry, fact: PolicyPaced, shelves: Shelves) -> None:
    shelves.put(fact.decided)


@fact("policy.set", version=4)
class PolicyByJurisdiction(Fact):
    """The same, with how many tables a floorperson has in each jurisdiction, and the games with another number."""

    policy: Policy

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")

    @property
    def decided(self) -> Policy:
        return self.policy


@applies(PolicyByJurisdiction)
def _policy_by_jurisdiction(_: Entry, fact: PolicyByJurisdiction, shelves: Shelves) -> None:
    shelves.put(fact.policy)


@fact("retention.set")
class RetentionSet(Fact):
    """How long each kind of record is kept, from now on."""

    schedule: RetentionSchedule

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")


@applies(RetentionSet)
def _retention_set(_: Entry, fact: RetentionSet, shelves: Shelves) -> None:
    shelves.put(fact.schedule)


@fact("pit.placed")
class PitPlaced(Fact):
    """A pit stands here under this name: new, moved or renamed."""

    pit: str
    name: str
    place: Place

    @property
    def subject(self) -> Subject:
        return Subject("pit", self.pit)


@applies(PitPlaced)
def _pit_placed(_: Entry, fact: PitPlaced, shelves: Shelves) -> None:
    shelves.put(Pit(id=fact.pit, name=fact.name, place=fact.place))


class AboutTable(Fact):
    """A fact about one table."""

    __slots__ = ()
    table: str

    @property
    def subject(self) -> Subject:
        return Subject("table", self.table)


@fact("table.set-up")
class TableSetUp(AboutTable):
    """A table is set up like this: new, or changed; `standing` warns of a rulebook not in force that day."""

    table: str
    pit: str
    place: Place
    rulebook: str
    boxes: int
    decks: int
    method: ShufflingMethod
    limits: Limits
    side_wagers: tuple[str, ...]
    standing: str = ""


@applies(TableSetUp)
def _table_set_up(_: Entry, fact: TableSetUp, shelves: Shelves) -> None:
    old = shelves.get(Table, fact.table)
    shelves.put(
        Table(
            id=fact.table,
            pit=fact.pit,
            place=fact.place,
            rulebook=fact.rulebook,
            boxes=fact.boxes,
            decks=fact.decks,
            method=fact.method,
            limits=fact.limits,
            side_wagers=fact.side_wagers,
            retired=old.retired if old else False,
        )
    )


@fact("table.moved")
class TableMoved(AboutTable):
    """A table stands elsewhere on the map."""

    table: str
    pit: str
    place: Place


@applies(TableMoved)
def _table_moved(_: Entry, fact: TableMoved, shelves: Shelves) -> None:
    table = shelves.get(Table, fact.table)
    if table is not None:
        shelves.put(replace(table, pit=fact.pit, place=fact.place))


@fact("table.retired")
class TableRetired(AboutTable):
    """A table is no longer used; its record stays."""

    table: str
    reason: str


@applies(TableRetired)
def _table_retired(_: Entry, fact: TableRetired, shelves: Shelves) -> None:
    table = shelves.get(Table, fact.table)
    if table is not None:
        shelves.put(replace(table, retired=True))


@fact("equipment.fitted", correctable=True)
class EquipmentFitted(AboutTable):
    """A piece of equipment stands at a table, in place of the one before."""

    table: str
    fixture: Fixture
    serial: str
    place: str
    decks: int | None
    approval: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("equipment", self.serial),)


@fact("equipment.fitted", version=2, correctable=True)
class EquipmentDescribed(EquipmentFitted):
    """The same, with a reader's kind and the ways a shuffler can shuffle."""

    reader_kind: ReaderKind | None
    modes: tuple[ShufflingMethod, ...]


@applies(EquipmentDescribed)
def _equipment_described(entry: Entry, fact: EquipmentDescribed, shelves: Shelves) -> None:
    _equipment_fitted(entry, fact, shelves)
    change(shelves, Equipment, fact.table, fact.fixture, reader_kind=fact.reader_kind, modes=fact.modes)


@fact("equipment.fitted", version=3, correctable=True)
class EquipmentNamed(EquipmentDescribed):
    """The same, with its maker and model."""

    make: str
    model: str


@applies(EquipmentNamed)
def _equipment_named(entry: Entry, fact: EquipmentNamed, shelves: Shelves) -> None:
    _equipment_described(entry, fact, shelves)
    change(shelves, Equipment, fact.table, fact.fixture, make=fact.make, model=fact.model)


@fact("equipment.fitted", version=4, correctable=True)
class EquipmentSealed(EquipmentNamed):
    """The same, with a shuffler's firmware and the seal on its ports."""

    firmware: str
    port_seal: str


@applies(EquipmentSealed)
def _equipment_sealed(entry: Entry, fact: EquipmentSealed, shelves: Shelves) -> None:
    _equipment_named(entry, fact, shelves)
    change(shelves, Equipment, fact.table, fact.fixture, firmware=fact.firmware, port_seal=fact.port_seal)


@applies(EquipmentFitted)
def _equipment_fitted(entry: Entry, fact: EquipmentFitted, shelves: Shelves) -> None:
    shelves.put(
        Equipment(
            table=fact.table,
            fixture=fact.fixture,
            serial=fact.serial,
            place=fact.place,
            fitted_at=entry.occurred_at,
            decks=fact.decks,
            approval=fact.approval,
        )
    )


@fact("equipment.removed", correctable=True)
class EquipmentRemoved(AboutTable):
    """A piece of equipment was taken from a table."""

    table: str
    fixture: Fixture
    serial: str
    reason: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("equipment", self.serial),)


@applies(EquipmentRemoved)
def _equipment_removed(entry: Entry, fact: EquipmentRemoved, shelves: Shelves) -> None:
    piece = shelves.get(Equipment, fact.table, fact.fixture)
    if piece is not None and piece.serial == fact.serial:
        shelves.put(replace(piece, removed_at=entry.occurred_at))


@fact("rules.submitted", correctable=True)
class RulesSubmitted(Fact):
    """The house told the regulator what it chooses where a rulebook leaves a choice."""

    submission: str
    rulebook: str
    holds_from: date
    reference: str
    choices: Choices

    @property
    def subject(self) -> Subject:
        return Subject("rules-submission", self.submission)


@applies(RulesSubmitted)
def _rules_submitted(_: Entry, fact: RulesSubmitted, shelves: Shelves) -> None:
    shelves.put(
        RulesSubmission(
            id=fact.submission,
            rulebook=fact.rulebook,
            holds_from=fact.holds_from,
            reference=fact.reference,
            choices=fact.choices,
        )
    )
