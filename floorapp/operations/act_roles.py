"""The roles of the table of acts, each by its letter and in the groups that share an act."""

from __future__ import annotations

from floorapp.domain.people import READING_ONLY, Role

#: The floor: whoever supervises tables, floorpersons and the manager of their pit.
F, S = frozenset({Role.FLOORPERSON, Role.PIT_MANAGER}), frozenset({Role.SHIFT_MANAGER})
C, A = frozenset({Role.COMPLIANCE_OFFICER}), frozenset({Role.ADMINISTRATOR})
FS, SC, SA, CA, FSC, FSA = F | S, S | C, S | A, C | A, F | S | C, F | S | A
P, G, V = frozenset({Role.PIT_MANAGER}), frozenset({Role.STORAGE}), frozenset({Role.SURVEILLANCE})
PSC, FSCV, PSCV = P | SC, FSC | V, P | SC | V
#: Every role that works at a screen.
AT_SCREEN = F | S | C | A | G | V | READING_ONLY
