"""The three sounds of alarms, made here as small waves, and whatever this station can play them with."""

from __future__ import annotations

import io
import math
import shutil
import struct
from pathlib import Path

from PyQt6.QtCore import QProcess
from PyQt6.QtWidgets import QApplication

from floorapp.domain.duties import Urgency
from floorapp.system import PLAYS_SOUNDS, play_sound

RATE = 22_050

#: Each priority by its pitch in hertz, how often it sounds, and how long one tone lasts in seconds.
PATTERNS = {Urgency.ALARM: (880.0, 3, 0.14), Urgency.WARNING: (587.0, 2, 0.2), Urgency.DUE: (392.0, 1, 0.3)}

#: Programs that play a wave and come with a Linux desktop or a Mac.
PLAYERS = ("pw-play", "paplay", "aplay", "afplay")


def tone(priority: Urgency) -> bytes:
    """The sound of a priority as a WAV: each has its own pitch and its own number of beats."""
    import wave  # not at start

    pitch, beats, lasts = PATTERNS[priority]
    samples: list[int] = []
    for _beat in range(beats):
        count = int(RATE * lasts)
        for place in range(count):
            swell = min(1.0, place / (RATE * 0.01), (count - place) / (RATE * 0.03))
            samples.append(int(12_000 * swell * math.sin(2 * math.pi * pitch * place / RATE)))
        samples += [0] * int(RATE * 0.09)
    held = io.BytesIO()
    with wave.open(held, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return held.getvalue()


class Tones:
    """Plays a priority's sound; where nothing can play it, the desktop's own beep is all there is."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._player = next((found for name in PLAYERS if (found := shutil.which(name))), "")

    @property
    def can_play(self) -> bool:
        """Whether the three sounds differ here; a beep says only that there is something."""
        heard = QApplication.platformName() not in ("offscreen", "minimal")
        return heard and self._folder is not None and (bool(self._player) or PLAYS_SOUNDS)

    def write(self) -> None:
        """Put the waves where players find them; slow, so off the UI thread."""
        if self.can_play and self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            for priority in PATTERNS:
                (self._folder / f"{priority.name.lower()}.wav").write_bytes(tone(priority))

    def play(self, priority: Urgency) -> None:
        """Sound once; never waits."""
        if not self.can_play or self._folder is None:
            QApplication.beep()
            return
        path = self._folder / f"{priority.name.lower()}.wav"
        if PLAYS_SOUNDS:
            play_sound(path)
        else:
            QProcess.startDetached(self._player, [str(path)])
