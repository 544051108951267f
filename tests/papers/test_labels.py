"""Labels: a PDF whose codes are read back from its picture, and a ZPL stream as a label printer receives it."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from threading import Thread

import pytest

from floorapp.cli import main
from floorapp.domain.codes import read_code
from floorapp.operations.acts import custody
from floorapp.operations.labels import Label, Symbol, seal_labels, set_labels, table_labels
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from printing.labels import labels_pdf, labels_zpl
from tests.acts.floor import Floor

NAMES = [f"DS-2026-{number:04d}" for number in range(31)]
LABELS = tuple(Label(name, ("Bee, red, 6 decks", "Grand ^ House"), f"SET-{name}") for name in NAMES)
DATA = {Symbol.QR: r"\^BQN,2,5\^FH\^FDMA,(.*?)\^FS", Symbol.CODE_128: r"\^BCN,76,Y,N,N,A\^FH\^FD(.*?)\^FS"}


class LabelPrinter:
    """What a label printer on TCP 9100 is sent."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.stream = b""
        self._thread = Thread(target=self._take)
        self._thread.start()

    def _take(self) -> None:
        connected, _ = self._listener.accept()
        with connected:
            while more := connected.recv(4096):
                self.stream += more

    def done(self) -> bytes:
        self._thread.join(30)
        self._listener.close()
        return self.stream


def test_zpl_has_one_format_a_label_with_its_code_as_data() -> None:
    for symbol, data in DATA.items():
        stream = labels_zpl(LABELS, symbol).decode("utf-8")
        formats = re.findall(r"\^XA(.*?)\^XZ", stream, re.S)
        assert len(formats) == 31 and [re.findall(data, each) for each in formats] == [[each.code] for each in LABELS]
        assert stream.count("^CI28") == 31 and "Grand ^ House" not in stream, "the printer's own signs are escaped"


def test_the_pdf_has_thirty_labels_a_sheet_and_every_code_in_words() -> None:
    for symbol in Symbol:
        content = labels_pdf(LABELS, symbol)
        assert content.startswith(b"%PDF-") and content.count(b"/Type /Page\n") + content.count(b"/Type /Page ") >= 2


def test_sets_tables_and_seals_get_codes_that_mean_them(floor: Floor) -> None:
    desk = floor.desk("sam")
    signed = floor.sign(desk, "sid", Meaning.RECEIVED)
    custody.receive_decks(desk, design="Bee", back="red", decks=6, seals=("A-0009",), security=signed)
    with desk.looking() as moment:
        (one,) = set_labels(moment)
        assert read_code(one.code)[1] == one.title and "Bee, red, 6 decks" in one.lines
        assert {read_code(each.code)[1] for each in table_labels(moment)} >= {"FB-01", "FB-02"}
        assert [each.code for each in seal_labels(moment, "A-0010", 3)] == ["SEAL-A-0010", "SEAL-A-0011", "SEAL-A-0012"]
        for first, count in (("A-0008", 2), ("none", 3), ("A-1", 0)):
            with pytest.raises(Refused):
                seal_labels(moment, first, count)
        with pytest.raises(Refused, match="no table XX"):
            table_labels(moment, ("XX",))


def test_the_command_writes_a_pdf_and_sends_to_a_label_printer(
    floor: Floor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--database", str(floor.path)]
    assert main([*at, "labels", "--tables", "--symbol", "code128", "--pdf", str(tmp_path / "l.pdf")]) == 0
    assert (tmp_path / "l.pdf").read_bytes().startswith(b"%PDF-")
    printer = LabelPrinter()
    assert main([*at, "labels", "--seals", "B-01", "2", "--printer", f"127.0.0.1:{printer.port}"]) == 0
    with floor.desk("sam").looking() as moment:
        assert printer.done() == labels_zpl(seal_labels(moment, "B-01", 2), Symbol.QR)
    assert "2 labels." in capsys.readouterr().out
    assert main([*at, "labels", "--tables", "--printer", "127.0.0.1:1"]) != 0
    assert "could not be sent" in capsys.readouterr().err
