"""Presses at a table or a pit that write down at once what is done in one go: the next shoe, relief, equipment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypedDict

from floorapp.domain.reader_lines import ListedReader
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Assignment, Equipment, Fixture, Phase, Post, Preparation, ShufflingMethod
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import assignments, batches, lines, shoes, tables
from floorapp.operations.conduct import standing
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import PostLeft
from floorapp.operations.floor_queries import holder, phase_of, rulebook_of, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.next_shoe import against, next_shoe_of, not_begun, shoe_facts
from floorapp.operations.reader_lines import installed_as
from floorapp.operations.refusal import Refusal, Refused, bad_input


class When(TypedDict):
    """When something happened, and why it is entered late."""

    occurred_at: datetime | None
    late: str | None


def next_shoe(
    desk: Desk,
    *,
    table: str,
    count: shoes.ShoeCount | None = None,
    deck_set: str = "",
    prepared: Preparation | None = None,
    burned: bool = True,
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """The next shoe in one press: the old one ended and counted, the batches moved, the new one begun and burned.

    What `next_shoe_of` names is what is recorded. A wrong count that stops the table ends the press there.
    """
    with desk.acting(Acts.begin_shoe.name, Subject("table", table)) as act:
        when = When(occurred_at=occurred_at, late=late)
        if count is not None:
            counts = {"remaining": count.remaining, "discarded": count.discarded}
            ended = shoes.end_shoe(desk, table=table, **counts, second=count.second, **when)
            if phase_of(act.moment, table) is not Phase.OPEN:
                return ended
        plan = next_shoe_of(act.moment, table, deck_set)
        if isinstance(plan, Refusal):
            raise Refused(plan)
        plan = plan if prepared is None else replace(plan, prepared=prepared)
        noted = against(act.moment, plan)
        act.ask(
            act.moment.guard(Acts.begin_shoe.name),
            shoes.not_ended(act.moment, table),
            batches.may_load_batch(act.moment, table=table, deck_set=plan.shuffles) if plan.shuffles else None,
            None if happened else not_begun(noted),
        )
        return act.enter(*shoe_facts(act.moment, plan, burned=burned, noted=noted), **when)


def pushed(at: Mapping[str, str], coming: Sequence[str]) -> dict[str, str]:
    """A string of tables, pushed: who comes in takes the first tables, and everybody goes on to the next one.

    `at` is who is where now, in the string's order, empty where nobody is. Whoever is left over goes on break.
    """
    row = [*dict.fromkeys((*coming, *(person for person in at.values() if person)))]
    return dict(zip(at, row, strict=False))


def relieve_pit(
    desk: Desk,
    *,
    post: Post,
    people: Mapping[str, str],
    exception: Signature | None = None,
    reason: str = "",
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Relief of several tables in one press: who takes each; a table that stays with its person is passed over.

    A dealer who is fetched from a table elsewhere has left it.
    """
    with desk.acting(Acts.assign.name, Subject("table", next(iter(people), ""))) as act:
        changed = {table: who for table, who in people.items() if holder(act.moment, table, post) != who}
        if not changed:
            act.ask(bad_input("Everyone chosen already has the table.", "Choose who relieves whom."))
        when = When(occurred_at=occurred_at, late=late)
        for table in fetched_from(act.moment, post, people):
            act.enter(PostLeft(table=table, post=post, person=holder(act.moment, table, post) or ""), **when)
        for table, person in changed.items():
            done = assignments.assign(
                desk, table=table, post=post, person=person, exception=exception, reason=reason, **when
            )
        return done


def fetched_from(moment: Moment, post: Post, people: Mapping[str, str]) -> tuple[str, ...]:
    """The tables that are left without a dealer, because theirs takes one of these: nobody deals at two."""
    if post is not Post.DEALER:
        return ()
    held = [each for who in sorted(set(people.values())) for each in moment.state.find(Assignment, person=who)]
    return tuple(each.table for each in held if each.post is post and each.table not in people)


def place_reader(desk: Desk, *, table: str, reader: str, kind: ReaderKind, virtual: bool = False) -> Change:
    """A reader that spoke on a line is registered, if it is not yet, and installed at a table, in one press."""
    with desk.acting(Acts.fit_equipment.name, Subject("table", table)) as act:
        known = act.moment.state.get(ListedReader, reader)
        if known is None or known.forgotten:
            lines.know_reader(desk, reader=reader, kind=kind, virtual=virtual)
        serial = installed_as(act.moment, reader)
        return tables.fit_equipment(desk, table=table, fixture=Fixture.READER, serial=serial, kind=kind)


@dataclass(frozen=True, slots=True)
class Needed:
    """A piece of equipment that a table lacks, the section that asks for it, and what it is for there."""

    fixture: Fixture
    cite: str
    says: str
    decks: int | None = None
    kind: ReaderKind | None = None


#: What does away with a duty that names a missing piece.
LACKING = {
    "reader-missing": Fixture.READER,
    "rack-missing": Fixture.DISCARD_RACK,
    "drop-box-missing": Fixture.DROP_BOX,
    "tip-box-missing": Fixture.TIP_BOX,
    "layout-missing": Fixture.LAYOUT,
}


def equipment_needed(moment: Moment, table: str) -> tuple[Needed, ...]:
    """What a table still lacks of its standard equipment, by the judge of conduct; a shuffler where one shuffles."""
    setup = the_table(moment, table)
    found = [
        Needed(
            LACKING[each.duty],
            each.cite,
            each.says,
            decks=setup.decks if each.duty == "rack-missing" else None,
            kind=ReaderKind(rulebook_of(moment, table).reader.kind.value) if each.duty == "reader-missing" else None,
        )
        for each in standing(moment, table)
        if each.duty in LACKING
    ]
    shuffler = moment.state.get(Equipment, table, Fixture.SHUFFLER)
    if setup.method is not ShufflingMethod.BY_HAND and (shuffler is None or not shuffler.fitted):
        found.append(Needed(Fixture.SHUFFLER, "", f"Table {table} shuffles with a device."))
    return tuple(found)


def equip_table(desk: Desk, *, table: str, serials: Mapping[Fixture, str]) -> Change:
    """Install in one press what a table lacks and is named here, each by its serial or the number on it."""
    with desk.acting(Acts.fit_equipment.name, Subject("table", table)) as act:
        act.ask(tables.may_fit_equipment(act.moment, table=table))
        needed = {each.fixture: each for each in equipment_needed(act.moment, table)}
        given = {fixture: serial for fixture, serial in serials.items() if fixture in needed and serial.strip()}
        if not given:
            act.ask(bad_input(f"Nothing that table {table} needs was entered.", "Enter the numbers on the equipment."))
        for fixture, serial in given.items():
            done = tables.fit_equipment(desk, table=table, fixture=fixture, serial=serial, decks=needed[fixture].decks)
        return done
