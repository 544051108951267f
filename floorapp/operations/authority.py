"""Who may have entered what: by kind of fact, the acts that state it; for the replay of authority over old entries.

An act's roles are read from the table of acts as it stands. Where a role is taken from an act, entries of before are
still lawful: keep that role in `FORMERLY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from floorapp.domain.people import Role
from floorapp.operations.act_table import ACTS, AT_SCREEN

#: By kind, the acts of a person that enter it, one's own act or one that has it for a consequence.
ENTERED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "audit.made": ("audit_rounds",),
        "batch.loaded": ("load_batch", "swap_batches"),
        "card.burned": ("burn_card",),
        "decks.card-replaced": ("replace_card",),
        "decks.changed": ("change_decks",),
        "decks.collected": ("collect_decks",),
        "decks.counted": ("count_decks",),
        "decks.destroyed": ("destroy_decks",),
        "decks.held": ("hold_decks",),
        "decks.inspected": ("inspect_decks",),
        "decks.issued": ("issue_decks", "open_decks"),
        "decks.opened": ("open_decks",),
        "decks.prepared": ("change_decks",),
        "decks.received": ("receive_decks",),
        "decks.sealed": ("seal_decks",),
        "decks.tens-removed": ("open_decks", "remove_tens"),
        "decks.withdrawn": ("withdraw_decks",),
        "dispute.case-changed": ("change_case",),
        "dispute.case-closed": ("close_case",),
        "dispute.case-opened": ("open_case",),
        "dispute.settled": ("keep_dispute",),
        "document.issued": ("issue_document",),
        "document.reprinted": ("reprint_document",),
        "duty.acknowledged": ("acknowledge_duty",),
        "duty.shelved": ("shelve_duty",),
        "entry.corrected": ("correct_entry",),
        "equipment.fitted": ("add_table", "attach_virtual_reader", "fit_equipment"),
        "equipment.removed": ("remove_equipment",),
        "gaming-day.ended": ("end_gaming_day",),
        "handover.accepted": ("accept_handover",),
        "handover.given": ("give_handover",),
        "incident.added-to": ("add_to_incident", "keep_dispute"),
        "incident.answered": ("answer_incident",),
        "incident.approved": ("approve_incident",),
        "incident.closed": ("close_incident",),
        "incident.reopened": ("reopen_incident",),
        "incident.reported": ("report_irregularity",),
        "incident.returned": ("return_incident",),
        "line.removed": ("remove_line",),
        "line.set-up": ("add_line", "edit_line", "attach_virtual_reader"),
        "line.switched": ("switch_line",),
        "person.added": ("add_person",),
        "person.badge-set": ("add_person", "set_badge"),
        "person.disabled": ("disable_person",),
        "person.enabled": ("enable_person",),
        "person.password-set": ("change_password", "reset_password"),
        "person.pin-set": ("change_pin", "reset_pin"),
        "person.readmitted": ("readmit_person",),
        "person.renamed": ("rename_person",),
        "person.role-changed": ("change_role",),
        "pit.placed": ("add_pit", "add_table", "move_pit"),
        "policy.set": ("set_policy",),
        "post.left": ("relieve",),
        "post.taken": ("assign",),
        "property.set": ("set_property",),
        "rack.cleared": ("begin_shoe", "end_shoe", "change_decks", "swap_batches"),
        "reader.contradicted": ("import_rounds",),
        "reader.failed": ("inspect_reader", "report_reader_failure"),
        "reader.inspected": ("inspect_reader",),
        "reader.listed": ("attach_virtual_reader", "know_reader"),
        "reader.mended": ("mend_reader",),
        "reader.signalled": ("inspect_reader",),
        "reader.unlisted": ("forget_reader",),
        "rounds.imported": ("import_rounds",),
        "rules.submitted": ("submit_rules",),
        "session.locked": ("lock_screen",),
        "shoe.begun": ("begin_shoe", "swap_batches"),
        "shoe.cover-card-reached": ("reach_cover_card",),
        "shoe.ended": ("change_decks", "close_table", "end_shoe"),
        "shoe.idle": ("idle_shoe",),
        "shoe.recut": ("recut_shoe",),
        "shoe.reshuffled": ("reshuffle_shoe",),
        "shoe.resumed": ("resume_shoe",),
        "shuffler.acknowledged": ("acknowledge_shuffler_fault",),
        "shuffler.faulted": ("report_shuffler_fault",),
        "shuffler.reshuffled": ("reshuffle_after_fault",),
        "shuffler.returned": ("return_shuffler",),
        "shuffler.taken-out": ("take_shuffler_out",),
        "table.closed": ("close_table",),
        "table.moved": ("move_table",),
        "table.opened": ("open_table",),
        "table.resumed": ("resume_table",),
        "table.retired": ("retire_table",),
        "table.set-up": ("add_table", "change_table"),
        "table.suspended": (
            "count_decks",
            "end_shoe",
            "inspect_reader",
            "report_irregularity",
            "report_reader_failure",
            "suspend_table",
        ),
    }
)

#: Roles that an act had in an earlier version.
FORMERLY: Mapping[str, frozenset[Role]] = MappingProxyType({})

#: What is entered of somebody's own sitting at a screen, whatever the role, also before a locked one.
OF_A_SITTING = frozenset(
    {"act.refused", "guess.failed", "person.locked-out", "session.began", "session.ended", "session.unlocked"}
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
        if any(role in ACTS[act].roles or role in FORMERLY.get(act, ()) for act in acts)
    )


#: By role, as it is spelled in entries; who only signs enters nothing.
KINDS: Mapping[str, frozenset[str]] = MappingProxyType({role.value: kinds_of(role) for role in AT_SCREEN})
