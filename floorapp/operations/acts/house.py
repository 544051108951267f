"""Setting up the property: name, zone, gaming day, shifts, policy, pits and Rules Submissions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from floorapp.domain.policy import BOUNDS, Policy
from floorapp.domain.property import Choices, Pit, Place, Property, Shift
from floorapp.domain.retention import KEPT, LEAST_YEARS, MOST_YEARS, RetentionSchedule
from floorapp.domain.tables import Table
from floorapp.domain.written_time import PLAIN, Style
from floorapp.engine.submission import submission_faults
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.house import (
    PitPlaced,
    PolicyByJurisdiction,
    PropertyDescribed,
    RetentionSet,
    RulesSubmitted,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_name, needs_words, unknown
from floorapp.operations.table_cap import bad_exceptions


def may_set_property(moment: Moment) -> Refusal | None:
    """An administrator."""
    return moment.guard("set_property")


def set_property(
    desk: Desk,
    *,
    name: str,
    zone: str,
    shifts: tuple[Shift, ...],
    day_begins: time = time(6, 0),
    sample: bool = False,
    license: str = "",
    style: Style = PLAIN,
    expired_may_sign: bool = True,
) -> Change:
    """Say what the property is, where it stands in time, how it writes, and its shifts; a sample stays one."""
    with desk.acting("set_property", Subject("property", "house")) as act:
        act.ask(may_set_property(act.moment), needs_name(name, "name"), _bad_zone(zone), _bad_shifts(shifts))
        plain = day_begins.replace(second=0, microsecond=0, tzinfo=None)
        old = act.moment.state.get(Property, "house")
        made_up = sample or (old is not None and old.sample)
        described = PropertyDescribed(
            name=name.strip(),
            zone=zone,
            day_begins=plain,
            shifts=shifts,
            sample=made_up,
            license=license.strip(),
            style=style,
            expired_may_sign=expired_may_sign,
        )
        return act.enter(described)


def _bad_zone(zone: str) -> Refusal | None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return bad_input(f"“{zone}” is not a time zone.", "Enter one like America/New_York.", "zone")
    return None


def _bad_shifts(shifts: tuple[Shift, ...]) -> Refusal | None:
    names = [shift.name.strip() for shift in shifts]
    if not shifts or "" in names or len(set(names)) != len(names):
        return bad_input("There must be a shift, and each needs its own name.", "Enter the shifts.", "shifts")
    return None


def may_set_policy(moment: Moment) -> Refusal | None:
    """A compliance officer or an administrator."""
    return moment.guard("set_policy")


def set_policy(desk: Desk, *, policy: Policy) -> Change:
    """Set the house's own times and numbers; every one out of bounds is named at once."""
    with desk.acting("set_policy", Subject("property", "house")) as act:
        act.ask(may_set_policy(act.moment), _out_of_bounds(policy))
        if policy.table_exceptions:
            act.ask(bad_exceptions(policy, act.moment.books))
        return act.enter(PolicyByJurisdiction(policy=policy))


def _out_of_bounds(policy: Policy) -> Refusal | None:
    wrong = {
        name: f"{words}: {least} to {most}, not {getattr(policy, name)}."
        for name, (least, most, words) in BOUNDS.items()
        if not least <= getattr(policy, name) <= most
    }
    if not wrong:
        return None
    return bad_input(" ".join(wrong.values()), "Enter numbers within these limits.", next(iter(wrong)))


def may_set_retention(moment: Moment) -> Refusal | None:
    """Whoever sets the property's policy."""
    return moment.guard("set_retention")


def set_retention(desk: Desk, *, schedule: RetentionSchedule) -> Change:
    """Say how long each kind of record is kept, and on what grounds."""
    with desk.acting("set_retention", Subject("property", "house")) as act:
        act.ask(may_set_retention(act.moment), *map(partial(_bad_years, schedule), KEPT))
        return act.enter(RetentionSet(schedule=replace(schedule, grounds=schedule.grounds.strip(), id="house")))


