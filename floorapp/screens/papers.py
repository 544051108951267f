"""Papers: what can be asked for, what is chosen, what was issued, and what is asked and refused on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from floorapp.domain.days import Document
from floorapp.domain.disputes import DisputeCase, case_called
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person, Role
from floorapp.domain.property import Pit, Property
from floorapp.domain.tables import Equipment, Table
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN, Style
from floorapp.operations.acts.papers import may_issue_document, may_reprint_document
from floorapp.operations.moment import Moment
from floorapp.operations.papers.builder import PaperForm as Paper
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.papers.tools import SIZES
from floorapp.operations.refusal import Refusal
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line


@dataclass(frozen=True, slots=True)
class PapersView:
    """The whole screen at one moment; the first act is the primary one."""

    papers: tuple[ListRow, ...]
    chosen: str
    pickers: tuple[PaperOffered, ...]
    page_words: str
    ready: str
    acts: tuple[Act, ...]
    issued: tuple[ListRow, ...]
    title: str = "Ready to sign"
    document: str = ""
    more_before: bool = False
    more_after: bool = False


#: Narrower than this, list, preview and issue stand below each other.
#: The filters of all papers by name, in their two rows.
FILTERS = (("Gaming day", "Until", "Shift"), ("Pit", "Table", "Paper size"), ("About",))
(DAY, UNTIL, SHIFT), (PIT, TABLE, SIZE), (ABOUT,) = FILTERS


@dataclass(frozen=True, slots=True)
class PaperOffered:
    """One filter of the chosen paper: its name, what it offers, and what is chosen by its place."""

    name: str
    values: tuple[str, ...]
    chosen: int = 0


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
    items: tuple[str, ...]
    dealers: tuple[str, ...]
    documents: tuple[Document, ...]
    names: tuple[tuple[str, str], ...]
    refusal: str
    copy_refusal: str
    newest: int
    style: Style = PLAIN

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
    cases = sorted(moment.state.find(DisputeCase), key=lambda each: (each.closed, -each.opened_at.timestamp()))[:LISTED]
    told = (each.round for each in cases if each.round)  # a complaint by hand has none
    rounds = (*told, *(name for each in incidents for name in each.rounds))
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
        rounds=tuple(dict.fromkeys(rounds)),
        items=_items(moment),
        dealers=tuple(sorted(each.name for each in moment.state.find(Person) if each.role is Role.DEALER)),
        documents=tuple(documents),
        names=_names(moment, documents),
        refusal=because(may_issue_document(moment)),
        copy_refusal=because(may_reprint_document(moment, document=first)) if first else "",
        newest=newest[0].position if newest else 0,
        style=moment.house.style,
    )


def subjects(known: PapersKnown, form: Paper) -> tuple[str, ...]:
    """What a paper can be about; the first one stands for all where it need not be about one thing."""
    offered = {"incident": known.incidents, "round": known.rounds, "item": known.items, "dealer": known.dealers}
    found = offered.get(form.about, ())
    return found if form.needs_about else ("", *found) if found else ()


@dataclass(frozen=True, slots=True)
class PaperChoice:
    """A paper and its filters; no day is today's."""

    paper: str = "inspections"
    first: date | None = None
    last: date | None = None
    shift: str = ""
    pit: str = ""
    table: str = ""
    about: str = ""
    size: str = SIZES[0]

    @property
    def form(self) -> Paper:
        return FORMS[self.paper]

    def of(self, paper: str, about: str = "") -> PaperChoice:
        """The same period and size for another paper; one that is about nothing is asked for a day instead."""
        made = replace(self, paper=paper, about=about, shift="", pit="", table="")
        if about and not made.form.about:
            return replace(made, about="", first=date.fromisoformat(about), last=None)
        return made

    def request(self, known: PapersKnown) -> Request | None:
        """What it asks for; nothing where it still has to say what it is about."""
        form = self.form
        about = self.about or (next(iter(subjects(known, form)), "") if form.needs_about else "")
        if form.needs_about and not about:
            return None
        first = self.first or known.today
        narrowed = {name: getattr(self, name) for name in ("shift", "pit", "table") if name in form.narrows}
        return Request(self.paper, first, max(first, self.last or first), about=about, **narrowed)

    def _subjects(self, known: PapersKnown) -> tuple[str, ...]:
        """What it can be about, with what it is about now: another screen may have sent it here."""
        found = subjects(known, self.form)
        return found if not self.about or self.about in found else (*found, self.about)

    def offered(self, known: PapersKnown) -> tuple[PaperOffered, ...]:
        """The filters this paper knows, with what is chosen."""
        made = []
        form, first = self.form, self.first or known.today
        if form.days is None or not (form.needs_about or self.about):
            made.append(_offered(DAY, tuple(map(known.style.long_date, known.days)), known.style.long_date(first)))
            later = tuple(day for day in reversed(known.days) if day > first)
            until = known.style.long_date(self.last) if self.last and self.last > first else ""
            made.append(
                _offered(
                    UNTIL,
                    ("one day", *(f"to {known.style.long_date(day)}" for day in later)),
                    f"to {until}" if until else "one day",
                )
            )
        about = self._subjects(known)
        if about:
            words = tuple(case_called(each) or f"no single {form.about}" for each in about)
            made.append(_offered(ABOUT, words, case_called(self.about) or words[0]))
        narrows = frozenset() if self.about else form.narrows  # one thing is of one table
        if SHIFT.lower() in narrows:
            made.append(_offered(SHIFT, ("All shifts", *known.shifts), self.shift))
        if PIT.lower() in narrows:
            pits = dict(known.pits)
            made.append(_offered(PIT, ("All pits", *pits.values()), pits.get(self.pit, "")))
        if TABLE.lower() in narrows:
            made.append(_offered(TABLE, ("All tables", *known.tables), self.table))
        made.append(_offered(SIZE, SIZES, self.size))
        return tuple(made)

    def with_picked(self, known: PapersKnown, name: str, place: int) -> PaperChoice:
        """The choice after a filter was set to the value at a place."""
        values = next((each.values for each in self.offered(known) if each.name == name), ())
        value = values[place] if 0 <= place < len(values) else ""
        every = place == 0
        match name:
            case "Gaming day":
                return replace(self, first=known.days[place], last=None)
            case "Until":
                days = {f"to {known.style.long_date(day)}": day for day in known.days}
                return replace(self, last=days.get(value))
            case "About":
                return replace(self, about=self._subjects(known)[place], shift="", pit="", table="")
            case "Shift":
                return replace(self, shift="" if every else value)
            case "Pit":
                return replace(self, pit="" if every else known.pits[place - 1][0])
            case "Table":
                return replace(self, table="" if every else value)
        return replace(self, size=value or self.size)


