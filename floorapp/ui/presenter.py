"""What a screen shows and may do, held apart from its widgets: this file knows QtCore only."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

View = TypeVar("View")


class Presenter(QObject, Generic[View]):
    """Holds one frozen view; `shown` carries it whenever it differs from the last one."""

    shown = pyqtSignal(object)
    refused = pyqtSignal(str)

    #: The nouns whose change makes this presenter ask again ("table", "deck_set"); empty means all.
    nouns: frozenset[str] = frozenset()

    def __init__(self, view: View, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view

    @property
    def view(self) -> View:
        return self._view

    def show(self, view: View) -> None:
        """Become this view; nobody is bothered when nothing differs."""
        if view != self._view:
            self._view = view
            self.shown.emit(view)

    def bind(self, paint: Callable[[View], None]) -> None:
        """Paint the view now and whenever it changes."""
        self.shown.connect(paint)
        paint(self._view)

    def concerns(self, changed: Collection[str]) -> bool:
        """Whether a change of these nouns is of interest here."""
        return not self.nouns or not changed or not self.nouns.isdisjoint(changed)

    def refresh(self) -> None:
        """Ask again; a presenter over the logbook hands this to its worker and calls `show` later."""
