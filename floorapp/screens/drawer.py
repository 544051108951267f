"""The drawer of a table: how it stands, and what can be done there."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.decks import Spot
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.property import Pit
from floorapp.domain.tables import Phase
from floorapp.domain.written_time import PLAIN, span
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import opening, readers
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.table_cap import most_tables
from floorapp.operations.table_duties import ACTS
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, of_hours
from floorapp.screens.lists import DrawerView
from floorapp.screens.offers.next_shoe import shoe_act
from floorapp.screens.phrases import back_of, because, clock, short_of
from floorapp.screens.plan import game_of
from floorapp.screens.states import State
from floorapp.screens.text_line import Chip, Icon, Piece, Pill, Ring, Sign, TextLine, Words, line


def drawer_of(moment: Moment, glance: Glance, tables: Mapping[str, Glance]) -> DrawerView:
    """A table's drawer."""
    table = glance.table
    pit = moment.state.get(Pit, table.pit)
    where = pit.name.split(" (")[0] if pit else table.pit
    calm = glance.phase is not Phase.CLOSED and glance.state is State.OKAY
    since = since_of(moment, glance)
    return DrawerView(
        name=table.id,
        subject=f"{game_of(glance)} · {where}",
        since=f"{since[:1].upper()}{since[1:]} · {table.decks} decks",
        state=glance.state,
        word="open" if calm else glance.word,
        caution=caution_of(moment, glance),
        facts=_facts(moment, glance, tables),
        acts=acts_of(moment, glance),
    )


def since_of(moment: Moment, glance: Glance) -> str:
    """How long a table has been so; a stop does not hide since when it is open."""
    status = glance.status
    if status is None:
        return "never opened"
    opened = f"open since {clock(moment, status.opened_at or status.since)}"
    if status.phase is Phase.SUSPENDED:
        return f"stopped since {clock(moment, status.since)} · {opened}"
    return opened if status.phase is Phase.OPEN else f"closed since {clock(moment, status.since)}"


def caution_of(moment: Moment, glance: Glance) -> TextLine | None:
    """What has to be said of a rulebook that is not in force."""
    standing = glance.rulebook.standing
    if standing.in_force(moment.day.date):
        return None
    says = f"in force until {PLAIN.date(standing.until)}" if standing.until else standing.status
    return line(
        Words("Rulebook", 13, 400, "ink2"),
        Words(glance.rulebook.id, 13, 400, "ink2", mono=True),
        Words(f"· {says}", 13, 400, "ink2", shrinks=True),
        gap=5,
    )


def _facts(moment: Moment, glance: Glance, tables: Mapping[str, Glance]) -> tuple[tuple[str, TextLine], ...]:
    facts = [("Decks", decks_line(glance)), ("Batches", batches_line(glance))]
    if len(glance.sets) < 2:
        facts.pop()
    facts.append(("Reader", reader_line(moment, glance)))
    facts.append(("Floor", _floorperson(moment, glance, tables)))
    found = [i for i in moment.state.find(Incident, table=glance.table.id) if i.phase is not IncidentPhase.CLOSED]
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        words = Words(f"{found[0].phase}{more}", 14, shrinks=True)
        facts.append(("Incident", line(Sign(State.DUE), Words(found[0].number, 13, mono=True), words)))
    return tuple(facts)


def decks_line(glance: Glance) -> TextLine:
    """Age, of how many hours, and the set."""
    if glance.age is None:
        return line(Words("none open at this table", 14))
    more = f" +{len(glance.sets) - 1}" if len(glance.sets) > 1 else ""
    return line(
        Ring(glance.share, glance.decks_state),
        Words(span(glance.age), 14, 600),
        Words(f"{of_hours(glance)} ·".lstrip(), 14),
        Words(f"{glance.sets[0].id}{more}", 13, mono=True, shrinks=True),
        gap=7,
    )


#: Where a set can lie at a table, in the words of a line, and whether its chip is filled.
PLACES = (
    (Spot.SHOE, "in shoe", True),
    (Spot.RACK, "in rack", True),
    (Spot.SHUFFLER, "in shuffler", False),
    (Spot.TABLE, "on table", False),
)


def batches_line(glance: Glance) -> TextLine:
    """Which back lies where; at most two, the shoe's first."""
    pieces: list[Piece] = []
    found = [(each, where, filled) for spot, where, filled in PLACES if (each := glance.lying(spot)) is not None]
    for each, where, filled in found[:2]:
        back = back_of(each.back)
        words = Words(f"{each.back} {where}", 14, shrinks=True)
        pieces += [Chip(back, filled), words] if back is not None else [words]
    return line(*pieces, gap=7) if pieces else line(Words("none", 14))


