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
    "correct_entry": ("Correct an entry", frozenset({F, S, C})),
}

#: The matrix: act → roles.
MATRIX = MappingProxyType({act: roles for act, (_, roles) in _TABLE.items()})

#: The matrix in words: act → what it is.
WORDS = MappingProxyType({act: says for act, (says, _) in _TABLE.items()})
