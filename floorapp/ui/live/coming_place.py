"""A place whose screen is still to come; it says so instead of pretending."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.live.setting import Surroundings
from floorapp.ui.live.writer import Looking
from floorapp.ui.shell.values import RailEntry
from floorapp.ui.widgets.button import Act
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.surface import Ground, column


class ComingPlace(Place[None]):
    """What happens there is on record already; only its screen is missing."""

    def __init__(self, around: Surroundings, entry: RailEntry) -> None:
        look = around.look
        page = Ground(look, "base")
        back = Act("back", "Back to the floor", "Esc")
        says = "What happens there is on record already."
        self._empty = Empty(look, entry.icon, f"{entry.words} has no screen yet", says, back)
        column(look, 24, parent=page).addWidget(self._empty)
        super().__init__(entry.name, page, around)
        self.rail = entry.name
        assert self._empty.button is not None
        self._empty.button.clicked.connect(lambda: self.do("back"))
        page.setFocusProxy(self._empty.button)

    def refresh(self) -> None:
        return

    def query(self) -> Callable[[Looking], None]:
        return lambda _looking: None

    def acts(self) -> tuple[Act, ...]:
        return Act("back", "Back to the floor", "Esc"), ALL_KEYS

    def do(self, act: str) -> None:
        self.go.emit("floor", "")
