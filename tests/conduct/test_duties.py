"""Every duty of every rulebook has a test under its section, and no test is of a duty that is not there."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.duty import CONDITIONS, MOMENTS
from tests.conduct.floor import BOOKS
from tests.conduct.sections import TESTED

for file in sorted(Path(__file__).parent.glob("test_*_sections.py")):
    importlib.import_module(f"tests.conduct.{file.stem}")


@pytest.mark.parametrize("book", BOOKS)
def test_every_duty_of_a_rulebook_is_tested_under_its_section(book: str) -> None:
    duties = {(duty.name, duty.of, duty.cite) for duty in rulebooks()[book].duties}
    assert {(name, of, cite) for tested, name, of, cite in TESTED if tested == book} == duties


def test_every_duty_that_the_judge_knows_is_in_some_rulebook() -> None:
    assert {name for _, name, _, _ in TESTED} == {*CONDITIONS, *MOMENTS}
