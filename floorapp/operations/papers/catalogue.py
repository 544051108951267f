"""Every paper of the house by its name, and the pack of a gaming day that holds them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from floorapp.domain.tables import Table
from floorapp.operations.papers import (
    access,
    audit_report,
    card_storage,
    cases,
    charts,
    completeness,
    custody,
    deck_changes,
    destruction,
    devices,
    documents,
    exposure_list,
    handovers,
    incident_trends,
    incidents,
    inspections,
    item_history,
    openings,
    quarterly,
    retention,
    shufflers,
    summary,
    verification,
)
from floorapp.operations.papers.builder import Composing, PaperForm, Request, Signed, facts
from floorapp.operations.papers.incidents import incidents_of
from floorapp.operations.papers.record import Record
from floorapp.operations.papers.whole_sheet import make_sheet
from floorapp.operations.sheet import Contents, Section, Sheet


def _cover(desk: Composing) -> Iterator[Section]:
    house = desk.house
    yield facts(
        ("Property", house.on_reports if house else ""),
        ("Gaming day begins", desk.stamp(desk.begins)),
        ("and ends", desk.stamp(desk.ends)),
        ("Tables set up", str(sum(not table.retired for table in desk.then.all(Table)))),
    )
    yield Contents()


PACK = PaperForm("day", "Gaming-day pack", "FA-114", "3", _cover)

FORMS = MappingProxyType(
    {
        form.name: form
        for form in (
            inspections.FORM,
            deck_changes.FORM,
            shufflers.FORM,
            incidents.REPORT,
            incidents.FORM,
            verification.FORM,
            verification.GUEST,
            openings.FORM,
            summary.FORM,
            completeness.FORM,
            handovers.FORM,
            custody.FORM,
            devices.FORM,
            access.FORM,
            charts.FORM,
            audit_report.FORM,
            quarterly.FORM,
            documents.FORM,
            card_storage.FORM,
            item_history.FORM,
            exposure_list.FORM,
            incident_trends.FORM,
            cases.FORM,
            retention.FORM,
            destruction.FORM,
            PACK,
        )
    }
)

#: What a gaming-day pack holds behind its cover, the incidents' own reports after their register.
OF_THE_DAY = (
    summary.FORM,
    completeness.FORM,
    inspections.FORM,
    deck_changes.FORM,
    shufflers.FORM,
    openings.FORM,
    verification.FORM,
    handovers.FORM,
    custody.FORM,
    incidents.FORM,
)

Far = Callable[[int, int], None]


class UnknownSubject(LookupError):
    """A paper was asked about something that is not on record."""


def settled(record: Record, request: Request, *, now: datetime | None = None) -> Request:
    """The request with the gaming days of the one thing it is about, if it is; asked only of what there is."""
    form = FORMS[request.paper]
    _ask_of_what_there_is(record, request, now)
    if form.needs_about and not request.about:
        raise UnknownSubject(f"This report is about one {form.about}: enter it.")
    if form is item_history.FORM and item_history.item_named(record, request.about) is None:
        raise UnknownSubject(
            f"Nothing on record is called {request.about}: no table, serial, deck set, seal or person."
        )
    if form is incidents.FORM and request.about and item_history.person_named(record, request.about) is None:
        raise UnknownSubject(f"There is no dealer {request.about} on record.")
    if form.days is None or not request.about:
        return request
    found = form.days(record, request.about)
    if found is None:
        raise UnknownSubject(f"There is no {form.about} {request.about} on record.")
    return replace(request, first=found[0].date, last=found[1].date)


def _ask_of_what_there_is(record: Record, request: Request, now: datetime | None) -> None:
    """Refuse days still to come, and tables, pits and shifts that never were."""
    desk = Composing(record, request)
    if now is not None and request.last > desk.clock.day_of(now).date:
        day = desk.style.long_date(request.last)
        raise UnknownSubject(f"{day} is still to come. Choose gaming days that have begun.")
    shifts = tuple(shift.name for shift in desk.house.shifts) if desk.house else ()
    for name, value, known in (
        ("table", request.table, record.tables),
        ("pit", request.pit, record.pits),
        ("shift", request.shift, shifts),
    ):
        if value and value not in known:
            there = f" There are: {', '.join(known)}." if known else ""
            raise UnknownSubject(f"There is no {name} {value}.{there}")


def make_paper(
    record: Record, request: Request, signed: Signed | None = None, *, far: Far = lambda _done, _whole: None
) -> tuple[Sheet, ...]:
    """The sheets of a paper; a pack has several. The request is `settled` before."""
    form = FORMS[request.paper]
    if form is not PACK:
        return (make_sheet(form, record, request, signed),)
    reports = [incident.number for _, incident in incidents_of(Composing(record, request))]
    whole = 1 + len(OF_THE_DAY) + len(reports)
    far(0, whole)
    sheets = [make_sheet(PACK, record, request, signed)]
    for each in OF_THE_DAY:
        far(len(sheets), whole)
        sheets.append(make_sheet(each, record, replace(request, paper=each.name)))
    for number in reports:
        far(len(sheets), whole)
        sheets.append(make_sheet(incidents.REPORT, record, replace(request, paper=incidents.REPORT.name, about=number)))
    return tuple(sheets)
