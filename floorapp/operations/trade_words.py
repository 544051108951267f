"""What the trade calls an irregularity, beside its own words: searched in reports, in Ctrl+K and in the rulebooks."""

from __future__ import annotations

#: Words people type, by the code they mean.
ALSO: dict[str, str] = {
    "card-face-up-in-shoe": "boxed card, boxed",
    "no-cards-to-hand": "misdeal, dead hand, skipped hand, skipped player, missed spot",
    "one-card-to-hand": "misdeal, dead hand, short hand",
    "card-requested-not-dealt": "misdeal, dead hand, missed hit, skipped hit, missed second chance",
    "dealer-missed-first-card": "misdeal, dealer missed own card, no up card",
    "dealer-missed-second-card": "misdeal, dealer missed own card, no hole card",
    "card-drawn-in-error-exposed": "misdeal, flashed card, dropped card, exposed card, overdraw",
    "card-drawn-in-error-unexposed": "misdeal, dropped card, overdraw",
    "card-exposed-in-wash": "flashed card, exposed card",
    "dealer-drew-on-17": "hit on 17, dealer hit 17, hard 17, overdraw",
    "card-missing-at-count": "short deck, short shoe, foul, fouled deck, foul deck",
    "extra-card-at-count": "long deck, extra card, foul, fouled deck, foul deck",
    "card-with-wrong-back": "foreign card, foul, fouled deck, foul deck, wrong color",
    "batches-mixed": "foul, fouled deck, mixed decks, wrong color",
    "not-enough-cards": "short shoe, ran out of cards",
    "late-wager": "late bet, past post, past posting, past posted, pastpost",
    "player-alters-wager": "past post, past posted, capping, capped bet, pinching, pinched bet, pressed bet",
    "verbal-cash-wager": "call bet, money plays, cash plays",
    "mid-shoe-entry-barred": "no mid-shoe entry, midshoe",
    "player-handles-cards": "touched the cards",
    "reader-signal-wrong": "red light, wrong light, misread, bad peek",
    "reader-malfunction": "red light, dead reader, no light",
    "reader-left-unused": "no peek, did not peek",
    "reader-used-wrong-up-card": "peeked, needless peek",
    "losing-chips-used-to-pay": "mispay, paid from losing bets",
    "cover-card-reached": "cut card, cutting card, end of shoe",
    "burn-card-missed": "no burn, burn card",
    "improper-cut": "bad cut",
}
#: What is no irregularity of a catalog but a payout: it is settled at the dispute desk.
PAYOUT = "mispay mispaid overpay overpaid underpay underpaid payout unpaid pushed".split() + [
    "wrong hand",
    "paid wrong",
    "not paid",
    "short pay",
    "short paid",
]
PAYOUT_IS_SETTLED = "A payout error is settled at the dispute desk (F6)."


def fits(words: list[str], text: str, code: str) -> bool:
    """Whether every typed word stands in a text, or in what the trade calls its code."""
    return stand_in(words, f"{text} {ALSO.get(code, '')}")


def stand_in(words: list[str], text: str) -> bool:
    """Whether every word stands in a text; `cards` finds a card, `past-post` a past post."""
    said = _apart(text)
    return all(
        word in said or (len(word) > 3 and word.endswith("s") and word[:-1] in said)
        for word in _apart(" ".join(words)).split()
    )


def about_payout(words: list[str]) -> bool:
    """Whether somebody looks for a wrong payout."""
    typed = _apart(" ".join(words))
    return any(word in typed for word in PAYOUT)


def _apart(text: str) -> str:
    return text.casefold().replace("-", " ")
