"""The permission matrix × roles × signed out, expired, locked, disabled: each refusal is an entry."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.domain.people import SIGNING_ONLY, Person, Role
from floorapp.operations import acts
from floorapp.operations.acts import people, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.permissions import MATRIX, WORDS
from floorapp.operations.refusal import Refused
from tests.acts.calls import CALLS
from tests.acts.floor import GIVEN, GIVEN_PIN, Floor, choose, furnish, hire
from tests.stations.databases import floor_at

GUARDS = {"signed-out", "expired", "locked", "disabled", "not-permitted"}
AT_SCREEN = [role for role in Role if role not in SIGNING_ONLY]

#: Acts that anybody before the screen does, before there is a permission to ask for.
BEFORE_PERMISSION = {
    "rescue_administrator",
    "make_first_administrator",
    "sign_in",
    "unlock_screen",
    "sign",
    "prove",
    "choose_pin",
}


def acts_of_the_house() -> dict[str, object]:
    """Every public function of the acts that takes a desk."""
    found: dict[str, object] = {}
    for module in pkgutil.iter_modules(acts.__path__):
        loaded = importlib.import_module(f"{acts.__name__}.{module.name}")
        for name, function in inspect.getmembers(loaded, inspect.isfunction):
            takes = list(inspect.signature(function).parameters.values())
            at_a_desk = bool(takes) and takes[0].annotation == "Desk"
            if function.__module__ == loaded.__name__ and not name.startswith("_") and at_a_desk:
                found[name] = function
    return found


def test_every_act_is_in_the_matrix_and_has_its_may() -> None:
    found = acts_of_the_house()
    assert set(found) - BEFORE_PERMISSION == set(MATRIX) == set(CALLS) == set(WORDS)
    for name, function in found.items():
        if name in ("sign_in", "prove"):  # asked of nobody yet
            continue
        module = importlib.import_module(str(getattr(function, "__module__", "")))
        assert callable(getattr(module, f"may_{name}", None)), f"may_{name} is missing"


def test_every_argument_of_an_act_is_by_keyword() -> None:
    for name, function in acts_of_the_house().items():
        assert callable(function)
        _, *rest = inspect.signature(function).parameters.values()
        assert all(each.kind is inspect.Parameter.KEYWORD_ONLY for each in rest), name


def outcome(floor: Floor, desk: Desk, act: str) -> str:
    """The code with which an act is refused, "" where it is done; a refusal must be the newest entry."""
    try:
        CALLS[act](desk)
    except Refused as refused:
        entry = floor.last()
        assert refused.entry == entry.number
        if isinstance(entry.fact, ActRefused):
            assert (entry.fact.act, entry.fact.code) == (act, refused.refusal.code)
            assert entry.fact.says == str(refused.refusal)
        return refused.refusal.code
    return ""


@pytest.mark.parametrize("act", sorted(MATRIX))
def test_an_act_is_for_the_roles_of_the_matrix_and_refused_to_all_others(floor: Floor, act: str) -> None:
    people_of = {role: hire(floor, role) for role in AT_SCREEN}
    for role, handle in people_of.items():
        desk = floor.desk(handle)
        code = outcome(floor, desk, act)
        if role in MATRIX[act]:
            assert code not in GUARDS, role
        else:
            assert code == "not-permitted", role
            assert floor.last().actor == handle


@pytest.fixture
def doors(request: pytest.FixtureRequest, database: str, house: Path, tmp_path: Path) -> Iterator[Floor]:
    """A copy of the house in which people only come and go: what that leaves is checked in the test above."""
    with floor_at(request, database, house, tmp_path) as where:
        made = Floor(open_store(where), where)
        yield made
        made.store.close()


@pytest.mark.parametrize("act", sorted(MATRIX))
def test_nobody_acts_signed_out_expired_locked_or_disabled(doors: Floor, act: str) -> None:
    floor = doors
    role = next(role for role in AT_SCREEN if role in MATRIX[act])
    handle = hire(floor, role)
    assert outcome(floor, floor.desk(), act) == "signed-out"
    assert floor.last().actor == "station/MAIN"
    desk = floor.desk(handle)
    if act != "sign_out":  # one may always leave
        sessions.lock_screen(desk)
        assert outcome(floor, desk, act) == "locked"
        late = floor.desk(handle)
        floor.clock.advance(hours=12)
        assert outcome(floor, late, act) == "expired"
        assert floor.last().actor == handle
        gone = floor.desk(handle)
        admin = another_administrator(floor)
        people.disable_person(admin, person=handle, reason="left")
        assert outcome(floor, gone, act) == "disabled"
    left = floor.desk("cora" if handle != "cora" else "sam")
    session = left.session
    sessions.sign_out(left)
    left.session = session
    assert outcome(floor, left, act) == "signed-out"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with somebody of every role and two administrators, made once; one on a server hires where it stands."""
    path = tmp_path_factory.mktemp("house") / "floor.sqlite"
    furnish(path)
    floor = Floor(open_store(path), path)
    for role in AT_SCREEN:
        hire(floor, role)
    another_administrator(floor)
    floor.store.close()
    return path


def another_administrator(floor: Floor) -> Desk:
    with floor.store.reading() as state:
        known = state.get(Person, "abe")
    if known is None:
        ada = floor.desk("ada")
        people.add_person(ada, handle="abe", name="Abe", role=Role.ADMINISTRATOR, pin=GIVEN_PIN, password=GIVEN)
        choose(floor, "abe")
    return floor.desk("abe")


def test_the_matrix_names_only_roles_that_work_at_a_screen() -> None:
    assert not [act for act, roles in MATRIX.items() if not roles or roles & SIGNING_ONLY]
