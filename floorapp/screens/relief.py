"""The relief screen: a string of tables, who comes in, and who then is where, before anything is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from floorapp.domain.people import Person, Role
from floorapp.domain.property import Pit
from floorapp.domain.tables import Assignment, Phase, Post
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span
from floorapp.operations.act_table import Acts
from floorapp.operations.floor_queries import holder
from floorapp.operations.moment import Moment, a_role
from floorapp.operations.refusal import Refusal
from floorapp.operations.table_presses import fetched_from, pushed, relieve_pit
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, glances
from floorapp.screens.lists import ListRow
from floorapp.screens.offers.offer import Offer
from floorapp.screens.offers.tables import co_sign, exception_form
from floorapp.screens.phrases import because, name_of, plural
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import BODY, SECOND, Icon, Piece, Words, line

#: Who can take which post.
FIT = {Post.DEALER: (Role.DEALER,), Post.FLOORPERSON: (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)}


@dataclass(frozen=True, slots=True)
class ReliefChoice:
    """What was chosen so far: the post, the pit, the tables of the string, who comes in, in that order."""

    post: Post = Post.DEALER
    pit: str = ""
    #: The table one came from; its pit is the one shown first.
    about: str = ""
    #: None where nobody marked a table yet: the usual ones.
    marked: frozenset[str] | None = None
    coming: tuple[str, ...] = ()

    def anew(self, *, post: Post | None = None, pit: str = "") -> ReliefChoice:
        """Another post or pit, or the next push: nobody comes in yet, and the usual tables are marked."""
        return ReliefChoice(post or self.post, pit or self.pit, self.about)

    def come(self, person: str) -> ReliefChoice:
        """Somebody comes in, or does not after all; of floorpersons one takes all the tables."""
        if person in self.coming:
            return replace(self, coming=tuple(each for each in self.coming if each != person))
        return replace(self, coming=(*(self.coming if self.post is Post.DEALER else ()), person))


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who can come in, and by what a scan or a typed word finds them."""

    handle: str
    license: str
    row: ListRow


@dataclass(frozen=True, slots=True)
class ReliefView:
    """The whole screen at one moment."""

    choice: ReliefChoice
    pits: tuple[tuple[str, str], ...]
    tables: tuple[ListRow, ...]
    people: tuple[Comer, ...]
    #: Who has a badge and cannot come in here, and why.
    others: tuple[tuple[str, str], ...]
    #: Who has which table afterwards.
    takes: tuple[tuple[str, str], ...]
    says: str
    act: Act


def relief_of(snapshot: Snapshot, choice: ReliefChoice) -> ReliefView:
    """The string, and what a press would record."""
    moment = snapshot.moment
    tables = glances(moment)
    pits = tuple((pit.id, pit.name) for pit in moment.state.find(Pit))
    about = tables.get(choice.about)
    pit = choice.pit or (about.table.pit if about else _busiest(tables) or (pits[0][0] if pits else ""))
    choice = replace(choice, pit=pit)
    string = string_of([each for each in tables.values() if each.table.pit == pit])
    marked = frozenset(_usual(string, choice)) if choice.marked is None else choice.marked
    choice = replace(choice, marked=marked & {each.table.id for each in string})
    at = {each.table.id: holder(moment, each.table.id, choice.post) or "" for each in string if each.table.id in marked}
    if choice.post is Post.DEALER:
        takes = pushed(at, choice.coming) if choice.coming else {}
    else:
        takes = dict.fromkeys(at, choice.coming[0]) if choice.coming else {}
    takes = {table: person for table, person in takes.items() if at[table] != person}
    return ReliefView(
        choice,
        pits,
        tuple(_table_row(moment, each, choice, takes) for each in string),
        _comers(moment, choice),
        _others(moment, choice),
        tuple(takes.items()),
        _says(moment, choice, at, takes),
        _act(moment, choice, takes),
    )


def _busiest(tables: dict[str, Glance]) -> str:
    """The pit with most tables that are not closed: where relief is most likely for."""
    counted = Counter(each.table.pit for each in tables.values() if each.phase is not Phase.CLOSED)
    return counted.most_common(1)[0][0] if counted else ""


def string_of(tables: Sequence[Glance]) -> list[Glance]:
    """The tables of a pit in the order they are walked: along the upper row and back along the lower."""
    upper = min((each.table.place.y for each in tables), default=0)

    def step(each: Glance) -> tuple[int, int]:
        place = each.table.place
        return (place.y, place.x if place.y == upper else -place.x)

    return sorted(tables, key=step)


def _usual(string: Sequence[Glance], choice: ReliefChoice) -> list[str]:
    """Dealers: the string is every table that is not closed. Floorpersons: none, until somebody says which; from a
    table, those its floorperson has."""
    if choice.post is Post.DEALER:
        return [each.table.id for each in string if each.phase is not Phase.CLOSED]
    about = next((each for each in string if each.table.id == choice.about), None)
    if about is None:
        return []
    whose = about.floorperson
    return [each.table.id for each in string if each is about or (whose and each.floorperson == whose)]


