"""What can go wrong with the logbook itself, in words for the person before the screen."""

from __future__ import annotations


class LogbookFault(Exception):
    """The logbook could not be read or written: what happened, what it means, what to do."""

    def __init__(self, happened: str, means: str, todo: str) -> None:
        super().__init__(f"{happened} {means} {todo}")
        self.happened = happened
        self.means = means
        self.todo = todo


class LogbookAway(LogbookFault):
    """The logbook's server does not answer; `unsure` where nobody can say whether the last act arrived."""

    def __init__(self, *, unsure: bool = False, happened: str = "The database does not answer.") -> None:
        super().__init__(
            happened,
            "It is not known whether this was recorded." if unsure else "Nothing was recorded.",
            "Check for its entry when the database is back before you do it again."
            if unsure
            else "Do it again when the database is back.",
        )
        self.unsure = unsure
