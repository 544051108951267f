"""What can go wrong with the logbook itself, in words for the person before the screen."""

from __future__ import annotations


class LogbookFault(Exception):
    """The logbook could not be read or written: what happened, what it means, what to do."""

    def __init__(self, happened: str, means: str, todo: str) -> None:
        super().__init__(f"{happened} {means} {todo}")
        self.happened = happened
        self.means = means
        self.todo = todo
