"""Settings and people by keys and mouse: every change is an act, refused where the role does not allow it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication, QLineEdit

from floorapp.bootstrap import Places, shipped
from floorapp.commands.wiring import setting_of
from floorapp.domain.people import SIGNING_ONLY, Badge, Person, Role
from floorapp.domain.policy import Policy
from floorapp.domain.property import Pit, Property, RulesSubmission
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.tables import Equipment, Fixture, Table
from floorapp.operations.permissions import MATRIX
from floorapp.operations.refusal import Refusal, Refused
from floorapp.screens.offers.settings import shifts_of, time_of
from floorapp.screens.settings import ROLE_HEADS
from floorapp.ui.live.settings_place import SettingsPlace
from floorapp.ui.widgets.field import Field
from tests.acts.floor import PASSWORD, PIN
from tests.app.conftest import HAND, KEY, Stage


def place_of(stage: Stage) -> SettingsPlace:
    found = stage.app.places["settings"]
    assert isinstance(found, SettingsPlace)
    return found


def at(stage: Stage, handle: str, section: str) -> SettingsPlace:
    stage.sign_in(handle)
    stage.app.go("settings", section)
    place = place_of(stage)
    stage.until(lambda: place.view is not None and place.view.section == section.split()[0])
    return place


def alt(stage: Stage, key: Qt.Key) -> None:
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, key, Qt.KeyboardModifier.AltModifier)
    stage.settle()


def fill(stage: Stage, **values: str) -> None:
    """Type into a form's fields, pick where one picks."""
    asking = stage.app.sheets.asking
    assert asking is not None
    for name, text in values.items():
        field = asking.fields[name]
        if not isinstance(field, Field):
            field.show_text(text)
            assert field.text == text
            continue
        field.edit.setFocus()
        field.edit.selectAll()
        stage.write(text)


def done(stage: Stage) -> None:
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)


def test_a_person_is_added_given_another_role_disabled_and_enabled_by_keys(stage: Stage) -> None:
    place = at(stage, "ada", "people")
    alt(stage, KEY.Key_A)
    fill(stage, name="Nora New", handle="nora", role="Floorperson", pin="471182", password="a long password")
    done(stage)
    assert stage.read(Person, "nora").role is Role.FLOORPERSON
    drafts = (stage.path.parent / "drafts.json").read_text() if (stage.path.parent / "drafts.json").exists() else ""
    assert "471182" not in drafts and "a long password" not in drafts
    stage.app.go("settings", "people person nora")
    stage.until(lambda: place.view is not None and place.view.chosen == "person nora")
    alt(stage, KEY.Key_R)
    fill(stage, role="Shift manager", reason="promoted")
    done(stage)
    assert stage.read(Person, "nora").role is Role.SHIFT_MANAGER
    alt(stage, KEY.Key_D)
    fill(stage, reason="left the house")
    done(stage)
    assert not stage.read(Person, "nora").enabled
    stage.until(lambda: "disabled" in place.settings.rows.rows_model.rows[-1].spoken)
    alt(stage, KEY.Key_D)
    fill(stage, reason="came back")
    done(stage)
    assert stage.read(Person, "nora").enabled


def test_two_new_secrets_that_differ_are_not_taken(stage: Stage) -> None:
    at(stage, "flo", "people")
    alt(stage, KEY.Key_I)
    fill(stage, old=PASSWORD, new="864213", again="864253")
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "do not match" in asking.said_wrong
    fill(stage, old=PASSWORD, new="864213", again="864213")
    done(stage)


def test_a_floorperson_sees_everything_and_changes_nothing_but_their_own(stage: Stage) -> None:
    place = at(stage, "flo", "people")
    assert place.view is not None
    offered = {act.name for act in place.view.acts if not act.refusal}
    assert offered == {"change_password", "change_pin"}
    assert "is not for your role" in place.settings._note.accessibleName()
    alt(stage, KEY.Key_A)
    assert stage.app.sheets.sheet is None


def test_the_whole_matrix_is_shown(stage: Stage) -> None:
    place = at(stage, "cora", "permissions")
    assert place.view is not None and {row.act for row in place.view.matrix} == set(MATRIX)
    roles = [role for role in Role if role not in SIGNING_ONLY]
    assert len(ROLE_HEADS) == len(roles)
    for row in place.view.matrix:
        assert row.roles == tuple(role in MATRIX[row.act] for role in roles)
    matrix = place.settings.matrix
    assert place.settings.stack.currentWidget() is matrix
    stage.app.window.resize(1024, 700)
    stage.settle()
    head = matrix.horizontalHeader()
    assert head is not None
    for column in range(1, 1 + len(ROLE_HEADS)):
        assert head.sectionSizeHint(column) <= matrix.columnWidth(column), "no head is cut at 1024"


