"""Acts at a table: open and close, stop and go on, the reader, the shuffler, who has it; and by duty."""

from __future__ import annotations

from collections import defaultdict
from typing import TypedDict

from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Assignment, Cards, Post, Table
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import assignments, opening, readers, shoes
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.floor_queries import holder
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_cap import most_tables
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.glance import Glance
from floorapp.screens.offers.counts import counted_twice, counting_of, shoe_asked, shoe_count
from floorapp.screens.offers.happened import happened_form
from floorapp.screens.offers.offer import Offer, Values, asks_signature, at_table, sign, usual
from floorapp.screens.phrases import because, name_of
from floorapp.screens.proofs import proofs_of


@at_table
def burn_card(moment: Moment, glance: Glance) -> Offer:
    """The first card of a shoe or of a new dealer; nothing is asked."""
    table = glance.table.id
    refusal = shoes.may_burn_card(moment, table=table)
    return Offer(lambda desk, _v: shoes.burn_card(desk, table=table), None, refusal)


@at_table
def close_table(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id

    def do(desk: Desk, values: Values) -> Change:
        return opening.close_table(desk, table=table, reason=values.get("reason", ""), count=shoe_count(desk, values))

    refusal = opening.may_close_table(moment, table=table)
    refused = "" if refusal is not None and refusal.code == "shoe-not-ended" else because(refusal)
    form = Form(
        Acts.close_table.name,
        table,
        f"Close {table}",
        "Its cards stay where they are; their hours keep running.",
        (),
        (*shoe_asked(glance), Asked("reason", "Reason (optional)", needed=False)),
        Act("do", "Close table", "F9", refused),
        counting=counting_of(glance),
    )
    return counted_twice(moment, glance, Offer(do, form), Acts.end_shoe.name)


@at_table
def suspend_table(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        Acts.suspend_table.name,
        table,
        f"Stop {table}",
        glance.spoken,
        (),
        (Asked("reason", "Reason"),),
        Act("do", "Stop table", "F9", because(opening.may_suspend_table(moment, table=table))),
    )
    return Offer(lambda desk, v: opening.suspend_table(desk, table=table, reason=v["reason"]), form)


@at_table
def resume_table(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    missing, stands = gate(moment, table), barred(moment, table)
    refusal = opening.may_resume_table(moment, table=table)
    if refusal is not None and stands and refusal.code == stands[0].code:  # it can only have happened
        form = happened_form(Acts.resume_table.name, table, refusal, "play resumed that way")
        return Offer(lambda desk, _v: opening.resume_table(desk, table=table, happened=True), form)
    if missing and not stands:
        return Offer(
            lambda desk, v: opening.resume_table(desk, table=table, **co_sign(desk, v)),
            exception_form(moment, table, "resume", " ".join(each.says for each in missing)),
        )
    return Offer(lambda desk, _v: opening.resume_table(desk, table=table), None, refusal)


@at_table
def mend_reader(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id

    def do(desk: Desk, values: Values) -> Change:
        return readers.mend_reader(desk, table=table, says=values["says"], serial=values["serial"])

    named = ", ".join(f"{proof.card} {proof.expected.replace('_', ' ')}" for proof in proofs_of(glance.rulebook))
    form = Form(
        Acts.mend_reader.name,
        table,
        f"Reader at {table}",
        f"By saving you state that it was tested with the test cards and signaled correctly: {named}.",
        (),
        (Asked("says", "What was done"), Asked("serial", "New serial number, if replaced", needed=False)),
        Act("do", "Record", "F9", because(readers.may_mend_reader(moment, table=table))),
        "Inspect a replacement before the table deals.",
    )
    return Offer(do, form)


@at_table
def assign(moment: Moment, glance: Glance) -> Offer:
    """Choose who has the table or deals at it; past as many as the house allows, a shift manager co-signs."""
    table = glance.table.id
    crew, held = _crew(moment, table), holder(moment, table, Post.FLOORPERSON)
    me = moment.person.handle if moment.person and moment.person.role is Role.FLOORPERSON else ""
    mine = next((said for said, (_post, who) in crew.items() if who == me != held), "")
    deals = holder(moment, table, Post.DEALER)
    has = f"{name_of(moment, held)} has it now." if held else "Nobody is assigned."
    form = Form(
        Acts.assign.name,
        table,
        f"Floorperson or dealer of {table}",
        f"{has} {name_of(moment, deals)} deals." if deals else f"{has} No dealer is on record.",
        (),
        (Asked("person", "Assign to", mine, hint="Choose", choices=tuple(crew)),),
        Act("do", "Assign", "F9", because(moment.guard(Acts.assign.name))),
        "A card is burned after a dealer change.",
    )

    def do(desk: Desk, values: Values) -> Change:
        post, person = crew[values["person"]]
        over = desk.ask(lambda now: assignments.too_many_tables(now, table=table, post=post, person=person))
        if over is not None:  # asked, not refused: nothing is on record until somebody insists
            raise Refused(over)
        return assignments.assign(desk, table=table, post=post, person=person)

    def anyway(refusal: Refusal, values: Values) -> Offer | None:
        if refusal.code != "too-many-tables":
            return None
        post, person = crew[values["person"]]
        says = f"{refusal.happened} ({refusal.cite})" if refusal.cite else refusal.happened
        form = exception_form(moment, table, f"assign {moment.called(person)}", says)
        return Offer(
            lambda desk, v: assignments.assign(desk, table=table, post=post, person=person, **co_sign(desk, v)), form
        )

    return Offer(do, form, anyway=anyway)


def _crew(moment: Moment, table: str) -> dict[str, tuple[Post, str]]:
    """Who can have a table, with how many they have: floorpersons first, then shift managers; then who can deal."""
    held: dict[str, list[str]] = defaultdict(list)
    for each in moment.state.find(Assignment, post=Post.FLOORPERSON):
        held[each.person or ""].append(each.table)
    books = {each.id: each.rulebook for each in moment.state.find(Table, retired=False)}
    known, policy = moment.books, moment.policy

    def of_most(person: str) -> str:
        tables = [*held[person], *([] if table in held[person] else [table])]
        most = most_tables(policy, [known[books[each]] for each in tables if books.get(each) in known]).most
        return f"{len(held[person])} of {most}"

    crew = {
        f"{each.name} · {each.handle} · {of_most(each.handle)}": (Post.FLOORPERSON, each.handle)
        for role in (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
        for each in moment.state.find(Person, role=role, enabled=True)
    }
    dealers = moment.state.find(Person, role=Role.DEALER, enabled=True)
    return crew | {f"{each.name} · {each.handle} · dealer": (Post.DEALER, each.handle) for each in dealers}


@at_table
def relieve(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    held = {f"{post}, {name_of(moment, person)}": post for post in Post if (person := holder(moment, table, post))}
    if not held:
        refusal = assignments.may_relieve(moment, table=table, post=Post.FLOORPERSON)
        return Offer(lambda desk, _v: assignments.relieve(desk, table=table, post=Post.FLOORPERSON), None, refusal)
    form = Form(
        Acts.relieve.name,
        table,
        f"Relieve at {table}",
        "No relief yet: assign the next person when they arrive.",
        (),
        (Asked("post", "Who is leaving", next(iter(held)) if len(held) == 1 else "", choices=tuple(held)),),
        Act("do", "Relieve", "F9", because(moment.guard(Acts.relieve.name))),
        "An open table keeps its floorperson until the next one is assigned.",
    )
    return Offer(lambda desk, v: assignments.relieve(desk, table=table, post=held[v["post"]]), form)


def exception_form(moment: Moment, table: str, verb: str, reasons: str) -> Form:
    """What a co-signed exception asks."""
    me = moment.person
    manager = me.handle if me and me.role is Role.SHIFT_MANAGER else usual(moment, table, Role.SHIFT_MANAGER)
    return Form(
        f"exception {verb}",
        table,
        f"Exception at {table}",
        reasons,
        (),
        (Asked("reason", "Reason for the exception"), *asks_signature("manager", "Shift manager", manager)),
        Act("do", "Co-sign the exception", "F9"),
        "The exception is a finding and is printed.",
    )


def opened_anyway_form(moment: Moment, table: str, cards: Cards) -> Form | None:
    """What is asked where a table was opened against what no signature can overrule; None where nothing is."""
    refusal = opening.may_open_table(moment, table=table, cards=cards)
    was = "the table was opened that way"
    return None if refusal is None else happened_form(Acts.open_table.name, table, refusal, was)


class CoSigned(TypedDict):
    """An exception from the gate, as the acts take it."""

    exception: Signature
    reason: str


def co_sign(desk: Desk, values: Values) -> CoSigned:
    """The manager's signature and the reason."""
    return {"exception": sign(desk, values, "manager", Meaning.OVERRIDE), "reason": values["reason"]}
