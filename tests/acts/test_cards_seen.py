"""The cards seen in a shoe against what its decks hold: what cannot be so is named by its rank."""

from __future__ import annotations

from datetime import timedelta

from floorapp.operations.acts.rounds import kept_round
from floorapp.operations.cards_seen import cards_seen
from tests.acts.floor import NOON
from tests.acts.rulebooks import RULEBOOKS
from tests.acts.test_rounds import a_round


def test_ranks_are_counted_and_one_too_many_is_odd() -> None:
    lines = [a_round(f"r{n}", NOON + timedelta(minutes=n)) for n in range(6)]
    seen = cards_seen(tuple(kept_round(line, RULEBOOKS) for line in lines), RULEBOOKS)
    assert seen is not None and (seen.shoe, seen.decks, seen.rounds) == ("s1", 6, 6)
    counts = {each.rank: (each.seen, each.held, each.odd) for each in seen.ranks}
    assert counts["T"] == (12, 24, False) and counts["9"] == (6, 24, False) and counts["A"] == (0, 24, False)
    lines.append(a_round("r7", NOON + timedelta(minutes=7)))  # the seventh nine of hearts of six decks
    seen = cards_seen(tuple(kept_round(line, RULEBOOKS) for line in lines), RULEBOOKS)
    assert seen is not None
    assert {each.rank for each in seen.ranks if each.odd} == {"9", "T", "K"}
    assert {str(each.card) for each in seen.verdict.impossible} == {"9h", "Td", "Tc", "Ks"}


def test_only_the_last_shoe_counts_and_what_cannot_be_read_is_left_out() -> None:
    lines = [a_round("r1", NOON, shoe="s0"), a_round("r2", NOON), b"not json"]
    seen = cards_seen(tuple(kept_round(line, RULEBOOKS) for line in lines), RULEBOOKS)
    assert seen is not None and (seen.shoe, seen.rounds) == ("s1", 1)
    assert cards_seen((), RULEBOOKS) is None
    assert cards_seen((kept_round(b"{}", RULEBOOKS),), RULEBOOKS) is None