def test_a_pit_is_renamed_and_walked_at_another_turn(stage: Stage) -> None:
    place = at(stage, "ada", "tables")
    for pit, name in (("P2", "High limit"), ("P3", "Terrace")):
        alt(stage, KEY.Key_P)
        fill(stage, pit=pit, name=name)
        done(stage)
    stage.app.go("settings", "tables pit P3")
    stage.until(lambda: place.view is not None and place.view.chosen == "pit P3")
    alt(stage, KEY.Key_C)
    fill(stage, name="Garden", turn="after P1 · Main pit")
    done(stage)
    first, third, second = (stage.read(Pit, pit) for pit in ("P1", "P3", "P2"))
    assert third.name == "Garden"
    assert first.place.y < third.place.y < second.place.y
    alt(stage, KEY.Key_C)
    fill(stage, turn="first")
    done(stage)
    assert stage.read(Pit, "P3").place.y < first.place.y


def test_the_house_and_its_policy_are_changed(stage: Stage) -> None:
    place = at(stage, "ada", "house")
    alt(stage, KEY.Key_C)
    sheet = stage.app.sheets.asking
    shifts = sheet.fields["shifts"].edit if sheet is not None else None
    assert isinstance(shifts, QLineEdit) and shifts.cursorPosition() == 0, "a long value shows how it begins"
    fill(stage, day="07:30", shifts="Early 07:30-15:30, Late 15:30-23:30, Night 23:30-07:30")
    done(stage)
    house = stage.read(Property, "house")
    assert house.day_begins == time(7, 30) and [each.name for each in house.shifts] == ["Early", "Late", "Night"]
    alt(stage, KEY.Key_P)
    fill(stage, tables_each="9")
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "1 to 4" in asking.fields["tables_each"].edit.accessibleDescription()
    assert asking.fields["tables_each"].edit.hasFocus(), "it is said beside its field"
    fill(stage, tables_each="3", lock_minutes="12")
    done(stage)
    policy = stage.read(Policy, "house")
    assert (policy.tables_each, policy.lock_minutes) == (3, 12)
    alt(stage, KEY.Key_R)
    fill(stage, rounds="7", grounds="internal controls 4.2")
    done(stage)
    schedule = stage.read(RetentionSchedule, "house")
    assert (schedule.rounds, schedule.entries, schedule.grounds) == (7, 5, "internal controls 4.2")
    assert place.view is not None


def test_a_pit_and_a_table_are_added_set_up_anew_and_retired(stage: Stage) -> None:
    place = at(stage, "ada", "tables")
    alt(stage, KEY.Key_P)
    fill(stage, pit="P2", name="High limit")
    done(stage)
    assert stage.read(Pit, "P2").name == "High limit"
    alt(stage, KEY.Key_A)
    asking = stage.app.sheets.asking
    assert asking is not None and not any(asking.values.values()), "what a table is, a person says"
    fill(stage, table="HL-01", pit="P2", boxes="6", decks="6", least="100.00", most="1000", chip="1")
    fill(stage, rulebook="Free Bet · pa-590 · rescinded", method="hand shuffle")
    done(stage)
    table = stage.read(Table, "HL-01")
    assert (table.pit, table.rulebook, table.limits.least) == ("P2", "pa-590", 10_000)
    stage.app.go("settings", "tables table HL-01")
    stage.until(lambda: place.view is not None and place.view.chosen == "table HL-01")
    alt(stage, KEY.Key_C)
    fill(stage, boxes="0")
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.fields["boxes"].edit.accessibleDescription(), "that is no number of spots"
    fill(stage, boxes="7")
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "590.2(a)" in asking.form.sentence, "the judge is against it"
    assert stage.read(Table, "HL-01").boxes == 6, "and it is recorded only where it was dealt so"
    done(stage)
    assert stage.read(Table, "HL-01").boxes == 7
    alt(stage, KEY.Key_C)
    fill(stage, boxes="5")
    done(stage)
    assert stage.read(Table, "HL-01").boxes == 5
    assert place.view is not None
    row = next(each for each in place.view.rows if each.key == "table HL-01")
    assert "hand shuffle" in row.spoken, "as the floor says it, and not `by hand`"
    for wide in (1024, 1440):
        stage.app.window.resize(wide, 768)
        stage.settle()
        for button in place.settings.buttons:
            assert button.width() >= button.minimumSizeHint().width(), f"{button.act.words} is cut at {wide}"
    alt(stage, KEY.Key_R)
    fill(stage, reason="sold")
    done(stage)
    assert stage.read(Table, "HL-01").retired


