"""The watch, the waits and the alarm board, without any port or clock."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from floorapp.domain.reader_lines import AlarmKind, LineChange, LineReason, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.readers.alarms import AlarmBoard
from floorapp.readers.line_session import Backoff
from floorapp.readers.line_watch import GRAVITY, Patience, Watch
from floorapp.readers.troubles import _WORDS, trouble
from floorapp.readers.virtual import virtual_identity

AT = datetime(2026, 3, 1, tzinfo=UTC)
READER = virtual_identity(1, ReaderKind.BLACKJACK)
ACTS = (
    "on",
    "off",
    "opened",
    "unplugged",
    "refused",
    "trust",
    "stranger",
    "heard",
    "noise",
    "fault",
    "healed",
    "chatter",
)


def act(watch: Watch, name: str, now: float) -> LineChange | None:
    match name:
        case "on" | "off":
            return watch.switch(name == "on", now, AT)
        case "opened":
            return watch.opened(now, AT)
        case "unplugged" | "refused":
            return watch.gone(LineReason(name), now, AT)
        case "trust":
            return watch.trust(READER, "T1", now, AT)
        case "stranger":
            return watch.distrust(LineReason.STRANGER, READER, now, AT)
        case "heard":
            return watch.heard(now, AT)
        case "noise":
            watch.noise()
        case "fault":
            return watch.ail(LineReason.FAULT, now, AT)
        case "healed":
            return watch.recover(LineReason.FAULT, now, AT)
        case "chatter":
            return watch.ail(LineReason.CHATTER, now, AT, until=now + 1)
    return watch.settle(now, AT)


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from([0.0, 0.1, 2.0, 4.0])), max_size=40))
@settings(max_examples=300)
def test_each_change_is_told_once_and_fits_what_came_before(acts: list[tuple[str, float]]) -> None:
    watch, now = Watch(ReaderLine("L1", "x"), Patience(), AT), 100.0
    state, reason = watch.state, watch.reason
    for name, pause in acts:
        now += pause
        for change in (watch.settle(now, AT), act(watch, name, now)):
            if change is not None:
                assert change.was is state and (change.now, change.reason) != (state, reason)
                state, reason = change.now, change.reason
                assert (change.trouble is not None) == (state in (LineState.ABSENT, LineState.SILENT, LineState.FAULTY))
        assert watch.state is state
        assert watch.settle(now, AT) is None, "told twice"


def test_a_reader_that_was_unplugged_is_still_gone_when_nothing_listens() -> None:
    watch = Watch(ReaderLine("L1", "x"), Patience(), AT)
    watch.opened(0, AT)
    assert act(watch, "unplugged", 1) is not None
    assert act(watch, "refused", 2) is None


def test_the_worst_reason_is_shown_and_every_reason_has_words() -> None:
    watch = Watch(ReaderLine("L1", "x"), Patience(), AT)
    watch.opened(0, AT)
    for reason in reversed(GRAVITY):
        change = watch.ail(reason, 0, AT)
        assert change is not None and change.reason is reason
    fine = {LineReason.SWITCHED_OFF, LineReason.STARTING, LineReason.OPENED, LineReason.TRUSTED, LineReason.RECOVERED}
    assert _WORDS.keys() == set(LineReason) - fine
    for reason in _WORDS:
        words = trouble(reason, line="7", target="/dev/x")
        assert words is not None and all(part.endswith(".") for part in (words.what, words.means, words.do))


@given(st.integers(0, 2**32), st.floats(0.01, 5), st.floats(5, 60))
def test_waits_grow_to_a_most_and_are_never_in_step(seed: int, first: float, most: float) -> None:
    backoff = Backoff(Random(seed), first, most)
    waits = [backoff.next() for _ in range(80)]
    for number, wait in enumerate(waits):
        whole = min(most, first * 2.0**number)
        assert whole / 2 <= wait <= whole
    backoff.reset()
    assert backoff.next() <= first


def change(line: str, now: LineState, reason: LineReason, was: LineState = LineState.LIVE) -> LineChange:
    return LineChange(line, AT, was, now, reason, trouble(reason, line=line, target=line), f"T{line}", READER)


def test_the_board_gathers_joins_and_ends_an_alarm() -> None:
    board = AlarmBoard(lambda line: "device server a", 0.3)
    board.note(change("1", LineState.ABSENT, LineReason.UNPLUGGED), 0.0)
    board.note(change("2", LineState.SILENT, LineReason.NOTHING_HEARD), 0.1)
    assert list(board.due(0.2)) == []
    (raised,) = board.due(0.31)
    assert raised.lines == ("1", "2") and raised.tables == ("T1", "T2") and not raised.grown
    board.note(change("3", LineState.ABSENT, LineReason.UNPLUGGED), 1.0)
    board.note(change("2", LineState.ABSENT, LineReason.UNPLUGGED, LineState.SILENT), 1.0)
    (grown,) = board.due(1.5)
    assert grown.grown and grown.number == raised.number and len(grown.lines) == 3
    for line in ("1", "2"):
        board.note(change(line, LineState.LIVE, LineReason.RECOVERED), 2.0)
    assert list(board.due(3.0)) == []
    board.note(change("3", LineState.LIVE, LineReason.RECOVERED), 3.0)
    (over,) = board.due(3.0)
    assert not over.standing and over.number == raised.number


def test_a_fault_is_an_alarm_at_once_and_its_own() -> None:
    board = AlarmBoard(lambda line: "device server a", 0.3)
    board.note(change("1", LineState.FAULTY, LineReason.TAMPER), 0.0)
    board.note(change("2", LineState.FAULTY, LineReason.FAULT), 0.0)
    assert [alarm.kind for alarm in board.due(0.0)] == [AlarmKind.OUT_OF_ORDER] * 2


def test_a_line_back_before_its_alarm_was_told_raises_none() -> None:
    board = AlarmBoard(lambda line: line, 0.3)
    board.note(change("1", LineState.ABSENT, LineReason.UNPLUGGED), 0.0)
    board.note(change("1", LineState.LIVE, LineReason.RECOVERED), 0.1)
    assert list(board.due(9.0)) == []
