"""*Next steps* on a new floor: from nothing to the first shoe, each checked off by what is on record."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.decks import DeckSet
from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Phase, Shoe
from floorapp.domain.values import dataclass
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts
from floorapp.operations.moment import Moment
from floorapp.operations.table_presses import equipment_needed
from floorapp.screens.glance import Glance
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, plural, role_of
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, Icon, Sign, Words, line


@dataclass(frozen=True, slots=True)
class NextStep:
    """One step: what to do, how far it is, where it is done, and why not by whoever is signed in."""

    name: str
    words: str
    far: str
    done: bool
    place: str
    subject: str = ""
    refusal: str = ""

    def row(self, first: bool) -> ListRow:
        """As it stands in the list; the first that is not done is the one that is due."""
        mark = Icon("check", 18, "ink") if self.done else Sign(State.DUE if first else State.OKAY, 15)
        tone = "ink2" if self.done else "ink"
        lines = (
            line(Words(self.words, BODY, 400 if self.done else 600, tone, shrinks=True)),
            line(Words(self.far, SECOND, 400, "ink2", shrinks=True)),
        )
        note = None if self.done else line(Icon("chevron-right", 16, "ink3" if self.refusal else "ink2"))
        return ListRow(self.name, mark, lines, note=note)


#: Who has to be there before a table can be opened.
NEEDED = (Role.SHIFT_MANAGER, Role.FLOORPERSON, Role.DEALER, Role.SECURITY)


def next_steps(moment: Moment, tables: Mapping[str, Glance]) -> tuple[NextStep, ...]:
    """What is still to do until the first hand is dealt; nothing once a shoe was begun."""
    if moment.person is None or moment.state.find(Shoe, limit=1):
        return ()
    all_of, count = list(tables.values()), len(tables)
    missing = [role for role in NEEDED if not moment.state.find(Person, role=role, enabled=True)]
    lacking = [each.table.id for each in all_of if equipment_needed(moment, each.table.id)]
    sets = len(moment.state.find(DeckSet))
    unassigned = [each.table.id for each in all_of if each.floorperson is None]
    unseen = [e for e in all_of if e.table.id in lacking or e.reader_state not in (None, State.OKAY)]
    opened = [each.table.id for each in all_of if each.phase is Phase.OPEN]
    first = next(iter(opened), next((each.table.id for each in all_of if each.table.id not in lacking), ""))

    def step(name: str, words: str, far: str, done: bool, act: ActRow, place: str, subject: str = "") -> NextStep:
        return NextStep(name, words, far, done, place, subject, "" if done else because(moment.guard(act.name)))

    people = f"need {', '.join(role_of(role).lower() for role in missing)}" if missing else "every role filled"
    open_words = f"{plural(len(opened), 'table')} open" if opened else "a checklist on one page"
    return (
        step("people", "Add people", people, not missing, Acts.add_person, "settings", "people"),
        step("tables", "Add pits and tables", plural(count, "table"), bool(count), Acts.add_table, "setup"),
        step(
            "equipment",
            "Install readers and equipment",
            _of(count - len(lacking), count, "equipped"),
            bool(count) and not lacking,
            Acts.fit_equipment,
            "settings",
            f"tables table {lacking[0]}" if lacking else "tables",
        ),
        step("cards", "Receive cards", f"{plural(sets, 'set')} received", bool(sets), Acts.receive_decks, "decks"),
        step(
            "floorpersons",
            "Assign floorpersons",
            _of(count - len(unassigned), count, "assigned"),
            bool(count) and not unassigned,
            Acts.assign,
            "relief",
            "floorpersons",
        ),
        step(
            "inspect",
            "Inspect the readers",
            _of(count - len(unseen), count, "ready"),
            bool(count) and not unseen,
            Acts.inspect_reader,
            "inspect",
        ),
        step("open", "Open a table", open_words, bool(opened), Acts.open_table, "opening" if first else "setup", first),
        step("shoe", "Begin its first shoe", "F4 at the table", False, Acts.begin_shoe, "table", first),
    )


def _of(done: int, count: int, words: str) -> str:
    return f"{done} of {plural(count, 'table')} {words}" if count else "no tables yet"
