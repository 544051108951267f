"""The sample's two Blackjack tables under the property's own rulebook: one deals, one is set up and closed."""

from __future__ import annotations

from floorapp.domain.people import Role
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Fixture, Limits, Post, ShufflingMethod
from floorapp.operations.acts import assignments, custody, decks, opening, rulebooks, shoes, tables
from floorapp.operations.desk import Desk
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signatures import Meaning

RULEBOOK, PIT, DECKS = "house-blackjack", "P1", 6
#: Where they stand: at the end of the first pit's two rows.
PLACES = {"BJ-01": Place(440, 50, 0), "BJ-02": Place(440, 230, 180)}
LIMITS = Limits(1_500, 100_000, 250)
PIECES = (Fixture.SHOE, Fixture.DISCARD_RACK, Fixture.DROP_BOX, Fixture.TIP_BOX, Fixture.LAYOUT)


class OwnTables:
    """Ordinary Blackjack, tracked by its duties; no round of it is settled here."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """The rulebook and the tables before this gaming day's evening; the first opens an hour before the present."""
        if self.making.plan.own_rulebook:
            self.making.begin(self.making.before(hours=1.5), self.set_up())
            self.making.begin(self.making.before(minutes=62), self.open("BJ-01"))

    def set_up(self) -> Script:
        """The compliance officer installs the rulebook; the tables are added and equipped."""
        making = self.making
        officer = making.rota.compliance(making.now)
        desk = making.crew.desk(officer)
        signature = making.crew.sign(desk, officer, Meaning.INSTALLED)
        day = making.timeline.house.day_of(making.now).date
        rulebooks.install_rulebook(desk, text=making.plan.own_rulebook, holds_from=day, signature=signature)
        yield 120
        admin = making.crew.desk(making.plan.staff(Role.ADMINISTRATOR)[0].handle)
        for number, (table, place) in enumerate(PLACES.items(), start=1):
            tables.add_table(
                admin,
                table=table,
                pit=PIT,
                place=place,
                rulebook=RULEBOOK,
                boxes=7,
                decks=DECKS,
                method=ShufflingMethod.BY_HAND,
                limits=LIMITS,
            )
            for fixture in PIECES:
                marked = DECKS if fixture is Fixture.DISCARD_RACK else None
                serial = f"BJ-{fixture.value}-{number}"
                tables.fit_equipment(admin, table=table, fixture=fixture, serial=serial, decks=marked)
            yield 30

    def open(self, table: str) -> Script:
        """Cards are delivered, opened and counted; the table opens under the manager and begins its shoe."""
        making = self.making
        desk = making.manager()
        with desk.looking() as moment:
            manager = moment.actor
        dealer = making.plan.staff(Role.DEALER)[-1].handle
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person=manager)
        assignments.assign(desk, table=table, post=Post.DEALER, person=dealer)
        yield 60
        cards = self._delivered(desk, table)
        yield 200
        inspected = making.crew.sign(desk, dealer, Meaning.INSPECTED)
        verified = making.crew.sign(desk, manager, Meaning.VERIFIED)
        decks.open_decks(desk, deck_set=cards, counted=52 * DECKS, dealer=inspected, floorperson=verified)
        yield 240
        with desk.looking() as moment:
            steps = opening.opening_steps(moment, table=table, cards=Cards.NEW)
        opening.open_table(desk, table=table, cards=Cards.NEW, done=tuple(step.id for step in steps))
        yield 60
        shoes.begin_shoe(desk, table=table, deck_set=cards)
        shoes.burn_card(desk, table=table)

    def _delivered(self, desk: Desk, table: str) -> str:
        """A set of its own, received and brought to the table."""
        making = self.making
        guard = making.plan.staff(Role.SECURITY)[0].handle
        received = custody.receive_decks(
            desk,
            design=making.plan.design,
            back="red",
            decks=DECKS,
            seals=("HBJ-000001",),
            security=making.crew.sign(desk, guard, Meaning.RECEIVED),
        )
        cards = received.subjects[0].id
        custody.issue_decks(desk, deck_set=cards, table=table, witness=making.crew.sign(desk, guard, Meaning.ISSUED))
        return cards
