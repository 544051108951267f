"""A draft as text, so that a crash or a locked screen loses nothing; and back, whatever became of the text."""

from __future__ import annotations

import msgspec

from floorapp.domain.cards import CARDS
from floorapp.engine.mechanics.register import DRAWS, MECHANIC
from floorapp.engine.readings import READING_IDS
from floorapp.engine.record import AREAS, SIGNALS, Decision, Round
from floorapp.engine.round_findings import cards_of
from floorapp.engine.wagers.register import WAGERS
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import Draft
from floorapp.operations.dispute.settlement import Rulebooks

_decoder = msgspec.json.Decoder(Draft)


def text_of(draft: Draft) -> str:
    """The draft as text."""
    return msgspec.json.encode(draft).decode()


def draft_of(text: str, rulebooks: Rulebooks) -> Draft | None:
    """The draft again; none where the text is no draft of ours."""
    try:
        draft = _decoder.decode(text)
    except msgspec.DecodeError:
        return None
    return draft if _sound(draft, rulebooks) else None


def _sound(draft: Draft, rulebooks: Rulebooks) -> bool:
    """Whether it holds only what an edit could have put there."""
    round_ = draft.round
    names = {name for box in round_.boxes for name in box.wagers}
    names |= {name for box in round_.boxes for each in box.behind for name in each.wagers}
    return (
        round_.rulebook in rulebooks
        and round_.signal in (*SIGNALS, "unused", "unknown")
        and all(CARDS.get(str(card)) == card for card in cards_of(round_))
        and names <= set(WAGERS)
        and all(area in ("", *AREAS) for area in (round_.area, *(event.area for event in round_.events)))
        and all(step.do in MECHANIC and (step.card is not None) == _draws(step) for step in _played(round_))
        and all(step.do in DRAWS and step.card is None for step in draft.waiting.values())
        and all(len(box.cards) <= 2 and len(box.behind) <= edit.MOST_PEOPLE for box in round_.boxes)
        and round_.options.readings <= READING_IDS
        and all(name in CARDS for name in draft.seen)
    )


def _draws(step: Decision) -> bool:
    return step.do in DRAWS and not step.declined


def _played(round_: Round) -> list[Decision]:
    return [step for box in round_.boxes for step in box.play]
