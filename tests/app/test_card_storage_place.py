"""Card storage by the keyboard: a place is added, sets are moved and counted."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageCount, StoragePlace
from floorapp.ui.live.card_storage_place import CardStoragePlace
from tests.acts.floor import PIN
from tests.app.conftest import KEY, Stage
from tests.app.test_cases_place import alt, fill


def test_a_place_is_added_and_counted_by_keys(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("storage", "")
    stage.settle()
    place = stage.app.now
    assert isinstance(place, CardStoragePlace)
    alt(stage, KEY.Key_A)
    fill(stage, place="MAIN", name="Main card room", kind="primary", par="4")
    stage.until(lambda: place.chosen == "MAIN")
    assert stage.read(StoragePlace, "MAIN").par == 4
    alt(stage, KEY.Key_C)
    signed = {"security": "sid", "security pin": PIN, "games": "sam", "games pin": PIN}
    fill(stage, **signed)
    assert stage.read(StorageCount, "MAIN").found == ()
    assert place.view is not None and place.view.detail is not None
    stage.until(lambda: place.view is not None and "Last count" in dict(place.view.detail.facts))  # type: ignore[union-attr]
