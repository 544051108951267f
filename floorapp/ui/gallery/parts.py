"""Every painted thing on one page: signs, chips, rings, cards, keys, buttons, tables in four directions."""

from __future__ import annotations

from PyQt6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from floorapp.domain.cards import cards_of
from floorapp.screens.floor_plan import Bracket, Facing, FloorPlan, MapPit, MapTable
from floorapp.screens.forms import Act
from floorapp.screens.states import Back, Lamp, State
from floorapp.screens.text_line import Chip, Key, Light, Pill, Ring, Suit, Words, line, state_line
from floorapp.ui.floor_map.floor_map import FloorMap
from floorapp.ui.look import Look
from floorapp.ui.paint.cards import CardFace
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import Ground, column, row

WORDS = {
    State.OKAY: "working",
    State.SHELVED: "shelved until 22:00",
    State.OFFLINE: "no signal",
    State.DUE: "decks 1:55",
    State.WARNING: "decks 0:42",
    State.ALARM: "stopped",
}


def _turned_tables() -> FloorPlan:
    """Tables that face all four ways, each in another state."""
    places = {
        Facing.NORTH: (76, 60, State.WARNING, "decks 0:42"),
        Facing.SOUTH: (220, 100, State.DUE, "decks 1:55"),
        Facing.EAST: (440, 84, State.ALARM, "stopped"),
        Facing.WEST: (588, 84, State.OFFLINE, "no signal"),
    }
    tables = tuple(
        MapTable(
            f"FB-0{number}",
            "Free Bet",
            x,
            y,
            facing,
            state=state,
            word=word,
            age=0.2 * number + 0.1,
            decks_state=state if state in (State.DUE, State.WARNING) else State.OKAY,
            shoe=Back.BLUE,
            shuffler=Back.RED,
            reader=state,
        )
        for number, (facing, (x, y, state, word)) in enumerate(places.items(), start=1)
    )
    brackets = tuple(Bracket(f"Floor {table.name}", (table.name,)) for table in tables)
    return FloorPlan(tables, (MapPit("Four ways", "turned", "4 of 4 open", 0, 0, 800, 168, brackets),))


def _marks(look: Look) -> QHBoxLayout:
    cells = row(look, gap=28)
    chips = [Chip(back, filled) for back in Back for filled in (True, False)]
    cells.addWidget(LineLabel(look, line(*chips, gap=6)))
    rings = [
        Ring(hours / 24, state, 24)
        for hours, state in ((1, State.OKAY), (8, State.OKAY), (16, State.OKAY), (22, State.DUE), (23.3, State.WARNING))
    ]
    cells.addWidget(LineLabel(look, line(*rings)))
    cells.addWidget(LineLabel(look, line(*(Suit(letter) for letter in "shdc"), Pill("FREE"))))
    lights = [piece for lamp in Lamp for piece in (Light(lamp), Words(lamp.value))]
    cells.addWidget(LineLabel(look, line(*lights, gap=7)))
    cells.addWidget(LineLabel(look, line(Key("F3"), Key("Alt R"), Key("Enter"), Key("?"))))
    cells.addStretch(1)
    return cells


def parts_page(look: Look) -> QWidget:
    """One of everything."""
    page = Ground(look, "panel")
    rows = column(look, 24, 20, 24, 20, gap=18, parent=page)
    for size in (15.0, 24.0):
        states = row(look, gap=28)
        for state, word in WORDS.items():
            states.addWidget(LineLabel(look, state_line(state, word, size=size)))
        states.addStretch(1)
        rows.addLayout(states)
    rows.addLayout(_marks(look))
    cards = row(look, gap=8)
    for width in (40, 48, 96):
        for place, card in enumerate(cards_of("As Th 7c Qd")):
            cards.addWidget(CardFace(look, card, width, sideways=place == 3))
    cards.addStretch(1)
    rows.addLayout(cards)
    buttons = row(look, gap=12)
    buttons.addWidget(ActButton(look, Act("sign", "Sign the change", "F9"), primary=True))
    buttons.addWidget(ActButton(look, Act("swap", "Swap batches", "F4")))
    refused = Act("open", "Open table", "F7", refusal="Waits for the reader’s inspection.")
    buttons.addWidget(ReasonedAct(look, ActButton(look, refused)))
    field = QLineEdit()
    field.setPlaceholderText("Name or badge")
    field.setAccessibleName("Name or badge")
    buttons.addWidget(field, 1)
    rows.addLayout(buttons)
    floor = FloorMap(look)
    floor.show_plan(_turned_tables())
    floor.select("FB-02")
    rows.addWidget(floor, 1)
    return page
