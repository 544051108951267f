"""The lamp sensor's sketches whole, on this machine: pins, clock and memory are stand-ins, the bytes are their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from floorapp.bootstrap import RESOURCES
from floorapp.readers.outlets import PtyOutlet

KIT = RESOURCES / "lamp-sensor"
ARDUINO = r"""
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
enum { LOW, HIGH, INPUT_PULLUP, A0 };
static bool lit_now[4];
static uint32_t born;
static uint32_t micros() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000u + now.tv_nsec / 1000u;
}
static uint32_t millis() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return born + (uint32_t)(now.tv_sec * 1000u + now.tv_nsec / 1000000u);
}
static int digitalRead(uint8_t pin) { return lit_now[pin] ? LOW : HIGH; }
static int analogRead(int) { return 512; }
static void pinMode(uint8_t, int) {}
static struct {
    void begin(long) {}
    void write(const uint8_t *octets, size_t count) { if (::write(1, octets, count) < 0) exit(0); }
} Serial;
"""
EEPROM = """
#include <stdio.h>
static struct {
    template <class T> void get(int, T &kept) {
        FILE *file = fopen("eeprom", "rb");
        if (file) { if (fread(&kept, sizeof kept, 1, file) != 1) kept = T(); fclose(file); }
    }
    template <class T> void put(int, const T &kept) {
        FILE *file = fopen("eeprom", "wb");
        fwrite(&kept, sizeof kept, 1, file);
        fclose(file);
    }
} EEPROM;
"""
MAIN = r"""
int main(int count, char **words) {
    if (count > 1) born = strtoul(words[1], 0, 10) - millis();
    setup();
    for (;;) {
        struct pollfd said = {0, POLLIN, 0};
        char word;
        while (poll(&said, 1, 0) > 0) {
            if (read(0, &word, 1) < 1) return 0;
            lit_now[(word & 0x5f) == 'B' ? 2 : 3] = word < 'a';
        }
        loop();
        usleep(1000);
    }
}
"""
MICROPYTHON = """
import os, select, sys, time, types
lit = {2: False, 3: False}
class Pin:
    IN = PULL_UP = 0
    def __init__(self, number, *_): self.number = number
    def value(self): return 0 if lit[self.number] else 1
def sleep_ms(count):
    time.sleep(count / 1000)
    while select.select([0], [], [], 0)[0]:
        word = os.read(0, 1)
        if not word: sys.exit()
        lit[2 if word in b"Bb" else 3] = word.isupper()
begin = int(sys.argv[1]) - time.monotonic_ns() // 1000000 if len(sys.argv) > 1 else 0
time.ticks_ms = lambda: (begin + time.monotonic_ns() // 1000000) % 2**30
time.ticks_diff = lambda late, early: (late - early + 2**29) % 2**30 - 2**29
time.sleep_ms = sleep_ms
sys.modules["machine"] = types.SimpleNamespace(Pin=Pin)
sys.path.insert(0, os.environ["KIT"])
sys.stdout = types.SimpleNamespace(buffer=os.fdopen(1, "wb", buffering=0))
import main
"""


class LampBoard:
    """A board that runs a sketch, at the end of a cable; its lamps are lit by hand."""

    def __init__(self, program: list[str], folder: Path) -> None:
        self._program, self._folder = program, folder
        self._outlet = PtyOutlet()
        self.name = self._outlet.name
        self._board: subprocess.Popen[bytes] | None = None
        self._cable = Thread(target=self._carry, name="lamp-board")

    def power(self) -> None:
        """It is switched on, if it was not; its setup runs."""
        if self._board is not None:
            return
        way, pipe = os.environ | {"KIT": str(KIT / "micropython")}, subprocess.PIPE
        self._board = subprocess.Popen(self._program, cwd=self._folder, stdin=pipe, stdout=pipe, env=way)
        self._cable.start()

    def _carry(self) -> None:
        assert self._board is not None and self._board.stdout is not None
        while octets := os.read(self._board.stdout.fileno(), 4096):
            self._outlet.write(octets)

    def lamp(self, letter: str) -> None:
        """`B` lights the lamp of a blackjack, `N` the other; a small letter puts it out."""
        assert self._board is not None and self._board.stdin is not None
        self._board.stdin.write(letter.encode())
        self._board.stdin.flush()

    def stop(self) -> None:
        if self._board is not None:
            self._board.kill()
            self._board.wait()
            self._cable.join()
            for pipe in (self._board.stdin, self._board.stdout):
                assert pipe is not None
                pipe.close()
        self._outlet.unplug()


@contextmanager
def lamp_board(sketch: str, folder: Path, clock: int | None = None) -> Iterator[LampBoard]:
    """`arduino`, compiled here, or `micropython`, run by this Python; `clock` is what its milliseconds begin with."""
    program = _compiled(folder) if sketch == "arduino" else _run(folder)
    board = LampBoard([*program, *([] if clock is None else [str(clock)])], folder)
    try:
        yield board
    finally:
        board.stop()


def _compiled(folder: Path) -> list[str]:
    whole = folder / "board.cpp"
    (folder / "EEPROM.h").write_text(EEPROM)
    whole.write_text(f'{ARDUINO}#include "{KIT}/arduino/lamp_sensor.ino"\n{MAIN}')
    flags = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{folder}", f"-I{KIT}/arduino"]
    subprocess.run(["c++", *flags, "-o", str(folder / "board"), str(whole)], check=True)
    return [str(folder / "board")]


def _run(folder: Path) -> list[str]:
    (folder / "board.py").write_text(MICROPYTHON)
    return [sys.executable, str(folder / "board.py")]
