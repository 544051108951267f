"""What the judge of conduct is against can still have happened: it is recorded as that, and is then a finding."""

from __future__ import annotations

from floorapp.engine.duty import DUTIES
from floorapp.operations.refusal import Refusal
from floorapp.screens.forms import Act, Form
from floorapp.screens.offers.offer import Anyway, Doing, Offer, Values

#: A step of the checklist that was not stated as done.
LEFT_OUT = "steps-missing"


def recorded_anyway(act: str, id: str, do: Doing, was: str = "it was done that way") -> Anyway:
    """In place of a form whose act the judge refused: the same, recorded as having happened."""

    def anyway(refusal: Refusal, values: Values) -> Offer | None:
        if refusal.code not in DUTIES and refusal.code != LEFT_OUT:
            return None
        return Offer(lambda desk, _values: do(desk, values), happened_form(act, id, refusal, was))

    return anyway


def happened_form(act: str, id: str, refusal: Refusal, was: str) -> Form:
    """What is said before something that was refused is recorded as having happened."""
    against = f"{refusal.happened} ({refusal.cite})" if refusal.cite else refusal.happened
    return Form(
        f"happened {act}",
        id,
        f"Against the rules at {id}",
        f"{against}\nNothing is recorded yet. Leave and correct it; or, if "
        f"{was}, record that it happened. It is then a finding.",
        (),
        (),
        Act("do", "It happened: record it", "F9"),
    )
