"""Who may do what, from the table of acts: asked by every act, shown on screen and printed for the access review."""

from __future__ import annotations

from types import MappingProxyType

from floorapp.operations.act_roles import AT_SCREEN as AT_SCREEN
from floorapp.operations.act_table import ACTS

#: The matrix: act → roles.
MATRIX = MappingProxyType({name: row.roles for name, row in ACTS.items()})

#: The matrix in words: act → what it is.
WORDS = MappingProxyType({name: row.words for name, row in ACTS.items()})
