"""The inspection round from a moment: who walks where, which table is now, and what its reader did before."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TypedDict

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.devices import Inspection
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.proof_test import Outcome, ProofRun, Seen, Step
from floorapp.domain.property import Pit
from floorapp.domain.reader_lines import LineState
from floorapp.domain.tables import Equipment, Fixture, Phase
from floorapp.domain.values import dataclass
from floorapp.operations.acts import readers
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import LinesAtWork, LineStanding
from floorapp.screens.glance import Glance, glances
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, clock, plural, short_of
from floorapp.screens.plan import game_of
from floorapp.screens.proofs import LAMPS, proofs_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import Lamp, State
from floorapp.screens.text_line import Icon, Pill, Sign, Tab, TextLine, Words, line


@dataclass(frozen=True, slots=True)
class ProofShown:
    """One test card: what light or signal was expected and what was seen; nobody's word yet without `seen`.

    `waits` says what is waited for where a connected reader gives the answer itself.
    """

    card: Card
    words: str
    expected: Lamp | str
    seen: Lamp | str | None
    waits: str = ""

    @property
    def agrees(self) -> bool:
        return self.seen == self.expected


@dataclass(frozen=True, slots=True)
class InspectionView:
    """One table of the round."""

    pit: str
    done: int
    whole: int
    progress: str
    so_far: str
    walk: tuple[ListRow, ...]
    now: str
    whole_floor: str
    name: str
    subject: str
    standing: str
    state: State
    word: str
    proof_summary: str
    proof_source: str
    proofs: tuple[ProofShown, ...]
    stated: tuple[tuple[str, str], ...]
    citation: str
    facts: tuple[tuple[str, TextLine], ...]
    days: tuple[tuple[str, State], ...]
    days_title: str
    days_note: str
    next_name: str
    next_words: str
    #: Why this table cannot be put off: no other one is left.
    no_skip: str = ""


VISUAL = ("eye", "Visual check: no sign of tampering, seal intact, lens clear")
#: What a pass states of the signals: as the reader itself told, or as somebody saw them.
HEARD = ("cpu", "Function: the reader signaled correctly over its line")
BY_EYE = ("cpu", "Function: you saw the reader signal correctly on the test cards; recorded as seen by eye")


@dataclass(frozen=True, slots=True)
class InspectionRound:
    """The round as the page shows it, the tables still to do in order, and why Okay is refused if it is."""

    page: InspectionView
    left: tuple[str, ...]
    refusal: str
    assigned: str
    mine: bool
    #: The reader that is heard from this table, whether it is virtual, and its proof test if one was begun.
    reader: str = ""
    virtual: bool = False
    test: ProofRun | None = None


def walking_order(moment: Moment, tables: dict[str, Glance]) -> list[str]:
    """Pit by pit, along the upper row and back along the lower; one's own tables first."""
    me = moment.person.handle if moment.person else None
    pits = {pit.id: (pit.place.y, pit.place.x, pit.id) for pit in moment.state.find(Pit)}
    upper: dict[str, int] = {}
    for each in tables.values():
        upper[each.table.pit] = min(upper.get(each.table.pit, each.table.place.y), each.table.place.y)

    def step(name: str) -> tuple[object, ...]:
        table = tables[name].table
        back = table.place.y != upper[table.pit]
        mine = tables[name].floorperson == me
        return (not mine, pits.get(table.pit, (0, 0, "")), table.place.y, -table.place.x if back else table.place.x)

    to_inspect = [name for name, each in tables.items() if each.inspection is not None]
    return sorted(to_inspect, key=step)


