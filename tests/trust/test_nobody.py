"""A guess at an unknown name costs what any guess costs."""

from __future__ import annotations

import argon2

from db.credentials import Argon2


def test_nobodys_hash_is_of_the_usual_cost_and_fits_no_secret() -> None:
    hasher = Argon2()
    usual = argon2.extract_parameters(hasher.hash("a secret"))
    assert argon2.extract_parameters(hasher.nobody) == usual
    assert not hasher.verify(hasher.nobody, "a secret")
    assert not hasher.verify(hasher.nobody, "")
    assert Argon2().nobody != hasher.nobody