def serial_of(glance: Glance) -> tuple[Piece, ...]:
    """The reader's serial number, marked where the reader is virtual."""
    number = Words(f"· {glance.serial}", 13, mono=True, shrinks=True)
    return (number, Pill("VIRTUAL")) if glance.virtual else (number,)


def reader_line(moment: Moment, glance: Glance) -> TextLine:
    """How the reader stands."""
    state, reader = glance.reader_state, glance.reader
    if state is None:
        return line(Words("none installed", 14))
    if reader is not None and reader.failed_at is not None:
        since = Words(f"out of order since {clock(moment, reader.failed_at)}", 14)
        return line(Sign(State.ALARM), since, *([Pill("VIRTUAL")] if glance.virtual else []))
    if state is State.OFFLINE:
        return line(Sign(state), Words("no signal", 14, 600), *serial_of(glance))
    if reader is not None and reader.inspected_at is not None:
        words = f"inspected {clock(moment, reader.inspected_at)}"
        return line(Sign(state), Words(words, 14), *serial_of(glance))
    return line(Sign(state), Words("never inspected", 14))


def _floorperson(moment: Moment, glance: Glance, tables: Mapping[str, Glance]) -> TextLine:
    if glance.floorperson is None:
        return line(Icon("user", 17), Words("nobody assigned", 14), gap=6)
    held = [each.rulebook for each in tables.values() if each.floorperson == glance.floorperson]
    most = most_tables(moment.policy, held).most
    words = f"{short_of(moment, glance.floorperson)} · {len(held)} of {most} tables"
    return line(Icon("user", 17), Words(words, 14, shrinks=True), gap=6)


def acts_of(moment: Moment, glance: Glance) -> tuple[Act, ...]:
    """What can be done at a table; the first is the one that presses most."""
    look_closer = Act("table", "Table", "Enter")
    if glance.phase is Phase.SUSPENDED:
        return (*stopped_acts(moment, glance)[:3], look_closer)
    third = reader_act(moment, glance)
    if glance.in_shuffler is not None:
        third = shoe_act(moment, glance)
    door, change = door_of(moment, glance), change_of(moment)
    if glance.phase is Phase.CLOSED:
        return (door, change, third, look_closer)
    if glance.decks_state in (State.WARNING, State.ALARM):
        return (change, door, third, look_closer)
    return (look_closer, change, third, door)  # where all is well nothing presses, least of all closing


def stopped_acts(moment: Moment, glance: Glance) -> tuple[Act, ...]:
    """At a stopped table: first what its rulebook asks for before it deals again, then going on."""
    door, change, reader = door_of(moment, glance), change_of(moment), reader_act(moment, glance)
    assign = button(Acts.assign, "table", moment.guard(Acts.assign.name))
    offered = {act.name: act for act in (reader, assign, change)}
    missing = (*barred(moment, glance.table.id), *gate(moment, glance.table.id))
    asked = [offered[name] for noted in missing if (name := ACTS.get(noted.code, "")) in offered]
    return tuple({act.name: act for act in (*asked, door, change, reader)}.values())


def change_of(moment: Moment) -> Act:
    return button(Acts.change_decks, "table", moment.guard(Acts.change_decks.name))


def reader_act(moment: Moment, glance: Glance) -> Act:
    """Inspect the reader, or mend the one that is out of order."""
    name, reader = glance.table.id, glance.reader
    if reader is not None and reader.failed_at is not None:
        return button(Acts.mend_reader, "floor", readers.may_mend_reader(moment, table=name))
    return button(Acts.inspect_reader, "floor", readers.may_inspect_reader(moment, table=name))


def door_of(moment: Moment, glance: Glance) -> Act:
    """Open, resume or close: what F7 does here."""
    name = glance.table.id
    if glance.phase is Phase.CLOSED:
        return button(Acts.open_table, "table", moment.guard(Acts.open_table.name))
    if glance.phase is Phase.SUSPENDED:
        forbidden = opening.may_resume_table(moment, table=name) if barred(moment, name) else None
        words = "Resume dealing…" if gate(moment, name) else "Resume dealing"
        return button(Acts.resume_table, "table", moment.guard(Acts.resume_table.name) or forbidden, words)
    refusal = opening.may_close_table(moment, table=name)
    refused = "" if refusal is not None and refusal.code == "shoe-not-ended" else because(refusal)
    return button(Acts.close_table, "table", refused)
