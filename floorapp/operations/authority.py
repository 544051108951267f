"""Who may have entered what: by kind of fact, the acts that state it; for the replay of authority over old entries.

An act's roles are read from the table of acts as it stands. Where a role is taken from an act, entries of before are
still lawful: keep that role in `FORMERLY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorapp.domain.people import OF_SECURITY, Role
from floorapp.operations.act_roles import AT_SCREEN
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts

#: By kind, the acts of a person that enter it, one's own act or one that has it for a consequence.
ENTERED_BY: Mapping[str, tuple[ActRow, ...]] = MappingProxyType(
    {
        "audit.made": (Acts.audit_rounds,),
        "batch.loaded": (Acts.load_batch, Acts.swap_batches),
        "card.burned": (Acts.burn_card,),
        "decks.card-replaced": (Acts.replace_card,),
        "decks.canceled": (Acts.cancel_decks,),
        "decks.returned": (Acts.return_decks,),
        "decks.transferred": (Acts.transfer_decks,),
        "storage.counted": (Acts.count_storage,),
        "storage.place-set": (Acts.set_storage_place,),
        "decks.changed": (Acts.change_decks,),
        "decks.collected": (Acts.collect_decks,),
        "decks.counted": (Acts.count_decks,),
        "decks.destroyed": (Acts.destroy_decks,),
        "decks.held": (Acts.hold_decks,),
        "decks.inspected": (Acts.inspect_decks,),
        "decks.issued": (Acts.issue_decks, Acts.open_decks),
        "decks.opened": (Acts.open_decks,),
        "decks.prepared": (Acts.change_decks,),
        "decks.received": (Acts.receive_decks,),
        "decks.sealed": (Acts.seal_decks,),
        "decks.tens-removed": (Acts.open_decks, Acts.remove_tens),
        "decks.withdrawn": (Acts.withdraw_decks,),
        "dispute.case-changed": (Acts.change_case,),
        "dispute.case-closed": (Acts.close_case,),
        "dispute.case-filed": (Acts.file_case,),
        "dispute.case-held": (Acts.open_case, Acts.open_complaint),
        "dispute.case-opened": (Acts.open_case,),
        "dispute.case-released": (Acts.close_case,),
        "dispute.case-signed": (Acts.close_case,),
        "dispute.complaint-opened": (Acts.open_complaint,),
        "dispute.settled": (Acts.keep_dispute,),
        "document.issued": (Acts.issue_document,),
        "document.reprinted": (Acts.reprint_document,),
        "document.signed": (Acts.sign_document,),
        "duty.acknowledged": (Acts.acknowledge_duty,),
        "duty.shelved": (Acts.shelve_duty,),
        "entries.signed": (Acts.sign_entries,),
        "entry.corrected": (Acts.correct_entry,),
        "equipment.fitted": (Acts.add_table, Acts.attach_virtual_reader, Acts.fit_equipment),
        "equipment.removed": (Acts.remove_equipment,),
        "gaming-day.ended": (Acts.end_gaming_day,),
        "handover.accepted": (Acts.accept_handover,),
        "handover.given": (Acts.give_handover,),
        "hold.placed": (Acts.place_hold,),
        "hold.released": (Acts.release_hold,),
        "label.scanned": (Acts.scan_label,),
        "incident.added-to": (Acts.add_to_incident, Acts.keep_dispute),
        "incident.answered": (Acts.answer_incident,),
        "incident.approved": (Acts.approve_incident,),
        "incident.closed": (Acts.close_incident,),
        "incident.reopened": (Acts.reopen_incident,),
        "incident.reported": (Acts.report_irregularity,),
        "incident.returned": (Acts.return_incident,),
        "incident.detailed": (Acts.describe_incident,),
        "incident.surveillance-called": (Acts.call_surveillance,),
        "incident.surveillance-answered": (Acts.answer_review,),
        "incident.notice-required": (Acts.report_irregularity, Acts.describe_incident),
        "incident.regulator-notified": (Acts.notify_regulator,),
        "incident.action-set": (Acts.set_action,),
        "incident.action-done": (Acts.finish_action,),
        "notices.set": (Acts.set_notices,),
        "retention.set": (Acts.set_retention,),
        "line.removed": (Acts.remove_line,),
        "line.set-up": (Acts.add_line, Acts.edit_line, Acts.attach_virtual_reader),
        "line.switched": (Acts.switch_line,),
        "person.added": (Acts.add_person,),
        "person.badge-set": (Acts.add_person, Acts.set_badge),
        "person.disabled": (Acts.disable_person,),
        "person.enabled": (Acts.enable_person,),
        "person.password-set": (Acts.change_password, Acts.reset_password),
        "person.pin-set": (Acts.change_pin, Acts.reset_pin),
        "person.readmitted": (Acts.readmit_person,),
        "person.renamed": (Acts.rename_person,),
        "person.role-changed": (Acts.change_role,),
        "pit.placed": (Acts.add_pit, Acts.add_table, Acts.move_pit),
        "logbook.rebuilt": (Acts.rebuild_state,),
        "logbook.restored": (Acts.restore_backup,),
        "policy.set": (Acts.set_policy,),
        "post.left": (Acts.relieve, Acts.assign),
        "post.taken": (Acts.assign,),
        "property.set": (Acts.set_property,),
        "rack.cleared": (Acts.begin_shoe, Acts.end_shoe, Acts.change_decks, Acts.swap_batches),
        "reader.contradicted": (Acts.import_rounds,),
        "reader.failed": (Acts.inspect_reader, Acts.report_reader_failure),
        "reader.inspected": (Acts.inspect_reader,),
        "reader.listed": (Acts.attach_virtual_reader, Acts.know_reader),
        "record.looked-at": (Acts.look_at,),
        "reader.mended": (Acts.mend_reader,),
        "reader.signalled": (Acts.inspect_reader,),
        "reader.unlisted": (Acts.forget_reader,),
        "rounds.imported": (Acts.import_rounds,),
        "rulebook.installed": (Acts.install_rulebook,),
        "rules.submitted": (Acts.submit_rules,),
        "session.locked": (Acts.lock_screen,),
        "shoe.begun": (Acts.begin_shoe, Acts.swap_batches),
        "shoe.cover-card-reached": (Acts.reach_cover_card,),
        "shoe.ended": (Acts.change_decks, Acts.close_table, Acts.end_shoe),
        "shoe.idle": (Acts.idle_shoe,),
        "shoe.recut": (Acts.recut_shoe,),
        "shoe.reshuffled": (Acts.reshuffle_shoe,),
        "shoe.resumed": (Acts.resume_shoe,),
        "shuffler.acknowledged": (Acts.acknowledge_shuffler_fault,),
        "shuffler.faulted": (Acts.report_shuffler_fault,),
        "shuffler.reshuffled": (Acts.reshuffle_after_fault,),
        "shuffler.returned": (Acts.return_shuffler,),
        "shuffler.taken-out": (Acts.take_shuffler_out,),
        "station.key-replaced": (Acts.replace_station_key,),
        "table.checked": (Acts.check_table, Acts.open_table),
        "table.closed": (Acts.close_table,),
        "table.moved": (Acts.move_table,),
        "table.opened": (Acts.open_table,),
        "table.resumed": (Acts.resume_table,),
        "table.retired": (Acts.retire_table,),
        "table.set-up": (Acts.add_table, Acts.change_table),
        "table.suspended": (
            Acts.count_decks,
            Acts.end_shoe,
            Acts.inspect_reader,
            Acts.report_irregularity,
            Acts.report_reader_failure,
            Acts.suspend_table,
        ),
    }
)

#: Roles that an act had in an earlier version.
FORMERLY: Mapping[str, frozenset[Role]] = MappingProxyType({})

#: What is entered of somebody's own sitting at a screen, whatever the role, also before a locked one.
OF_A_SITTING = frozenset(
    {
        "act.refused",
        "guess.failed",
        "person.locked-out",
        "person.secret-keyed",
        "session.began",
        "session.ended",
        "session.unlocked",
    }
)

#: What a station states by itself.
OF_A_STATION = frozenset(
    {
        "act.refused",
        "document.issued",
        "frames.sealed",
        "frames.shoe-sealed",
        "guess.failed",
        "person.locked-out",
        "person.rescued",
        "reader.alarm-over",
        "reader.alarm-raised",
        "reader.contradicted",
        "rounds.packed",
        "station.head-signed",
        "station.heads-countersigned",
        "station.key-introduced",
        "station.paper-key-introduced",
        "station.trouble-found",
        "station.trouble-over",
    }
)

#: What a reader states, and what follows from it for its table.
OF_A_READER = frozenset(
    {
        "act.refused",
        "reader.cleared",
        "reader.failed",
        "reader.faulted",
        "reader.greeted",
        "reader.partial",
        "reader.self-tested",
        "reader.signalled",
        "reader.tampered",
        "table.suspended",
    }
)


def kinds_of(role: Role) -> frozenset[str]:
    """The kinds of facts that somebody of a role may enter."""
    return frozenset(
        kind
        for kind, acts in ENTERED_BY.items()
        if any(role in act.roles or role in FORMERLY.get(act.name, ()) for act in acts)
    )


#: By role, as it is spelled in entries; who only signs enters nothing.
KINDS: Mapping[str, frozenset[str]] = MappingProxyType({role.value: kinds_of(role) for role in AT_SCREEN})

#: What may be entered while the database is away: somebody else's change may not have come to the station by then.
KEPT_KINDS = (OF_A_SITTING | OF_A_STATION | OF_A_READER).union(
    kind for kind, acts in ENTERED_BY.items() if any(act.kept for act in acts)
) - {"station.head-signed", "station.heads-countersigned", "station.key-introduced"}

_GAMES = (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
_OWN: tuple[tuple[Role, ...], ...] = ((),)

#: Whose signatures a kind never lacks where a person enters it: somebody's of these roles each, and where none are
#: named that of whoever enters it. What takes one in some cases only (an exception, a second count) is not here.
SIGNED: Mapping[str, tuple[tuple[Role, ...], ...]] = MappingProxyType(
    {
        "decks.canceled": (OF_SECURITY,),
        "decks.collected": (OF_SECURITY,),
        "decks.destroyed": (OF_SECURITY,),
        "decks.issued": ((*OF_SECURITY, Role.SHIFT_MANAGER),),
        "decks.opened": ((Role.DEALER,), _GAMES),
        "decks.received": (OF_SECURITY,),
        "decks.returned": (OF_SECURITY, _GAMES),
        "decks.tens-removed": ((Role.DEALER,), _GAMES),
        "decks.transferred": (OF_SECURITY, _GAMES),
        "document.issued": _OWN,
        "document.signed": _OWN,
        "entries.signed": _OWN,
        "entry.corrected": _OWN,
        "gaming-day.ended": _OWN,
        "handover.accepted": _OWN,
        "handover.given": _OWN,
        "hold.placed": _OWN,
        "hold.released": _OWN,
        "incident.approved": _OWN,
        "incident.reported": _OWN,
        "rulebook.installed": _OWN,
        "station.key-replaced": _OWN,
        "storage.counted": (OF_SECURITY, _GAMES),
    }
)
