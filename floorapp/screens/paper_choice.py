"""What is chosen on the papers' screen, the filters that offer it, and the request it makes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from floorapp.domain.values import dataclass
from floorapp.operations.papers.builder import Form, Request, day_words
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.papers.office import SIZES
from floorapp.screens.papers import FILTERS, PaperOffered, PapersKnown, subjects

(DAY, UNTIL, SHIFT), (PIT, TABLE, ABOUT, SIZE) = FILTERS


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
    def form(self) -> Form:
        return FORMS[self.paper]

    def of(self, paper: str, about: str = "") -> PaperChoice:
        """The same period and size for another paper."""
        return replace(self, paper=paper, about=about, shift="", pit="", table="")

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
            made.append(_offered(DAY, tuple(map(day_words, known.days)), day_words(first)))
            later = tuple(day for day in reversed(known.days) if day > first)
            until = day_words(self.last) if self.last and self.last > first else ""
            made.append(
                _offered(
                    UNTIL,
                    ("one day", *(f"to {day_words(day)}" for day in later)),
                    f"to {until}" if until else "one day",
                )
            )
        about = self._subjects(known)
        if about:
            words = tuple(each or f"no single {form.about}" for each in about)
            made.append(_offered(ABOUT, words, self.about or words[0]))
        if SHIFT.lower() in form.narrows:
            made.append(_offered(SHIFT, ("All shifts", *known.shifts), self.shift))
        if PIT.lower() in form.narrows:
            pits = dict(known.pits)
            made.append(_offered(PIT, ("All pits", *pits.values()), pits.get(self.pit, "")))
        if TABLE.lower() in form.narrows:
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
                days = {f"to {day_words(day)}": day for day in known.days}
                return replace(self, last=days.get(value))
            case "About":
                return replace(self, about=self._subjects(known)[place])
            case "Shift":
                return replace(self, shift="" if every else value)
            case "Pit":
                return replace(self, pit="" if every else known.pits[place - 1][0])
            case "Table":
                return replace(self, table="" if every else value)
        return replace(self, size=value or self.size)


def _offered(name: str, values: tuple[str, ...], chosen: str) -> PaperOffered:
    return PaperOffered(name, values, values.index(chosen) if chosen in values else 0)
