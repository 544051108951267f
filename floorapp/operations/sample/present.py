"""The sample's present moment: something due, something that warns, one alarm, one thing put off, one stopped."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.people import Role
from floorapp.domain.tables import Post
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import assignments, corrections, custody, days, decks, duties, incidents, shoes, shufflers
from floorapp.operations.due import due
from floorapp.operations.facts.decks import DecksCounted
from floorapp.operations.sample.hours import READY
from floorapp.operations.sample.incidents import Incidents
from floorapp.operations.sample.inspections import Inspections
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import PlannedHappening
from floorapp.operations.sample.shifts import MOST_TABLES
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signatures import Meaning

#: The table whose reader is silent on its line; only the readers' own lines can show that.
SILENT = ("DA-02",)

#: From so many minutes before the present moment no ordinary cover card comes out at these tables.
QUIET = {"FB-03": 36, "FB-11": 20, "DB-02": 58, "DB-03": 116, "DB-05": 20, "DU-04": 15, "NJ-02": 25}


class StagedPresent:
    """What is staged for whoever opens the sample."""

    def __init__(self, making: Making, happenings: Incidents, inspections: Inspections) -> None:
        self.making = making
        self.happenings = happenings
        self.inspections = inspections

    def plan(self) -> None:
        """Each thing some minutes before the present moment."""
        making = self.making
        for table, minutes in QUIET.items():
            making.tables[table].quiet_from = making.before(minutes=minutes)
        scripts: tuple[tuple[float, Script], ...] = (
            (150, self.spare_sets()),
            (56, self.shuffler_out("DB-02")),
            (116, self.shoe_ends("DB-03")),
            (54, self.card_missing("DB-03")),
            (40, self.made_ready(READY)),
            (30, self.count_corrected("FB-03")),
            (24, self.jam("DB-05")),
            (14, self.put_off("DB-02")),
            (9, self.cards_ahead("FB-11")),
            (6, self.reader_fails("DU-04")),
            (4, self.handover("FB-03")),
            (2.5, self.dealer_changes("FB-11")),
            (1, self.cover_card("NJ-02")),
        )
        for before, script in scripts:
            making.begin(making.before(minutes=before), script)

    def reader_fails(self, table: str) -> Script:
        """A reader fails, its table stops, and nobody has mended it yet."""
        work = self.making.tables[table]
        yield from self.inspections.break_down(table, "Red light stays on with every card.", mended=False)
        yield 50
        says = "Reader showed red with every card; game stopped, guests informed."
        told = PlannedHappening(
            table, timedelta(), says, "open", code="reader-malfunction", unseen=1, rounds=1, hands=4
        )
        yield from self.happenings.report(told, work)

    def jam(self, table: str) -> Script:
        """One jam that was seen to and reported, and a second one that nobody has seen yet."""
        work = self.making.tables[table]
        yield from work.free()
        jammed = ShufflerCondition.JAMMED
        shufflers.report_shuffler_fault(work.desk(), table=table, condition=jammed, says="Input tray.")
        yield 100
        shufflers.acknowledge_shuffler_fault(work.desk(), table=table)
        says = "Shuffler jam at the input tray; cards counted complete and shuffled again."
        told = PlannedHappening(table, timedelta(), says, "open", code="shuffler-jam")
        yield from self.happenings.report(told, work)
        yield 240
        shufflers.reshuffle_after_fault(work.desk(), table=table, how="in the shuffler")
        shufflers.return_shuffler(work.desk(), table=table, says="Tray cleared.")
        yield 15 * 60
        says = "Jammed again during the shuffle."
        shufflers.report_shuffler_fault(work.desk(), table=table, condition=jammed, says=says)

    def shuffler_out(self, table: str) -> Script:
        """A shuffler stands under an out-of-order sign."""
        work = self.making.tables[table]
        yield from work.free()
        reason = "Keeps jamming; sign posted, hand shuffle for now."
        shufflers.take_shuffler_out(work.desk(), table=table, how=OutOfOrder.SIGNED, reason=reason)

    def put_off(self, table: str) -> Script:
        """The reminder of it is put off for a while."""
        desk = self.making.floorperson(table)
        with desk.looking() as moment:
            key = next(each.key for each in due(moment) if each.id == table and each.act == Acts.return_shuffler.name)
        until = self.making.present + timedelta(minutes=46)
        reason = "The technician is on property and on the way."
        duties.shelve_duty(desk, key=key, until=until, reason=reason)
        yield 0

    def shoe_ends(self, table: str) -> Script:
        """A shoe that is counted complete: from here exposure will be reckoned."""
        work = self.making.tables[table]
        yield from work.free()
        if work.dealing:
            yield from work.next_shoe()
        work.busy = False

    def card_missing(self, table: str) -> Script:
        """A shoe one card short: the table stops, the card is found, the count is right again."""
        work = self.making.tables[table]
        yield from work.free()
        if not work.dealing:
            return
        shoes.reach_cover_card(work.desk(), table=table)
        yield 70
        work.end_shoe(missing=1)
        yield 80
        says = f"Cut card reached, {work.cards - 1} of {work.cards} cards counted. Floorperson called."
        told = PlannedHappening(table, timedelta(), says, "open", code="card-missing-at-count")
        number = yield from self.happenings.report(told, work)
        yield 8 * 60
        found = "Card found under the shuffler's tray. Batch counted again with the dealer present."
        incidents.add_to_incident(work.desk(), incident=number, says=found, told=("shift-manager",))
        decks.count_decks(work.desk(), deck_set=work.sets[0], counted=work.cards)
        yield 120
        yield from work.resume()
        work.busy, work.quiet_from = False, None

    def count_corrected(self, table: str) -> Script:
        """A batch counted one short; the card was in the rack, and the entry is corrected."""
        work, making = self.making.tables[table], self.making
        yield from work.free()
        by = making.holders[table]
        counted = decks.count_decks(work.desk(), deck_set=work.sets[1], counted=work.cards - 1)
        work.stopped = True
        yield 7 * 60
        entry, desk = counted.ids[0], making.crew.desk(by)
        with making.crew.logbook.writing() as writing:
            written = writing.entry(entry)
        if written is not None and isinstance(written.fact, DecksCounted):
            right = replace(written.fact, counted=work.cards, complete=True, findings=())
            signature = making.crew.sign(desk, by, Meaning.CORRECTED)
            reason = "One card was still in the discard rack; counted again with the dealer present."
            corrections.correct_entry(desk, entry=entry, reason=reason, signature=signature, fact=right)
        yield 40
        yield from work.resume()
        work.busy = False

    def made_ready(self, table: str) -> Script:
        """A closed table gets its floorperson and its cards, for opening within the hour."""
        making, work = self.making, self.making.tables[table]
        yield from work.free()
        self._give(table)
        names = yield from making.supply.issue(work.planned, work.desk)
        yield 15 * 60
        work.sets = list(names)
        yield from work.open_cards(names)

    def _give(self, table: str) -> None:
        """Give a table to somebody on duty who can take one more."""
        making = self.making
        on_duty = {making.holders[each.id] for each in making.tables.values() if each.open}
        held = list(making.holders.values())
        able = sorted(person for person in on_duty if held.count(person) < MOST_TABLES)
        if making.holders[table] not in on_duty and able:
            person = able[0]
            assignments.assign(making.manager(), table=table, post=Post.FLOORPERSON, person=person)
            making.holders[table] = person

    def cards_ahead(self, table: str) -> Script:
        """Fresh cards are brought for the change to come."""
        work = self.making.tables[table]
        yield from self.making.supply.issue(work.planned, work.desk)

    def handover(self, table: str) -> Script:
        """A floorperson hands over for a break; it is not accepted yet."""
        making, holder = self.making, self.making.holders[table]
        shift = making.rota.shift_at(making.now)
        relief = making.plan.staff(Role.FLOORPERSON, shift.name, relief=True)
        others = (*relief, *making.plan.staff(Role.FLOORPERSON, shift.name))
        to = next(person.handle for person in others if person.handle != holder)
        desk = making.crew.desk(holder)
        signature = making.crew.sign(desk, holder, Meaning.HANDED_OVER)
        says = f"Back in twenty minutes. {table} is due for new cards, they are ordered."
        days.give_handover(desk, to=to, shift=shift.name, says=says, signature=signature)
        yield 0

    def dealer_changes(self, table: str) -> Script:
        """A dealer has just tapped in; the card is not burned yet."""
        first, last = (self.making.plan.staff(Role.DEALER)[place].handle for place in (0, -1))
        for dealer in (first, last):
            assignments.assign(self.making.floorperson(table), table=table, post=Post.DEALER, person=dealer)
        yield 0

    def cover_card(self, table: str) -> Script:
        """The cover card has just come out."""
        work = self.making.tables[table]
        if work.dealing and not work.busy:
            shoes.reach_cover_card(work.desk(), table=table)
        yield 0

    def spare_sets(self) -> Script:
        """Three sets brought by mistake: one not sealed yet, one not collected, one not destroyed."""
        making = self.making
        table = making.tables["FB-12"].planned
        names = yield from making.supply.issue(table, making.manager, making.supply.kinds(table) * 3)
        desk = making.manager()
        for name in names:
            decks.withdraw_decks(desk, deck_set=name, reason="delivered to the wrong table")
        for name, bag in zip(names[1:], ("BAG-009101", "BAG-009102"), strict=True):
            custody.seal_decks(desk, deck_set=name, seal=bag)
        security = making.crew.sign(desk, making.plan.staff(Role.SECURITY)[0].handle, Meaning.COLLECTED)
        custody.collect_decks(desk, deck_set=names[2], security=security)
