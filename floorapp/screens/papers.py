"""What the papers' screen knows of the floor: days, shifts, pits, what papers can be about, and what was issued."""

from __future__ import annotations

from datetime import date, timedelta

from floorapp.domain.days import Document
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person
from floorapp.domain.property import Pit, Property
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.acts.papers import may_issue_document, may_reprint_document
from floorapp.operations.moment import Moment
from floorapp.operations.papers.builder import Form, day_words
from floorapp.operations.papers.catalogue import FORMS
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line

#: Narrower than this, list, preview and issue stand below each other.
#: The filters of all papers by name, in their two rows.
FILTERS = (("Gaming day", "Until", "Shift"), ("Pit", "Table", "About", "Paper size"))


@dataclass(frozen=True, slots=True)
class PaperOffered:
    """One filter of the chosen paper: its name, what it offers, and what is chosen by its place."""

    name: str
    values: tuple[str, ...]
    chosen: int = 0


#: How many gaming days back papers are offered; older ones at the command line.
DAYS_BACK = 45
#: How many issued papers are listed, and how many incidents are offered.
LISTED = 40


@dataclass(frozen=True, slots=True)
class PapersKnown:
    """All that the screen offers."""

    today: date
    days: tuple[date, ...]
    shifts: tuple[str, ...]
    pits: tuple[tuple[str, str], ...]
    tables: tuple[str, ...]
    incidents: tuple[str, ...]
    rounds: tuple[str, ...]
    documents: tuple[Document, ...]
    names: tuple[tuple[str, str], ...]
    person: str
    refusal: str
    copy_refusal: str
    newest: int

    def issuer(self, handle: str) -> str:
        """Who issued a paper, in words."""
        kind, _, id = handle.partition("/")
        return dict(self.names).get(handle, f"{kind} {id}" if id else handle)


def papers_known(snapshot: Snapshot) -> PapersKnown:
    """Ask the floor."""
    moment = snapshot.moment
    today = moment.day.date
    house = moment.state.get(Property, "house")
    incidents = sorted(moment.state.find(Incident), key=lambda each: each.number, reverse=True)[:LISTED]
    documents = sorted(moment.state.find(Document), key=lambda each: each.number, reverse=True)[:LISTED]
    newest = snapshot.book.page(limit=1)
    first = documents[0].number if documents else ""
    return PapersKnown(
        today=today,
        days=tuple(today - timedelta(days=n) for n in range(DAYS_BACK)),
        shifts=tuple(shift.name for shift in house.shifts) if house else (),
        pits=tuple((pit.id, pit.name) for pit in moment.state.find(Pit)),
        tables=tuple(table.id for table in moment.state.find(Table, retired=False)),
        incidents=tuple(each.number for each in incidents),
        rounds=tuple(dict.fromkeys(name for each in incidents for name in each.rounds)),
        documents=tuple(documents),
        names=_names(moment, documents),
        person=moment.person.handle if moment.person else "",
        refusal=because(may_issue_document(moment)),
        copy_refusal=because(may_reprint_document(moment, document=first)) if first else "",
        newest=newest[0].position if newest else 0,
    )


def _names(moment: Moment, documents: list[Document]) -> tuple[tuple[str, str], ...]:
    found = {handle: moment.state.get(Person, handle) for handle in {each.issued_by for each in documents}}
    return tuple(sorted((handle, person.name) for handle, person in found.items() if person is not None))


def subjects(known: PapersKnown, form: Form) -> tuple[str, ...]:
    """What a paper can be about; the first one stands for all where it need not be about one thing."""
    offered: dict[str, tuple[str, ...]] = {"incident": known.incidents, "round": known.rounds}
    found = offered.get(form.about, ())
    return found if form.needs_about else ("", *found) if found else ()


def paper_rows(known: PapersKnown, chosen: str) -> tuple[ListRow, ...]:
    """The list of papers; what was issued of today's gaming day is said beside it."""
    issued = {each.made.paper for each in known.documents if each.made and each.last_day == known.today}
    rows = []
    for form in FORMS.values():
        note = line(Words("issued", 13, 500, "ink2")) if form.name in issued else None
        words = line(Words(form.title, 15, 600 if form.name == chosen else 400, shrinks=True))
        rows.append(ListRow(form.name, Icon("file-text", 18), (words,), note=note))
    return tuple(rows)


def document_row(known: PapersKnown, document: Document) -> ListRow:
    """An issued paper: what, of when, its number, its hash, and who issued it."""
    of = day_words(document.first_day)
    if document.first_day != document.last_day:
        of = f"{of} and on"
    hashed = f"{document.digest[:4]} {document.digest[4:8]}"
    copies = f", {document.reprints} cop{'y' if document.reprints == 1 else 'ies'}" if document.reprints else ""
    state = f"{known.issuer(document.issued_by)}{copies}"
    return ListRow(
        document.number,
        None,
        (
            line(Words(document.title, 15, 600, shrinks=True)),
            line(Words(f"{of} · {document.number}", 13, 400, "ink2", shrinks=True)),
            line(
                Sign(State.OKAY, 12),
                Words(hashed, 13, 400, "ink2", mono=True),
                Words(state, 13, 400, "ink2", shrinks=True),
            ),
        ),
    )
