"""The dispute desk on the real window: by keyboard, by touch, and never losing what was told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.cli import main as floorapp
from floorapp.domain.incidents import Incident
from floorapp.engine.verify import verify_text
from floorapp.operations.acts import incidents, proving, rounds
from floorapp.operations.desk import Change, Desk
from floorapp.operations.dispute.reading import figure
from floorapp.operations.entry import Proof
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.facts.registry import Subject
from floorapp.operations.signing import Meaning
from floorapp.ui.lists.settlement import SettlementRow
from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.pages.choosing import ChooseSheet
from tests.acts.floor import PIN
from tests.acts.rulebooks import RULEBOOKS
from tests.acts.test_rounds import a_round
from tests.app.conftest import HAND, KEY, Stage
from tests.dispute.test_words import PICTURE, ROUNDS


def desk(stage: Stage) -> DisputePlace:
    place = stage.app.places["disputes"]
    assert isinstance(place, DisputePlace)
    return place


def at_game(stage: Stage, rulebook: str) -> DisputePlace:
    """The desk with an empty round of a game, by the keys alone."""
    stage.app.go("disputes", "")
    place = desk(stage)
    stage.until(lambda: place.view is not None and bool(place.start.list.rows_model.rows))
    stage.settle()
    place.start.list.setFocus()
    keys = [row.key for row in place.start.list.rows_model.rows]
    place.start.list.select(keys[0])
    for _row in range(keys.index(f"game {rulebook}")):
        HAND.keyClick(place.start.list, KEY.Key_Down)
    stage.press(KEY.Key_Return)
    stage.until(lambda: place.teller is not None)
    return place


def rows(place: DisputePlace) -> list[SettlementRow]:
    return [row for row in place.desk.side.lines.rows_model.rows if isinstance(row, SettlementRow)]


def assert_screen_is_verify(place: DisputePlace) -> None:
    """Every line on the screen is a line of `floorapp verify`, and every line of it is on the screen."""
    record = json.dumps(place.draft.record)
    answer = verify_text(record, RULEBOOKS)
    book = RULEBOOKS[place.draft.round.rulebook]
    shown = [(row.expected, row.reported, row.citation, bool(row.difference)) for row in rows(place)]
    wanted = [
        (
            figure(line.expected),
            figure(line.reported) if line.reported is not None else "missing" if line.missing else "–",
            book.cited(line.cite),
            line.wrong,
        )
        for line in answer.lines
    ]
    assert shown == wanted and wanted
    assert all(line.because in row.sentence for line, row in zip(answer.lines, rows(place), strict=True))
    found = [row.spoken for row in place.desk.side.lines.rows_model.rows if row.key.startswith("found")]
    assert len(found) == len(answer.findings)
    assert all(each.message in said for each, said in zip(answer.findings, found, strict=True))


@pytest.mark.parametrize("rulebook", sorted(ROUNDS))
def test_a_disputed_round_of_each_game_by_the_keyboard_alone(stage: Stage, rulebook: str) -> None:
    stage.sign_in("flo")
    place = at_game(stage, rulebook)
    for key in f"{ROUNDS[rulebook][0]} ":
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    assert place.told.settled.finished
    assert "Mismatch" in place.desk.side.verdict.words
    assert_screen_is_verify(place)


def tap(stage: Stage, widget: QWidget | None, at: QPoint | None = None) -> None:
    """A finger: pressed and let go at one point; the keyboard is not touched."""
    assert widget is not None
    HAND.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at or widget.rect().center())
    QApplication.processEvents()


def test_a_disputed_round_by_touch_alone(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "")
    place = desk(stage)
    stage.until(lambda: bool(place.start.list.rows_model.rows))
    row = place.start.list.rows_model.place_of("game pa-590")
    place.start.list.scrollTo(place.start.list.rows_model.index(row, 0))
    stage.settle()
    tap(stage, place.start.list.viewport(), place.start.list.visualRect(place.start.list.rows_model.index(row, 0)).center())
    stage.until(lambda: place.teller is not None)

    def press(*words: str) -> None:
        for word in words:
            tap(stage, place.desk.pads.key(word))

    def turn(pad: str) -> None:
        tap(stage, place.desk.switch.parts[pad])

    press("6", "h", "10", "d", "6", "d")
    tap(stage, place.desk.boxes[0])
    turn("wagers")
    press("25 ", "push ", "5", "!enter")
    turn("cards")
    press("8", "c", "8", "d", "free split ", "3", "d", "free double ", "10", "h", "K", "s", "stand ")
    turn("paid")
    press("=0 ", "=0 ", "=0 ", "=", "4", "0", "!enter")
    stage.settle()
    assert place.told.settled.finished
    assert [row.difference for row in rows(place)] == ["", "", "", "Short by $60.00"]
    assert_screen_is_verify(place)
    lines = place.desk.side.lines
    tap(stage, lines.viewport(), lines.visualRect(lines.rows_model.index(3, 0)).center())
    press("=", "1", "0", "0", "!enter")
    assert [row.difference for row in rows(place)] == ["", "", "", ""]
    turn("calls")
    press("unused ")
    assert place.draft.round.signal == "unused"
    press("!undo", "!undo")
    assert [row.difference for row in rows(place)][-1] == "Short by $60.00"


def test_a_two_box_round_takes_at_most_sixty_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.keys = 0
    stage.write("9htd unused ")
    stage.press(KEY.Key_Tab)
    stage.write("25 tc5d6h=25 ")
    stage.press(KEY.Key_Tab)
    stage.write("50 8c3d d jh=50 ")
    assert stage.keys <= 60
    assert place.told.settled.finished and len(rows(place)) == 3


def test_nonsense_pasted_gets_a_sentence_and_keeps_what_was_there(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("9htd ")
    before = place.draft
    clipboard = QGuiApplication.clipboard()
    assert clipboard is not None
    for nonsense in ("hello world", '{"format": "floor-round/9"}', "🂡", "as kh nonsense"):
        clipboard.setText(nonsense)
        HAND.keyClick(QApplication.focusWidget(), KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert place.draft == before
        assert place.told.telling.warns and "Nothing" in place.told.telling.note
    clipboard.setText("6c ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(place.draft.round.dealer) == 3 and not place.told.telling.warns


def test_undo_and_redo_by_their_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("9htd ")
    control = Qt.KeyboardModifier.ControlModifier
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Z, control)
    assert len(place.draft.round.dealer) == 1
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Y, control)
    assert len(place.draft.round.dealer) == 2
    stage.press(KEY.Key_Backspace)
    assert len(place.draft.round.dealer) == 1


def test_esc_and_a_crash_lose_nothing(
    stage_on: Callable[[Path | None], Stage], house: Path
) -> None:
    stage = stage_on(house)
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    stage.write("9htd box 1 25 tc")
    stage.write("5")
    told = place.draft
    stage.press(KEY.Key_Escape)
    assert stage.app.now.name == "table"
    stage.app.go("disputes", "FB-01")
    stage.settle()
    assert place.draft == told and place.desk.typed.text() == "5"
    drafts = stage.path.parent / "drafts.json"
    assert '"typed": "5"' in drafts.read_text()
    again = stage_on(house)  # the program starts anew over the same folder, as after a crash
    again.sign_in("flo")
    again.app.go("disputes", "")
    second = desk(again)
    again.until(lambda: second.teller is not None)
    assert second.draft.record == told.record and second.desk.typed.text() == "5"


def test_the_table_fills_in_its_game_and_saving_is_an_entry(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    assert (place.draft.round.rulebook, place.draft.round.table) == ("pa-590", "FB-01")
    stage.press(KEY.Key_F9)
    assert "Saved" not in place.told.telling.note  # nothing is told yet
    stage.write(PICTURE + " ")
    stage.press(KEY.Key_F9)
    stage.until(lambda: "Saved as entry" in place.told.telling.note)
    found: list[object] = []
    stage.app.writer.ask(lambda looking: looking.book.page(limit=1)[0].fact, found.append)
    stage.until(lambda: bool(found))
    (fact,) = found
    assert isinstance(fact, DisputeSettled)
    assert (fact.table, fact.verdict, fact.owed) == ("FB-01", "mismatch", 6000)
    assert stage.app.drafts.get("dispute/FB-01") == {}


def test_the_large_view_covers_the_window_and_turns_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " box 1 ")
    stage.press(KEY.Key_F11)
    guest = place._sheets.guest
    assert guest is not None and guest.isVisible()
    assert guest.geometry() == stage.app.window.rect()
    stage.press(KEY.Key_F11)
    assert place._sheets.guest is None
    stage.press(KEY.Key_F11)
    stage.press(KEY.Key_Escape)
    assert place._sheets.guest is None and stage.app.now is place


def test_the_same_round_under_another_rulebook(stage: Stage) -> None:
    from floorapp.ui.pages.comparing import CompareSheet

    stage.sign_in("flo")
    at_game(stage, "pa-590")
    stage.write("6hkd6d box 1 25 8c9d s ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_O, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, CompareSheet)
    tap(stage, sheet.choice.parts["pa-665a"])
    (here,) = [row for row in sheet.here.lines.rows_model.rows if isinstance(row, SettlementRow)]
    (there,) = [row for row in sheet.there.lines.rows_model.rows if isinstance(row, SettlementRow)]
    assert (here.expected, there.expected) == ("0.00", "+25.00")  # a 22 returns here and busts there
    assert "590.7(n)(1)" in here.citation and "665a.7(o)(1)(i)(A)" in there.citation


def test_a_file_of_the_round_is_what_floorapp_verify_reads(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_F, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["file"].show_text(str(tmp_path / "deep" / "round.json"))
    asking.fields["file"].edit.setFocus()
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert floorapp(["verify", str(tmp_path / "deep" / "round.json")]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said == place.told.settled.answer.as_json()
    assert [each["expected"] for each in said["lines"]] == [line.expected for line in place.told.settled.lines]


def test_a_place_nobody_can_write_to_is_said(stage: Stage, tmp_path: Path) -> None:
    stage.sign_in("flo")
    at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    (tmp_path / "file").write_text("")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_F, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["file"].show_text(str(tmp_path / "file" / "round.json"))
    asking.give()
    stage.until(lambda: "could not be written" in asking._wrong.accessibleName())


def test_an_unlawful_decision_is_explained_before_it_is_told(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-685a")
    stage.write("9htd box 1 25 8c9d ")
    tap(stage, place.desk.pads.key("surrender "))
    assert "no surrender" in place.told.telling.note and "685a.7(i)(2)" in place.told.telling.note
    assert not place.draft.box.play
    tap(stage, place.desk.pads.key("surrender "))
    assert [step.do for step in place.draft.box.play] == ["surrender"]
    assert "surrender-not-in-game" in [found.code for found in place.told.settled.findings]


def an_incident(desk_: Desk) -> Change:
    now = desk_.clock.now()
    report = incidents.Report(table="FB-01", says="asks", title="A guest asks", happened_at=now, discovered_at=now)
    signed = proving.sign(desk_, person="flo", secret=PIN, proof=Proof.PIN, meaning=Meaning.REPORTED)
    return incidents.report_irregularity(desk_, report=report, signature=signed)


def test_the_round_is_saved_to_an_incident_of_the_table_chosen_by_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.writer.act(an_incident)
    stage.settle()
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    (number,) = place.incidents
    stage.write(PICTURE + " ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_I, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    stage.press(KEY.Key_Return)
    assert place.draft.incident == number
    assert place.desk.side.buttons[0].act.words == f"Save to {number}"
    stage.press(KEY.Key_F9)
    stage.until(lambda: f"added to {number}" in place.told.telling.note)
    assert stage.read(Incident, number).rounds == (place.draft.round.id,)
    entries: list[int] = []
    stage.app.writer.ask(lambda looking: looking.book.page(limit=1)[0].position, entries.append)
    stage.until(lambda: bool(entries))
    stage.press(KEY.Key_F9)  # it is on record as it stands: no second entry
    stage.app.writer.ask(lambda looking: looking.book.page(limit=1)[0].position, entries.append)
    stage.until(lambda: len(entries) == 2)
    assert entries[0] == entries[1]
    stage.app.go("disputes", number)
    stage.until(lambda: place.subject == number)
    assert place.draft.incident == number and place.draft.empty  # what was told is on record, not on file


def test_printing_puts_the_round_on_record_and_goes_to_the_guests_page(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    stage.write(PICTURE + " box 1 ")
    gone: list[tuple[str, str]] = []
    place.go.connect(lambda name, subject: gone.append((name, subject)))
    stage.press(KEY.Key_F8)
    stage.until(lambda: bool(gone))
    assert gone == [("papers", f"guest:{place.draft.round.id}#1")]
    facts: list[object] = []
    stage.app.writer.ask(
        lambda looking: [each.fact for each in looking.book.page(about=Subject("round", place.draft.round.id))], facts.extend
    )
    stage.until(lambda: bool(facts))
    assert isinstance(facts[0], DisputeSettled)


def test_a_lock_turns_the_large_view_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    stage.press(KEY.Key_F11)
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.settle()
    assert place._sheets.guest is None
    stage.app.door.lock.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    assert stage.app.now is place and not place.draft.empty


def test_a_dead_hand_and_a_bettor_behind_by_touch(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "nj-19-47-26")
    stage.write("7ckd box 1 25 8c8d sp 3d kh 5c s box 2 10 9c ")
    tap(stage, place.desk.boxes[1])
    tap(stage, place.desk.switch.parts["calls"])
    tap(stage, place.desk.pads.key("!dead"))
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, ChooseSheet)
    row = sheet.list.rows_model.place_of("19:47-26.15(h)")
    tap(stage, sheet.list.viewport(), sheet.list.visualRect(sheet.list.rows_model.index(row, 0)).center())
    stage.settle()
    assert place.draft.box.dead == "19:47-26.15(h)"
    tap(stage, place.desk.boxes[0])
    tap(stage, place.desk.pads.key("behind "))
    for key in ("1", "0", "!enter"):
        tap(stage, place.desk.pads.key(key))
    tap(stage, place.desk.switch.parts["calls"])
    tap(stage, place.desk.pads.key("keep 2 "))
    assert place.told.settled.finished, place.told.settled.needs
    assert [(line.hand, line.stake) for line in place.told.settled.lines if line.behind] == [(2, 1000)]
    assert_screen_is_verify(place)
    seats = []
    for _press in range(3):
        tap(stage, place.desk.boxes[0])
        seats.append(place.draft.seat.behind)
    assert seats == [0, 1, 0]  # the box, the bettor behind it, the box again
    tap(stage, place.desk.switch.parts["more"])
    tap(stage, place.desk.pads.key("!do compare"))
    stage.settle()
    assert stage.app.sheets.sheet is not None


def test_the_game_and_its_rules_are_changed_by_a_press_and_taken_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("6hkd6d box 1 25 p5 8c9d s ")
    before = place.draft
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_G, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, ChooseSheet)
    row = sheet.list.rows_model.place_of("push_22_paytable")
    tap(stage, sheet.list.viewport(), sheet.list.visualRect(sheet.list.rows_model.index(row, 0)).center())
    assert place.draft.round.options.push_22_paytable == "B"
    stage.press(KEY.Key_Escape)
    assert_screen_is_verify(place)
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert place.draft == before


def test_a_mismatch_on_file_opens_as_it_was_reported_and_stays_as_it_is(stage: Stage) -> None:
    stage.sign_in("flo")
    wrong = a_round("FB-01/7", stage.clock.now(), net=5)
    stage.app.writer.act(lambda desk_: rounds.import_rounds(desk_, source="shoe", lines=[wrong]))
    stage.settle()
    stage.app.go("disputes", "FB-01/7")  # as the audit does
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    assert (place.draft.of, place.draft.round.rulebook) == ("FB-01/7", "pa-673a")
    assert [row.difference for row in rows(place)] == ["Short by $9.95"]
    assert_screen_is_verify(place)
    stage.app.go("disputes", "FB-01")
    stage.until(lambda: place.subject == "FB-01" and place.draft.of == "")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_R, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: isinstance(stage.app.sheets.sheet, ChooseSheet))
    stage.press(KEY.Key_Return)  # the newest round on file
    stage.until(lambda: place.draft.of == "FB-01/7")
    kept: list[bytes] = []
    stage.app.writer.ask(lambda looking: [each.record for each in looking.moment.state.rounds("FB-01/7")], kept.extend)
    stage.until(lambda: bool(kept))
    assert kept == [wrong]


def test_a_round_nobody_knows_is_said(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-99/1")
    stage.until(lambda: stage.app.window.banner.isVisible())
    assert "There is no table, round or incident FB-99/1" in stage.app.window.banner._happened.accessibleName()
