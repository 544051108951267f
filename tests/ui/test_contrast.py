"""The ratios of the look, computed from the tokens and not believed."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PyQt6.QtGui import QPalette

from floorapp.screens.states import Back, State
from floorapp.ui.look import Look
from floorapp.ui.theme import palette_of, style_sheet_of
from floorapp.ui.tokens import DARK, LIGHT, Tokens

THEMES = pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
TEXT, SIGN = 4.5, 3.0

#: Simulated full blindness for red, green and blue (Machado, Oliveira, Fernandes 2009).
BLINDNESS = {
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Colour = tuple[float, float, float]


def linear(hex_number: str) -> Colour:
    parts = (int(hex_number[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def luminance(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(linear(one)), luminance(linear(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grounds(tokens: Tokens) -> tuple[str, ...]:
    return tokens.base, tokens.panel, tokens.raised, tokens.hover


def worst(ink: str, tokens: Tokens) -> float:
    return min(contrast(ink, ground) for ground in grounds(tokens))


def seen_by(colour: Colour, blindness: str) -> Colour:
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, colour, strict=True))))
        for row in BLINDNESS[blindness]
    )
    return red, green, blue


def lab(colour: Colour) -> Colour:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Colour, other: Colour) -> float:
    return math.dist(lab(one), lab(other))


@THEMES
def test_every_ink_can_be_read_on_every_ground(tokens: Tokens) -> None:
    inks = {"ink": tokens.ink, "ink2": tokens.ink2, "ink3": tokens.ink3}
    inks |= {state.value: tokens.of_state(state).text for state in State}
    low = {name: round(worst(ink, tokens), 2) for name, ink in inks.items() if worst(ink, tokens) < TEXT}
    assert low == {}


@THEMES
def test_every_sign_and_edge_can_be_seen_on_every_ground(tokens: Tokens) -> None:
    signs = {state.value: tokens.of_state(state).sign for state in State} | {"edge": tokens.edge}
    low = {name: round(worst(sign, tokens), 2) for name, sign in signs.items() if worst(sign, tokens) < SIGN}
    assert low == {}


@THEMES
def test_words_and_signs_stand_out_from_their_own_tint(tokens: Tokens) -> None:
    for state in State:
        colours = tokens.of_state(state)
        if colours.tint is not None:
            assert contrast(colours.text, colours.tint) >= 4.95, state
            assert contrast(colours.sign, colours.tint) >= 3.35, state


@THEMES
def test_what_is_filled_can_be_read(tokens: Tokens) -> None:
    assert contrast(tokens.onink, tokens.ink) >= 15
    assert contrast(tokens.onink, tokens.alarm.sign) >= 6.8
    for back in Back:
        colours = tokens.of_back(back)
        assert contrast(tokens.chip_letter, colours.fill) >= 4.95, back
        assert min(contrast(colours.edge, ground) for ground in (tokens.pit, tokens.panel)) >= 4.3, back


@THEMES
def test_the_ring_stands_out_from_its_track_and_cards_from_themselves(tokens: Tokens) -> None:
    assert contrast(tokens.ring, tokens.track) >= 3.05
    assert contrast(tokens.card_red, tokens.card) >= 5.5
    assert contrast(tokens.card_black, tokens.card) >= 5.5


@THEMES
@pytest.mark.parametrize("blindness", [None, *BLINDNESS], ids=["all colours", *BLINDNESS])
def test_due_warning_and_alarm_stay_apart_for_everyone(tokens: Tokens, blindness: str | None) -> None:
    signs = {}
    for state in (State.DUE, State.WARNING, State.ALARM):
        colour = linear(tokens.of_state(state).sign)
        signs[state] = seen_by(colour, blindness) if blindness else colour
    near = {
        (one.value, other.value): round(apart(signs[one], signs[other]), 1)
        for one, other in combinations(signs, 2)
        if apart(signs[one], signs[other]) < 19
    }
    assert near == {}


@THEMES
def test_palette_and_style_sheet_come_from_the_tokens(tokens: Tokens, look: Look) -> None:
    look.wear(tokens=tokens)
    palette = palette_of(look)
    assert palette.color(QPalette.ColorRole.Window).name().upper() == tokens.base
    assert palette.color(QPalette.ColorRole.Highlight).name().upper() == tokens.hover
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled.name().upper() == tokens.ink3
    assert tokens.edge in style_sheet_of(look)