def _offered(name: str, values: tuple[str, ...], chosen: str) -> PaperOffered:
    return PaperOffered(name, values, values.index(chosen) if chosen in values else 0)


#: How many gaming days back papers are offered; older ones at the command line.
DAYS_BACK = 45


#: How many issued papers are listed, and how many incidents are offered.
LISTED = 40


def _items(moment: Moment) -> tuple[str, ...]:
    """What a history can be asked of; deck sets and seals, and what is no longer here, at the command line."""
    tables = (table.id for table in moment.state.find(Table, retired=False))
    people = sorted(person.name for person in moment.state.find(Person))
    pieces = sorted(each.serial for each in moment.state.find(Equipment) if each.fitted and each.serial)
    return (*tables, *people, *pieces)


def _names(moment: Moment, documents: list[Document]) -> tuple[tuple[str, str], ...]:
    handles = {handle for each in documents for handle in (each.issued_by, *(one.person for one in each.signed))}
    found = {handle: moment.state.get(Person, handle) for handle in handles}
    return tuple(sorted((handle, person.name) for handle, person in found.items() if person is not None))


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
    of = known.style.long_date(document.first_day)
    if document.first_day != document.last_day:
        of = f"from {of}"
    hashed = f"{document.digest[:4]} {document.digest[4:8]}"
    copies = f", {document.reprints} cop{'y' if document.reprints == 1 else 'ies'}" if document.reprints else ""
    copies += "".join(f", signed by {known.issuer(each.person)}" for each in document.signed)
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


def sign_form(paper: Paper) -> Form:
    """What signing a paper asks."""
    return Form(
        "sign paper",
        paper.name,
        f"Sign: {paper.title}",
        str(Meaning.PAPER.value),
        asks=(Asked("pin", "Your PIN", secret=True),),
        act=Act("do", "Sign and issue", "F9"),
        note="The logbook's head is signed; the report is made from it, numbered, archived and put on record.",
    )


def copy_form(number: str) -> Form:
    """What printing a paper again asks."""
    return Form(
        "copy paper",
        number,
        f"Reprint {number}",
        "It is made from the same head and says COPY on every page.",
        asks=(Asked("reason", "Reason for the copy"),),
        act=Act("do", "Print a copy", "F9"),
    )


def further_form(number: str) -> Form:
    """What signing an issued paper further asks."""
    return Form(
        "sign further",
        number,
        f"Sign {number}",
        str(Meaning.PAPER_SIGNED.value),
        asks=(Asked("pin", "Your PIN", secret=True),),
        act=Act("do", "Sign", "F9"),
        note="Your name, title and license fill the signature block open for your role; nothing else changes.",
    )


def not_archived(document: str, fault: OSError) -> Refusal:
    """The archive did not take a paper; what that means and what helps."""
    return Refusal(
        "archive",
        f"The archive cannot be written: {fault.strerror or fault}.",
        f"{document} is not issued yet and not lost: it is kept on this screen.",
        "Free disk space and press F9 again, or save the report elsewhere.",
    )


#: Somebody stopped a paper that was being printed.
CANCELLED = Refusal(
    "papers", "The report was canceled.", "It is not issued and took no number.", "Sign again to issue it."
)
