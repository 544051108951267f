"""Charts: lines are pyqtgraph's, and a tick is chosen by keys and presses as a bar is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QImage
from pytestqt.qtbot import QtBot

from floorapp.operations.chart import Lines, Series
from floorapp.operations.dispute.verdict_words import SIGNALS
from floorapp.screens.dashboards import DashboardsView
from floorapp.screens.forecast import FallingDue, ForecastView, ShiftBand
from floorapp.screens.text_line import SECOND, Words, line
from floorapp.ui.chart_plot import ChartPlot
from floorapp.ui.forecast_chart import ForecastChart
from floorapp.ui.look import Look
from floorapp.ui.pages.dashboards import DashboardsPage
from floorapp.ui.pages.dispute_cards import SAID
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.tokens import LIGHT

from .conftest import HAND, Shown

DAYS = Lines(
    "Faults",
    tuple(f"{day} Nov" for day in range(2, 9)),
    (Series("seen", (2, 3, None, 4, 2, 3, 1)), Series("reshuffled", (6, 7, 6, 7, 6, 7, 5))),
    "minutes",
)


def test_a_tick_of_a_line_is_chosen_by_keys_and_by_a_press(look: Look, shown: Shown, qtbot: QtBot) -> None:
    plot = ChartPlot(look)
    plot.show_chart(DAYS)
    shown(plot, 420, 200)
    assert plot.curves is not None and plot.curves.isVisible()
    last = QPointF(plot.width() - 4, plot.height() / 2)
    assert plot.curves.tick_at(last) == 6 and plot.curves.tick_at(QPointF(1, 1)) == -1
    with qtbot.waitSignal(plot.chosen) as pressed:
        HAND.mouseClick(plot, Qt.MouseButton.LeftButton, pos=last.toPoint())
    assert pressed.args == [6] and "8 Nov: seen 1 minutes, reshuffled 5 minutes" in plot.accessibleName()
    for _step in range(4):
        HAND.keyClick(plot, Qt.Key.Key_Left)
    assert "seen nothing" in plot.accessibleName()
    with qtbot.waitSignal(plot.chosen) as entered:
        HAND.keyClick(plot, Qt.Key.Key_Return)
    assert entered.args == [2]


def test_a_line_follows_the_theme_and_gives_way_where_nothing_was_measured(look: Look, shown: Shown) -> None:
    plot = ChartPlot(look)
    plot.show_chart(DAYS)
    shown(plot, 420, 200)
    dark = plot.grab().toImage().pixelColor(415, 5)
    look.wear(tokens=LIGHT)
    assert dark.lightness() < 60 < 200 < plot.grab().toImage().pixelColor(415, 5).lightness()
    plot.show_chart(Lines("Faults", ("2 Nov",), (Series("seen", (None,)), Series("reshuffled", (4,))), "minutes"))
    assert plot.curves is not None and plot.curves.isVisible()
    plot.grab()
    plot.show_chart(Lines("Faults", ("2 Nov",), (Series("seen", (None,)),), "minutes"))
    assert not plot.curves.isVisible()


@pytest.mark.parametrize("folded", [False, True])
def test_deck_blocks_keep_their_names_in_high_stacks(look: Look, shown: Shown, folded: bool) -> None:
    sets = [FallingDue(f"FB-{place:02}", 3) for place in range(9)] + [FallingDue("DA-01", 15)]
    hours = tuple(f"{hour}p" for hour in range(24))
    chart = ForecastChart(look)
    chart.fold(folded)

    def painted(named: list[FallingDue]) -> QImage:
        chart.show_forecast(ForecastView(hours, 0.5, 4, (), tuple(named)))
        chart.resize(46 * 24 // chart.rows, chart.sizeHint().height())
        return chart.grab().toImage()

    shown(chart)
    whole = painted(sets)
    for place in range(len(sets)):
        blank = [replace(each, table="" if nth == place else each.table) for nth, each in enumerate(sets)]
        assert painted(blank) != whole, f"{sets[place].table} has its name on its block"


def test_where_its_hours_have_no_room_a_shift_keeps_its_whole_name(look: Look) -> None:
    chart, day = ForecastChart(look), ShiftBand("Day 6:00 AM–2:00 PM", 0, 8, "18 sets", "Day")
    assert chart._named(day, 400).spoken == "Day 6:00 AM–2:00 PM"
    assert chart._named(day, 90).spoken == "Day"
    swing = ShiftBand("Swing 2:00 PM–10:00 PM", 22, 24, "0 sets", "Swing")
    assert chart._counted(swing, 200) is not None
    assert chart._counted(swing, 80) is None, "at 1366 wide two hours of a shift have room for its name alone"


def test_what_the_reader_said_stands_uncut_at_the_dealers_place(look: Look) -> None:
    for said in SIGNALS.values():
        assert line_width(look, line(Words(said, SECOND))) <= look.px(SAID - 12), said


def test_at_1024_wide_the_charts_say_their_whole_sentence(look: Look) -> None:
    page = DashboardsPage(look)
    page.show_dashboards(
        DashboardsView("11/02/2026 to 11/15/2026 · counted at 9:15 PM · click a bar for its records", ())
    )
    assert page._sentence.wordWrap(), "it folds where there is no room, and is not cut"
