"""Relief, live: a string of tables is pushed, or a floorperson's tables are taken over, in one press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.domain.tables import Post
from floorapp.operations.desk import Change
from floorapp.operations.refusal import Refusal
from floorapp.operations.table_presses import relieve_pit
from floorapp.screens.forms import Act
from floorapp.screens.offers.offer import Offer
from floorapp.screens.relief import ReliefChoice, ReliefView, exception_of, relief_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.relief import ReliefPage

#: By what the place is entered about one of them, and the key of each.
POSTS = {"dealers": Post.DEALER, "floorpersons": Post.FLOORPERSON}


class ReliefPlace(ScreenPlace[ReliefView]):
    """What would be recorded stands there before it is."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.relief = ReliefPage(around.look)
        super().__init__("relief", self.relief, around)
        self.choice = ReliefChoice()
        page = self.relief
        page.post_chosen.connect(lambda post: self._change(self.choice.anew(post=Post(post))))
        page.pit_chosen.connect(lambda pit: self._change(self.choice.anew(pit=pit)))
        page.table_ticked.connect(self._tick)
        page.person_chosen.connect(lambda person: self._change(self.choice.come(person)))
        page.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        post = POSTS.get(subject, self.choice.post)
        self.choice = ReliefChoice(post, about="" if subject in POSTS else subject)
        self.relief.finder.clear()
        self.refresh()

    def query(self) -> Callable[[Snapshot], ReliefView]:
        choice = self.choice
        return lambda snapshot: relief_of(snapshot, choice)

    def show(self, view: ReliefView) -> None:
        self.relief.show_relief(view)

    def _change(self, choice: ReliefChoice) -> None:
        self.choice = choice
        self.refresh()

    def _tick(self, table: str) -> None:
        if self.view is not None and self.view.choice.marked is not None:
            self._mark(self.view.choice.marked ^ {table})

    def _mark(self, tables: frozenset[str]) -> None:
        if self.view is not None:
            self._change(replace(self.choice, pit=self.view.choice.pit, marked=tables))

    def scan(self, code: str) -> bool:
        """A badge, read by a scanner that marks its codes."""
        self.relief.take_code(code)
        return True

    def acts(self) -> tuple[Act, ...]:
        ahead = (self.view.act,) if self.view else ()
        return (
            *ahead,
            Act("dealers", "Dealers", "Alt D"),
            Act("floorpersons", "Floorpersons", "Alt F"),
            Act("next pit", "Next pit", "Alt N"),
            Act("table list", "Tables of the string", "Alt T"),
            Act("all tables", "All or none", "Alt A"),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.leave("floor")
        elif act in POSTS:
            self._change(self.choice.anew(post=POSTS[act]))
            self.relief.finder.setFocus()
        elif act == "table list":
            self.relief.tables.setFocus()
        elif act == "all tables" and self.view is not None:
            every = frozenset(row.key for row in self.view.tables)
            self._mark(frozenset() if self.view.choice.marked else every)
        elif act == "next pit" and self.view is not None and self.view.pits:
            pits = [pit for pit, _name in self.view.pits]
            place = pits.index(self.view.choice.pit) + 1 if self.view.choice.pit in pits else 0
            self._change(self.choice.anew(pit=pits[place % len(pits)]))
        elif act == "push" and self.view is not None and not self.view.act.refusal:
            self._push(self.view)

    def _push(self, view: ReliefView) -> None:
        post, people = view.choice.post, dict(view.takes)
        self.writer.act(
            lambda desk: relieve_pit(desk, post=post, people=people),
            self._done,
            lambda refusal: self._refused(view, refusal),
        )

    def _refused(self, view: ReliefView, refusal: Refusal) -> None:
        def take(offer: Offer | None) -> None:
            if offer is None:
                self.writer.refused.emit(refusal)
            else:
                self.sheets.offer(offer, self._done)

        self.writer.ask(lambda snapshot: exception_of(snapshot, view, refusal), take)

    def _done(self, _change: Change) -> None:
        self._change(self.choice.anew())
        self.relief.finder.setFocus()
