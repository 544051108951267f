"""Lines and known readers are entries: who sets them up, what is refused, and what the lines then follow."""

from __future__ import annotations

import pytest

from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import lines, readers, tables
from floorapp.operations.reader_lines import LinesPlan, lines_plan
from floorapp.operations.refusal import Refused
from tests.acts.floor import PROVED, Floor

BJ = ReaderKind.BLACKJACK


def plan(floor: Floor) -> LinesPlan:
    with floor.desk().looking() as moment:
        return lines_plan(moment, floor.store.station, {"Acme/BJ/77": b"secret"})


def refused(floor: Floor, line: str, target: str) -> str:
    with pytest.raises(Refused) as caught:
        lines.add_line(floor.desk("ada"), line=line, target=target)
    return caught.value.refusal.happened


def test_a_line_is_set_up_switched_and_removed_and_its_name_can_be_used_again(floor: Floor) -> None:
    desk = floor.desk("ada")
    lines.add_line(desk, line=" L1 ", target="socket://10.0.0.7:4001", group="server 7", may_answer=True)
    (line,) = plan(floor).lines
    assert (line.id, line.target, line.group, line.may_answer, line.on) == (
        "L1",
        "socket://10.0.0.7:4001",
        "server 7",
        True,
        True,
    )
    lines.switch_line(desk, line="L1", on=False, reason="the server is moved")
    assert not plan(floor).lines[0].on
    lines.remove_line(desk, line="L1", reason="sold")
    assert plan(floor).lines == () and floor.get(ReaderLine, "L1").removed
    lines.add_line(desk, line="L1", target="/dev/ttyUSB0")
    assert plan(floor).lines[0].target == "/dev/ttyUSB0"


def test_what_cannot_be_a_line_is_refused_in_words(floor: Floor) -> None:
    lines.add_line(floor.desk("ada"), line="L1", target="/dev/ttyUSB0")
    assert "already" in refused(floor, line="L1", target="/dev/ttyUSB1")
    assert "L1 already uses /dev/ttyUSB0" in refused(floor, line="L2", target="/dev/ttyUSB0")
    for target in ("", "ttyUSB0", "http://x:1", "socket://host", "usb:12:34", "/dev/tty USB0"):
        assert "is not a port" in refused(floor, line="L2", target=target)
    with pytest.raises(Refused, match="address"):
        lines.add_line(floor.desk("ada"), line="L2", target="/dev/ttyUSB1", address=256)


def test_lines_of_another_station_are_not_ours(floor: Floor) -> None:
    lines.add_line(floor.desk("ada"), line="L1", target="/dev/ttyUSB0")
    with floor.desk().looking() as moment:
        assert lines_plan(moment, "ELSEWHERE", {}).lines == ()


def test_a_known_reader_stands_where_its_number_is_fitted_and_follows_a_replacement(floor: Floor) -> None:
    desk = floor.desk("ada")
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.READER, serial="77")
    lines.know_reader(desk, reader="Acme/BJ/77", kind=BJ)
    lines.know_reader(desk, reader="Acme/BJ/78", kind=BJ)
    first, second = plan(floor).known
    assert (first.table, first.secret, second.table, second.secret) == ("FB-01", b"secret", None, None)
    assert floor.get(ListedReader, "Acme/BJ/77").kind is BJ, "and the secret is nowhere on record"
    readers.report_reader_failure(floor.desk("flo"), table="FB-01", says="dark")
    readers.mend_reader(floor.desk("flo"), table="FB-01", says="new one", proofs=PROVED, serial="78")
    first, second = plan(floor).known
    assert (first.table, second.table) == (None, "FB-01")
    lines.forget_reader(desk, reader="Acme/BJ/77", reason="sent back")
    assert [each.key for each in plan(floor).known] == ["Acme/BJ/78"]
    with pytest.raises(Refused, match="MAKE/MODEL/SERIAL"):
        lines.know_reader(desk, reader="78", kind=BJ)


def test_a_virtual_reader_never_stands_in_for_a_real_one(floor: Floor) -> None:
    desk = floor.desk("ada")
    with pytest.raises(Refused, match="must not replace a real one"):
        lines.attach_virtual_reader(desk, table="FB-01")
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="workshop")
    lines.attach_virtual_reader(desk, table="FB-01")
    (line,), (known,) = plan(floor).lines, plan(floor).known
    assert line.virtual and known.virtual and known.table == "FB-01"
    assert (line.target, line.expects) == ("virtual:VR-0001", known.key)
    tables.remove_equipment(desk, table="FB-02", fixture=Fixture.READER, reason="workshop")
    lines.attach_virtual_reader(desk, table="FB-02")
    assert [each.target for each in plan(floor).lines] == ["virtual:VR-0001", "virtual:VR-0002"]
