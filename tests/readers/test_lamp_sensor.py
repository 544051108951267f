"""The lamp sensor's encoders make the bytes of the protocol's page: the sketch's compiled here, MicroPython's run."""

from __future__ import annotations

import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Signal
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory
from tests.readers.lamp_board import KIT, lamp_board
from tests.readers.test_protocol_page import LINES, SESSION
from tests.waiting import wait_until

PROGRAM = """
#include <stdio.h>
#include <stddef.h>
#include "floor_line.h"
static void show(const uint8_t *line, size_t count) {
    for (size_t place = 0; place < count; place++) printf("%02x", line[place]);
    printf("\\n");
}
int main(void) {
    uint8_t line[FLOOR_MOST_FRAME], tested[] = {1, 6, 'l', 'a', 'm', 'p', ' ', '2'}, tampered[] = {1, 0};
    const uint8_t session[8] = {0x2a, 0, 0, 0, 0xd1, 0xce, 0x5e, 0xed};
    show(line, floor_hello(line, 1, 5, session, 0, 1, "Acme", "HC-21", "A10047", "2.4.1"));
    show(line, floor_heartbeat(line, 1, 1, 1000, 0));
    show(line, floor_heartbeat(line, 1, 42, 41930, 2));
    show(line, floor_signal(line, 1, 43, 42105, FLOOR_BLACKJACK, "Kh"));
    show(line, floor_signal(line, 1, 44, 43500, FLOOR_MEDIUM, "--"));
    show(line, floor_frame(line, 1, FLOOR_SELF_TEST, 45, 44000, tested, sizeof tested));
    show(line, floor_frame(line, 1, FLOOR_TAMPER, 46, 45000, tampered, sizeof tampered));
    return floor_frame(line, 1, FLOOR_FAULT, 47, 46000, line, 201) != 0;
}
"""
NAMES = ("hello", "heartbeat", "heartbeat-tampered", "signal", "signal-masque", "self-test", "tamper")


@pytest.mark.unix
@pytest.mark.parametrize("compiler", [["cc", "-std=c99"], ["c++", "-std=c++11", "-x", "c++"]], ids=["c", "c++"])
def test_the_sketchs_encoder_makes_the_bytes_of_the_page(compiler: list[str], tmp_path: Path) -> None:
    source, program = tmp_path / "vectors.c", tmp_path / "vectors"
    source.write_text(PROGRAM)
    flags = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-I", str(KIT / "arduino"), "-o", str(program)]
    subprocess.run([*compiler, *flags, str(source)], check=True)
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()
    assert dict(zip(NAMES, map(bytes.fromhex, said), strict=True)) == {name: LINES[name] for name in NAMES}


def micropython() -> Any:
    spec = spec_from_file_location("kit_floor_line", KIT / "micropython" / "floor_line.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_micropythons_encoder_makes_the_bytes_of_the_page() -> None:
    kit = micropython()
    assert kit.hello(5, SESSION, 0, "Acme", "HC-21", "A10047", "2.4.1") == LINES["hello"]
    assert kit.heartbeat(1, 1000) == LINES["heartbeat"]
    assert kit.heartbeat(42, 41_930, 2) == LINES["heartbeat-tampered"]
    assert kit.signal(43, 42_105, kit.BLACKJACK, "Kh") == LINES["signal"]
    assert kit.signal(44, 43_500, kit.MEDIUM) == LINES["signal-masque"]


def test_the_kit_says_that_a_modification_needs_approval() -> None:
    assert "needs the regulator's approval" in (KIT / "README.md").read_text(encoding="utf-8")


@pytest.mark.unix
@pytest.mark.parametrize(("sketch", "wraps"), [("arduino", 2**32), ("micropython", 2**30)])
def test_the_sketch_as_a_whole_is_a_right_reader_also_while_its_clock_wraps(
    sketch: str, wraps: int, tmp_path: Path
) -> None:
    """Everything but the board itself: loop, debounce, hello and heartbeat, over a pseudo-terminal."""
    key, memory = "Own/LampSensor/0001", Memory()
    with lamp_board(sketch, tmp_path, wraps - 700) as board:
        line, known = ReaderLine("L1", board.name), KnownReader(key, ReaderKind.BLACKJACK, "T1")
        with Supervisor(listener=memory, lines=[line], known=[known], patience=CALM) as supervisor:
            wait_until(lambda: supervisor.sheets()[0].port)
            board.power()
            memory.until(memory.is_("L1", LineState.LIVE))
            for letters in ("Bb", "Nn", "B"):
                before = len(memory.events(HoleCardSignal))
                for letter in letters:
                    board.lamp(letter)
                    if letter.isupper():
                        memory.until(lambda: len(memory.events(HoleCardSignal)) > before)  # noqa: B023 - called at once
                        continue
                    # The second frame was made after the lamp went out, a second later than the one before.
                    good = supervisor.sheets()[0].counters.good
                    wait_until(lambda good=good: supervisor.sheets()[0].counters.good > good + 1)  # type: ignore[misc]
                assert len(memory.events(HoleCardSignal)) == before + 1
            sheet = supervisor.sheets()[0]
    said = [each.heard.event for each in memory.events(HoleCardSignal)]
    lit = [Signal.BLACKJACK, Signal.NO_BLACKJACK, Signal.BLACKJACK]
    assert said == [HoleCardSignal(each) for each in lit]
    assert [flaw for flaw, count in sheet.counters.flaws if count] == [] and memory.gaps == []
    assert {each.reader.key for each in memory.reports} == {key}
