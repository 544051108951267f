"""A list of people as it is offered: whom it adds, or what is wrong in it, line by line."""

from __future__ import annotations

from floorapp.operations.act_table import Acts
from floorapp.operations.moment import Moment
from floorapp.operations.people_list import Hashes, PeopleList, add_people
from floorapp.screens.forms import Act, Form
from floorapp.screens.offers.offer import Offer
from floorapp.screens.phrases import because, license_words, plural, role_of
from floorapp.screens.text_line import SECOND, TextLine, Words, line

#: How many lines of a list are shown; the rest are counted.
SHOWN = 40


def offer_people(moment: Moment, read: PeopleList, hashes: tuple[Hashes, ...]) -> Offer:
    """Everybody of the list in one act, or all its faults."""
    faulty = bool(read.faults)
    refusal = because(moment.guard(Acts.add_person.name))
    if faulty:
        refusal = "Fix the errors in the file, then import it again. Nobody was added."
    added = plural(len(read.people), "person", "people")
    form = Form(
        "import_people",
        "list",
        f"{plural(len(read.faults), 'error')} to fix" if faulty else f"Add {added}",
        _faults(read) if faulty else "All of them, or none.",
        () if faulty else _people(moment, read),
        (),
        Act("do", f"Add {added}", "F9", refusal),
        "They choose their own password and PIN when they first sign in. Then delete the file.",
    )
    return Offer(lambda desk, _values: add_people(desk, read.people, hashes), form)


def _faults(read: PeopleList) -> str:
    return "\n".join(f"Line {fault.line}: {fault.says}" for fault in read.faults)


def _people(moment: Moment, read: PeopleList) -> tuple[tuple[TextLine, TextLine | None], ...]:
    rows: list[tuple[TextLine, TextLine | None]] = []
    for each in read.people[:SHOWN]:
        said = (each.badge.title, role_of(each.role), each.badge.department, license_words(moment, each.badge))
        second = line(Words(" · ".join(filter(None, said)), SECOND, 400, "ink2", shrinks=True))
        rows.append((line(Words(f"{each.name} ({each.handle})", 14, 600, shrinks=True)), second))
    more = len(read.people) - SHOWN
    return (*rows, (line(Words(f"and {more} more", 14, 600)), None)) if more > 0 else tuple(rows)
