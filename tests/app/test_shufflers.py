"""The shufflers screen on the real window: a jam from report to back in service, by the keys."""

from __future__ import annotations

from floorapp.domain.devices import OutOfOrder, Shuffler, ShufflerCondition
from floorapp.screens.shufflers import ShufflersView
from floorapp.screens.states import State
from floorapp.ui.live.shufflers_place import ShufflersPlace
from tests.app.conftest import KEY, Stage


def place(stage: Stage) -> ShufflersPlace:
    found = stage.app.places["shufflers"]
    assert isinstance(found, ShufflersPlace)
    return found


def view(stage: Stage) -> ShufflersView:
    stage.settle()
    shown = place(stage).view
    assert shown is not None
    return shown


def do(stage: Stage, act: str, *typed: str) -> None:
    """Do an act; where it asks, type into what is empty, field by field, and sign off with F9."""
    stage.app._act(act)
    stage.settle()
    asking = stage.app.sheets.asking
    if asking is not None:
        for text in typed:
            stage.write(text)
            stage.press(KEY.Key_Tab)
        stage.press(KEY.Key_F9)
        stage.until(lambda: stage.app.sheets.sheet is None)
    stage.settle()
    stage.app.refresh()
    stage.settle()


def test_a_jam_is_reported_seen_reshuffled_and_over_with_its_times(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("shufflers", "FB-02")
    assert view(stage).detail is not None
    do(stage, "report_shuffler_fault", "j", "c", "two cards stuck")
    shown = view(stage)
    assert shown.rows[0].table == "FB-02" and shown.rows[0].state is State.ALARM
    assert shown.detail is not None and shown.detail.act.name == "acknowledge_shuffler_fault"
    assert (shown.faults[0].what, shown.faults[0].seen) == ("Jam: two cards stuck", "not yet")
    stage.clock.advance(minutes=2)
    do(stage, "acknowledge_shuffler_fault")
    assert view(stage).rows[0].state is State.WARNING and view(stage).faults[0].seen == "2 min 0 s"
    stage.clock.advance(minutes=3)
    do(stage, "reshuffle_after_fault", "by hand, all cards")
    assert view(stage).faults[0].reshuffled == "5 min 0 s"
    do(stage, "return_shuffler", "rollers cleaned")
    shown = view(stage)
    assert shown.faults[0].back == "5 min 0 s" and stage.read(Shuffler, "FB-02").condition is ShufflerCondition.WORKING
    assert "acknowledged after 2 min 0 s" in shown.faults_say and not shown.faults[0].open


def test_out_of_order_as_the_state_asks(stage: Stage) -> None:
    """Signed or covered in Pennsylvania: the form says so, and whoever did it says which."""
    stage.sign_in("sam")
    stage.app.go("shufflers", "FB-02")
    view(stage)
    stage.app._act("take_shuffler_out")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None and asking.fields["how"].text == "" and "signed" in asking.form.sentence
    for name, text in (("how", "Signed"), ("emptied", "Yes"), ("cards_inside", "0"), ("reason", "rollers worn")):
        asking.fields[name].show_text(text)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    known = stage.read(Shuffler, "FB-02")
    assert known.taken_out is OutOfOrder.SIGNED and (known.emptied, known.cards_inside) == (True, 0)
    stage.app.refresh()
    shown = view(stage)
    assert shown.rows[0].word == "out of order" and "until it is back" in shown.rows[0].now


def test_selection_stays_where_it_is_when_another_shuffler_jams(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("shufflers", "")
    rows = view(stage).rows
    last = rows[-1].table
    place(stage).shufflers.ledger.selectRow(len(rows) - 1)
    stage.settle()
    stage.clock.advance(minutes=1)
    stage.app.refresh()
    stage.settle()
    assert place(stage).table == last
