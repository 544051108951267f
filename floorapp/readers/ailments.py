"""What a reader says of its own health, as troubles of its line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from floorapp.domain.reader_lines import LineChange, Reason
from floorapp.domain.readers import Ailment, Cleared, Event, Fault, Heartbeat, SelfTest, Tamper
from floorapp.readers.line_watch import Watch


def told(watch: Watch, event: Event, now: float, at: datetime) -> Iterator[LineChange | None]:
    """What an event changes about its line."""
    match event:
        case Fault():
            yield watch.ail(Reason.FAULT, now, at)
        case Tamper():
            yield watch.ail(Reason.TAMPER, now, at)
        case SelfTest(False):
            yield watch.ail(Reason.SELF_TEST, now, at)
        case SelfTest(True):
            yield watch.recover(Reason.SELF_TEST, now, at)
        case Cleared(Ailment.TAMPER):
            yield watch.recover(Reason.TAMPER, now, at)
        case Cleared(Ailment.FAULT):
            yield watch.recover(Reason.FAULT, now, at)
            yield watch.recover(Reason.SELF_TEST, now, at)
        case Heartbeat():
            yield from _beat(watch, event, now, at)


def _beat(watch: Watch, beat: Heartbeat, now: float, at: datetime) -> Iterator[LineChange | None]:
    """A heartbeat says what still ails a reader: this heals what a lost fault or clearing left wrong."""
    for reason, ails in ((Reason.FAULT, beat.fault), (Reason.TAMPER, beat.tamper)):
        known = watch.ails(reason) or (beat.fault and watch.ails(Reason.SELF_TEST))
        if ails and not known:
            yield watch.ail(reason, now, at)
        elif not ails:
            yield watch.recover(reason, now, at)
    if not beat.fault:
        yield watch.recover(Reason.SELF_TEST, now, at)