def inspection_round(
    snapshot: Snapshot, wanted: str, skipped: tuple[str, ...], given: frozenset[str]
) -> InspectionRound | None:
    """The round at a table: the wanted one, else the first that is still to do; None without readers."""
    moment = snapshot.moment
    tables = glances(moment)
    order = walking_order(moment, tables)
    if not order:
        return None
    failed = {n for n in order if tables[n].reader_state is State.ALARM}
    done = {n for n in order if n not in failed and not tables[n].inspection_owed}
    left = [n for n in order if n not in done | failed | given and n not in skipped]
    left += [n for n in skipped if n in order and n not in done | failed | given]
    now = wanted if wanted in order else (left[0] if left else order[-1])
    refusal = readers.may_inspect_reader(moment, table=now)
    words = because(refusal)
    if refusal is None and not left and wanted not in order:
        words = "Every reader in service was inspected this gaming day."
    page = _page(moment, tables, order, now, done, failed, [n for n in left if n != now])
    line = connected(snapshot.lines, now)
    test = snapshot.lines.test_of(line.reader) if line and snapshot.lines else None
    if line is not None:
        page = replace(page, **proof_part(page, test))
        page = replace(page, stated=(VISUAL, HEARD if test is not None else BY_EYE))
    if test is not None and not words:
        words = why_not_yet(test)
    assigned = tables[now].floorperson
    mine = moment.person is not None and assigned == moment.person.handle
    heard = (line.reader, line.virtual) if line else ("", False)
    return InspectionRound(page, tuple(left), words, assigned or "", mine, *heard, test)


def _page(
    moment: Moment,
    tables: dict[str, Glance],
    order: list[str],
    now: str,
    done: set[str],
    failed: set[str],
    later: list[str],
) -> InspectionView:
    me = moment.person.handle if moment.person else None
    mine = [n for n in order if tables[n].floorperson == me] or order
    own = "your " if mine is not order else ""
    glance = tables[now]
    pit = moment.state.get(Pit, glance.table.pit)
    inspected = now in done
    bad = f", {plural(len(failed), 'reader')} out of order" if failed else ""
    cite = glance.inspection.cite if glance.inspection is not None else ""
    then = later[0] if later else ""
    return InspectionView(
        pit=pit.name.split(" (")[0] if pit else "",
        done=sum(n in done for n in mine),
        whole=len(mine),
        progress=f"of {own}{plural(len(mine), 'table')}",
        so_far="",
        walk=tuple(_step(moment, tables[n], n == now, n in done) for n in order),
        now=now,
        whole_floor=f"Whole floor: {len(done)} of {len(order)} done{bad}",
        name=now,
        subject=f"{game_of(glance)} · {glance.rulebook.reader.kind.value} reader",
        standing=_standing(moment, glance, me),
        state=State.OKAY if inspected else State.ALARM if now in failed else State.DUE,
        word="inspected today" if inspected else "out of order" if now in failed else "due today",
        proof_summary="insert these cards",
        proof_source="reader not connected: visual check",
        proofs=tuple(
            ProofShown(CARDS[p.card], p.words, p.lamp or p.expected.replace("_", " "), None)
            for p in proofs_of(glance.rulebook)
        ),
        stated=(VISUAL, BY_EYE),
        citation=f"Readers are inspected at the beginning of each gaming day: {cite or 'house policy'}",
        facts=_facts(moment, glance),
        days=_days(moment, glance),
        days_title="Last seven gaming days",
        days_note=_days_note(moment, glance),
        next_name=then or "—",
        next_words=game_of(tables[then]) if then else "none left",
        no_skip="" if then else "No other table is left.",
    )


def _step(moment: Moment, glance: Glance, now: bool, done: bool) -> ListRow:
    reader = glance.reader
    failed = glance.reader_state is State.ALARM
    state = State.OKAY if done and not failed else State.WARNING if failed else State.DUE
    word = game_of(glance)
    note = "now" if now else short_of(moment, glance.floorperson) or "nobody"
    if failed and reader is not None:
        word, note = f"fail: {reader.says}", clock(moment, reader.failed_at) if reader.failed_at else ""
    elif done and reader is not None and reader.inspected_at is not None:
        word, note = "pass", moment.house.time(reader.inspected_at, seconds=True)
    mark = Icon("arrow-right", 18, "ink") if now else Sign(state, 15)
    tone = "warning" if failed else "ink2"
    right = line(Words(note, 13, 400, "ink" if now else "ink2", mono=":" in note))
    words = line(Words(glance.table.id, 15, 600), Tab(68), Words(word, 14, 400, tone, shrinks=True))
    return ListRow(glance.table.id, mark, (words,), note=right)


def _standing(moment: Moment, glance: Glance, me: str | None) -> str:
    phase = {Phase.OPEN: "Open", Phase.CLOSED: "Closed", Phase.SUSPENDED: "Stopped"}[glance.phase]
    if glance.floorperson is None:
        return f"{phase} · assigned to nobody"
    return f"{phase} · assigned to {'you' if glance.floorperson == me else short_of(moment, glance.floorperson)}"


