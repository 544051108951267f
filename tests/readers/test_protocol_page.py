"""The protocol's page is true: its examples are read from it, byte for byte, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cobs import cobs

from floorapp.domain.cards import CARDS
from floorapp.domain.readers import (
    Ailment,
    Cleared,
    Event,
    Fault,
    FaultCause,
    Heartbeat,
    Hello,
    HoleCardSignal,
    ReaderIdentity,
    ReaderKind,
    SelfTest,
    Signal,
    Tamper,
    TamperCause,
)
from floorapp.readers.frames import LEAST_BODY, MOST_BODY, MOST_ENCODED, RESENT, Frame, decode, encode
from floorapp.readers.keyed import PERSON, is_signed, sign
from floorapp.readers.messages import Type, acknowledge, ask_to_resend, read, write
from floorapp.readers.script import WORDS, read_script

PAGE = (Path(__file__).parents[2] / "resources/help/reader-protocol.md").read_text(encoding="utf-8")
BLOCKS = {(kind, name): text for kind, name, text in re.findall(r"```(\w+)(?: ([\w-]+))?\n(.*?)```", PAGE, re.S)}
LINES = {name: bytes.fromhex(text) for (kind, name), text in BLOCKS.items() if kind == "line"}
HEX = re.compile(r"(?:[0-9a-f]{2} )*[0-9a-f]{2}(?=  )")

SESSION = bytes.fromhex("2a000000d1ce5eed")
SECRET = bytes(range(32))
ACME = ReaderIdentity("Acme", "HC-21", "A10047", "2.4.1", ReaderKind.BLACKJACK)
VIRTUAL = ReaderIdentity("Floorapp", "Virtual", "VR-0001", "1.0", ReaderKind.MASQUE, virtual=True)

SAID: dict[str, tuple[Event, int, int]] = {
    "hello": (Hello(ACME, SESSION, 0), 0, 5),
    "hello-virtual": (Hello(VIRTUAL, SESSION, 118), 0, 120_005),
    "heartbeat": (Heartbeat(), 1, 1000),
    "heartbeat-tampered": (Heartbeat(tamper=True), 42, 41_930),
    "signal": (HoleCardSignal(Signal.BLACKJACK, CARDS["Kh"]), 43, 42_105),
    "signal-masque": (HoleCardSignal(Signal.MEDIUM), 44, 43_500),
    "self-test": (SelfTest(False, "lamp 2"), 45, 44_000),
    "tamper": (Tamper(TamperCause.COVER), 46, 45_000),
    "fault": (Fault(FaultCause.OPTICS, "dust"), 47, 46_000),
    "cleared": (Cleared(Ailment.TAMPER, "key 9"), 48, 47_000),
    "signal-again": (HoleCardSignal(Signal.NO_BLACKJACK, CARDS["As"]), 50, 50_250),
    "keyed": (Heartbeat(), 1, 1000),
}
ASKED = {
    "acknowledge": (acknowledge(43), 1, 900),
    "resend": (ask_to_resend(49, 51), 2, 1200),
    "resend-hello": (ask_to_resend(0, 0), 3, 1250),
}


def body_of(name: str) -> bytes:
    rows = BLOCKS["body", name].splitlines()
    return b"".join(bytes.fromhex(found.group()) for row in rows if (found := HEX.match(row)))


@pytest.mark.parametrize("name", sorted(SAID))
def test_the_bytes_on_the_page_are_what_a_reader_says(name: str) -> None:
    event, sequence, uptime = SAID[name]
    kind, payload = write(event)
    frame = Frame(kind, sequence, uptime, payload, address=7 if name == "hello-virtual" else 1)
    if name == "signal-again":
        frame = Frame(kind, sequence, uptime, payload, flags=RESENT)
    if name == "keyed":
        frame = sign(frame, SECRET, SESSION)
        assert is_signed(frame, SECRET, SESSION)
    assert encode(frame) == LINES[name]
    decoded = decode(LINES[name].strip(b"\0"))
    assert decoded == frame
    said = read(kind, payload)
    assert said == event
    assert not isinstance(event, Hello) or (isinstance(said, Hello) and said.last == event.last)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_the_bytes_on_the_page_are_what_the_host_says(name: str) -> None:
    (kind, payload), sequence, uptime = ASKED[name]
    assert encode(Frame(kind, sequence, uptime, payload)) == LINES[name]


@pytest.mark.parametrize("name", sorted(LINES))
def test_each_body_is_the_line_without_its_stuffing(name: str) -> None:
    assert cobs.decode(LINES[name].strip(b"\0")) == body_of(name)
    assert LINES[name][0] == LINES[name][-1] == 0 and 0 not in LINES[name][1:-1]


def test_the_page_has_an_example_of_every_type_and_names_the_limits() -> None:
    assert LINES.keys() == SAID.keys() | ASKED.keys()
    assert {body_of(name)[4] for name in LINES} == set(Type)
    assert f"{LEAST_BODY} to {MOST_BODY} bytes" in PAGE and f"at most {MOST_ENCODED + 2} bytes" in PAGE
    assert f"`{PERSON.decode()}`" in PAGE


def test_the_script_on_the_page_can_be_played_and_shows_every_word() -> None:
    script = read_script(BLOCKS["script", ""])
    assert {cue.word for cue in script.cues} == WORDS.keys()
    assert script.over_again_after == 30
