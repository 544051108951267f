"""Alarms, live: A acknowledges, S shelves, Enter does what an alarm asks for, M turns the sound off and on."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import Acts
from floorapp.operations.alarms import AlarmGroup
from floorapp.operations.desk import Change
from floorapp.screens.acts import WALKS
from floorapp.screens.alarms import AlarmsView, acknowledge, alarms_of, group_of, shelve, shelve_form
from floorapp.screens.due import next_act
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.alarms import AlarmsPage


class AlarmPlace(ScreenPlace[AlarmsView]):
    """Every alarm that stands or is shelved, and answering the selected one."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.alarms = AlarmsPage(around.look)
        super().__init__("alarms", self.alarms, around)
        self.chosen = ""
        self.bell = around.bell
        self.alarms.list.row_selected.connect(self._choose)
        self.alarms.list.row_opened.connect(lambda _key: self.do("act"))
        self.alarms.act_chosen.connect(self.do)
        self.bell.muted_changed.connect(lambda _muted: self.refresh())

    def enter(self, subject: str) -> None:
        self.alarms.list.take_waiting()
        self.refresh()

    def query(self) -> Callable[[Snapshot], AlarmsView]:
        chosen, muted, can_play = self.chosen, self.bell.muted, self.bell.can_play
        return lambda snapshot: alarms_of(snapshot, chosen, muted, can_play)

    def show(self, view: AlarmsView) -> None:
        if view.detail is not None:
            self.chosen = view.detail.key
        self.alarms.show_alarms(view)

    def _choose(self, key: str) -> None:
        if key != self.chosen:
            self.chosen = key
            self.refresh()

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.detail.acts if self.view and self.view.detail else ()
        mute = Act("mute", "Sound on" if self.bell.muted else "Sound off", "M")
        return (*offered, mute, Act("back", "Back to the floor", "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("floor", "")
        elif act == "mute":
            self.bell.mute(not self.bell.muted)
        elif act in ("acknowledge", "shelve", "act") and self.chosen:
            key = self.chosen
            self.writer.ask(lambda snapshot: group_of(snapshot, key), lambda group: self._do(act, group))

    def _do(self, act: str, group: AlarmGroup | None) -> None:
        if group is None:
            self.refresh()
        elif act == "acknowledge" and not group.seen:
            self.writer.act(lambda desk: acknowledge(desk, group), self._done)
        elif act == "shelve":
            self.sheets.ask(shelve_form(group), lambda desk, values: shelve(desk, values, group), self._done)
        elif act == "act" and next_act(group.head) in WALKS:
            self.go.emit(WALKS[next_act(group.head)], group.head.id)
        elif act == "act" and group.head.act != Acts.acknowledge_duty.name:
            head = group.head
            self.writer.ask(lambda snapshot: offer_for(snapshot, head.act, head.id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer, self._done)

    def _done(self, _change: Change) -> None:
        self.alarms.list.take_waiting()
        self.refresh()