def _facts(moment: Moment, glance: Glance) -> tuple[tuple[str, TextLine], ...]:
    piece = moment.state.get(Equipment, glance.table.id, Fixture.READER)
    number = Words(glance.serial, 13, mono=True, fits=True)
    facts = [("Serial", line(number, Pill("VIRTUAL"), gap=8) if glance.virtual else line(number))]
    if piece is not None and piece.place:
        facts.append(("Place", line(Words(piece.place, 14, shrinks=True))))
    reader = glance.reader
    if reader is not None and reader.inspected_at is not None:
        facts.append(("Last", line(Words(clock(moment, reader.inspected_at), 14))))
        facts.append(("By", line(Words(short_of(moment, reader.inspected_by), 14, shrinks=True))))
    return tuple(facts)


def _week(moment: Moment, glance: Glance) -> list[tuple[GamingDay, tuple[Inspection, ...]]]:
    days = [GamingDay(moment.day.date - timedelta(days=ago)) for ago in range(6, -1, -1)]
    return [(d, moment.state.find(Inspection, table=glance.table.id, gaming_day=str(d))) for d in days]


def _days(moment: Moment, glance: Glance) -> tuple[tuple[str, State], ...]:
    found = []
    for day, made in _week(moment, glance):
        state = State.OKAY if made and all(each.passed for each in made) else State.WARNING
        if not made:
            state = State.DUE if day == moment.day else State.OFFLINE
        found.append((str(day.date.day), state))
    return tuple(found)


def _days_note(moment: Moment, glance: Glance) -> str:
    for day, made in reversed(_week(moment, glance)):
        for each in made:
            if not each.passed:
                return f"{moment.house.style.short_date(day.date)}, fail: {each.says} {short_of(moment, each.by)}."
    return "✕: no inspection that day. The table was closed, or it was missed."


#: So many steps are shown at once: the last ones done, the one that is now, the next.
SHOWN = 3


class ProofPart(TypedDict):
    """What of the inspection's page the proof test fills."""

    proof_summary: str
    proof_source: str
    proofs: tuple[ProofShown, ...]


def connected(lines: LinesAtWork | None, table: str) -> LineStanding | None:
    """The line over which a table's reader is heard and trusted."""
    standing = lines.standing() if lines else ()
    live = (each for each in standing if each.table == table and each.state is LineState.LIVE)
    return next((each for each in live if each.reader), None)


def why_not_yet(test: ProofRun) -> str:
    """Why Okay is not on offer; empty where the test was passed."""
    if test.outcome is Outcome.UNDER_WAY:
        return "Function test running: insert the cards, or cancel with B."
    return "" if test.outcome is Outcome.PASSED else f"{test.finding} Record it with N, or start again with P."


def proof_part(page: InspectionView, test: ProofRun | None) -> ProofPart:
    """The proof box over a connected reader."""
    if test is None:
        source = "reader connected: P starts the function test"
        return {"proof_summary": page.proof_summary, "proof_source": source, "proofs": page.proofs}
    step, done = test.step, len(test.seen)
    source = f"step {done + 1} of {len(test.steps)}" if step else f"{done} of {len(test.steps)} steps"
    if test.retaken:
        source = f"{source} · {plural(len(test.retaken), 'step')} repeated, kept on record"
    summary = step.says if step else test.finding
    first = max(0, min(done - 1, len(test.steps) - SHOWN))
    rows = [_row(test, number) for number in range(first, min(first + SHOWN, len(test.steps)))]
    return {"proof_summary": summary, "proof_source": source, "proofs": tuple(rows)}


def _row(test: ProofRun, number: int) -> ProofShown:
    step = test.steps[number]
    seen = test.seen[number] if number < len(test.seen) else None
    waits = "" if seen else "insert the cards" if number == len(test.seen) else "pending"
    words = f"Under {step.up.name}"  # the hole card stands beside it
    return ProofShown(step.hole, words, _light(step.expected), None if seen is None else _said(step, seen), waits)


def _light(signal: str) -> Lamp | str:
    return LAMPS.get(signal) or signal.replace("_", " ")


def _said(step: Step, seen: Seen) -> Lamp | str:
    if seen.signal is None:
        return "nothing"
    if seen.up_card is not None and seen.up_card != step.up:
        return f"{seen.signal.replace('_', ' ')}, {seen.up_card.name} up"
    return _light(seen.signal)