def test_a_rules_submission_is_recorded_by_compliance_alone(stage: Stage) -> None:
    place = at(stage, "cora", "rules rules pa-590")
    stage.until(lambda: place.view is not None and place.view.chosen == "rules pa-590")
    HAND.mouseClick(place.settings.buttons[0], Qt.MouseButton.LeftButton)
    stage.settle()
    fill(stage, reference="RS-1")
    stage.app.sheets.asking.fields["from"].show_text("tomorrow")  # type: ignore[union-attr]
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "is not a date" in asking.said_wrong
    asking.fields["from"].show_text("2026-11-20")
    stage.press(KEY.Key_F9)
    assert "must be chosen" in asking.said_wrong
    fill(stage, collect="losing-first")
    done(stage)
    found: list[tuple[RulesSubmission, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(RulesSubmission, rulebook="pa-590"), found.append)
    stage.until(lambda: bool(found))
    assert [each.reference for each in found[0]] == ["RS-1"]


def test_sections_are_walked_by_keys_and_by_mouse(stage: Stage) -> None:
    place = at(stage, "ada", "house")
    HAND.keyClick(stage.app.window, KEY.Key_N, Qt.KeyboardModifier.ControlModifier)
    stage.until(lambda: place.view is not None and place.view.section == "tables")
    sections = place.settings.sections
    spot = sections.visualRect(sections.rows_model.index(3, 0)).center()
    HAND.mouseClick(sections.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    stage.until(lambda: place.view is not None and place.view.section == "people")


def test_a_backup_is_made_and_listed(house: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(house, data / "floor.sqlite")
    setting = setting_of(Places(data, data / "floor.sqlite", "MAIN", sample=False))
    assert setting.stored is not None and setting.back_up is not None
    assert setting.stored().backups == ()
    far: list[tuple[int, int]] = []
    path = setting.back_up(lambda done, whole: far.append((done, whole)))
    assert path.exists() and far
    stored = setting.stored()
    assert [each.name for each in stored.backups] == [path.name]
    assert stored.size == (data / "floor.sqlite").stat().st_size


@pytest.mark.parametrize("text", ["25:00", "6", "06:99", "", "soon"])
def test_what_is_no_time_is_refused_plainly(text: str) -> None:
    with pytest.raises(Refused, match="not a time of day"):
        time_of(text)


@pytest.mark.parametrize("text", ["Day", "Day 06:00", "Day 06:00-14:00,", "06:00–14:00"])
def test_what_is_no_shift_is_refused_plainly(text: str) -> None:
    with pytest.raises(Refused, match="not a shift"):
        shifts_of(text)


def test_a_server_is_named_without_its_password_and_not_backed_up_from_here(tmp_path: Path) -> None:
    places = Places(
        tmp_path, tmp_path / "copy.sqlite", "PIT-2", sample=False, server="postgresql://floor:secret@db.house/floor"
    )
    setting = setting_of(places)
    assert setting.stored is not None
    stored = setting.stored()
    assert stored.server and stored.where == "postgresql://db.house/floor"
    assert "secret" not in repr(stored)


def test_the_logbook_is_backed_up_from_the_screen_with_progress(house: Path, tmp_path: Path, stage: Stage) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(house, data / "floor.sqlite")
    real = setting_of(Places(data, data / "floor.sqlite", "MAIN", sample=False))
    around = stage.app.around
    object.__setattr__(around, "setting", replace(around.setting, stored=real.stored, back_up=real.back_up))
    place = at(stage, "ada", "database")
    alt(stage, KEY.Key_B)
    stage.until(lambda: place.view is not None and any(row.key.startswith("backup ") for row in place.view.rows))
    assert len(list((data / "backups").glob("*.sqlite"))) == 1


def test_equipment_is_fitted_and_removed_by_keys(stage: Stage) -> None:
    place = at(stage, "ada", "tables table FB-03")
    stage.until(lambda: place.view is not None and place.view.chosen == "table FB-03")
    alt(stage, KEY.Key_X)
    fill(stage, fixture="Reader", reason="to the workshop")
    done(stage)
    assert not stage.read(Equipment, "FB-03", Fixture.READER).fitted
    alt(stage, KEY.Key_E)
    fill(stage, reader="RD-900")  # what the table lacks is asked for
    done(stage)
    assert stage.read(Equipment, "FB-03", Fixture.READER).fitted


def test_title_and_license_are_entered_by_keys_and_an_expired_one_is_flagged_at_sign_in(stage: Stage) -> None:
    place = at(stage, "ada", "people person flo")
    stage.until(lambda: place.view is not None and place.view.chosen == "person flo")
    alt(stage, KEY.Key_T)
    fill(stage, title="Floor supervisor", department="Table games", license="24101", expires="1/31/2026")
    done(stage)
    badge = Badge("Floor supervisor", "Table games", "24101", date(2026, 1, 31))
    assert stage.read(Person, "flo").badge == badge
    stage.app.go("settings", "house")
    stage.until(lambda: place.view is not None and place.view.section == "house")
    alt(stage, KEY.Key_C)
    fill(stage, expired="Refused")
    done(stage)
    assert not stage.read(Property, "house").expired_may_sign
    stage.app.door.show_sign_in()
    stage.sign_in("flo")
    stage.until(stage.app.window.banner.isVisible)
    said = stage.app.window.banner.message
    assert said is not None and said.happened == "Your license 24101 expired on 01/31/2026."
    assert "cannot sign" in said.meaning


def test_people_are_imported_from_a_file_and_its_errors_stand_on_the_sheet(stage: Stage, tmp_path: Path) -> None:
    place = at(stage, "ada", "people")
    file = tmp_path / "people.csv"
    head = "sign-in name,name,role,title,license,expires,pin,password"
    file.write_text(f"{head}\nruth,Ruth Keller,floor,Floor supervisor,24322,11/30/2027,471182,a first password\n")
    place.import_people(file)
    stage.until(lambda: stage.app.sheets.asking is not None)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.form.title == "1 error to fix"
    assert asking.form.sentence.startswith("Line 2: “floor” is not a role.")
    assert not asking.do_button.isEnabled()
    stage.press(KEY.Key_Escape)
    stage.until(lambda: stage.app.sheets.sheet is None)
    file.write_text(file.read_text().replace(",floor,", ",floorperson,"))
    place.import_people(file)
    stage.until(lambda: stage.app.sheets.asking is not None)
    done(stage)
    assert stage.read(Person, "ruth").badge.license == "24322"


def test_a_rulebook_of_the_property_is_installed_from_its_file_and_listed(stage: Stage, tmp_path: Path) -> None:
    template = shipped("rulebooks", "templates", "house-blackjack.toml").read_text(encoding="utf-8")
    place = at(stage, "cora", "rules")
    file = tmp_path / "blackjack.toml"
    file.write_text(template.replace("value = 24\n", ""))
    place.install_rulebook(file)
    stage.until(lambda: stage.app.sheets.asking is not None)
    asking = stage.app.sheets.asking
    assert asking is not None and "error" in asking.form.title and not asking.do_button.isEnabled()
    stage.press(KEY.Key_Escape)
    stage.until(lambda: stage.app.sheets.sheet is None)
    file.write_text(template)
    place.install_rulebook(file)
    stage.until(lambda: stage.app.sheets.asking is not None)
    fill(stage, **{"me pin": PIN})
    done(stage)
    assert place.view is not None
    listed = [each for each in place.view.rows if each.key.startswith("installed ")]
    assert len(listed) == 1
    place.settings.rows.select(listed[0].key)
    stage.until(lambda: place.view is not None and place.view.chosen == listed[0].key)
    assert "list" in place.view.acts[0].refusal, "a version on record is no rulebook to submit choices for"
    at(stage, "sam", "tables")
    alt(stage, KEY.Key_A)
    fill(stage, table="BJ-01", pit="P1", boxes="7", decks="6", least="15.00", most="1000", chip="1")
    fill(stage, rulebook="Blackjack · house-blackjack", method="hand shuffle")
    done(stage)
    told: list[Refusal] = []
    stage.app.writer.refused.connect(told.append)
    stage.app.go("disputes", "BJ-01")
    stage.until(lambda: bool(told))
    assert "cannot settle" in told[0].means, "a table under it is on the floor; the desk says what it cannot do there"
