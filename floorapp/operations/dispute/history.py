"""Undo and redo: every draft there was, in order."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.operations.dispute.draft import Draft

#: How many steps can be taken back.
KEPT = 1000


@dataclass(frozen=True, slots=True)
class History:
    """A draft with those before it and those taken back."""

    now: Draft
    before: tuple[Draft, ...] = ()
    after: tuple[Draft, ...] = ()

    def step(self, draft: Draft) -> History:
        """Go on; where only the seat changed, there is nothing to take back."""
        if draft == self.now:
            return self
        if replace(draft, seat=self.now.seat) == self.now:
            return replace(self, now=draft)
        return History(draft, (*self.before, self.now)[-KEPT:])

    def undo(self) -> History:
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (self.now, *self.after))

    def redo(self) -> History:
        if not self.after:
            return self
        return History(self.after[0], (*self.before, self.now), self.after[1:])
