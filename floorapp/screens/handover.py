"""The handover screen from a moment: what is open to give, what waits to be taken, and the day to end."""

from __future__ import annotations

from datetime import date

from floorapp.domain.days import EndedDay, Handover
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.people import SIGNING_ONLY, Person
from floorapp.domain.property import Property
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import days
from floorapp.operations.day_conduct import days_to_end, open_on, uninspected_on
from floorapp.operations.due import duties_of
from floorapp.operations.moment import Moment
from floorapp.operations.signatures import Meaning
from floorapp.screens.due import due_rows
from floorapp.screens.forms import Act
from floorapp.screens.glance import glances
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, clock, local, name_of, plural
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line


@dataclass(frozen=True, slots=True)
class HandoverView:
    """The whole screen at one moment; `tab` is `give`, `take` or `day`."""

    subject: str
    tabs: tuple[tuple[str, str], ...]
    tab: str
    listed: str
    rows: tuple[ListRow, ...]
    nothing: str
    people: tuple[str, ...]
    shifts: tuple[str, ...]
    shift: str
    words: str
    signs: str
    act: Act
    #: Whether words and a PIN are asked for at all.
    asks: bool
    says_label: str
    #: The gaming day that is shown.
    day: str = ""


def waiting_for(moment: Moment) -> tuple[Handover, ...]:
    """Handovers that wait for whoever is signed in, oldest first."""
    me = moment.person.handle if moment.person else ""
    return tuple(sorted(moment.state.find(Handover, to=me, accepted=False), key=lambda each: each.given_at))


def handover_of(snapshot: Snapshot, tab: str, day: str = "") -> HandoverView:
    """Ask one of the three; the end of one gaming day, or of the oldest that is due."""
    moment = snapshot.moment
    mine = waiting_for(moment)
    shown = _shown_day(moment, day)
    ended = moment.state.get(EndedDay, str(shown)) is not None
    tab = tab or ("take" if mine else "give")
    tabs = (
        ("give", "Give"),
        ("take", f"Accept {len(mine)}" if mine else "Accept"),
        ("day", "Gaming day" if ended else "End gaming day"),
    )
    if tab == "day":
        return _day(moment, tabs, shown)
    return (_give if tab == "give" else _take)(moment, tabs)


def _shown_day(moment: Moment, day: str) -> GamingDay:
    """The one asked for, else the oldest that waits to be ended, else yesterday."""
    if day:
        return GamingDay(date.fromisoformat(day))
    return next(iter(days_to_end(moment)), moment.day.previous())


def _colleagues(moment: Moment) -> tuple[Person, ...]:
    """Who can take over, those of one's own role first."""
    me = moment.person
    found = moment.state.find(Person, enabled=True)
    others = [each for each in found if each.role not in SIGNING_ONLY and each != me]
    return tuple(sorted(others, key=lambda each: (me is None or each.role is not me.role, each.name)))


def person_words(person: Person) -> str:
    """How a colleague is offered: the name, the title, and the handle that is theirs alone."""
    return f"{person.name} · {person.title} · {person.handle}"


def _shift(moment: Moment) -> tuple[tuple[str, ...], str]:
    house = moment.state.get(Property, "house")
    shifts = house.shifts if house else ()
    wall = local(moment, moment.now).time()
    now = next((each.name for each in shifts if each.covers(wall)), "")
    return tuple(each.name for each in shifts), now


def _give(moment: Moment, tabs: tuple[tuple[str, str], ...]) -> HandoverView:
    duties = duties_of(moment)
    rows = due_rows(moment, duties.due, glances(moment, duties))
    people, (shifts, shift) = _colleagues(moment), _shift(moment)
    refusal = because(moment.guard(Acts.give_handover.name))
    if not refusal and not people:
        refusal = "There is nobody to give it to. An administrator can add people."
    shown = tuple(
        ListRow(
            row.key,
            Sign(row.state, 17),
            (
                line(Words(row.head, 15, 600), Words(row.word, 15, 600, row.state.value, shrinks=True)),
                line(Words(row.says, 13, 400, "ink2", shrinks=True)),
            ),
        )
        for row in rows
    )
    given = [
        each
        for each in moment.state.find(Handover, accepted=False)
        if moment.person is not None and each.given_by == moment.person.handle
    ]
    words = "Open items are included automatically when you sign."
    if given:
        words += f" Yours to {name_of(moment, given[-1].to)} is not accepted yet."
    return HandoverView(
        "what the next shift needs to know",
        tabs,
        "give",
        "Open now",
        shown,
        "Nothing is due or open.",
        tuple(person_words(each) for each in people),
        shifts,
        shift,
        words,
        f"You sign: “{Meaning.HANDED_OVER}”",
        Act("do", "Sign shift change", "F9", refusal),
        True,
        "Notes for the next shift",
    )


