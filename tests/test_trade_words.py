"""The trade's own words find the irregularity they mean, in a report and in the rulebooks."""

from __future__ import annotations

import pytest

from floorapp.operations.rule_pages import rules_of, search
from floorapp.operations.trade_words import ALSO, about_payout, fits
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


@pytest.mark.parametrize("typed", ["overpay", "underpaid", "mispay", "pushed wrong hand"])
def test_a_payout_error_is_sent_to_the_dispute_desk(typed: str) -> None:
    assert about_payout(typed.split())


def test_every_code_is_one_of_a_rulebook() -> None:
    known = {each.code for book in BOOKS.values() for each in book.irregularities}
    assert set(ALSO) <= known
