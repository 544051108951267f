"""What an act needs before it can be done: nothing, or a form; and how it is then done at the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Post, ShufflingMethod
from floorapp.domain.values import dataclass
from floorapp.operations.acts import credentials
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.floor_queries import holder
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Asked, Form
from floorapp.screens.glance import Glance, glances
from floorapp.screens.snapshot import Snapshot

Values = dict[str, str]
Doing = Callable[[Desk, Values], Change]
#: What is offered in place of a form whose act was refused: its co-signed exception, where there is one.
Anyway = Callable[[Refusal, Values], "Offer | None"]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out while a form is open: in words, and what belongs into its fields."""

    says: str
    values: Values


@dataclass(frozen=True, slots=True)
class Offer:
    """An act on offer: the form it asks for, if any, what it does, and why it cannot be done, if so."""

    do: Doing
    form: Form | None = None
    refusal: Refusal | None = None
    anyway: Anyway | None = None
    #: Finds out what the form's `look` offers, from what is typed; slow: off the UI thread.
    look: Callable[[Values], Found] | None = None


#: How an act's form is asked for: about a table, a deck set, a line, a person, by its id.
Maker = Callable[[Snapshot, str], Offer | None]


def at_table(make: Callable[[Moment, Glance], Offer | None]) -> Maker:
    """A form about a table, made from how the table stands; None where there is no such table."""

    def offered(snapshot: Snapshot, table: str) -> Offer | None:
        glance = glances(snapshot.moment).get(table)
        return make(snapshot.moment, glance) if glance is not None else None

    return offered


def of_moment(make: Callable[[Moment, str], Offer | None]) -> Maker:
    """A form made from the moment and an id."""
    return lambda snapshot, id: make(snapshot.moment, id)


def number(values: Values, name: str, label: str) -> int:
    """A whole number that was typed, or a plain sentence."""
    text = values.get(name, "").replace(" ", "")
    if not (text.isascii() and text.isdigit()):
        raise Refused(bad_input(f"“{values.get(name, '')}” is not a number.", f"Type {label} in digits.", name))
    return int(text)


def words_of(text: str) -> tuple[str, ...]:
    """Names parted by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def sign(desk: Desk, values: Values, who: str, meaning: Meaning) -> Signature:
    """A signature by the name and PIN in a form."""
    person, pin = values[who], values[f"{who} pin"]
    try:
        return credentials.sign(desk, person=person, secret=pin, proof=Proof.PIN, meaning=meaning)
    except Refused as refused:  # said beside the PIN it is about
        raise Refused(replace(refused.refusal, given=f"{who} pin"), refused.entry) from refused


def asks_signature(who: str, label: str, handle: str = "") -> tuple[Asked, Asked]:
    """The two fields of a signature."""
    return (Asked(who, f"{label}, sign-in name", handle), Asked(f"{who} pin", "PIN", secret=True, beside=True))


def usual(moment: Moment, table: str, role: Role) -> str:
    """Who most likely signs: whoever has the post at the table, else the first of that role."""
    post = {Role.DEALER: Post.DEALER, Role.FLOORPERSON: Post.FLOORPERSON}.get(role)
    held = holder(moment, table, post) if post else None
    if held:
        return held
    return next((person.handle for person in moment.state.find(Person, role=role, enabled=True)), "")


def never(_desk: Desk, _values: Values) -> Change:
    """What a refused offer does."""
    raise LookupError("an act that is not on offer")


def sets_needed(glance: Glance) -> int:
    """With how many sets a table plays: two where batches take turns."""
    batches = glance.table.method is ShufflingMethod.BATCH_SHUFFLER
    return 2 if batches and ("batches-two", "") in glance.rulebook.duty_named else 1


def fresh_sets(glance: Glance) -> tuple[DeckSet, ...]:
    """The newest unused sets at a table, as many as it plays with; none where they are all it has."""
    unused = [each for each in glance.sets if each.spot is Spot.TABLE and each.in_play_at is None]
    newest = sorted(unused, key=lambda each: (each.opened_at or each.received_at, each.id), reverse=True)
    fresh = tuple(newest[: sets_needed(glance)])
    return fresh if len(fresh) < len(glance.sets) else ()
