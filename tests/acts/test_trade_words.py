"""The trade's own words find the irregularity they mean, in a report and in the rulebooks."""

from __future__ import annotations

import pytest

from floorapp.operations.rule_pages import rules_of, search
from floorapp.operations.search import find
from floorapp.operations.trade_words import ALSO, PAYOUT_IS_SETTLED, about_payout, fits
from floorapp.screens.rulebooks import count_words
from floorapp.ui.live.jump_search import walk_to
from tests.acts.floor import Floor
from tests.acts.rulebooks import RULEBOOKS

BOOKS = RULEBOOKS


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("boxed card", "card-face-up-in-shoe"),
        ("misdeal", "one-card-to-hand"),
        ("foul", "card-with-wrong-back"),
        ("fouled deck", "extra-card-at-count"),
        ("short deck", "card-missing-at-count"),
        ("mispay", "losing-chips-used-to-pay"),
        ("hit on 17", "dealer-drew-on-17"),
        ("late bet", "late-wager"),
        ("past-post", "late-wager"),
        ("past posted", "late-wager"),
        ("skipped player", "no-cards-to-hand"),
        ("past post", "late-wager"),
        ("flashed card", "card-drawn-in-error-exposed"),
        ("dropped card", "card-drawn-in-error-unexposed"),
        ("red light", "reader-signal-wrong"),
        ("dead hand", "no-cards-to-hand"),
    ],
)
def test_every_word_of_the_trade_is_found(typed: str, code: str) -> None:
    for book in BOOKS.values():
        named = [each.code for each in book.irregularities]
        found = [each.code for each in book.irregularities if fits(typed.split(), each.title, each.code)]
        assert code in found or code not in named
        keys = [rule.key for rule in search(rules_of(book), typed)]
        assert f"irregularity {code}" in keys or code not in named
        assert not keys or keys[0].startswith("irregularity "), "what the trade calls so stands first"


@pytest.mark.parametrize("typed", ["overpay", "underpaid", "mispaid", "paid wrong", "pushed wrong hand"])
def test_a_payout_error_is_sent_to_the_dispute_desk_wherever_it_is_searched(typed: str, floor: Floor) -> None:
    assert about_payout(typed.split())
    found = search(rules_of(BOOKS["pa-590"]), typed)
    assert count_words(len(found), 100, BOOKS["pa-590"], typed) == PAYOUT_IS_SETTLED
    with floor.desk("flo").looking() as moment:
        hits = find(moment, floor.store, typed)
    assert [(hit.kind, hit.says) for hit in hits][:1] == [("desk", PAYOUT_IS_SETTLED)]
    assert walk_to("desk/") == ("disputes", "")


def test_every_search_of_the_issue_is_answered_by_ctrl_k(floor: Floor) -> None:
    with floor.desk("flo").looking() as moment:
        for typed in ("boxed", "misdeal", "foul", "late bet", "hit on 17", "overpaid", "mispay"):
            assert find(moment, floor.store, typed), typed


def test_every_code_is_one_of_a_rulebook() -> None:
    known = {each.code for book in BOOKS.values() for each in book.irregularities}
    assert set(ALSO) <= known
