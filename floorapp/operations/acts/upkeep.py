"""Looking after the logbook itself: a new station key, a rebuilt state, a backup put back; each on record."""

from __future__ import annotations

from floorapp.domain.findings import Noted
from floorapp.domain.heads import Station
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.heads import KeyReplaced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.upkeep import BackupRestored, LeftEnd, StateRebuilt
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words
from floorapp.operations.signatures import Meaning, needs_signature


def may_replace_station_key(moment: Moment, *, station: str, key: str) -> Refusal | None:
    """An administrator, where the station has lost the key that is on record."""
    refusal = moment.guard("replace_station_key")
    known = moment.state.get(Station, station)
    if refusal is None and (known is None or known.key == key):
        return bad_input(f"Station {station} has the key that is on record.", "Nothing to do.")
    return refusal


def replace_station_key(desk: Desk, *, key: str, reason: str, signature: Signature) -> Change:
    """Put another key in the place of one that is lost; the one before cannot sign for it, so a person does."""
    station = desk.logbook.station
    with desk.acting("replace_station_key", Subject("station", station)) as act:
        act.ask(
            may_replace_station_key(act.moment, station=station, key=key),
            needs_words(reason, "reason"),
            needs_signature((signature,), Meaning.NEW_KEY, by=act.moment.person),
        )
        known = act.moment.state.get(Station, station)
        says = f"The key of station {station} was replaced, and the one before it did not sign for the new one."
        fact = KeyReplaced(
            station=station,
            key=key,
            replaces="" if known is None else known.key,
            reason=reason.strip(),
            findings=(Noted("station-key-replaced", "", says),),
        )
        return act.enter(fact, signatures=(signature,))


def may_rebuild_state(moment: Moment) -> Refusal | None:
    """An administrator."""
    return moment.guard("rebuild_state")


def rebuild_state(desk: Desk, *, entries: int, same: bool) -> Change:
    """Put on record that the state was made anew from the entries, and whether it was another one."""
    station = desk.logbook.station
    with desk.acting("rebuild_state", Subject("station", station)) as act:
        act.ask(may_rebuild_state(act.moment))
        return act.enter(StateRebuilt(station=station, entries=entries, same=same))


def may_restore_backup(moment: Moment) -> Refusal | None:
    """An administrator."""
    return moment.guard("restore_backup")


def restore_backup(desk: Desk, *, digest: str, left: tuple[LeftEnd, ...], reason: str) -> Change:
    """Put on record, in the backup itself, that it takes the place of a logbook that went further."""
    station = desk.logbook.station
    with desk.acting("restore_backup", Subject("station", station)) as act:
        act.ask(may_restore_backup(act.moment), needs_words(reason, "reason"))
        ends = ", ".join(f"{each.station}-{each.seq}" for each in left) or "no entry that could be read"
        says = f"A backup was put in the place of a logbook that ended at {ends}."
        fact = BackupRestored(
            station=station,
            digest=digest,
            left=left,
            reason=reason.strip(),
            findings=(Noted("backup-restored", "", says),),
        )
        return act.enter(fact)
