"""The next shoe of a table: which cards it is of and everything that is done for it, said before it is pressed."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.decks import DeckSet
from floorapp.domain.findings import Noted
from floorapp.domain.tables import Phase, Preparation, Shoe, ShoePhase, Shuffled
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.cards import RACK, SHUFFLER, LoggedSet
from floorapp.engine.conduct.conditions import POLICY
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.acts.shoes import begun_shoe, burned_card
from floorapp.operations.conduct import conduct_seen, look_at, prepared_by
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.shoes import BatchLoaded, RackCleared, ShoeEnded
from floorapp.operations.floor_queries import in_phase, known_table, refusal_of, the_set
from floorapp.operations.foresight import foreseen
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal


@dataclass(frozen=True, slots=True)
class NextShoe:
    """What one press states: in this order, and nothing besides."""

    table: str
    #: The set whose shoe is ended and counted first; empty where none is dealt.
    ends: str
    #: The other set in the rack that goes to the side first.
    clears: bool
    #: The set that is shuffled in the shuffler first, where none lies shuffled in it.
    shuffles: str
    begins: str
    prepared: Preparation
    #: The set that goes into the shuffler while this one is dealt.
    loads: str

    def says(self, backs: dict[str, str]) -> tuple[str, ...]:
        """Each thing it states, in a few words; `backs` are the colors of the sets."""

        def named(name: str) -> str:
            return f"{name} ({backs[name]})" if name in backs else name

        told = (
            f"{named(self.ends)} ended and counted" if self.ends else "",
            "discard rack cleared" if self.clears else "",
            f"{named(self.shuffles)} loaded into the shuffler" if self.shuffles else "",
            f"shoe of {named(self.begins)} begun, {self.prepared.words}",
            f"{named(self.loads)} loaded into the shuffler" if self.loads else "",
            "first card burned",
        )
        return tuple(each for each in told if each)


def backs_at(moment: Moment, table: str) -> dict[str, str]:
    """The back color of every set at a table, by its name."""
    return {each.id: each.back for each in moment.state.find(DeckSet, table=table)}


def next_shoe_of(moment: Moment, table: str, deck_set: str = "") -> NextShoe | Refusal:
    """The next shoe of an open table, of this set or of the one whose turn it is; or why there is none."""
    refusal = known_table(moment, table) or in_phase(moment, table, Phase.OPEN) or _dead_game(moment, table)
    if refusal is not None:
        return refusal
    return shoe_planned(moment, table, deck_set)


def shoe_planned(moment: Moment, table: str, deck_set: str = "") -> NextShoe | Refusal:
    """The same, whatever the table's shoe is doing."""
    conduct = conduct_seen(moment, table)
    look, turns = look_at(moment, table, conduct), _turns(conduct)
    plans = [_plan(conduct, each, prepared_by(look, each.name)) for each in turns if deck_set in ("", each.name)]
    if not plans:
        return Refusal(
            "no-cards", f"No cards are open at table {table}.", "No shoe was begun.", "Deliver a set first (F3)."
        )
    free = [plan for plan in plans if not (plan.shuffles and _occupied(conduct, plan.begins))] or plans
    return free[0] if len(free) == 1 else next((plan for plan in free if not against(moment, plan)), free[0])


def _occupied(conduct: TableConduct, but: str) -> bool:
    """Whether another batch is in the shuffler."""
    return any(each.where == SHUFFLER and each.name != but for each in conduct.opened_sets())


def shoe_facts(moment: Moment, plan: NextShoe, *, burned: bool, noted: tuple[Noted, ...] = ()) -> Iterator[Fact]:
    """The facts of a next shoe, in their order, once the last one has ended."""
    table = plan.table
    if plan.clears:
        yield RackCleared(table=table)
    if plan.shuffles:
        yield BatchLoaded(table=table, deck_set=plan.shuffles)
    begun = begun_shoe(moment, table, the_set(moment, plan.begins), plan.prepared, noted)
    yield begun
    if plan.loads:
        yield BatchLoaded(table=table, deck_set=plan.loads)
    if burned:
        yield burned_card(moment, table, begun.shoe)


def against(moment: Moment, plan: NextShoe, *before: Fact) -> tuple[Noted, ...]:
    """What would stand against dealing the next shoe, by the judge of conduct, once some facts are entered.

    Where none are given, a shoe that is still dealt is taken to end with all its cards.
    """
    before = before or tuple(_end_of(moment, plan))
    would = foreseen(moment, plan.table, (*before, *shoe_facts(moment, plan, burned=True)))
    return tuple(each.noted for each in would if each.basis != POLICY)


def _end_of(moment: Moment, plan: NextShoe) -> Iterator[Fact]:
    """The end of the shoe that is dealt now, with a full count."""
    shoe, conduct = moment.state.get(Shoe, plan.table), conduct_seen(moment, plan.table)
    if plan.ends and shoe is not None and conduct.shoe is not None:
        full = conduct.shoe.cards.size
        yield ShoeEnded(
            table=plan.table, shoe=shoe.name, deck_set=plan.ends, remaining=0, discarded=full, complete=True
        )


def not_begun(noted: tuple[Noted, ...]) -> Refusal | None:
    """The refusal of a shoe that this stands against."""
    return refusal_of(noted, "No shoe was begun.", "Correct that first, or record that it happened.")


def _dead_game(moment: Moment, table: str) -> Refusal | None:
    shoe = moment.state.get(Shoe, table)
    if shoe is None or shoe.phase is not ShoePhase.IDLE:
        return None
    return Refusal("dead-game", f"Table {table} is a dead game.", "No shoe was begun.", "Resume play (Alt O 2).")


def _turns(conduct: TableConduct) -> list[LoggedSet]:
    """The opened sets, the one whose turn it is first: the shuffled one; by hand the one that was dealt."""
    dealt = conduct.shoe.cards if conduct.shoe is not None else conduct.last_shoe_set
    if conduct.shuffler_in_use or _unpaused(conduct):
        return sorted(conduct.opened_sets(), key=lambda each: (each.where != SHUFFLER, each is dealt))
    return sorted(conduct.opened_sets(), key=lambda each: (each is not dealt, each.where != RACK))


def _unpaused(conduct: TableConduct) -> bool:
    """A shuffler that came during this shoe is in use with its end."""
    return conduct.method == "batch_shuffler" and conduct.usable_shuffler is not None


def _plan(conduct: TableConduct, cards: LoggedSet, prepared: Preparation) -> NextShoe:
    ended = conduct.shoe.cards if conduct.shoe is not None else None
    device = prepared.shuffled is Shuffled.SHUFFLER and conduct.method == "batch_shuffler"
    others = [each for each in conduct.opened_sets() if each is not cards]
    racked = [each for each in others if each is ended or each.in_rack]
    loads = [each.name for each in others if each.where != SHUFFLER] if _unpaused(conduct) and len(others) == 1 else []
    return NextShoe(
        conduct.name,
        ends=ended.name if ended is not None else "",
        clears=bool(racked) and not loads,
        shuffles=cards.name if device and cards.where != SHUFFLER else "",
        begins=cards.name,
        prepared=prepared,
        loads=loads[0] if loads else "",
    )
