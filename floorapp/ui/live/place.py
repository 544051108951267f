"""A place of the app: its page, its acts, and asking again without asking twice at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings

View = TypeVar("View")

ALL_KEYS = Act("all keys", "All keys", "?")


class ScreenPlace(QObject, Generic[View]):
    """Asks for its view when it is looked at; says which other place a person wants."""

    go = pyqtSignal(str, str)
    acts_changed = pyqtSignal()

    #: The rail entry that is chosen while one is here.
    rail = ""
    #: Whether leaving what was opened from here comes back here.
    comes_back = False

    def __init__(self, name: str, page: QWidget, around: Surroundings) -> None:
        super().__init__(page)
        self.name, self.page, self.around = name, page, around
        self.writer, self.sheets = around.writer, around.sheets
        self.view: View | None = None
        #: The place one came from and goes back to; empty where that is the usual one.
        self.back_to = ""
        self._asked = self._again = False

    def enter(self, subject: str) -> None:
        """Come here, about something."""
        self.refresh()

    def leave(self, place: str, subject: str = "") -> None:
        """Go back to where one came from, or to the usual place."""
        self.go.emit(self.back_to or place, "" if self.back_to else subject)

    def query(self) -> Callable[[Snapshot], View]:
        """What to ask; made on the UI thread, answered on the writer's."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def show(self, view: View) -> None:
        """Put the view on the page."""
        raise TypeError(f"{type(self).__name__} shows nothing")

    def refresh(self) -> None:
        """Ask again; while an answer is on its way, once more after it."""
        if self._asked:
            self._again = True
            return
        self._asked = True
        self.writer.ask(self.query(), self._take)

    def _take(self, view: View) -> None:
        self._asked = False
        if view != self.view:
            self.view = view
            self.sheets.keep_keys(lambda: self.show(view))
            self.acts_changed.emit()
        if self._again:
            self._again = False
            self.refresh()

    def forget_question(self) -> None:
        """A question went unanswered: ask anew next time, and show whatever comes."""
        self._asked = self._again = False
        self.view = None

    def acts(self) -> tuple[Act, ...]:
        """What the act bar offers here."""
        return (ALL_KEYS,)

    def say_refused(self, act: str) -> bool:
        """A key was pressed for what cannot be done now; whether this place says so beside the field it is about."""
        return False

    def scan(self, code: str) -> bool:
        """A code was scanned while no form was open; whether this place has a use for it."""
        return False

    @property
    def table_here(self) -> str:
        """The table one is looking at, where there is one: F5 reports about it from everywhere."""
        return ""

    @property
    def looking_at(self) -> str:
        """What is on the screen, for the record of those who only read."""
        return self.table_here

    def do(self, act: str) -> None:
        """Do one of them."""
