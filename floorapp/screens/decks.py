"""The decks screen from a moment: the forecast over the coming shifts, sets in play, store and custody."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.property import Property
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span
from floorapp.operations.act_table import Acts
from floorapp.operations.moment import Moment
from floorapp.screens.acts import button
from floorapp.screens.forecast import FallingDue, ForecastView, ShiftBand
from floorapp.screens.forms import Act
from floorapp.screens.glance import Glance, glances
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import back_of, clock, local, plural
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import Icon, Words, line


@dataclass(frozen=True, slots=True)
class DeckRow:
    """One set in play."""

    table: str
    deck_set: str
    backs: tuple[Back, ...]
    broken: str
    age: str
    share: float
    due: str
    left: str
    state: State = State.OKAY
    #: In the store or out of play, where many sets lie in one place; in play a table has one row.
    kept: bool = False
    #: What comes next for it, where that is not a change of decks.
    next: Act | None = None

    @property
    def key(self) -> str:
        return self.deck_set if self.kept else self.table


@dataclass(frozen=True, slots=True)
class DecksView:
    """The whole screen at one moment."""

    sentence: str
    tabs: tuple[tuple[str, str], ...]
    forecast: ForecastView
    rows: tuple[DeckRow, ...]
    #: What to do first, or next with what is listed; empty where that is plain.
    todo: str = ""


#: Cards that have no hours stand behind those that do.
LAST = datetime.max.replace(tzinfo=UTC)
OUT = (Spot.WITHDRAWN, Spot.SEALED, Spot.COLLECTED, Spot.HELD, Spot.CANCELED)

#: What comes next for a set by where it is.
NEXT = {
    Spot.WITHDRAWN: button(Acts.seal_decks, "decks"),
    Spot.SEALED: button(Acts.collect_decks, "decks"),
    Spot.COLLECTED: button(Acts.inspect_decks, "decks"),
    Spot.HELD: button(Acts.inspect_decks, "decks"),
    Spot.CANCELED: button(Acts.destroy_decks, "decks"),
    Spot.ISSUED: button(Acts.open_decks, "decks"),
}
#: In this order the backs of a table stand beside each other: the shoe's first, as on the map.
PLACES = (Spot.SHOE, Spot.RACK, Spot.SHUFFLER, Spot.TABLE)
#: For one that was collected and looked through.
DESTROY = button(Acts.destroy_decks, "decks")
#: A store can be large; the list shows this many.
MOST = 200


def decks_of(snapshot: Snapshot, tab: str) -> DecksView:
    """Ask all deck sets."""
    moment = snapshot.moment
    tables = glances(moment)
    playing = [g for g in tables.values() if g.age is not None]
    in_play = sum(len(g.sets) for g in playing)
    stored = moment.state.find(DeckSet, spot=Spot.STORE)
    issued = moment.state.find(DeckSet, spot=Spot.ISSUED)
    out = [each for spot in OUT for each in moment.state.find(DeckSet, spot=spot)]
    rows = {
        "play": lambda: _play_rows(moment, playing),
        "store": lambda: tuple(_kept_row(moment, each) for each in (*issued, *stored)[:MOST]),
        "custody": lambda: tuple(_kept_row(moment, each) for each in out[:MOST]),
    }[tab]()
    return DecksView(
        f"{plural(in_play, 'set')} at {plural(len(playing), 'table')}; each must be changed in time",
        (
            ("play", f"In play {in_play}"),
            ("store", f"Card storage {len(stored) + len(issued)}"),
            ("custody", f"Out of service {len(out)}"),
        ),
        _forecast(moment, playing),
        rows,
        _todo(tab, in_play, len(stored) + len(issued), len(out)),
    )


def _todo(tab: str, in_play: int, stored: int, out: int) -> str:
    """What comes next for cards that lie where the tab says."""
    if not in_play + stored + out:
        return "No cards yet. Receive them into card storage: Alt R."
    if tab == "store" and stored:
        return "F3 delivers a set from card storage to a table; there it is opened and inspected (F9), then F7 opens."
    if tab == "play" and not in_play:
        kept = f"{plural(stored, 'set')} in card storage" if stored else "No cards in card storage: receive some, Alt R"
        return f"No cards in play. {kept}." + (" Deliver one to a table: Card storage, F3." if stored else "")
    return {"store": "Card storage is empty. Receive cards: Alt R."}.get(tab, "")


def tab_of(moment: Moment, deck_set: str) -> str:
    """The tab under which a set stands; empty where there is none."""
    cards = moment.state.get(DeckSet, deck_set)
    if cards is None or cards.spot is Spot.DESTROYED:
        return ""
    return "store" if cards.spot in (Spot.STORE, Spot.ISSUED) else "custody" if cards.spot in OUT else "play"


def _play_rows(moment: Moment, playing: list[Glance]) -> tuple[DeckRow, ...]:
    return tuple(_play_row(moment, g) for g in sorted(playing, key=lambda g: (g.change_by or LAST, g.table.id)))


def _play_row(moment: Moment, glance: Glance) -> DeckRow:
    by, age = glance.change_by, glance.age or timedelta()
    ordered = sorted(glance.sets, key=lambda each: PLACES.index(each.spot))
    backs = tuple(back for each in ordered if (back := back_of(each.back)) is not None)
    left = "no limit" if by is None else "over" if moment.now > by else span(by - moment.now)
    return DeckRow(
        glance.table.id,
        glance.oldest or glance.sets[0].id,
        backs,
        clock(moment, moment.now - age),
        span(age),
        glance.share,
        "" if by is None else clock(moment, by),
        left,
        glance.decks_state,
    )


def _kept_row(moment: Moment, each: DeckSet) -> DeckRow:
    back = back_of(each.back)
    where = each.table or each.spot.words
    return DeckRow(
        where,
        each.id,
        (back,) if back else (),
        clock(moment, each.received_at),
        f"{each.decks} decks",
        0.0,
        each.seal,
        "inspected" if each.inspected else each.spot.words,
        State.DUE if each.spot in (*OUT, Spot.ISSUED) else State.OKAY,
        kept=True,
        next=DESTROY if each.inspected else NEXT.get(each.spot),
    )


def _forecast(moment: Moment, playing: list[Glance]) -> ForecastView:
    wall = local(moment, moment.now)
    start = wall.replace(minute=0, second=0, microsecond=0)
    sets = []
    for glance in playing:
        if glance.change_by is None:
            continue
        hour = int((glance.change_by - start).total_seconds() // 3600)
        if hour < 24:
            state = State.OKAY if glance.decks_state is State.ALARM and hour > 0 else glance.decks_state
            sets.append((glance.change_by, FallingDue(glance.table.id, max(0, hour), state)))
    ordered = tuple(due for _at, due in sorted(sets, key=lambda pair: pair[0]))
    now = (wall - start).total_seconds() / 3600
    labels = tuple(moment.house.style.hour(start.hour + hour) for hour in range(25))
    return ForecastView(labels, now, moment.policy.decks_an_hour, _bands(moment, start, ordered), ordered)


def _bands(moment: Moment, start: datetime, sets: tuple[FallingDue, ...]) -> tuple[ShiftBand, ...]:
    """The shifts that lie wholly or partly in the coming 24 hours, after the one that runs."""
    house = moment.state.get(Property, "house")
    found, style = [], moment.house.style
    for shift in house.shifts if house else ():
        begins = (shift.begins.hour + shift.begins.minute / 60 - start.hour) % 24
        length = (shift.ends.hour + shift.ends.minute / 60 - shift.begins.hour - shift.begins.minute / 60) % 24
        ends = min(24.0, begins + (length or 24.0))
        count = sum(begins <= due.hour < ends for due in sets)
        words = f"{shift.name} {style.time(shift.begins)}–{style.time(shift.ends)}"
        found.append(ShiftBand(words, begins, ends, plural(count, "set"), shift.name))
    return tuple(sorted(found, key=lambda band: band.start))


def tables_to_deliver(moment: Moment) -> tuple[ListRow, ...]:
    """The tables cards can be delivered to: those without cards first."""
    found = sorted(glances(moment).values(), key=lambda each: (bool(each.sets), each.table.id))
    return tuple(
        ListRow(
            each.table.id,
            Icon("map-pin-2", 18),
            (
                line(Words(each.table.id, 15, 600)),
                line(Words(f"{each.rulebook.short} · {_lying(each)}", 13, 400, "ink2", shrinks=True)),
            ),
        )
        for each in found
    )


def _lying(glance: Glance) -> str:
    return f"{plural(len(glance.sets), 'set')} there" if glance.sets else "no cards"
