"""One paper on its way onto the record: begun, printed, issued; a screen goes step by step, others all the way."""

from __future__ import annotations

from enum import Enum

from floorapp.operations.desk import Change, Desk
from floorapp.operations.papers.catalogue import Far
from floorapp.operations.papers.office import Begun, Office, Printed
from floorapp.operations.papers.tools import nothing
from floorapp.operations.refusal import Refusal, Refused

#: How often a paper is printed anew because another one took its number meanwhile.
TRIES = 5
#: Why the record refuses a paper that has only to be made again.
TAKEN = ("number-taken", "copy-taken")


class Stage(Enum):
    """How far a paper has come."""

    BEGUN = "begun"
    PRINTED = "printed"
    ISSUED = "issued"


class Issuing:
    """Begun → printed → issued.

    What refuses a step leaves the paper where it is, to be tried again; where another paper took its number
    meanwhile it goes back to begun, under the next one. A copy whose number was taken is given up.
    """

    def __init__(self, office: Office, begun: Begun) -> None:
        self._office = office
        self.begun = begun
        self.printed: Printed | None = None
        self.change: Change | None = None

    @property
    def stage(self) -> Stage:
        """How far it is."""
        if self.change is not None:
            return Stage.ISSUED
        return Stage.BEGUN if self.printed is None else Stage.PRINTED

    @property
    def entry(self) -> str:
        """The entry that has it on record; empty before."""
        return "" if self.change is None else self.change.entry

    def print(self, far: Far = nothing) -> None:
        """Make the paper: slow, on any thread, and nothing is written."""
        self.printed = self._office.print(self.begun, far=far)

    def enter(self, desk: Desk) -> Change | None:
        """Archive the printed paper and put it on record; None where it has to be printed under another number.

        Raises OSError where the archive cannot be written: the paper stays printed.
        """
        printed = self.printed
        assert printed is not None, "print it first"
        again = self._office.again(desk, self.begun)
        if again is not None:
            self.begun, self.printed = again, None
            return None
        try:
            self.change = self._office.finish(desk, printed)
        except Refused as error:
            if error.refusal.code in TAKEN:
                self.printed = None
            raise
        return self.change

    def finish(self, desk: Desk, *, far: Far = nothing) -> Printed:
        """All the way, for who can wait."""
        for _ in range(TRIES):
            self.print(far)
            if self.enter(desk) is not None:
                break
        if self.printed is None:
            raise Refused(Refusal("number-taken", "Other reports are being issued.", "This one is not.", "Try again."))
        return self.printed
