"""A guess at an unknown name costs what any guess costs."""

from __future__ import annotations

import argon2

from db.credentials import Argon2
from floorapp.operations.credentials import MIXED_IN, fits, setting_of


def test_nobodys_hash_is_of_the_usual_cost_and_fits_no_secret() -> None:
    hasher = Argon2()
    usual = argon2.extract_parameters(hasher.hash("a secret").partition(MIXED_IN)[0])
    assert argon2.extract_parameters(hasher.nobody) == usual
    for secret in ("a secret", ""):
        assert not fits(hasher.nobody, hasher.again(setting_of(hasher.nobody), secret))
    known = hasher.hash("a secret")
    assert fits(known, hasher.again(setting_of(known), "a secret"))
    assert not fits(known, hasher.again(setting_of(known), "another"))
    assert Argon2().nobody != hasher.nobody
