"""Pits: a new one, another name, another turn on the inspection round."""

from __future__ import annotations

from floorapp.domain.property import Pit, Place
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import house
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, of_moment
from floorapp.screens.phrases import because

#: How far apart pits stand where nobody said so.
APART = 400
FIRST = "first"


@of_moment
def add_pit(moment: Moment, _id: str) -> Offer:
    """A new pit, walked last."""
    form = Form(
        Acts.add_pit.name,
        "house",
        "New pit",
        "Arrange it on the floor map afterward.",
        (),
        (Asked("pit", "Short name", hint="P3"), Asked("name", "Name", hint="High limit")),
        Act("do", "Add", "F9"),
    )
    down = max((pit.place.y for pit in moment.state.find(Pit)), default=-APART) + APART

    def do(desk: Desk, values: Values) -> Change:
        return house.add_pit(desk, pit=values["pit"], name=values["name"], place=Place(0, down))

    return Offer(do, form)


@of_moment
def move_pit(moment: Moment, id: str) -> Offer | None:
    """Another name, or another turn: where a pit stands decides when its tables are walked."""
    known = moment.state.get(Pit, id)
    if known is None:
        return None
    walked = sorted(moment.state.find(Pit), key=lambda each: (each.place.y, each.place.x, each.id))
    before = walked[: walked.index(known)]
    others = {FIRST: None} | {f"after {each.id} · {each.name}": each for each in walked if each != known}
    now = next(said for said, each in others.items() if each == (before[-1] if before else None))
    form = Form(
        Acts.move_pit.name,
        id,
        f"Pit {id}",
        "Its tables keep their places on the floor map.",
        (),
        (Asked("name", "Name", known.name), Asked("turn", "Inspection route order", now, choices=tuple(others))),
        Act("do", "Record", "F9", because(house.may_move_pit(moment, pit=id))),
    )

    def do(desk: Desk, values: Values) -> Change:
        turn = values["turn"]
        place = known.place if turn == now else _after(others[turn], [each for each in walked if each != known])
        return house.move_pit(desk, pit=id, name=values["name"], place=place)

    return Offer(do, form)


def _after(pit: Pit | None, walked: list[Pit]) -> Place:
    """A place between this pit and the one that is walked next."""
    if pit is None:
        return Place(walked[0].place.x, walked[0].place.y - APART)
    following = walked[walked.index(pit) + 1 :]
    if not following:
        return Place(pit.place.x, pit.place.y + APART)
    later = following[0].place
    return Place((pit.place.x + later.x) // 2, (pit.place.y + later.y) // 2)
