"""Every kind of fact is told in a sentence of its own, not by its kind's name."""

from __future__ import annotations

from inspect import signature
from types import SimpleNamespace
from typing import cast

import pytest

from floorapp.domain.tables import ShufflingMethod
from floorapp.operations import kinds as every_kind
from floorapp.operations.entry_sentences import _SAYS, DATED, _taken_in
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.house import TableSetUp
from floorapp.operations.facts.registry import Fact, kinds
from floorapp.operations.facts.rounds import RoundsImported

assert every_kind  # all are registered


@pytest.mark.parametrize("kind", [each for each in kinds() if each is not EntryCorrected], ids=lambda kind: kind.KIND)
def test_a_kind_has_its_sentence(kind: type[Fact]) -> None:
    assert kind in _SAYS, f"{kind.KIND} has no sentence: give it one in entry_sentences.py or house_sentences.py"


def test_a_set_up_and_an_import_are_told_in_the_floors_words() -> None:
    said = dict(boxes=6, decks=6, rulebook="pa-590", method=ShufflingMethod.BY_HAND)
    assert _SAYS[TableSetUp][1](SimpleNamespace(**said)) == "Set up under pa-590: 6 spots, 6 decks, hand shuffle"
    found = SimpleNamespace(ok=19, settled=1, mismatch=1, violation=0, unreadable=0)
    assert (
        _taken_in(cast(RoundsImported, SimpleNamespace(verdicts=found, known_before=0))) == "20 correct, 1 with errors"
    )


def test_a_sentence_that_writes_a_date_is_told_how_the_property_writes_dates() -> None:
    """One that asks for the style and is not among the dated ones would fail wherever its entry is shown."""
    for kind, (_about, say) in _SAYS.items():
        asks = len(signature(say).parameters) == 2
        assert asks == (say in DATED), kind.KIND
