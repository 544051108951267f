"""The alarm list by keys and mouse: seen, shelved, sounded, silent; a new one beats until it is seen."""

from __future__ import annotations

import io
import wave
from datetime import timedelta
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt

from db.store import open_store
from floorapp.domain.duties import Reminded, Urgency
from floorapp.operations.acts import duties, readers, shoes
from floorapp.screens.alarms import PRIORITIES
from floorapp.screens.glance import STATES, glances
from floorapp.screens.text_line import Sign
from floorapp.ui.live.alarm_place import AlarmPlace
from floorapp.ui.paint.signs import sign_path
from floorapp.ui.tones import PATTERNS, tone
from tests.acts.floor import PROVED, Floor
from tests.app.conftest import HAND, KEY, Stage


@pytest.fixture
def alarmed(stage: Stage) -> Stage:
    """A day later: FB-01 deals, nobody inspected its reader, its decks are over."""
    stage.sounds = []  # type: ignore[attr-defined]
    stage.app.bell._play = stage.sounds.append  # type: ignore[attr-defined]
    stage.clock.instant += timedelta(hours=25)
    stage.sign_in("flo")
    stage.app.refresh()
    stage.settle()
    return stage


def place_of(stage: Stage) -> AlarmPlace:
    found = stage.app.places["alarms"]
    assert isinstance(found, AlarmPlace)
    return found


def at_the_list(stage: Stage) -> AlarmPlace:
    stage.press(KEY.Key_F10)
    place = place_of(stage)
    stage.until(lambda: place.view is not None and bool(place.view.rows))
    return place


def test_three_priorities_differ_in_shape_word_and_sound() -> None:
    assert len({sign_path(STATES[each]).elementCount() for each in Urgency}) == 3
    assert len(set(PRIORITIES.values())) == 3
    assert len({PATTERNS[each][0] for each in Urgency}) == 3 and len({PATTERNS[each][1] for each in Urgency}) == 3
    lengths = []
    for each in Urgency:
        with wave.open(io.BytesIO(tone(each))) as sound:
            lengths.append(sound.getnframes())
            assert sound.getframerate() == 22_050
    assert len(set(lengths)) == 3


def test_a_new_alarm_sounds_and_beats_until_it_is_seen(alarmed: Stage) -> None:
    stage = alarmed
    assert Urgency.ALARM in stage.sounds  # type: ignore[attr-defined]
    cell = stage.app.window.header.alarms
    assert cell is not None and cell.heartbeat.isActive() and cell.heartbeat.interval() == 1000
    assert "not acknowledged" in cell.accessibleName()
    place = at_the_list(stage)
    place.alarms.beat()
    marks = [row.mark for row in place.alarms.list.rows_model.rows]
    assert marks and all(isinstance(mark, Sign) and mark.inverted for mark in marks)
    for _row in range(len(marks)):
        stage.press(KEY.Key_A)
        stage.press(KEY.Key_Down)
    stage.until(lambda: place.view is not None and not any(row.new for row in place.view.rows))
    assert place.view is not None and len(place.view.rows) == len(marks), "seen is not resolved"
    stage.until(lambda: not cell.heartbeat.isActive())
    assert not any(isinstance(r.mark, Sign) and r.mark.inverted for r in place.alarms.list.rows_model.rows)


def test_shelving_asks_for_minutes_and_a_reason_and_it_comes_back(alarmed: Stage) -> None:
    stage = alarmed
    place = at_the_list(stage)
    assert place.view is not None
    key, count = place.view.rows[0].key, len(place.view.rows)
    stage.press(KEY.Key_S)
    asking = stage.app.sheets.asking
    assert asking is not None
    assert all(field.text == "" for field in asking.fields.values()), "nothing is proposed"
    stage.press(KEY.Key_F9)
    assert stage.app.sheets.asking is not None and "Choose one." in asking.said_wrong, "no time, no shelf"
    asking.fields["how long"].edit.setFocus()
    stage.write("3")
    stage.press(KEY.Key_Return)
    assert asking.fields["reason"].edit.hasFocus()
    stage.write("the set is on its way")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.until(lambda: place.view is not None and len(place.view.shelved) >= 1)
    assert key not in [row.key for row in place.view.rows]
    assert "the set is on its way" in place.alarms.shelf.rows_model.rows[0].spoken
    assert stage.read(Reminded, key).shelved_until == stage.clock.now() + timedelta(minutes=30)
    stage.clock.instant += timedelta(minutes=30)
    stage.app.refresh()
    stage.until(lambda: place.view is not None and len(place.view.rows) == count)
    assert not place.view.shelved


def test_silence_is_shown_in_the_header_and_on_the_list(alarmed: Stage) -> None:
    stage = alarmed
    place = at_the_list(stage)
    stage.press(KEY.Key_M)
    stage.until(lambda: place.view is not None and place.view.silent)
    cell = stage.app.window.header.alarms
    assert cell is not None and "sound off" in cell.accessibleName()
    before = len(stage.sounds)  # type: ignore[attr-defined]
    stage.app.bell._ring()
    assert len(stage.sounds) == before  # type: ignore[attr-defined]
    stage.press(KEY.Key_M)
    stage.app.bell._ring()
    assert len(stage.sounds) == before + 1  # type: ignore[attr-defined]
    assert "sound off" not in cell.accessibleName()


def test_by_mouse_the_header_opens_the_list_and_a_button_acknowledges(alarmed: Stage) -> None:
    stage = alarmed
    cell = stage.app.window.header.alarms
    assert cell is not None
    HAND.mouseClick(cell, Qt.MouseButton.LeftButton)
    place = place_of(stage)
    stage.until(lambda: stage.app.now is place and place.view is not None and bool(place.alarms.buttons))
    assert place.view is not None
    key = place.view.rows[0].key
    HAND.mouseClick(place.alarms.buttons[0], Qt.MouseButton.LeftButton)
    stage.settle()
    assert stage.read(Reminded, key).by == "flo"


def test_a_table_is_shelved_on_the_map_only_while_what_was_put_off_would_be_due(house: Path, tmp_path: Path) -> None:
    path = tmp_path / "shelved.sqlite"
    path.write_bytes(house.read_bytes())
    floor = Floor(open_store(path), path)
    shoes.burn_card(floor.desk("flo"), table="FB-01")
    floor.clock.instant += timedelta(hours=20)  # into the next gaming day: the reader is to be inspected
    desk = floor.desk("flo")

    def standing() -> tuple[list[str], str]:
        with desk.looking() as moment:
            glance = glances(moment)["FB-01"]
            return [duty.key for duty in glance.duties], glance.word

    (key,), _word = standing()
    duties.shelve_duty(desk, key=key, until=floor.clock.now() + timedelta(hours=1), reason="a queue")
    assert standing() == ([], "snoozed")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    assert standing() == ([], "4 h left")
    floor.store.close()
