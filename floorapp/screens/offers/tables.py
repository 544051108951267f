"""Acts at a table: open and close, stop and go on, the reader, the shuffler, who has it; and by duty."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Assignment, Post
from floorapp.operations.acts import assignments, opening, readers, shoes, shufflers
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.floor_queries import holder
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.glance import Glance, glances
from floorapp.screens.offers import cards
from floorapp.screens.offers.offer import Offer, Values, asks_signature, shoe_asked, shoe_count, sign, usual
from floorapp.screens.phrases import because, name_of
from floorapp.screens.proofs import proofs_of


def offer_for(moment: Moment, act: str, id: str) -> Offer | None:
    """The act of a duty or a key, about a table or a deck set."""
    tables = glances(moment)
    glance = tables.get(id)
    if glance is not None:
        return _at_table(moment, act, glance)
    by_id = {
        "seal_decks": cards.seal_decks,
        "collect_decks": cards.collect_decks,
        "inspect_decks": cards.inspect_decks,
        "destroy_decks": cards.destroy_decks,
    }
    if act == "open_decks":
        return cards.open_decks(moment, id, tables)
    return by_id[act](moment, id) if act in by_id else None


def _at_table(moment: Moment, act: str, glance: Glance) -> Offer | None:
    with_glance = {
        "change_decks": cards.change_decks,
        "swap_batches": cards.next_shoe,
        "load_batch": cards.next_shoe,
        "end_shoe": cards.end_shoe,
        "close_table": _close,
        "mend_reader": _mend_reader,
        "suspend_table": _suspend,
        "resume_table": _resume,
        "assign": _assign,
        "relieve": _relieve,
        "reshuffle_after_fault": _reshuffled,
        "return_shuffler": _return_shuffler,
    }
    table = glance.table.id
    if act == "burn_card":
        return Offer(
            lambda desk, _v: shoes.burn_card(desk, table=table), None, shoes.may_burn_card(moment, table=table)
        )
    if act == "acknowledge_shuffler_fault":
        refusal = shufflers.may_acknowledge_shuffler_fault(moment, table=table)
        return Offer(lambda desk, _v: shufflers.acknowledge_shuffler_fault(desk, table=table), None, refusal)
    return with_glance[act](moment, glance) if act in with_glance else None


def _close(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id

    def do(desk: Desk, values: Values) -> Change:
        return opening.close_table(desk, table=table, reason=values.get("reason", ""), count=shoe_count(values))

    refusal = opening.may_close_table(moment, table=table)
    refused = "" if refusal is not None and refusal.code == "shoe-not-ended" else because(refusal)
    form = Form(
        "close_table",
        table,
        f"Close {table}",
        "Its cards stay where they are on record, and their age runs on.",
        (),
        (*shoe_asked(glance), Asked("reason", "Why, if there is more to say", needed=False)),
        Act("do", "Close table", "F9", refused),
    )
    return Offer(do, form)


def _suspend(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        "suspend_table",
        table,
        f"Stop {table}",
        glance.spoken,
        (),
        (Asked("reason", "Why dealing stops"),),
        Act("do", "Stop table", "F9", because(opening.may_suspend_table(moment, table=table))),
    )
    return Offer(lambda desk, v: opening.suspend_table(desk, table=table, reason=v["reason"]), form)


def _resume(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    missing = gate(moment, table)
    if missing and not barred(moment, table):
        return Offer(
            lambda desk, v: opening.resume_table(desk, table=table, **co_sign(desk, v)),
            exception_form(moment, table, "resume", " ".join(each.says for each in missing)),
        )
    refusal = opening.may_resume_table(moment, table=table)
    return Offer(lambda desk, _v: opening.resume_table(desk, table=table), None, refusal)


def _mend_reader(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id

    def do(desk: Desk, values: Values) -> Change:
        return readers.mend_reader(desk, table=table, says=values["says"], serial=values["serial"])

    named = ", ".join(f"{proof.card} {proof.expected.replace('_', ' ')}" for proof in proofs_of(glance.rulebook))
    form = Form(
        "mend_reader",
        table,
        f"Reader at {table}",
        f"With this you state that it was shown the test cards and signalled rightly: {named}.",
        (),
        (Asked("says", "What was done"), Asked("serial", "New serial number, if replaced", needed=False)),
        Act("do", "Record", "F9", because(readers.may_mend_reader(moment, table=table))),
        "It is inspected anew before the table deals.",
    )
    return Offer(do, form)


def _assign(moment: Moment, glance: Glance) -> Offer:
    """Choose who has the table or deals at it; past as many as the house allows, a shift manager co-signs."""
    table = glance.table.id
    crew, held = _crew(moment), holder(moment, table, Post.FLOORPERSON)
    me = moment.person.handle if moment.person and moment.person.role is Role.FLOORPERSON else ""
    mine = next((said for said, (_post, who) in crew.items() if who == me != held), "")
    deals = holder(moment, table, Post.DEALER)
    has = f"{name_of(moment, held)} has it now." if held else "Nobody has it now."
    form = Form(
        "assign",
        table,
        f"Floorperson or dealer of {table}",
        f"{has} {name_of(moment, deals)} deals." if deals else f"{has} No dealer is on record.",
        (),
        (Asked("person", "Who takes it", mine, hint="Choose", choices=tuple(crew)),),
        Act("do", "Assign", "F9", because(moment.guard("assign"))),
        "After a change of dealer a card is burned.",
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
        form = exception_form(moment, table, f"assign {person}", f"{refusal.happened} ({refusal.cite})")
        return Offer(
            lambda desk, v: assignments.assign(desk, table=table, post=post, person=person, **co_sign(desk, v)), form
        )

    return Offer(do, form, anyway=anyway)


def _crew(moment: Moment) -> dict[str, tuple[Post, str]]:
    """Who can have a table, with how many they have: floorpersons first, then shift managers; then who can deal."""
    held = Counter(each.person for each in moment.state.find(Assignment, post=Post.FLOORPERSON))
    most = moment.policy.tables_each
    crew = {
        f"{each.name} · {each.handle} · {held[each.handle]} of {most}": (Post.FLOORPERSON, each.handle)
        for role in (Role.FLOORPERSON, Role.SHIFT_MANAGER)
        for each in moment.state.find(Person, role=role, enabled=True)
    }
    dealers = moment.state.find(Person, role=Role.DEALER, enabled=True)
    return crew | {f"{each.name} · {each.handle} · dealer": (Post.DEALER, each.handle) for each in dealers}


def _relieve(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    held = {f"{post}, {name_of(moment, person)}": post for post in Post if (person := holder(moment, table, post))}
    if not held:
        refusal = assignments.may_relieve(moment, table=table, post=Post.FLOORPERSON)
        return Offer(lambda desk, _v: assignments.relieve(desk, table=table, post=Post.FLOORPERSON), None, refusal)
    form = Form(
        "relieve",
        table,
        f"Relieve at {table}",
        "Nobody takes over: whoever comes next is assigned.",
        (),
        (Asked("post", "Who leaves", next(iter(held)), choices=tuple(held)),),
        Act("do", "Relieve", "F9", because(moment.guard("relieve"))),
        "An open table keeps its floorperson until the next one is assigned.",
    )
    return Offer(lambda desk, v: assignments.relieve(desk, table=table, post=held[v["post"]]), form)


def _reshuffled(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        "reshuffle_after_fault",
        table,
        f"Reshuffled at {table}",
        "The cards of the faulted shuffle.",
        (),
        (Asked("how", "How they were reshuffled", "By hand, all cards"),),
        Act("do", "Record", "F9", because(shufflers.may_reshuffle_after_fault(moment, table=table))),
    )
    return Offer(lambda desk, v: shufflers.reshuffle_after_fault(desk, table=table, how=v["how"]), form)


def _return_shuffler(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        "return_shuffler",
        table,
        f"Shuffler of {table} back in service",
        "",
        (),
        (Asked("says", "What was done"),),
        Act("do", "Return", "F9", because(shufflers.may_return_shuffler(moment, table=table))),
    )
    return Offer(lambda desk, v: shufflers.return_shuffler(desk, table=table, says=v["says"]), form)


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
        (Asked("reason", "Why it is done anyway"), *asks_signature("manager", "Shift manager", manager)),
        Act("do", "Co-sign the exception", "F9"),
        "The exception is a finding and is printed.",
    )


class CoSigned(TypedDict):
    """An exception from the gate, as the acts take it."""

    exception: Signature
    reason: str


def co_sign(desk: Desk, values: Values) -> CoSigned:
    """The manager's signature and the reason."""
    return {"exception": sign(desk, values, "manager", Meaning.OVERRIDE), "reason": values["reason"]}
