"""What a reader says of its own health, as troubles of its line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from floorapp.domain.reader_lines import LineChange, LineReason
from floorapp.domain.readers import Ailment, Cleared, Event, Fault, Heartbeat, SelfTest, Tamper
from floorapp.readers.line_watch import Watch


def told(watch: Watch, event: Event, now: float, at: datetime) -> Iterator[LineChange | None]:
    """What an event changes about its line."""
    match event:
        case Fault():
            yield watch.ail(LineReason.FAULT, now, at)
        case Tamper():
            yield watch.ail(LineReason.TAMPER, now, at)
        case SelfTest(False):
            yield watch.ail(LineReason.SELF_TEST, now, at)
        case SelfTest(True):
            yield watch.recover(LineReason.SELF_TEST, now, at)
        case Cleared(Ailment.TAMPER):
            yield watch.recover(LineReason.TAMPER, now, at)
        case Cleared(Ailment.FAULT):
            yield watch.recover(LineReason.FAULT, now, at)
            yield watch.recover(LineReason.SELF_TEST, now, at)
        case Heartbeat():
            yield from _beat(watch, event, now, at)


def _beat(watch: Watch, beat: Heartbeat, now: float, at: datetime) -> Iterator[LineChange | None]:
    """A heartbeat says what still ails a reader: this heals what a lost fault or clearing left wrong."""
    for reason, ails in ((LineReason.FAULT, beat.fault), (LineReason.TAMPER, beat.tamper)):
        known = watch.ails(reason) or (beat.fault and watch.ails(LineReason.SELF_TEST))
        if ails and not known:
            yield watch.ail(reason, now, at)
        elif not ails:
            yield watch.recover(reason, now, at)
    if not beat.fault:
        yield watch.recover(LineReason.SELF_TEST, now, at)
