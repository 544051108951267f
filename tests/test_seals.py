"""Seal numbers as people write them."""

from __future__ import annotations

import pytest

from floorapp.domain.seals import BadRange, seals_of


@pytest.mark.parametrize(
    "text",
    [
        "AP-2001 to AP-2003",
        "AP-2001 through 2003",
        "AP-2001–AP-2003",
        "AP-2001 - AP-2003",
        "AP-2001..2003",
        "AP-2001, AP-2002; AP-2003",
    ],
)
def test_a_range_of_seals_is_every_seal_of_it(text: str) -> None:
    assert seals_of(text) == ("AP-2001", "AP-2002", "AP-2003")


def test_a_number_keeps_its_dashes_and_zeros() -> None:
    assert seals_of("AP-2001-7") == ("AP-2001-7",)
    assert seals_of("0098 to 0101") == ("0098", "0099", "0100", "0101")
    assert seals_of(" S 12 , TOP-4 ") == ("S 12", "TOP-4")


@pytest.mark.parametrize("text", ["AP-2001 to XY-2003", "AP-2003 to AP-2001", "AP to AQ", "1 to 9999", "to 4", "1 to"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(BadRange):
        seals_of(text)
