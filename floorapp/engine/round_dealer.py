"""The dealer's hand of a round: what waits for it, and how it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from floorapp.engine.boxes import Called, PlayedBox
from floorapp.engine.dealer_hand import (
    AtStake,
    DealerHand,
    as_it_lies,
    dealer_hand,
    refuse_short,
    with_insurance,
    without_lone_push_22,
)
from floorapp.engine.finding import Finding
from floorapp.engine.record import Round
from floorapp.engine.round_findings import told_of_blackjack
from floorapp.engine.terms import Terms


def dealer_of(
    terms: Terms, round_: Round, boxes: Sequence[PlayedBox], called: Called
) -> tuple[DealerHand, AtStake, list[Finding]]:
    """The dealer's hand as it counts, and what depended on it."""
    at_stake = at_stake_of(terms, boxes)
    if called.void is not None:
        return as_it_lies(terms, round_.dealer), at_stake, []
    asked = asked_of(terms, boxes, at_stake)
    living = [box for box in boxes if box.dead is None]
    refuse_short(round_.dealer, asked if living == list(boxes) else asked_of(terms, living, at_stake_of(terms, living)))
    dealer, findings = dealer_hand(terms, round_.dealer, asked, all_dead=called.all_dead)
    return replace(dealer, told=told_of_blackjack(terms, round_)), at_stake, findings


def at_stake_of(terms: Terms, boxes: Iterable[PlayedBox]) -> AtStake:
    at_stake = AtStake()
    for box in boxes:
        at_stake |= box.at_stake()
    return without_lone_push_22(terms, at_stake)


def asked_of(terms: Terms, boxes: Sequence[PlayedBox], at_stake: AtStake) -> AtStake:
    """What the dealer's cards have to answer, insurance included."""
    return with_insurance(terms, at_stake, insured=any(box.insured for box in boxes))
