"""Every kind of fact is told in a sentence of its own, not by its kind's name."""

from __future__ import annotations

import pytest

from floorapp.operations import kinds as every_kind
from floorapp.operations.entry_sentences import _SAYS
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.registry import Fact, kinds

assert every_kind  # all are registered


@pytest.mark.parametrize("kind", [each for each in kinds() if each is not EntryCorrected], ids=lambda kind: kind.KIND)
def test_a_kind_has_its_sentence(kind: type[Fact]) -> None:
    assert kind in _SAYS, f"{kind.KIND} has no sentence: give it one in entry_sentences.py or house_sentences.py"
