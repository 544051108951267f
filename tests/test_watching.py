"""Sequential tests keep their promise: fair things are rarely called, crooked ones within the rounds theory gives."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import count
from math import comb, exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorapp.engine.fairness import OutcomeWatch, band, log_evidence, watches
from floorapp.engine.odds_dealer import dealer
from floorapp.engine.odds_mix import ShoeMix
from tests.noticing import rounds_to_notice
from tests.odds_by_hand import DOWN_UNDER

BLUE = Fraction(4, 13)  # the light of the small cards


def lights() -> dict[str, Fraction]:
    return {light.name: light.probability for light in dealer(ShoeMix.fresh(6), rule=DOWN_UNDER).lights}


def test_evidence_wins_nothing_on_average_from_a_fair_game() -> None:
    """Over all that ten rounds can bring, what the evidence is worth on average is exactly one."""
    for chance in (0.0475, 4 / 13, 0.5, 0.9):
        average = sum(
            comb(10, seen) * chance**seen * (1 - chance) ** (10 - seen) * exp(log_evidence(seen, 10, chance))
            for seen in range(11)
        )
        assert isclose(average, 1, rel_tol=1e-9)


def test_a_reader_that_never_lights_blue_is_found_after_as_many_rounds_as_theory_says() -> None:
    watch = watches(lights())["small"]
    theory = rounds_to_notice(watch.chance, 0.0, watch.false_alarms)
    for _ in count(1):
        watch.add(0, 1)
        if watch.alarm:
            break
    print(f"\na reader that never lights blue: found after {watch.of} rounds, theory {theory}")
    assert watch.of == theory
    #: By hand: (9/13)^n must fall below false_alarms × C(2n, n) / 4^n, the evidence's own price.
    price = [comb(2 * n, n) / 4**n / (9 / 13) ** n for n in (theory - 1, theory)]
    assert price[0] < 1 / watch.false_alarms <= price[1]


@pytest.mark.parametrize(("actual", "within"), [(0.15, 1.5), (0.5, 1.5)])
def test_a_biased_reader_is_found_within_about_the_rounds_theory_says(actual: float, within: float) -> None:
    rng, taken = random.Random(7), []
    theory = rounds_to_notice(float(BLUE), actual)
    assert theory is not None
    for _ in range(60):
        watch = OutcomeWatch("blue", float(BLUE))
        while not watch.alarm and watch.of < 100 * theory:
            watch.add(rng.random() < actual, 1)
        taken.append(watch.of)
    assert sum(taken) / len(taken) < within * theory


@pytest.mark.parametrize("false_alarms", [Fraction(1, 20), Fraction(1, 100)])
def test_a_thousand_fair_readers_raise_no_more_alarms_than_stated(false_alarms: Fraction) -> None:
    rng, alarms = random.Random(11), 0
    chances = lights()
    names, weights = list(chances), [float(chance) for chance in chances.values()]
    for _ in range(1000):
        watched = watches(chances, false_alarms)
        for lit in rng.choices(names, weights, k=400):
            for name, watch in watched.items():
                watch.add(name == lit, 1)
        alarms += any(watch.alarm for watch in watched.values())
    print(f"\n{alarms} of 1,000 fair readers called at a stated rate of {false_alarms}")
    assert alarms <= 1000 * false_alarms


@given(of=st.integers(1, 5000), chance=st.floats(0.001, 0.999))
def test_the_band_is_where_no_alarm_is(of: int, chance: float) -> None:
    fewest, most = band(of, chance, 0.001)
    assert fewest <= round(of * chance) <= most
    for seen, alarm in ((fewest - 1, True), (fewest, False), (most, False), (most + 1, True)):
        if 0 <= seen <= of:
            assert (log_evidence(seen, of, chance) >= -log(0.001)) is alarm


def test_what_cannot_happen_is_called_the_first_time() -> None:
    watch = OutcomeWatch("a ten in Double Attack", 0.0)
    watch.add(0, 500)
    assert not watch.alarm
    watch.add(1, 1)
    assert watch.alarm
    assert watch.noticed_after == 501
