"""Settings from a moment: the house, pits and tables, Rules Submissions, people, permissions, lines, backups."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from floorapp.domain.money import dollars
from floorapp.domain.people import SIGNING_ONLY, Person, Role
from floorapp.domain.policy import BOUNDS, FLAGS, Policy
from floorapp.domain.property import Pit, Property, RulesSubmission
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.rulebooks import InstalledRulebook
from floorapp.domain.tables import Equipment, Fixture, Table
from floorapp.domain.upkeep import StationTrouble
from floorapp.domain.values import dataclass
from floorapp.engine.dated import book_on
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import house, incident_files, people, rulebooks, tables
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import Moment, role_words
from floorapp.operations.own_rulebooks import UNREADABLE, unread
from floorapp.operations.permissions import MATRIX, WORDS
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.storage import Stored
from floorapp.operations.table_cap import exceptions_written
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, clock, license_words, plural, role_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the settings."""

    name: str
    words: str
    icon: str
    note: str


@dataclass(frozen=True, slots=True)
class Permission:
    """One act and which roles may do it, as the access review prints it."""

    act: str
    words: str
    roles: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The whole screen at one moment; a section shows rows, or the matrix."""

    sections: tuple[Section, ...]
    section: str
    title: str
    sentence: str
    rows: tuple[ListRow, ...]
    chosen: str
    acts: tuple[Act, ...]
    matrix: tuple[Permission, ...] = ()


SECTIONS = ("house", "tables", "rules", "people", "permissions", "lines", "database")
#: What the property says to somebody whose license has expired.
EXPIRED = ("Refused", "Allowed")
AT_SCREEN = tuple(role for role in Role if role not in SIGNING_ONLY)
#: How each is headed where room is small.
ROLE_HEADS = ("FP", "PM", "SM", "CO", "AD", "ST", "SV", "AU", "RG")

Rows = tuple[ListRow, ...]


def settings_of(snapshot: Snapshot, section: str, chosen: str, stored: Stored | None) -> SettingsView:
    """Ask one section whole, and a line of each of the others."""
    moment = snapshot.moment
    title, sentence, rows = _BUILD[section](snapshot, stored)
    keys = [each.key for each in rows]
    chosen = chosen if chosen in keys else (keys[0] if keys else "")
    matrix = _matrix() if section == "permissions" else ()
    return SettingsView(
        _sections(snapshot), section, title, sentence, rows, chosen, acts_of(moment, section, chosen, stored), matrix
    )


def _sections(snapshot: Snapshot) -> tuple[Section, ...]:
    moment = snapshot.moment
    found = moment.state.find(Person, enabled=True)
    count = len(moment.state.find(Table, retired=False))
    lines = snapshot.lines.standing() if snapshot.lines else ()
    begins, style = _house(moment).day_begins, _house(moment).style
    return (
        Section("house", "Property and policy", "map-2", f"gaming day from {style.time(begins)}"),
        Section("tables", "Pits and tables", "map-pin-2", f"{plural(count, 'table')} in use"),
        Section("rules", "Rules and rulebooks", "scale", f"{plural(len(moment.books), 'rulebook')}"),
        Section("people", "People", "users", f"{len(found)} active"),
        Section("permissions", "Permissions", "shield-check", f"{len(MATRIX)} actions"),
        Section("lines", "Lines and readers", "cpu", plural(len(lines), "line")),
        Section("database", "Backups and database", "database", f"station {snapshot.station}"),
    )


def _house(moment: Moment) -> Property:
    found = moment.state.get(Property, "house")
    return found if found is not None else Property("New property", "UTC")


def shifts_written(known: Property) -> str:
    """`Day 6:00 AM–2:00 PM, Swing 2:00 PM–10:00 PM`, as they are shown and typed."""
    written = known.style.time
    return ", ".join(f"{each.name} {written(each.begins)}–{written(each.ends)}" for each in known.shifts)


def policy_of(moment: Moment) -> Policy:
    """The house's policy, or the figures that hold until it is set."""
    return moment.state.get(Policy, "house") or Policy()


def _line(key: str, icon: str, name: str, value: str, note: str = "") -> ListRow:
    head = line(Words(name, 15, 500, shrinks=True))
    shown = line(Words(note, 13, 400, "ink2")) if note else None
    return ListRow(key, Icon(icon, 18), (head, line(Words(value, 13, 400, "ink2", shrinks=True))), note=shown)


