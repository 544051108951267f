"""Acts on the house: property, policy, pits, tables, equipment and Rules Submissions, each with its form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import time
from functools import partial
from typing import TypedDict

from floorapp.domain.money import read_cents, typed
from floorapp.domain.policy import BOUNDS, FLAGS, Policy
from floorapp.domain.property import Choices, Pit, Place, Property, Shift
from floorapp.domain.retention import KEPT, RetentionSchedule
from floorapp.domain.tables import Limits, ShufflingMethod, Table
from floorapp.domain.typed_time import DATES_LIKE, read_date, read_time
from floorapp.domain.written_time import Style
from floorapp.engine.submission import COLLECT_AND_PAY
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import house, tables
from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.rules import DutyBook
from floorapp.operations.table_cap import exceptions_of, exceptions_written
from floorapp.screens.forms import NO, YES, Act, Asked, Form
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import Offer, Values, number, of_moment, words_of
from floorapp.screens.phrases import game_id, game_words
from floorapp.screens.settings import EXPIRED, policy_of, shifts_written

#: How far apart tables stand on the map, and how many in a row where nobody has arranged them.
PITCH, ACROSS = 96, 8

_SHIFT = re.compile(r"\s*(.+?)\s+(\d[^–-]*?|noon|midnight)\s*[–-]\s*(.+?)\s*", re.I)
METHODS = {each.words: each for each in ShufflingMethod}
CLOCKS = ("12-hour", "24-hour")
DATES = ("US: 11/15/2026", "ISO: 2026-11-15")


def time_of(text: str, given: str = "") -> time:
    """`6:00 AM` or `0600` as a time of day, or a plain sentence."""
    found = read_time(text)
    if found is None:
        raise Refused(bad_input(f"“{text}” is not a time of day.", "Type it like 6:00 AM or 0600.", given))
    return found


def shifts_of(text: str) -> tuple[Shift, ...]:
    """`Day 6:00 AM–2:00 PM, Swing 2:00 PM–10:00 PM` as shifts, or a plain sentence."""
    found = []
    for part in text.split(","):
        told = _SHIFT.fullmatch(part)
        if told is None:
            todo = "Type each as name and times: Day 6:00 AM–2:00 PM, Swing 2:00 PM–10:00 PM."
            raise Refused(bad_input(f"“{part.strip()}” is not a shift.", todo, "shifts"))
        found.append(Shift(told[1], time_of(told[2], "shifts"), time_of(told[3], "shifts")))
    return tuple(found)


def cents(values: Values, name: str, label: str) -> int:
    """Dollars that were typed, in cents, or a plain sentence."""
    found = read_cents(values.get(name, ""))
    if found is None:
        raise Refused(bad_input(f"“{values.get(name, '')}” is not an amount.", f"Type {label} as 15.00."))
    return found


def wagers_of(text: str) -> tuple[str, ...]:
    """Side wagers as people write them: “Match dealer” is `match_dealer`."""
    return tuple(re.sub(r"[\s_-]+", "_", name.casefold()) for name in words_of(text))


def _in_words(wagers: Iterable[str]) -> str:
    return ", ".join(wager.replace("_", " ") for wager in wagers)


def _own(book: DutyBook) -> str:
    return _in_words(sorted(book.wagers)) or "it has none"


@of_moment
def set_property(moment: Moment, _id: str) -> Offer:
    known = moment.state.get(Property, "house") or Property("", "America/New_York")
    form = Form(
        Acts.set_property.name,
        "house",
        "Property",
        "It applies from now on; earlier settings stay on record.",
        (),
        (
            Asked("name", "Name of the property", known.name),
            Asked("license", "Its license number", known.license, needed=False),
            Asked("zone", "Time zone", known.zone),
            Asked("day", "The gaming day begins at", known.style.time(known.day_begins)),
            Asked("shifts", "Shifts", shifts_written(known), hint="Day 6:00 AM–2:00 PM, Swing 2:00 PM–10:00 PM"),
            Asked("clock", "Clock", CLOCKS[known.style.day_hours == 24], choices=CLOCKS),
            Asked("dates", "Dates", DATES[known.style.iso_dates], choices=DATES, beside=True),
            Asked("expired", "Signing with an expired license", EXPIRED[known.expired_may_sign], choices=EXPIRED),
        ),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        return house.set_property(
            desk,
            name=values["name"],
            zone=values["zone"],
            shifts=shifts_of(values["shifts"]),
            day_begins=time_of(values["day"]),
            license=values["license"],
            style=Style(24 if values["clock"] == CLOCKS[1] else 12, values["dates"] == DATES[1]),
            expired_may_sign=values["expired"] == EXPIRED[True],
        )

    return Offer(do, form)


@of_moment
def set_policy(moment: Moment, _id: str) -> Offer:
    known = policy_of(moment)
    form = Form(
        Acts.set_policy.name,
        "house",
        "Property policy",
        "What no rulebook sets.",
        (),
        tuple(
            Asked(name, f"{words} ({least}–{most})", str(getattr(known, name)), digits=True)
            for name, (least, most, words) in BOUNDS.items()
        )
        + tuple(
            Asked(name, words, YES if getattr(known, name) else NO, choices=(YES, NO)) for name, words in FLAGS.items()
        )
        + (
            Asked(
                "exceptions",
                "Tables per floorperson, exceptions by game",
                exceptions_written(known),
                hint="house-baccarat 2, pa-590 6 (approval)",
                needed=False,
            ),
        ),
        Act("do", "Record", "F9"),
        "Lists and alarms use it right away.",
    )

    def do(desk: Desk, values: Values) -> Change:
        figures = {name: number(values, name, words.lower()) for name, (_l, _m, words) in BOUNDS.items()}
        chosen = {name: values[name] == YES for name in FLAGS}
        exceptions = exceptions_of(values["exceptions"])
        if exceptions is None:
            told = f"“{values['exceptions']}” cannot be read."
            raise Refused(bad_input(told, "Type each as rulebook and number: house-baccarat 2, pa-590 6 (approval)."))
        policy = Policy(**figures, **chosen, table_exceptions=exceptions)  # type: ignore[arg-type]
        return house.set_policy(desk, policy=policy)

    return Offer(do, form)


@of_moment
def set_retention(moment: Moment, _id: str) -> Offer:
    known = moment.state.get(RetentionSchedule, "house") or RetentionSchedule()
    form = Form(
        Acts.set_retention.name,
        "house",
        "Retention schedule",
        "Years each kind of record is kept at least. The app removes old backups only, and none while a hold stands.",
        (),
        (
            Asked("grounds", "On what grounds", known.grounds, hint="house policy", needed=False),
            *(Asked(name, words, str(getattr(known, name)), digits=True) for name, words in KEPT.items()),
        ),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        years = {name: number(values, name, "the years") for name in KEPT}
        schedule = RetentionSchedule(**years, grounds=values.get("grounds", ""))  # type: ignore[arg-type]
        return house.set_retention(desk, schedule=schedule)

    return Offer(do, form)


def _setup_asked(moment: Moment, table: Table | None) -> tuple[Asked, ...]:
    books = tuple(game_words(moment, id) for id in sorted(moment.books))
    book = moment.books[table.rulebook] if table else None
    limits = table.limits if table else None
    return (
        Asked("rulebook", "Rulebook", game_words(moment, table.rulebook) if table else "", choices=books),
        Asked("method", "Shuffling", table.method.words if table else "", choices=tuple(METHODS), beside=True),
        Asked("boxes", "Spots", str(table.boxes) if table else "", hint="6", digits=True),
        Asked("decks", "Decks", str(table.decks) if table else "", hint="6", beside=True, digits=True),
        Asked("least", "Minimum bet", typed(limits.least) if limits else "", hint="15.00"),
        Asked("most", "Maximum bet", typed(limits.most) if limits else "", hint="1000.00", beside=True),
        Asked("chip", "Smallest chip", typed(limits.chip_unit) if limits else "", hint="1.00", beside=True),
        Asked(
            "sides",
            "Side bets, separated by commas",
            _in_words(table.side_wagers if table else ()),
            hint=_own(book) if book else "none",
            needed=False,
        ),
    )


class TableSetup(TypedDict):
    """How a table is set up, as the acts take it."""

    rulebook: str
    boxes: int
    decks: int
    method: ShufflingMethod
    limits: Limits
    side_wagers: tuple[str, ...]


def _setup(values: Values) -> TableSetup:
    return {
        "rulebook": game_id(values["rulebook"]),
        "boxes": number(values, "boxes", "the number of spots"),
        "decks": number(values, "decks", "the decks"),
        "method": METHODS[values["method"]],
        "limits": Limits(
            cents(values, "least", "the minimum bet"),
            cents(values, "most", "the maximum bet"),
            cents(values, "chip", "the smallest chip"),
        ),
        "side_wagers": wagers_of(values["sides"]),
    }


@of_moment
def add_table(moment: Moment, _id: str) -> Offer:
    pits = tuple(pit.id for pit in moment.state.find(Pit))
    if not pits:
        refusal = bad_input("There is no pit yet.", "Add a pit first.")
        return Offer(lambda _desk, _values: _nothing(), None, refusal)
    form = Form(
        Acts.add_table.name,
        "house",
        "New table",
        "The rulebook sets what is allowed; place it on the map afterward.",
        (),
        (
            Asked("table", "Name", hint="FB-12"),
            Asked("pit", "Pit", choices=pits, beside=True),
            *_setup_asked(moment, None),
        ),
        Act("do", "Add", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        with desk.looking() as now:
            stand = _free_place(now, values["pit"])
        return tables.add_table(desk, table=values["table"].strip(), pit=values["pit"], place=stand, **_setup(values))

    return Offer(do, form)


def _free_place(moment: Moment, pit: str) -> Place:
    """The first place of a pit's rows where no table stands."""
    taken = {(each.place.x, each.place.y) for each in moment.state.find(Table, pit=pit, retired=False)}
    spots = ((56 + PITCH * (place % ACROSS), 56 + PITCH * (place // ACROSS)) for place in range(len(taken) * 2 + 1))
    x, y = next((spot for spot in spots if spot not in taken), (56, 56))
    return Place(x, y)


def _nothing() -> Change:
    raise LookupError("refused before")


@of_moment
def change_table(moment: Moment, id: str) -> Offer | None:
    table = moment.state.get(Table, id)
    if table is None:
        return None
    form = Form(
        Acts.change_table.name,
        id,
        f"Set up {id}",
        "Only while it is closed; for another game choose its rulebook.",
        (),
        _setup_asked(moment, table),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        return tables.change_table(desk, table=id, **_setup(values), happened=happened)

    return Offer(
        do, form, anyway=recorded_anyway(form.name, id, partial(do, happened=True), "the table was dealt that way")
    )


@of_moment
def retire_table(_moment: Moment, id: str) -> Offer:
    form = Form(
        Acts.retire_table.name,
        id,
        f"Retire {id}",
        "Its record stays; its name is never reused.",
        (),
        (Asked("reason", "Reason"),),
        Act("do", "Retire", "F9"),
    )
    return Offer(lambda desk, v: tables.retire_table(desk, table=id, reason=v["reason"]), form)


@of_moment
def submit_rules(moment: Moment, id: str) -> Offer | None:
    book = moment.books.get(id)
    if book is None:
        return None
    held = submission_on(moment, id)
    now = held.choices if held else Choices()
    tables_of = ("A", "B", "C", "D", "E", "F")
    form = Form(
        Acts.submit_rules.name,
        id,
        f"Rules Submission for {book.name}",
        f"{book.standing.note} Today's choices are filled in."
        if not book.standing.in_force(moment.day.date)
        else "Today's choices are filled in.",
        (),
        (
            Asked("reference", "Reference of the submission", hint="RS-2026-14"),
            Asked("from", "Effective date", moment.house.style.date(moment.day.date), beside=True),
            Asked(
                "sides",
                "Side bets offered, separated by commas",
                _in_words(now.side_wagers),
                hint=_own(book),
                needed=False,
            ),
            Asked("push", "Push 22 paytable", now.push_22_paytable, choices=tables_of),
            Asked(
                "collect", "Collect and pay", now.collect_and_pay or "–", choices=("–", *COLLECT_AND_PAY), beside=True
            ),
            Asked("adjacent", "Adjacent spots a player may play", str(now.adjacent_boxes), digits=True),
            Asked("people", "Players per spot", str(now.people_per_box), beside=True, digits=True),
            Asked("mid", "Mid-shoe entry", _yes(now.mid_shoe_entry), choices=(YES, NO)),
            Asked("surrender", "Immediate surrender", _yes(now.immediate_surrender), choices=(YES, NO), beside=True),
            Asked("reader", "Card reader in use", _yes(now.reader), choices=(YES, NO)),
            Asked("hole", "Hole card dealt", _yes(now.hole_card), choices=(YES, NO), beside=True),
            Asked("reveals", "The reader can reveal the card's value", _reveals(now), choices=("–", YES, NO)),
            Asked("bonus", "Bonus bet maximum", _money(now.bonus_maximum), needed=False),
            Asked(
                "readings",
                "Readings chosen, separated by commas",
                ", ".join(now.readings),
                hint="I-34, I-37",
                needed=False,
            ),
        ),
        Act("do", "Record", "F9"),
        "Anything the rulebook does not allow is listed.",
    )
    return Offer(lambda desk, values: _submit(desk, id, values), form)


def _submit(desk: Desk, id: str, values: Values) -> Change:
    with desk.looking() as now:
        holds = read_date(values["from"], now.day.date)
    if holds is None:
        raise Refused(bad_input(f"“{values['from']}” is not a date.", f"Type it like {DATES_LIKE}."))
    choices = Choices(
        adjacent_boxes=number(values, "adjacent", "the number of spots"),
        side_wagers=wagers_of(values["sides"]),
        push_22_paytable=values["push"],
        collect_and_pay=None if values["collect"] == "–" else values["collect"],
        mid_shoe_entry=values["mid"] == YES,
        reader=values["reader"] == YES,
        hole_card=values["hole"] == YES,
        immediate_surrender=values["surrender"] == YES,
        bonus_maximum=cents(values, "bonus", "the maximum") if values["bonus"] else None,
        people_per_box=number(values, "people", "the players per spot"),
        readings=words_of(values["readings"]),
        reader_reveals=None if values["reveals"] == "–" else values["reveals"] == YES,
    )
    return house.submit_rules(desk, rulebook=id, holds_from=holds, reference=values["reference"], choices=choices)


def _yes(on: bool) -> str:
    return YES if on else NO


def _reveals(now: Choices) -> str:
    return "–" if now.reader_reveals is None else _yes(now.reader_reveals)


def _money(amount: int | None) -> str:
    return "" if amount is None else typed(amount)
