"""The whole sheet of a paper: its head, what its form has to say, and the places to sign."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from floorapp.domain.property import Pit
from floorapp.operations.moment import role_words
from floorapp.operations.papers.builder import Composing, PaperForm, Request, Signed
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import Prose, Sheet, SheetHead, SheetSignature, Signatures

SAMPLE = "Sample data: this is a training floor, not a record."


def make_sheet(form: PaperForm, record: Record, request: Request, signed: Signed | None = None) -> Sheet:
    """The whole sheet of a paper: head, what it has to say, and who signs for it."""
    if form.whole is not None:
        return form.whole(record, request, signed)
    desk = Composing(record, request)
    sections = tuple(form.compose(desk))
    notes = tuple(_notes(desk))
    sections = (Prose(notes, small=True), *sections) if notes else sections
    before = tuple(_before(desk))
    sections = (*sections, Prose(before, title="Chapters cited", small=True)) if before else sections
    blocks = (*desk.own_signatures, *_blocks(form, signed))
    closing = (Signatures(blocks),) if blocks else ()
    return Sheet(_head(form, desk), (*sections, *closing), one_page=form.one_page)


def _notes(desk: Composing) -> Iterator[str]:
    """What stands above everything: that it is a sample, and that there was no logbook yet."""
    if desk.house is not None and desk.house.sample:
        yield SAMPLE
    begun = desk.record.begun
    if begun is None:
        yield "The logbook is empty."
    elif desk.first < desk.clock.day_of(begun):
        yield f"The logbook begins {desk.stamp(begun)}: nothing is on record before."


def _before(desk: Composing) -> Iterator[str]:
    """What became of chapters that are cited and not in force as they stand."""
    for book in sorted(desk.cited_before.values(), key=lambda each: each.id):
        yield f"{book.cited(book.standing.cite)}: {book.standing.status}. {book.standing.note}"


def _blocks(form: PaperForm, signed: Signed | None) -> Iterator[SheetSignature]:
    """The places to sign; the one of whoever issues the paper is signed."""
    waiting = signed
    for role, meaning in form.signers:
        if waiting is not None and role.lower() == role_words(waiting.role):
            yield SheetSignature(role, meaning, waiting.name, f"Signed electronically {waiting.at}")
            waiting = None
        else:
            yield SheetSignature(role, meaning)
    if waiting is not None:
        words = role_words(waiting.role).capitalize()
        yield SheetSignature(words, "I issue this report.", waiting.name, f"Signed electronically {waiting.at}")


def _head(form: PaperForm, desk: Composing) -> SheetHead:
    request, house = desk.request, desk.house
    words = desk.style.long_date
    running = desk.running and not (form.days is not None and request.about)
    if form.as_of:
        label, period = "As of gaming day", words(request.last)
        period = f"{period}, {_head_of_the_record(desk)}" if running else period
    elif desk.one_day:
        label, period = "Gaming day", words(request.first)
    else:
        label, period = "Gaming days", f"{words(request.first)} to {words(request.last)}"
    return SheetHead(
        house.on_reports if house is not None else "Property not set up yet",
        form.title,
        form.number,
        form.revision,
        label,
        f"{period}, so far" if running and not form.as_of else period,
        hours="" if form.as_of else _hours(desk, running=running),
        filters=_filters(form, desk),
    )


def _head_of_the_record(desk: Composing) -> str:
    """When a running day was asked about: after midnight with its date, which is not the gaming day's."""
    wall = desk.wall(desk.so_far)
    date = "" if wall.date() == desk.request.last else f"{desk.style.short_date(wall)} "
    return f"{date}{desk.style.time(wall)}"


def _hours(desk: Composing, *, running: bool) -> str:
    """Beside the gaming day's name: `6:00 AM to 11/16 5:59 AM EST`, with both zones where the clocks change."""
    ends = desk.wall(desk.so_far if running else desk.ends - timedelta(seconds=1))
    begins = desk.wall(desk.begins)
    first = f" {begins.tzname()}" if begins.tzname() != ends.tzname() else ""
    last = f"{desk.style.short_date(ends)} " if ends.date() != begins.date() else ""
    return f"{desk.style.time(begins)}{first} to {last}{desk.style.time(ends)} {ends.tzname()}"


def _filters(form: PaperForm, desk: Composing) -> str:
    """What the paper was narrowed to, in words; nothing is left out silently."""
    request = desk.request
    said = [f"{form.about} {request.about}"] if form.about and request.about else []
    if "pit" in form.narrows:
        pit = desk.then.known(Pit, request.pit)
        said.append(pit.name if pit is not None else f"pit {request.pit}" if request.pit else "all pits")
    if "table" in form.narrows:
        said.append(f"table {request.table}" if request.table else "all tables")
    if "shift" in form.narrows:
        said.append(f"{request.shift} shift" if request.shift else "all shifts")
    return f"Filters: {', '.join(said)}" if said else ""
