"""Small things of the sample's days: interruptions, idle hours, mistakes corrected, tries that were refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from floorapp.domain.decks import DeckSet
from floorapp.domain.people import Role
from floorapp.domain.tables import Cards, Post, ShufflingMethod
from floorapp.operations.acts import (
    assignments,
    batches,
    corrections,
    custody,
    decks,
    opening,
    reshuffles,
    sessions,
    shoes,
)
from floorapp.operations.facts.shoes import ShoeEnded
from floorapp.operations.refusal import Refused
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.shifts import MOST_TABLES
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signatures import Meaning


class Slips:
    """Small mishaps of the sample's evenings: cards drawn in error, late inspections, corrected entries."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """Each thing some days before the present moment."""
        plans: tuple[tuple[float, Callable[[], Script]], ...] = (
            (13.1, lambda: self.interrupt("Drink spilled on the layout.")),
            (12.2, lambda: self.stand_idle(("by-hand",))),
            (11.6, self.mistype_password),
            (10.9, self.hold_a_set),
            (10.2, self.same_batch_again),
            (9.7, self.miscount),
            (8.8, lambda: self.interrupt("Fire alarm tested.")),
            (8.1, self.open_too_early),
            (7.4, self.recut),
            (6.6, self.write_late),
            (6.1, self.fifth_table),
            (5.3, self.replace_card),
            (4.5, lambda: self.stand_idle(("batch-shuffler",))),
            (3.6, self.miscount),
            (2.7, self.swap_too_early),
            (1.9, self.reshuffle),
            (1.1, self.mistype_password),
            (0.35, self.miscount),
        )
        for days, doing in plans:
            self.making.begin(self.making.before(days=days), doing())
        dealers = iter(self.making.plan.staff(Role.DEALER))
        for hours in (3.1, 2.1, 1.1):
            for table in ("FB-03", "FB-10", "DB-03"):
                script = self.new_dealer(table, next(dealers).handle)
                self.making.begin(self.making.before(hours=hours), script)

    def some_table(self, methods: tuple[str, ...] = ()) -> TableAtWork | None:
        """A table that deals and where nobody is in the middle of something."""
        able = [
            each
            for each in self.making.tables.values()
            if each.dealing and not each.busy and (not methods or each.planned.method in methods)
        ]
        return self.making.chance.choice(able) if able else None

    def interrupt(self, reason: str) -> Script:
        """A table is suspended and goes on."""
        work = self.some_table()
        if work is None:
            return
        yield from work.free()
        opening.suspend_table(work.desk(), table=work.id, reason=reason)
        work.stopped = True
        yield self.making.about(14 * 60)
        yield from work.resume()
        work.busy = False

    def stand_idle(self, methods: tuple[str, ...]) -> Script:
        """Nobody plays for a while; the rulebook's steps before it goes on."""
        work = self.some_table(methods)
        if work is None:
            return
        yield from work.free()
        shoes.idle_shoe(work.desk(), table=work.id)
        yield self.making.about(35 * 60)
        desk = work.desk()
        with desk.looking() as moment:
            steps = reshuffles.resuming_steps(moment, work.id)
        reshuffles.resume_shoe(desk, table=work.id, done=tuple(step.id for step in steps))
        yield 30
        shoes.burn_card(work.desk(), table=work.id)
        work.busy = False

    def recut(self) -> Script:
        """The stack is cut again in the middle of a shoe, which is too late."""
        work = self.some_table((ShufflingMethod.BY_HAND,))
        if work is not None:
            reason = "Cut card was placed too close to the end."
            shoes.recut_shoe(work.desk(), table=work.id, reason=reason, happened=True)
        yield 0

    def reshuffle(self) -> Script:
        """The floorperson has a shoe shuffled before its end."""
        work = self.some_table((ShufflingMethod.BY_HAND,))
        if work is not None:
            yield from work.free()
            reshuffles.reshuffle_shoe(work.desk(), table=work.id, reason="A patron asked after a misdeal.")
            yield 90
            shoes.burn_card(work.desk(), table=work.id)
            work.busy = False

    def replace_card(self) -> Script:
        """A torn card is replaced, seen by two."""
        work = self.some_table()
        if work is None:
            return
        yield 0
        crew, holder = self.making.crew, self.making.holders[work.id]
        desk = work.desk()
        with crew.logbook.reading() as state:
            held = state.get(DeckSet, work.sets[0])
        back = held.back if held is not None else ""
        dealer = self.making.plan.staff(Role.DEALER)[3].handle
        decks.replace_card(
            desk,
            deck_set=work.sets[0],
            card="8c",
            back=back,
            reason="Torn at a corner",
            dealer=crew.sign(desk, dealer, Meaning.INSPECTED),
            floorperson=crew.sign(desk, holder, Meaning.VERIFIED),
        )

    def miscount(self) -> Script:
        """A shoe's end written down with two figures swapped, and corrected."""
        work = self.some_table((ShufflingMethod.BY_HAND, ShufflingMethod.BATCH_SHUFFLER))
        if work is None:
            return
        yield from work.free()
        by, entry = self.making.holders[work.id], work.end_shoe()
        yield self.making.about(240)
        desk = self.making.crew.desk(by)
        with self.making.crew.logbook.writing() as writing:
            written = writing.entry(entry)
        if written is not None and isinstance(written.fact, ShoeEnded):
            right = replace(written.fact, remaining=written.fact.remaining + 2, discarded=written.fact.discarded - 2)
            signature = self.making.crew.sign(desk, by, Meaning.CORRECTED)
            reason = "Two cards of the shoe were counted with the rack."
            corrections.correct_entry(desk, entry=entry, reason=reason, signature=signature, fact=right)
        yield from work.go_on()
        work.busy = False

    def same_batch_again(self) -> Script:
        """A batch dealt twice running: noticed after it had happened, and on record as a finding."""
        work = self.some_table((ShufflingMethod.BATCH_SHUFFLER,))
        if work is None:
            return
        yield from work.free()
        work.end_shoe()
        yield self.making.about(150)
        shoes.begin_shoe(work.desk(), table=work.id, deck_set=work.sets[0], happened=True)
        yield from work.begun()
        work.busy = False

    def fifth_table(self) -> Script:
        """A floorperson has a fifth table for a while, co-signed by the shift manager."""
        making = self.making
        held = Counter(making.holders.values())
        full = sorted(person for person, tables in held.items() if tables == MOST_TABLES)
        able = [
            each
            for each in making.tables.values()
            if each.dealing and each.planned.hours.always and making.holders[each.id] not in full[:1]
        ]
        if not full or not able:
            return
        work, helper = able[0], full[0]
        before, manager = making.holders[work.id], making.rota.manager(making.now)
        desk = making.crew.desk(manager)
        override = making.crew.sign(desk, manager, Meaning.OVERRIDE)
        reason = "Floorperson called to the cage for half an hour."
        assignments.assign(desk, table=work.id, post=Post.FLOORPERSON, person=helper, exception=override, reason=reason)
        making.holders[work.id] = helper
        yield making.about(25 * 60)
        if making.holders[work.id] == helper:
            assignments.assign(making.manager(), table=work.id, post=Post.FLOORPERSON, person=before)
            making.holders[work.id] = before

    def write_late(self) -> Script:
        """A cover card that was written down only later."""
        work = self.some_table((ShufflingMethod.BY_HAND,))
        if work is None:
            return
        yield from work.free()
        seen = self.making.now
        yield 22 * 60
        why = "Two tables called at the same time."
        shoes.reach_cover_card(work.desk(), table=work.id, occurred_at=seen, late=why)
        work.end_shoe()
        yield 90
        yield from work.go_on()
        work.busy = False

    def hold_a_set(self) -> Script:
        """A collected set is not destroyed but kept."""
        supply = self.making.supply
        while not supply.collected:
            yield 600
        name = supply.collected.pop()
        desk = self.making.crew.desk(self.making.rota.compliance(self.making.now))
        custody.inspect_decks(desk, deck_set=name, good=False, says="Two cards crimped at the same corner.")
        custody.hold_decks(desk, deck_set=name, reason="Crimped cards; sent to the regulator's lab.")

    def new_dealer(self, table: str, dealer: str) -> Script:
        """A dealer is relieved."""
        work = self.making.tables[table]
        if work.dealing and not work.busy:
            yield from work.new_dealer(dealer)

    def open_too_early(self) -> Script:
        """Somebody tries to open a table without cards; the gate does not let it pass."""
        closed = (each for each in self.making.tables.values() if not each.open and not each.sets)
        work = next(closed, None)
        if work is None:
            return
        with suppress(Refused):
            opening.open_table(work.desk(), table=work.id, cards=Cards.NEW, done=())
        yield 0

    def swap_too_early(self) -> Script:
        """Somebody tries to swap batches in the middle of a shoe."""
        work = self.some_table((ShufflingMethod.BATCH_SHUFFLER,))
        if work is not None:
            with suppress(Refused):
                batches.swap_batches(work.desk(), table=work.id)
        yield 0

    def mistype_password(self) -> Script:
        """Somebody mistypes a password, then gets it right."""
        person = self.making.holders[self.making.plan.tables[0].id]
        with suppress(Refused):
            sessions.sign_in(self.making.crew.empty_desk(), name=person, password="heron bend sample")
        yield 8
        self.making.crew.desk(person)