def _house_rows(snapshot: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    known, policy = _house(snapshot.moment), policy_of(snapshot.moment)
    style = known.style
    clock = f"{style.day_hours}-hour clock, {'ISO' if style.iso_dates else 'US'} dates"
    rows = [
        _line("property", "map-2", "Property", known.name, "sample" if known.sample else ""),
        _line("license", "shield-check", "License number", known.license or "none entered"),
        _line("expired", "shield-check", "Signing with an expired license", EXPIRED[known.expired_may_sign].lower()),
        _line("zone", "clock", "Time zone", known.zone, clock),
        _line("day", "calendar", "Gaming day begins", f"{style.time(known.day_begins)} local time"),
        _line("shifts", "users", "Shifts", shifts_written(known) or "none"),
    ]
    for name, (least, most, words) in BOUNDS.items():
        value = str(getattr(policy, name))
        head = line(Words(words, 15, 500, shrinks=True))
        second = line(Words(f"between {least} and {most}", 13, 400, "ink2"))
        note = line(Words(value, 18, 600))
        rows.append(ListRow(f"policy {name}", Icon("settings", 18), (head, second), note=note))
    for name, words in FLAGS.items():
        head = line(Words(words, 15, 500, shrinks=True))
        note = line(Words("yes" if getattr(policy, name) else "no", 18, 600))
        rows.append(ListRow(f"policy {name}", Icon("settings", 18), (head,), note=note))
    words = exceptions_written(policy)
    rows.append(_line("policy exceptions", "settings", "Tables per floorperson, exceptions by game", words))
    schedule = snapshot.moment.state.get(RetentionSchedule, "house") or RetentionSchedule()
    rows.append(_line("retention", "settings", "Records are kept at least", schedule.words, schedule.grounds))
    sentence = "What no rulebook sets is the property’s own policy; a change applies from now on and is on record."
    return "Property and policy", sentence, tuple(rows)


def _table_rows(snapshot: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    moment = snapshot.moment
    rows: list[ListRow] = []
    found = moment.state.find(Table)
    for pit in moment.state.find(Pit):
        inside = [each for each in found if each.pit == pit.id]
        using = sum(not each.retired for each in inside)
        rows.append(_line(f"pit {pit.id}", "map-2", f"Pit {pit.id} · {pit.name}", plural(using, "table")))
        rows += [_table_row(moment, each) for each in inside]
    sentence = "Tables are set up while they are closed. Arrange them on the floor map."
    return "Pits and tables", sentence, tuple(rows)


def _table_row(moment: Moment, table: Table) -> ListRow:
    name = moment.books[table.rulebook].name
    money = f"{dollars(table.limits.least)}–{dollars(table.limits.most)}"
    stands = ", ".join(each.replace("-", " ") for each in fitted_at(moment, table.id))
    detail = [f"{table.boxes} spots, {table.decks} decks, {table.method.words}", money]
    detail += [stands] if stands else []
    head = line(Words(table.id, 15, 600), Words(name, 15, 400, "ink", shrinks=True), gap=10)
    note = line(Words("retired", 13, 400, "ink3")) if table.retired else line(Words(table.rulebook, 13, mono=True))
    second = line(Words(" · ".join(detail), 13, 400, "ink2", shrinks=True))
    return ListRow(f"table {table.id}", Icon("minus", 16, "ink3"), (head, second), note=note)


def _rule_rows(snapshot: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    moment = snapshot.moment
    rows: list[ListRow] = []
    for name, book in sorted(moment.books.items()):
        held = submission_on(moment, name)
        later = [
            each for each in moment.state.find(RulesSubmission, rulebook=name) if each.holds_from > moment.day.date
        ]
        said = (
            f"{held.reference}, effective {moment.house.style.date(held.holds_from)}"
            if held
            else "none on record: rulebook defaults"
        )
        if later:
            said += f" · {later[-1].reference} from {moment.house.style.date(later[-1].holds_from)}"
        force = book.standing.in_force(moment.day.date)
        head = line(Words(book.name, 15, 600), Words(name, 13, 400, "ink2", mono=True, shrinks=True), gap=10)
        note = None if force else line(Sign(State.WARNING, 13), Words(book.standing.status, 13, 600, "warning"))
        second = line(Words(said, 13, 400, "ink2", shrinks=True))
        rows.append(ListRow(f"rules {name}", Icon("scale", 18), (head, second), note=note))
    sentence = "What the property submitted to the regulator where a rulebook leaves a choice, and the effective date."
    return "Rules and rulebooks", sentence, (*rows, *_installed_rows(moment))


def _installed_rows(moment: Moment) -> Iterator[ListRow]:
    """Every version that was installed, the newest first; one that cannot be read says so."""
    style, dated = moment.house.style, moment.dated
    found = moment.state.find(InstalledRulebook)
    for each in sorted(found, key=lambda one: (one.rulebook, one.holds_from), reverse=True):
        name = f"{each.name}, version {each.version}"
        bad = unread(book_on(dated, each.rulebook, each.holds_from))
        note = line(Sign(State.WARNING, 13), Words(UNREADABLE, 13, 600, "warning")) if bad else None
        said = f"installed, applies from {style.date(each.holds_from)} · SHA-256 {each.digest[:16]}…"
        head = line(Words(name, 15, 600), Words(each.rulebook, 13, 400, "ink2", mono=True, shrinks=True), gap=10)
        yield ListRow(
            f"installed {each.entry}",
            Icon("file-text", 18),
            (head, line(Words(said, 13, 400, "ink2", shrinks=True))),
            note=note,
        )


def _people_rows(snapshot: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    found = sorted(snapshot.moment.state.find(Person), key=lambda each: (not each.enabled, each.name.casefold()))
    sentence = "Nobody is ever deleted: a disabled person's entries stay under their name."
    return "People", sentence, tuple(_person_row(snapshot.moment, each) for each in found)


def _person_row(moment: Moment, person: Person) -> ListRow:
    head = line(Words(person.name, 15, 600), Words(person.handle, 13, 400, "ink2", mono=True, shrinks=True), gap=10)
    signs = "signs by PIN only" if person.role in SIGNING_ONLY else "signs in with a password"
    said = [person.title, *([role_of(person.role)] if person.badge.title else [])]
    said += [each for each in (person.badge.department, license_words(moment, person.badge)) if each]
    second = line(Words(" · ".join((*said, signs)), 13, 400, "ink2", shrinks=True))
    mark: Sign | Icon = Icon("user", 18)
    note = None
    if not person.enabled:
        mark, note = Sign(State.OFFLINE, 15), line(Words("disabled", 13, 600, "offline"))
    elif person.locked_out:
        mark, note = Sign(State.WARNING, 16), line(Words("locked out", 13, 600, "warning"))
    elif person.badge.expired(moment.today):
        mark, note = Sign(State.WARNING, 16), line(Words("license expired", 13, 600, "warning"))
    return ListRow(f"person {person.handle}", mark, (head, second), note=note)


def _permission_rows(_looking: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    heads = ", ".join(f"{short} {role_words(role)}" for short, role in zip(ROLE_HEADS, AT_SCREEN, strict=True))
    return "Permissions", f"One list: every action checks it, and the access review prints it. {heads}.", ()


def _matrix() -> tuple[Permission, ...]:
    return tuple(
        Permission(act, words, tuple(role in MATRIX[act] for role in AT_SCREEN)) for act, words in WORDS.items()
    )


def _line_rows(snapshot: Snapshot, _stored: Stored | None) -> tuple[str, str, Rows]:
    standing = snapshot.lines.standing() if snapshot.lines else ()
    rows = tuple(
        _line(f"line {each.line}", "cpu", f"{each.line} · {each.table or 'no table'}", f"{each.state}")
        for each in standing
    )
    return "Lines and readers", "Lines are set up and monitored on the Readers screen.", rows


def _database_rows(snapshot: Snapshot, stored: Stored | None) -> tuple[str, str, Rows]:
    moment = snapshot.moment
    rows = [_line("station", "cpu", "Station", snapshot.station)]
    newest = snapshot.book.page(limit=1)
    if newest:
        said = f"{newest[0].number}, {clock(moment, newest[0].recorded_at)}"
        rows.append(_line("entry", "file-text", "Last entry", said))
    for each in moment.state.find(StationTrouble, standing=True):
        words = line(Words(each.says, 15, 500, shrinks=True))
        second = line(Words(each.todo, 13, 400, "ink2", shrinks=True))
        state = State.ALARM if each.alarm else State.WARNING
        rows.append(ListRow(f"trouble {each.station} {each.chore}", Sign(state, 16), (words, second)))
    if stored is not None:
        rows.append(_line("database", "database", "Logbook", stored.where, _size(stored.size)))
        rows.append(_line("folder", "device-floppy", "Backups go to", stored.backups_in))
        for kept in stored.backups:
            rows.append(
                _line(f"backup {kept.name}", "device-floppy", kept.name, clock(moment, kept.at), _size(kept.size))
            )
        if not stored.backups and not stored.server:
            rows.append(_line("none", "device-floppy", "No backup yet", "Make one now."))
    sentence = "The station backs up its logbook once a day on its own and checks every copy."
    return "Backups and database", sentence, tuple(rows)


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


_BUILD: dict[str, Callable[[Snapshot, Stored | None], tuple[str, str, Rows]]] = {
    "house": _house_rows,
    "tables": _table_rows,
    "rules": _rule_rows,
    "people": _people_rows,
    "permissions": _permission_rows,
    "lines": _line_rows,
    "database": _database_rows,
}


def acts_of(moment: Moment, section: str, chosen: str, stored: Stored | None = None) -> tuple[Act, ...]:
    """What can be done in a section about the chosen row."""
    kind, _, id = chosen.partition(" ")
    if section == "house":
        return (
            button(Acts.set_property, "settings", house.may_set_property(moment)),
            button(Acts.set_policy, "settings", house.may_set_policy(moment)),
            button(Acts.set_notices, "settings", incident_files.may_set_notices(moment)),
            button(Acts.set_retention, "settings", house.may_set_retention(moment)),
        )
    if section == "tables":
        return _table_acts(moment, kind, id)
    if section == "rules":
        may = house.may_submit_rules(moment, rulebook=id) if id else None
        if kind == "installed":
            may = bad_input("This is a version on record.", "Choose its rulebook in the list.")
        install = button(Acts.install_rulebook, "settings", rulebooks.may_install_rulebook(moment))
        return button(Acts.submit_rules, "settings", may), install
    if section == "people":
        return _people_acts(moment, id)
    if section == "lines":
        return (Act("readers", "Open the readers", "Alt R"),)
    if section == "database":
        served = stored is not None and stored.server
        why = "The logbook is on a server, which is backed up as a whole by whoever runs it." if served else ""
        return Act("back_up", "Back up now", "Alt B", why), Act("diagnose", "Create support file", "Alt G")
    return ()


def fitted_at(moment: Moment, table: str) -> tuple[Fixture, ...]:
    """What stands at a table."""
    pieces = {fixture: moment.state.get(Equipment, table, fixture) for fixture in Fixture}
    return tuple(fixture for fixture, piece in pieces.items() if piece is not None and piece.fitted)


def _removing(moment: Moment, table: str) -> Refusal | None:
    """Why nothing can be removed from a table."""
    fixture = next(iter(fitted_at(moment, table)), Fixture.READER)
    return tables.may_remove_equipment(moment, table=table, fixture=fixture)


def _table_acts(moment: Moment, kind: str, id: str) -> tuple[Act, ...]:
    table = id if kind == "table" else ""
    first = "Choose a table first."

    def about(row: ActRow, refusal: Refusal | None) -> Act:
        return button(row, "settings", refusal if table else first)

    change = about(Acts.change_table, tables.may_change_table(moment, table=table) if table else None)
    if kind == "pit":
        change = button(Acts.move_pit, "settings", house.may_move_pit(moment, pit=id))
    return (
        button(Acts.add_table, "settings", moment.guard(Acts.add_table.name)),
        change,
        about(Acts.fit_equipment, tables.may_fit_equipment(moment, table=table) if table else None),
        about(Acts.remove_equipment, _removing(moment, table) if table else None),
        about(Acts.retire_table, tables.may_retire_table(moment, table=table) if table else None),
        button(Acts.add_pit, "settings", moment.guard(Acts.add_pit.name)),
    )


def _people_acts(moment: Moment, id: str) -> tuple[Act, ...]:
    known = moment.state.get(Person, id)
    add = button(Acts.add_person, "settings", moment.guard(Acts.add_person.name))
    own = (
        button(Acts.change_password, "settings", people.may_change_password(moment)),
        button(Acts.change_pin, "settings", people.may_change_pin(moment)),
    )
    several = Act("import_people", "Import people from a file…", "Alt F", because(moment.guard(Acts.add_person.name)))
    if known is None:
        return (add, several, *own)
    door = button(Acts.disable_person, "settings", people.may_disable_person(moment, person=id))
    if not known.enabled:
        door = button(Acts.enable_person, "settings", people.may_enable_person(moment, person=id))
    acts = [
        add,
        several,
        button(Acts.rename_person, "settings", people.may_rename_person(moment, person=id)),
        button(Acts.set_badge, "settings", people.may_set_badge(moment, person=id)),
        button(Acts.change_role, "settings", moment.guard(Acts.change_role.name)),
        door,
        button(Acts.reset_password, "settings", people.may_reset_password(moment, person=id)),
        button(Acts.reset_pin, "settings", people.may_reset_pin(moment, person=id)),
    ]
    if known.locked_out:
        let_in = people.may_readmit_person(moment, person=id)
        acts.append(button(Acts.readmit_person, "settings", let_in))
    return (*acts, *own)