def _bad_years(schedule: RetentionSchedule, kind: str) -> Refusal | None:
    if LEAST_YEARS <= getattr(schedule, kind) <= MOST_YEARS:
        return None
    todo = f"Enter a number of years from {LEAST_YEARS} to {MOST_YEARS}."
    return bad_input(f"{KEPT[kind]} cannot be kept for {getattr(schedule, kind)} years.", todo, kind)


def may_add_pit(moment: Moment, *, pit: str) -> Refusal | None:
    """A shift manager or administrator; a pit's short name is given once."""
    refusal = first(moment.guard("add_pit"), needs_words(pit, "pit's short name"))
    if refusal is None and moment.state.get(Pit, pit) is not None:
        return bad_input(f"Pit {pit} already exists.", "Choose another short name.", "pit")
    return refusal


def add_pit(desk: Desk, *, pit: str, name: str, place: Place) -> Change:
    """Put a pit on the map."""
    with desk.acting("add_pit", Subject("pit", pit)) as act:
        act.ask(may_add_pit(act.moment, pit=pit), needs_name(name, "name"))
        return act.enter(PitPlaced(pit=pit, name=name.strip(), place=place))


def may_move_pit(moment: Moment, *, pit: str) -> Refusal | None:
    """A shift manager or administrator, for a pit that exists."""
    refusal = moment.guard("move_pit")
    if refusal is None and moment.state.get(Pit, pit) is None:
        return unknown("pit", pit)
    return refusal


def move_pit(desk: Desk, *, pit: str, name: str, place: Place) -> Change:
    """Move or rename a pit."""
    with desk.acting("move_pit", Subject("pit", pit)) as act:
        act.ask(may_move_pit(act.moment, pit=pit), needs_name(name, "name"))
        return act.enter(PitPlaced(pit=pit, name=name.strip(), place=place))


def may_submit_rules(moment: Moment, *, rulebook: str) -> Refusal | None:
    """A compliance officer, for a rulebook of this house."""
    refusal = moment.guard("submit_rules")
    if refusal is not None or rulebook not in moment.books:
        return refusal or unknown("rulebook", rulebook)
    if rulebook not in moment.rulebooks:
        return Refusal(
            "duties-only",
            f"{moment.books[rulebook].name} is the property’s own policy.",
            "There is nothing in it to submit.",
            "Install a new version of it.",
        )
    return None


def submit_rules(desk: Desk, *, rulebook: str, holds_from: date, reference: str, choices: Choices) -> Change:
    """Record a Rules Submission and the gaming day from which it holds; all its faults are named at once."""
    with desk.acting("submit_rules", Subject("rulebook", rulebook)) as act:
        act.ask(may_submit_rules(act.moment, rulebook=rulebook), needs_words(reference, "reference of the submission"))
        act.ask(_twice(choices), _not_open(act.moment, rulebook, choices))
        submitted = RulesSubmitted(
            submission=new_id(act.moment.now),
            rulebook=rulebook,
            holds_from=holds_from,
            reference=reference.strip(),
            choices=choices,
        )
        return act.enter(submitted)


def _twice(choices: Choices) -> Refusal | None:
    for chosen in (choices.side_wagers, choices.readings):
        if len(set(chosen)) != len(chosen):
            return bad_input("Something is chosen twice.", "Choose each side bet and reading once.")
    return None


def _not_open(moment: Moment, name: str, choices: Choices) -> Refusal | None:
    """What the rulebook does not leave open, for the decks of every table that plays under it."""
    rulebook = moment.rulebooks[name]
    tables = moment.state.find(Table, rulebook=name, retired=False)
    decks = sorted({table.decks for table in tables}) or [rulebook.cards.usual_decks.value]
    faults = [fault for each in decks for fault in submission_faults(choices, rulebook, decks=each)]
    if not faults:
        return None
    says = " ".join(dict.fromkeys(fault.message for fault in faults))
    return Refusal(
        "submission", says, "The submission was not recorded.", "Choose what the rulebook allows.", faults[0].cite
    )
