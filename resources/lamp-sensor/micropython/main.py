"""A lamp sensor for MicroPython (Raspberry Pi Pico, ESP32): two lamps through optocouplers, told over USB."""

import os
import sys
import time

import floor_line
from machine import Pin

# Change these: make, model and serial number are how the house registers it.
MAKE, MODEL, SERIAL_NUMBER, FIRMWARE = "Own", "LampSensor", "0001", "1.0"
# An optocoupler pulls its input low while its lamp is lit.
LAMPS = ((Pin(2, Pin.IN, Pin.PULL_UP), floor_line.BLACKJACK), (Pin(3, Pin.IN, Pin.PULL_UP), floor_line.NO_BLACKJACK))
STEADY_MS, BEAT_MS, HELLO_MS = 30, 1000, 4000


def run():
    """Watch the lamps for ever."""
    out, session, number, uptime, before = sys.stdout.buffer, os.urandom(8), 0, 0, time.ticks_ms()
    lit = [pin.value() == 0 for pin, _ in LAMPS]
    seen, since = list(lit), [0] * len(LAMPS)
    beat_at, hello_at = 0, -HELLO_MS
    while True:
        # The ticks wrap; what is told does not.
        now = time.ticks_ms()
        uptime, before = uptime + time.ticks_diff(now, before), now
        for place, (pin, means) in enumerate(LAMPS):
            on = pin.value() == 0
            if on != seen[place]:
                seen[place], since[place] = on, uptime
            elif on != lit[place] and uptime - since[place] >= STEADY_MS:
                lit[place] = on
                if on:
                    number += 1
                    out.write(floor_line.signal(number, uptime, means))
        if uptime - beat_at >= BEAT_MS:
            beat_at, number = uptime, number + 1
            out.write(floor_line.heartbeat(number, uptime))
        if uptime - hello_at >= HELLO_MS:
            hello_at = uptime
            out.write(floor_line.hello(uptime, session, number, MAKE, MODEL, SERIAL_NUMBER, FIRMWARE))
        time.sleep_ms(5)


run()