def _table_row(moment: Moment, glance: Glance, choice: ReliefChoice, takes: dict[str, str]) -> ListRow:
    table = glance.table.id
    now, on = holder(moment, table, choice.post), table in (choice.marked or ())
    since = moment.state.get(Assignment, table, choice.post)
    nobody = "nobody" if choice.post is Post.FLOORPERSON else "no dealer"
    who = Words(name_of(moment, now) if now else nobody, BODY, 400, "ink" if on else "ink2", shrinks=True)
    head: list[Piece] = [Words(table, BODY, 600, "ink" if on else "ink2"), who]
    if table in takes:
        head += [Icon("arrow-right", 16), Words(name_of(moment, takes[table]), BODY, 600, shrinks=True)]
    second = "stopped" if glance.phase is Phase.SUSPENDED else glance.phase.value
    if now and since is not None:
        second += f" · there for {span(moment.now - since.since)}"
    elif not on:
        second += " · not in the string"
    mark = Icon("check", 18, "ink") if on else Icon("minus", 18, "ink3")
    return ListRow(table, mark, (line(*head, gap=10), line(Words(second, SECOND, 400, "ink2", shrinks=True))))


def _comers(moment: Moment, choice: ReliefChoice) -> tuple[Comer, ...]:
    """Who can come in: those without a table first."""
    fit = [each for role in FIT[choice.post] for each in moment.state.find(Person, role=role, enabled=True)]
    held: dict[str, list[str]] = {}
    for each in moment.state.find(Assignment, post=choice.post):
        if each.person:
            held.setdefault(each.person, []).append(each.table)
    fit.sort(key=lambda each: (len(held.get(each.handle, ())), each.name.casefold()))
    return tuple(Comer(each.handle, each.badge.license, _comer_row(each, choice, held)) for each in fit)


def _comer_row(person: Person, choice: ReliefChoice, held: dict[str, list[str]]) -> ListRow:
    at = held.get(person.handle, [])
    place = choice.coming.index(person.handle) + 1 if person.handle in choice.coming else 0
    where = f"at {', '.join(at)}" if at else "free"
    head = line(Words(person.name, BODY, 600, shrinks=True), Words(person.handle, SECOND, 400, "ink3", mono=True))
    badge = f" · {person.badge.license}" if person.badge.license else ""
    return ListRow(
        person.handle,
        Icon("check", 18, "ink") if place else Icon("user", 18),
        (head, line(Words(f"{where}{badge}", SECOND, 400, "ink2", shrinks=True))),
        note=line(Words(f"in {place}" if len(choice.coming) > 1 else "in", SECOND, 600)) if place else None,
    )


def _others(moment: Moment, choice: ReliefChoice) -> tuple[tuple[str, str], ...]:
    """Badges that are scanned at the wrong screen, each with a sentence."""
    found = []
    for each in moment.state.find(Person):
        why = f"{each.name} is {a_role(each.role)}"
        if each.role in FIT[choice.post]:
            if each.enabled:
                continue
            why = f"{each.name} is disabled"
        for by in {each.handle, each.badge.license} - {""}:
            found.append((by.casefold(), f"{why}, and cannot be the {choice.post} of a table."))
    return tuple(found)


def _says(moment: Moment, choice: ReliefChoice, at: dict[str, str], takes: dict[str, str]) -> str:
    """What follows from a press, beside the list."""
    if not choice.coming:
        if choice.post is Post.FLOORPERSON:
            if not choice.marked:
                return (
                    "Check the tables that change hands (Alt T, or Alt A for all), then scan or choose who takes them."
                )
            return "Scan or choose who takes them."
        return "Scan or choose who comes in. They take the first table, and every dealer moves on to the next one."
    if choice.post is Post.FLOORPERSON:
        return "Their cards, shoes and open items stay with the tables."
    after = {**at, **takes}
    off = [name_of(moment, person) for person in at.values() if person and person not in after.values()]
    left = fetched_from(moment, choice.post, after)
    said = [f"On break: {', '.join(off)}." if off else "Nobody goes on break."]
    said += [f"No dealer is left at {', '.join(left)}."] if left else []
    return " ".join([*said, "Each new dealer owes a burn card."])


def _act(moment: Moment, choice: ReliefChoice, takes: dict[str, str]) -> Act:
    verb = "Push" if choice.post is Post.DEALER else "Relieve"
    why = because(moment.guard(Acts.assign.name))
    if not why and not choice.marked:
        why = "Check at least one table."
    if not why and not takes:
        why = "Choose who comes in." if not choice.coming else "No change: they are already there."
    return Act("push", f"{verb} {plural(len(takes), 'table')}" if takes else verb, "F9", why)


def exception_of(snapshot: Snapshot, view: ReliefView, refusal: Refusal) -> Offer | None:
    """Past as many tables as a floorperson may have, a shift manager co-signs."""
    if refusal.code != "too-many-tables":
        return None
    people = dict(view.takes)
    reasons = f"{refusal.happened} ({refusal.cite})" if refusal.cite else refusal.happened
    form = exception_form(snapshot.moment, ", ".join(people), "give relief", reasons)
    return Offer(lambda desk, v: relieve_pit(desk, post=view.choice.post, people=people, **co_sign(desk, v)), form)
