"""Labels: a PDF whose codes are read back from its picture, and a ZPL stream as a label printer receives it."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from reportlab.graphics.barcode import code128

from floorapp.cli import main
from floorapp.domain.codes import read_code
from floorapp.operations.acts import custody
from floorapp.operations.labels import MOST_IN_BARS, Label, Symbol, drawable, seal_labels, set_labels, table_labels
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


@pytest.mark.parametrize("code", ["TABLE-1", "SET-DS-2026-0001", "X" * MOST_IN_BARS])
def test_bars_are_two_dots_or_more_at_203_dpi_and_quiet_at_both_ends(code: str) -> None:
    """Anything thinner does not come out of a thermal printer as bars; the standard asks for ten widths of quiet."""
    label = drawable((Label("", (), code),), Symbol.CODE_128)[0]
    stream = labels_zpl((label,), Symbol.CODE_128).decode()
    found = re.search(r"\^PW(\d+).*\^FO(\d+),82\^BY(\d)\^BC", stream)
    assert found is not None
    width, left, dots = map(int, found.groups())
    bars = dots * (11 * (len(code) + 2) + 13)
    assert dots >= 2 and left >= 10 * dots and width - left - bars >= 10 * dots
    assert width <= 3 * 203


def test_what_is_too_long_for_bars_is_refused_and_drawn_as_a_square() -> None:
    long = (Label("", (), "SEAL-" + "7" * MOST_IN_BARS),)
    with pytest.raises(Refused, match="Choose QR"):
        drawable(long, Symbol.CODE_128)
    assert drawable(long, Symbol.QR) == long


@pytest.mark.parametrize("code", ["TABLE-BÄ1", "SEAL-A>01"])
def test_what_bars_cannot_say_is_drawn_as_a_square(code: str) -> None:
    """A letter that Code 128 lacks was left out, and table BÄ1 was B1; `>` is a command to a label printer."""
    label = (Label("", (), code),)
    with pytest.raises(Refused, match="Choose QR"):
        drawable(label, Symbol.CODE_128)
    assert drawable(label, Symbol.QR) == label


Picture = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
POINT = 4
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)


def pictures(content: bytes, folder: Path) -> list[Picture]:
    """Every place of the sheets a label may stand on, row by row, four dots a point, where it is dark."""
    file = folder / "labels.pdf"
    file.write_bytes(content)
    call = ["pdftoppm", "-gray", "-r", str(72 * POINT), str(file), str(folder / "sheet")]
    subprocess.run(call, capture_output=True, check=True, timeout=100)
    found = []
    for sheet in sorted(folder.glob("sheet-*.pgm")):
        raw = sheet.read_bytes()
        sheet.unlink()
        kind, width, height, _most = raw.split(maxsplit=4)[:4]
        assert kind == b"P5"
        wide, tall = int(width), int(height)
        page = np.frombuffer(raw[-wide * tall :], np.uint8).reshape(tall, wide) < 128
        for down in range(10):
            top = (36 + 72 * down) * POINT
            for across in range(3):
                left = int((13.5 + 198 * across) * POINT)
                found.append(page[top : top + 72 * POINT, left : left + 189 * POINT])
    return found


def is_whole(codewords: list[int], checks: int) -> bool:
    """Whether data and error correction of a QR code belong together, as a scanner asks first."""
    power, times = [1], {0: 0}
    for _ in range(254):
        power.append(power[-1] << 1 ^ (0x11D if power[-1] > 127 else 0))
    times |= {value: place for place, value in enumerate(power)}
    for root in range(checks):
        sum_ = 0
        for each in codewords:
            sum_ = (power[(times[sum_] + root) % 255] if sum_ else 0) ^ each
        if sum_:
            return False
    return True


def read_square(dark: Picture) -> str:
    """A QR code of version 1, undamaged: its mask, its way through the modules, its letters."""
    square = dark[:, : 66 * POINT]
    rows, columns = np.flatnonzero(square.any(axis=1)), np.flatnonzero(square.any(axis=0))
    top, left, side = rows[0], columns[0], (columns[-1] + 1 - columns[0]) / 21

    def module(r: int, c: int) -> int:
        return int(square[int(top + (r + 0.5) * side), int(left + (c + 0.5) * side)])

    mask = MASKS[(module(8, 2) ^ 1) * 4 + module(8, 3) * 2 + (module(8, 4) ^ 1)]
    bits = ""
    for turn, right in enumerate((20, 18, 16, 14, 12, 10, 8, 5, 3, 1)):
        for r in range(21) if turn % 2 else reversed(range(21)):
            for c in (right, right - 1):
                if r != 6 and not (r < 9 and (c < 9 or c > 12)) and not (r > 12 and c < 9):
                    bits += str(module(r, c) ^ (mask(r, c) == 0))
    assert is_whole([int(bits[place : place + 8], 2) for place in range(0, 208, 8)], 10)
    assert bits[:4] == "0010", "capitals, digits and hyphens"
    count, at, read = int(bits[4:13], 2), 13, ""
    while len(read) < count:
        long = 11 if count - len(read) > 1 else 6
        value, at = int(bits[at : at + long], 2), at + long
        read += (ALPHABET[value // 45] if long == 11 else "") + ALPHABET[value % 45]
    return read


def read_bars(dark: Picture) -> tuple[str, float]:
    """Code 128, and how many millimeters its thinnest bar has."""
    runs = [(bool(ink), len(list(run))) for ink, run in groupby(dark[45 * POINT])]
    widths = [long for _ink, long in runs[1:-1]]
    thin = sum(widths) / (11 * ((len(widths) - 1) // 6) + 2)
    assert runs[0][1] >= 10 * thin and runs[-1][1] >= 10 * thin
    names = {
        tuple("abcd".index(each.lower()) + 1 for each in signs): value
        for value, signs in vars(code128)["_patterns"].items()
    }
    values = [names[tuple(round(each / thin) for each in widths[n : n + 6])] for n in range(0, len(widths) - 7, 6)]
    assert values[-1] == (values[0] + sum(place * value for place, value in enumerate(values[:-1]))) % 103
    subset, read = "", ""
    for value in values[:-1]:
        if value in (103, 104, 105):
            subset = "ABC"[value - 103]
        elif value in (99, 100, 101) and not (subset == "C" and value == 99):
            subset = "CBA"[value - 99]
        else:
            read += f"{value:02d}" if subset == "C" else chr(value + 32)
    return read, thin / POINT * 25.4 / 72


@pytest.mark.unix
def test_every_code_of_both_sheets_is_read_back_from_its_picture_at_its_place(tmp_path: Path) -> None:
    found = pictures(labels_pdf(LABELS, Symbol.QR), tmp_path)
    assert [read_square(each) for each in found[:31]] == [each.code for each in LABELS]
    assert len(found) == 60 and not any(each.any() for each in found[31:]), "thirty a sheet, and nothing after the last"
    found = pictures(labels_pdf(LABELS, Symbol.CODE_128), tmp_path)
    assert [read_bars(each)[0] for each in found[:31]] == [each.code for each in LABELS]
    assert not any(each.any() for each in found[31:])
    for code in (LABELS[0].code, "X" * MOST_IN_BARS):
        read, thin = read_bars(pictures(labels_pdf((Label("Of cards", ("Bee",), code),), Symbol.CODE_128), tmp_path)[0])
        assert read == code and thin >= 0.24


@pytest.mark.unix
@pytest.mark.parametrize("symbol", Symbol)
def test_what_a_label_is_on_can_be_read_on_it_too(symbol: Symbol, tmp_path: Path) -> None:
    file = tmp_path / "labels.pdf"
    file.write_bytes(labels_pdf(LABELS, symbol))
    words = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True, text=True).stdout
    stream = labels_zpl(LABELS, symbol).decode()
    for label in LABELS:
        assert words.count(f"SET-{label.title}") == 1 and words.count(label.title) == 2
        assert f"^FD{label.title}^FS" in stream and f"^FD{label.code}^FS" in stream
    assert words.count(LABELS[0].lines[0]) == 31 and stream.count("Bee, red, 6 decks") == 31


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
