"""The colours of a theme by their purpose: the only place where a colour is written as a number."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.states import Back, Lamp, State


@dataclass(frozen=True, slots=True)
class StateColours:
    """One state: its words, its sign, and the tint behind both; an untinted state has none."""

    text: str
    sign: str
    tint: str | None


@dataclass(frozen=True, slots=True)
class BackColours:
    """One batch's chip: filled in the shoe, outlined in the shuffler."""

    fill: str
    edge: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """A theme: surfaces, inks, lines, states, chips and cards."""

    name: str
    base: str
    panel: str
    raised: str
    hover: str
    pit: str
    ink: str
    ink2: str
    ink3: str
    onink: str
    edge: str
    line: str
    ring: str
    track: str
    okay: StateColours
    due: StateColours
    warning: StateColours
    alarm: StateColours
    offline: StateColours
    shelved: StateColours
    blue: BackColours
    red: BackColours
    green: BackColours
    black: BackColours
    purple: BackColours
    card: str
    card_edge: str
    chip_letter: str = "#FFFFFF"
    card_black: str = "#16191C"
    card_red: str = "#B3261E"
    lamp_blue: str = "#5B9BE3"
    lamp_red: str = "#CE4F48"
    lamp_yellow: str = "#E3C54B"
    paper: str = "#FFFFFF"

    def of_state(self, state: State) -> StateColours:
        colours: StateColours = getattr(self, state.value)
        return colours

    def of_back(self, back: Back) -> BackColours:
        colours: BackColours = getattr(self, back.word)
        return colours

    def of_lamp(self, lamp: Lamp) -> str:
        colour: str = getattr(self, f"lamp_{lamp.value}")
        return colour


DARK = Tokens(
    name="dark",
    base="#14171A",
    panel="#1B1F23",
    raised="#23282D",
    hover="#2B3137",
    pit="#191D20",
    ink="#E8EBED",
    ink2="#B4BCC3",
    ink3="#909AA3",
    onink="#14171A",
    edge="#7B858E",
    line="#343B41",
    ring="#8A949C",
    track="#343B41",
    okay=StateColours("#909AA3", "#909AA3", None),
    due=StateColours("#6FB7F2", "#6FB7F2", "#182B3B"),
    warning=StateColours("#F0AE3C", "#F0AE3C", "#342910"),
    alarm=StateColours("#FF7757", "#FF7757", "#40201A"),
    offline=StateColours("#A7B0B8", "#A7B0B8", None),
    shelved=StateColours("#D8B4D0", "#D8B4D0", "#322730"),
    blue=BackColours("#4A6C9B", "#7D9CC7"),
    red=BackColours("#9A544E", "#C4867F"),
    green=BackColours("#4C7A58", "#7DAA88"),
    black=BackColours("#5E666D", "#8C959D"),
    purple=BackColours("#765A96", "#A88FC6"),
    card="#ECEDEB",
    card_edge="#8A949C",
)

LIGHT = Tokens(
    name="light",
    base="#E6E9EB",
    panel="#F6F7F8",
    raised="#FFFFFF",
    hover="#DFE3E6",
    pit="#F0F2F3",
    ink="#171B1F",
    ink2="#454E56",
    ink3="#59626A",
    onink="#FFFFFF",
    edge="#737C84",
    line="#CCD2D6",
    ring="#6C757D",
    track="#CCD2D6",
    okay=StateColours("#59626A", "#59626A", None),
    due=StateColours("#0A5FA6", "#1474C4", "#DCEBF8"),
    warning=StateColours("#8A4F00", "#C46400", "#FBE9C8"),
    alarm=StateColours("#A82406", "#A82406", "#FCE1D8"),
    offline=StateColours("#566068", "#566068", None),
    shelved=StateColours("#8A4A86", "#8A4A86", "#F3E3F1"),
    blue=BackColours("#3B6094", "#3B6094"),
    red=BackColours("#97453E", "#97453E"),
    green=BackColours("#3C6E49", "#3C6E49"),
    black=BackColours("#4E565D", "#4E565D"),
    purple=BackColours("#6A4B8C", "#6A4B8C"),
    card="#FFFFFF",
    card_edge="#737C84",
)

THEMES = {tokens.name: tokens for tokens in (DARK, LIGHT)}
