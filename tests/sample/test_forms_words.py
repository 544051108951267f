"""Every form on the sample floor is read, as a person who opens it would: title, sentence, labels, what fills them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, timedelta

import pytest

from db.store import Store
from floorapp.bootstrap import rulebooks
from floorapp.domain.decks import DeckSet
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person, Role, Session
from floorapp.domain.reader_lines import ReaderLine
from floorapp.domain.tables import Table
from floorapp.operations.act_table import ACTS
from floorapp.operations.moment import Moment
from floorapp.operations.state import StateView
from floorapp.screens.forms import Form, missing_words
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.offers.settings import DATES
from floorapp.screens.snapshot import Snapshot
from tests.floor_words import foreign_times
from tests.sample.conftest import EVENING
from tests.test_words import BRITISH, GONE, old_words


def texts_of(form: Form) -> Iterator[str]:
    """What stands on an open form, and what is said where a field stays empty."""
    yield from (form.title, form.sentence, form.note, form.act.words, form.act.refusal)
    for step in form.steps:
        yield from (each.spoken for each in step if each is not None)
    for asked in form.asks:
        yield from (asked.label, asked.value, asked.hint, *(each for each in asked.choices if each not in DATES))
        if asked.needed:
            yield missing_words(asked.label, choices=asked.choices, digits=asked.digits)


def about(moment: Moment) -> list[str]:
    """A few of everything a form can be about."""
    some = [
        *(table.id for table in moment.state.find(Table)[::7]),
        *(each.id for each in moment.state.find(DeckSet)[::60]),
        *(each.number for each in moment.state.find(Incident)[::9]),
        *(each.handle for each in moment.state.find(Person)[::20]),
        *(each.id for each in moment.state.find(ReaderLine)[::18]),
    ]
    return ["", *some]


def at_evening(state: StateView, role: Role) -> Moment:
    """Somebody of this role before an unlocked screen."""
    person = state.find(Person, role=role, enabled=True)[0]
    session = Session("trial", person.handle, "PIT2", EVENING, EVENING + timedelta(hours=8))
    return Moment(state, EVENING.astimezone(UTC), session, person, rulebooks(), "")


@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.SHIFT_MANAGER, Role.ADMINISTRATOR])
def test_no_form_says_an_old_word_or_a_foreign_time(store: Store, role: Role) -> None:
    read, wrong = Counter[str](), list[str]()
    with store.reading() as reading:
        moment = at_evening(reading, role)
        snapshot = Snapshot(moment, store, store.station)
        for act in (name for name, row in ACTS.items() if row.form):
            for id in about(moment):
                try:
                    offer = offer_for(snapshot, act, id)
                except LookupError:
                    continue  # a form about something else
                form = offer.form if isinstance(offer, Offer) else None
                for text in texts_of(form) if form is not None else ():
                    read[act] += 1
                    found = [*foreign_times(text), *old_words(text), *BRITISH.findall(text)]
                    found += [each for each in GONE if each in text]
                    wrong += [f"{act} {id}: {found}: {text}"] * bool(found)
    assert sorted(set(wrong)) == []
    assert len(read) > 10, read
