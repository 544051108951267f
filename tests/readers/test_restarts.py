"""A reader that starts anew: what it said unheard is missing, and whatever its session is called nothing is lost."""

from __future__ import annotations

from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import Gap, HoleCardSignal
from tests.readers.floor import floor
from tests.readers.test_conversation import SECRET, hear, line, reader


def test_a_reader_that_restarted_unheard_misses_what_it_said_meanwhile() -> None:
    with floor(may_answer=True) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "chatter 100")
        house.do(0, "silence 0.3")
        house.do(0, "restart")
        for _ in range(5):
            house.do(0, "signal blackjack As")
        house.memory.until(lambda: len(house.memory.events(HoleCardSignal)) == 5)
    assert all(each.heard.late for each in house.memory.events(HoleCardSignal)), "they came because they were asked for"


def test_a_restart_unheard_is_a_gap_and_is_asked_for() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    mark = host.mark()
    device.restart()
    device.skip(5)
    for conversation in (host, line(mark=mark)):
        conversation.due()
        assert hear(conversation, device.hello())[1:] == [Gap(1, 5)]
        assert len(device.answer(b"".join(conversation.due()))) == 5
    unknown = line()
    assert len(hear(unknown, device.hello())) == 1, "what came before we knew it is nobody's gap"


def test_a_reader_that_ran_unheard_for_days_is_heard_at_once() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    mark = host.mark()
    device.sequence = 300_000
    later = line(mark=mark)
    assert hear(later, device.hello())[1:] == [Gap(2, 300_000)]
    assert len(hear(later, device.beat())) == 1
    keyed, host = reader(SECRET), line(SECRET)
    hear(host, keyed.hello() + keyed.beat())
    mark = host.mark()
    keyed.sequence = 300_000
    assert Gap(2, 300_000) in hear(line(SECRET, mark), keyed.hello() + keyed.beat())
