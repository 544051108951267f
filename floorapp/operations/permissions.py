"""Who may do what: one table, asked by every act, shown on screen and printed for the access review."""

from __future__ import annotations

from types import MappingProxyType

from floorapp.domain.people import Role

F, S, C, A = Role.FLOORPERSON, Role.SHIFT_MANAGER, Role.COMPLIANCE_OFFICER, Role.ADMINISTRATOR

#: Every role that works at a screen.
AT_SCREEN = frozenset({F, S, C, A})

_TABLE: dict[str, tuple[str, frozenset[Role]]] = {
    # act: (what it is, in the words of the access review; who may)
    "set_property": ("Set the property's name, zone, gaming day and shifts", frozenset({A})),
    "set_policy": ("Set the house's own times and numbers", frozenset({C, A})),
    "add_pit": ("Add a pit", frozenset({S, A})),
    "move_pit": ("Move or rename a pit", frozenset({S, A})),
    "add_table": ("Add a table", frozenset({S, A})),
    "change_table": ("Change how a table is set up", frozenset({S, A})),
    "move_table": ("Move a table on the map", frozenset({S, A})),
    "retire_table": ("Retire a table", frozenset({S, A})),
    "fit_equipment": ("Fit equipment to a table", frozenset({F, S, A})),
    "remove_equipment": ("Remove equipment from a table", frozenset({F, S, A})),
    "submit_rules": ("Record a Rules Submission", frozenset({C})),
    "add_person": ("Add a person", frozenset({A})),
    "rename_person": ("Change a person's name", frozenset({A})),
    "change_role": ("Change a person's role", frozenset({A})),
    "disable_person": ("Disable a person", frozenset({A})),
    "enable_person": ("Enable a disabled person", frozenset({A})),
    "readmit_person": ("Let a locked-out person in again", frozenset({A})),
    "reset_password": ("Give a person a new password", frozenset({A})),
    "reset_pin": ("Give a person a new PIN", frozenset({A})),
    "change_password": ("Change one's own password", AT_SCREEN),
    "change_pin": ("Change one's own PIN", AT_SCREEN),
    "sign_out": ("Sign out", AT_SCREEN),
    "lock_screen": ("Lock the screen", AT_SCREEN),
    "assign": ("Assign a floorperson or dealer to a table", frozenset({F, S})),
    "relieve": ("Take a person off a table", frozenset({F, S})),
    "open_table": ("Open a table", frozenset({F, S})),
    "suspend_table": ("Suspend a table", frozenset({F, S})),
    "resume_table": ("Let a suspended table go on", frozenset({F, S})),
    "close_table": ("Close a table", frozenset({F, S})),
    "receive_decks": ("Receive cards into the store", frozenset({S})),
    "issue_decks": ("Issue cards to a table", frozenset({F, S})),
    "open_decks": ("Open and inspect cards at a table", frozenset({F, S})),
    "remove_tens": ("Remove the tens from cards", frozenset({F, S})),
    "count_decks": ("Count cards at a table", frozenset({F, S})),
    "replace_card": ("Replace a single card", frozenset({F, S})),
    "change_decks": ("Change the cards of a table", frozenset({F, S})),
    "withdraw_decks": ("Withdraw cards from play", frozenset({F, S})),
    "seal_decks": ("Seal withdrawn cards", frozenset({F, S})),
    "collect_decks": ("Hand sealed cards to security", frozenset({F, S})),
    "inspect_decks": ("Inspect collected cards", frozenset({S, C})),
    "hold_decks": ("Hold cards for an investigation", frozenset({S, C})),
    "destroy_decks": ("Destroy collected cards", frozenset({S, C})),
    "begin_shoe": ("Begin a shoe", frozenset({F, S})),
    "load_batch": ("Load a batch into the shuffler", frozenset({F, S})),
    "swap_batches": ("Swap the batches of a shuffler", frozenset({F, S})),
    "reach_cover_card": ("Record that the cover card came out", frozenset({F, S})),
    "end_shoe": ("End and count a shoe", frozenset({F, S})),
    "recut_shoe": ("Have the stack cut again", frozenset({F, S})),
    "reshuffle_shoe": ("Have a shoe reshuffled", frozenset({F, S})),
    "idle_shoe": ("Record that a table is idle", frozenset({F, S})),
    "resume_shoe": ("Resume after an idle time", frozenset({F, S})),
    "burn_card": ("Record the burn card", frozenset({F, S})),
    "inspect_reader": ("Inspect a card reader", frozenset({F, S})),
    "report_reader_failure": ("Report a failed card reader", frozenset({F, S})),
    "mend_reader": ("Record a card reader's repair or replacement", frozenset({F, S})),
    "add_line": ("Set up a reader line", frozenset({S, A})),
    "remove_line": ("Take a reader line away", frozenset({S, A})),
    "switch_line": ("Switch a reader line on or off", frozenset({F, S, A})),
    "know_reader": ("Put a card reader on the house's list", frozenset({S, A})),
    "forget_reader": ("Take a card reader off the house's list", frozenset({S, A})),
    "attach_virtual_reader": ("Attach a virtual card reader to a table", frozenset({S, A})),
    "report_shuffler_fault": ("Report a shuffler's fault", frozenset({F, S})),
    "acknowledge_shuffler_fault": ("Acknowledge a shuffler's fault", frozenset({F, S})),
    "reshuffle_after_fault": ("Record the reshuffle after a fault", frozenset({F, S})),
    "take_shuffler_out": ("Put a shuffler out of order", frozenset({F, S})),
    "return_shuffler": ("Return a shuffler to service", frozenset({F, S})),
    "report_irregularity": ("Report an irregularity", frozenset({F, S, C})),
    "add_to_incident": ("Add to an incident", frozenset({F, S, C})),
    "return_incident": ("Return an incident to its reporter", frozenset({S, C})),
    "answer_incident": ("Answer a returned incident", frozenset({F, S, C})),
    "approve_incident": ("Approve an incident", frozenset({S, C})),
    "close_incident": ("Close an incident", frozenset({S, C})),
    "reopen_incident": ("Reopen a closed incident", frozenset({S, C})),
    "acknowledge_duty": ("Acknowledge what is due", frozenset({F, S, C})),
    "shelve_duty": ("Put a reminder off for a time", frozenset({F, S})),
    "give_handover": ("Hand over to the next person", frozenset({F, S, C})),
    "accept_handover": ("Accept a handover", frozenset({F, S, C})),
    "end_gaming_day": ("End a gaming day", frozenset({S, C})),
    "issue_document": ("Issue a document", AT_SCREEN),
    "reprint_document": ("Reprint an issued document", AT_SCREEN),
    "import_rounds": ("Take in rounds and verify them", frozenset({F, S, C})),
    "audit_rounds": ("Verify rounds again and record the result", frozenset({S, C})),
    "keep_dispute": ("Keep a round as it was told at the dispute desk", frozenset({F, S, C})),
    "correct_entry": ("Correct an entry", frozenset({F, S, C})),
}

#: The matrix: act → roles.
MATRIX = MappingProxyType({act: roles for act, (_, roles) in _TABLE.items()})

#: The matrix in words: act → what it is.
WORDS = MappingProxyType({act: says for act, (says, _) in _TABLE.items()})