def _take(moment: Moment, tabs: tuple[tuple[str, str], ...]) -> HandoverView:
    mine = waiting_for(moment)
    if not mine:
        refusal = because(moment.guard(Acts.accept_handover.name)) or "No shift change is waiting for you."
        words = "A shift change given to you shows here until you sign for it."
        me = moment.person.handle if moment.person else ""
        taken = max(moment.state.find(Handover, to=me, accepted=True), key=lambda h: h.given_at, default=None)
        if taken is not None and taken.accepted_at is not None:
            words = (
                f"You accepted the shift from {name_of(moment, taken.given_by)} at {clock(moment, taken.accepted_at)}."
            )
        return HandoverView(
            "from the shift before",
            tabs,
            "take",
            "Given to you",
            (),
            "No shift change is waiting for you now.",
            (),
            (),
            "",
            words,
            "",
            Act("do", "Sign and accept", "F9", refusal),
            False,
            "",
        )
    first = mine[0]
    rows = tuple(
        ListRow(
            f"{place}",
            Icon("clipboard-check", 17),
            (line(Words(about or "Open", 15, 600)), line(Words(says, 13, 400, "ink2", shrinks=True))),
        )
        for place, (about, _, says) in enumerate(each.partition(": ") for each in first.open_duties)
    )
    who, at = name_of(moment, first.given_by), clock(moment, first.given_at)
    more = f"\n{plural(len(mine) - 1, 'more shift change')} after this one." if len(mine) > 1 else ""
    words = f"{who} gave the {first.shift} shift change at {at}.\n{first.says or 'No notes.'}{more}"
    refusal = because(days.may_accept_handover(moment, handover=first.id))
    return HandoverView(
        f"from {who}",
        tabs,
        "take",
        "Open at the time",
        rows,
        "Nothing was open.",
        (),
        (),
        "",
        words,
        f"You sign: “{Meaning.TOOK_OVER}”",
        Act("do", "Sign and accept", "F9", refusal),
        True,
        "Remarks (optional)",
    )


def _day(moment: Moment, tabs: tuple[tuple[str, str], ...], day: GamingDay) -> HandoverView:
    ended = moment.state.get(EndedDay, str(day))
    missing = ended.missing if ended else uninspected_on(moment, day)
    rows = tuple(
        ListRow(
            f"{place}",
            Sign(State.ALARM, 17),
            (line(Words(noted.says, 15, 500, shrinks=True)), line(Words(noted.cite, 13, 400, "ink3", mono=True))),
        )
        for place, noted in enumerate(missing)
    )
    tables = ended.tables if ended else open_on(moment, day)
    said = moment.house.style.long_date(day.date)
    words = f"{plural(len(tables), 'table')} dealt on gaming day {said}."
    if ended is not None:
        words += f"\nEnded by {name_of(moment, ended.by)} at {clock(moment, ended.at)}."
        words += f"\n{ended.says}" if ended.says else ""
    else:
        words += " Review it, explain anything missing, and sign."
        later = sum(each > day for each in days_to_end(moment))
        words += f" Later ones: {later}." if later else ""
    refusal = because(days.may_end_gaming_day(moment, day=day))
    nothing = "Nothing is missing: every table that dealt had its reader inspected."
    return HandoverView(
        f"the end of {said}",
        tabs,
        "day",
        "Missing this gaming day",
        rows,
        nothing,
        (),
        (),
        "",
        words,
        f"You sign: “{Meaning.DAY_ENDED}”",
        Act("do", "Sign and end the day", "F9", refusal),
        ended is None,
        "Why items are missing" if rows else "Remarks (optional)",
        str(day),
    )
