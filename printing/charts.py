"""Charts as vectors: told apart by outline, fill and dash, so that any copier keeps them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from floorapp.operations.chart import Bar, Bars, Blocks, Chart, Lines, Series
from printing.flow import PageBlock
from printing.fonts import regular, semibold
from printing.lettering import wrap
from printing.pen import Line, Pen
from printing.structure import Element
from printing.style import BAND, HAIR, PrintStyle
from printing.table import TitleBlock, notes

NamedEnd = tuple[float, float, str]
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2.5), (1.2, 2.2))


def chart(section: Chart, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Title, drawing, caption, kept together."""
    yield TitleBlock(section.title, style, width)
    drawn: list[PageBlock] = []
    figure = Element("Figure", alt=in_words(section))
    match section:
        case Bars() if section.bars:
            drawn += (DrawnBlock(each, figure) for each in _bars(section, width, style))
        case Lines() if section.ticks and section.series:
            drawn.append(DrawnBlock(LinesBlock(section, width, style), figure))
        case Blocks() if section.stacks:
            drawn.append(DrawnBlock(StacksBlock(section, width, style), figure))
        case _:
            drawn += notes("No records in this period.", style, width, strong=True)
    if section.caption:
        drawn += notes(section.caption, style, width)
    for each in drawn[:-1]:
        each.keep = True  # a chart is not broken
    yield from drawn


def in_words(section: Chart) -> str:
    """What a chart shows, for those who hear it."""
    match section:
        case Bars():
            said = [f"{bar.label}: {bar.text}" for bar in section.bars]
        case Lines():
            said = [f"{each.name}: {', '.join(_values(section.ticks, each))}" for each in section.series]
            said += [f"{section.limit_label}: {short(section.limit)}"] if section.limit is not None else []
        case Blocks():
            said = [f"{stack.label}: {stack.count}" for stack in section.stacks]
            said.append(f"planned: {section.planned}")
    return f"{section.title}. {'; '.join(said)}."


def _values(ticks: tuple[str, ...], series: Series) -> Iterator[str]:
    """Each value under its tick; where none was measured nothing is said."""
    return (f"{tick} {short(value)}" for tick, value in zip(ticks, series.values, strict=True) if value is not None)


class DrawnBlock(PageBlock):
    """A part of a chart, which is one picture."""

    def __init__(self, drawn: PageBlock, figure: Element) -> None:
        super().__init__(drawn.height, gap=drawn.gap)
        self.drawn, self.figure = drawn, figure

    def draw(self, pen: Pen, left: float, top: float) -> None:
        with pen.tagged(self.figure):
            self.drawn.draw(pen, left, top)


def _bars(section: Bars, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    ends = [end for bar in section.bars for end in (bar.value, bar.expected, bar.high) if end is not None]
    scale = max(max(ends), 0.000001)
    label = min(width * 0.36, max(regular().width(regular().printable(b.label), style.body) for b in section.bars))
    value = max(regular().width(regular().printable(bar.text), style.body) for bar in section.bars)
    for bar in section.bars:
        yield BarBlock(bar, width, style, label + 12, value + 8, scale)


class BarBlock(PageBlock):
    """One bar with its label and value; where it was expected to end, a tick and a bracket."""

    def __init__(self, bar: Bar, width: float, style: PrintStyle, label: float, value: float, scale: float) -> None:
        self.bar, self.style, self.label = bar, style, label
        self.lines = wrap(bar.label, regular(), style.body, label - 10)
        self.length = width - label - value
        self.scale = scale
        self.bracketed = bar.expected is not None
        super().__init__(max(style.row * (1.5 if self.bracketed else 1.15), len(self.lines) * style.leading + 2))

    def _x(self, value: float) -> float:
        return max(0.0, value) / self.scale * self.length

    def draw(self, pen: Pen, left: float, top: float) -> None:
        bar, size = self.bar, self.style.body
        middle = top - self.height / 2
        for number, line in enumerate(self.lines):
            y = middle - size * 0.36 + (len(self.lines) / 2 - 0.5 - number) * self.style.leading
            pen.text(left + 4, y, line, regular(), size)
        start, thick = left + self.label, size * 0.8
        long = self._x(bar.value)
        label_y = middle - size * 0.36
        middle += size * 0.2 if self.bracketed else 0
        pen.box(start, middle - thick / 2, max(long, 0.4), thick, thickness=0.7, fill=0 if bar.differs else BAND)
        pen.lines([(start, top, start, top - self.height)], 0.7)
        end = max([long] + [self._x(each) for each in (bar.expected, bar.high) if each is not None])
        face = semibold() if bar.differs else regular()
        pen.text(start + end + 6, label_y, bar.text, face, size)
        pen.lines(self._expected(start, middle, thick), 1.0)

    def _expected(self, start: float, middle: float, thick: float) -> list[Line]:
        bar = self.bar
        lines: list[Line] = []
        if bar.low is not None and bar.high is not None:
            low, high = start + self._x(bar.low), start + self._x(bar.high)
            y = middle - thick * 0.95
            lines += [(low, y, high, y), (low, y - 1.2, low, y + 1.2), (high, y - 1.2, high, y + 1.2)]
        if bar.expected is not None:
            x = start + self._x(bar.expected)
            lines.append((x, middle - thick * 1.25, x, middle - thick * 0.65))
        return lines


def ticks_to(most: float) -> list[float]:
    """Round numbers from nothing up to at least the most, about four of them."""
    if most < 1e-9:
        return [0.0, 1.0]
    rough = most / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough - 1e-12)
    return [step * n for n in range(math.ceil(most / step - 1e-9) + 1)]


def short(value: float) -> str:
    """A tick's number without needless noughts."""
    return f"{value:,.6f}".rstrip("0").rstrip(".")


class LinesBlock(PageBlock):
    """Values over time: solid, dashed and dotted lines, each named at its end."""

    HEIGHT = 112.0

    def __init__(self, section: Lines, width: float, style: PrintStyle) -> None:
        super().__init__(self.HEIGHT + 6)
        self.section, self.style = section, style
        values = [value for series in section.series for value in series.values if value is not None]
        self.ticks = ticks_to(max([*values, section.limit or 0.0], default=0.0))
        names = [regular().printable(series.name) for series in section.series]
        self.size = style.small
        self.margin = max(regular().width(short(tick), self.size) for tick in self.ticks) + 8
        named = max((regular().width(name, self.size) for name in names), default=0.0)
        self.length = width - self.margin - named - 22

    def draw(self, pen: Pen, left: float, top: float) -> None:
        start, floor = left + self.margin, top - self.HEIGHT + 6
        rise = self.HEIGHT - 22
        self._axes(pen, start, floor, rise)
        if self.section.limit is not None:
            self._limit(pen, start, floor + self.section.limit / self.ticks[-1] * rise)
        ends = [self._series(pen, index, start, floor, rise) for index in range(len(self.section.series))]
        self._names(pen, [end for end in ends if end is not None])

    def _x(self, index: int) -> float:
        return index / max(1, len(self.section.ticks) - 1) * self.length

    def _axes(self, pen: Pen, start: float, floor: float, rise: float) -> None:
        for tick in self.ticks:
            y = floor + tick / self.ticks[-1] * rise
            pen.hair([(start, y, start + self.length, y)])
            pen.text(start - 4, y - self.size * 0.35, short(tick), regular(), self.size, right=True)
        pen.text(start, floor + rise + 6, self.section.unit, regular(), self.size)
        widest = max(regular().width(regular().printable(each), self.size) for each in self.section.ticks)
        every = max(1, math.ceil((widest + 6) * max(1, len(self.section.ticks) - 1) / self.length))
        for index, label in list(enumerate(self.section.ticks))[::every]:
            shown = regular().printable(label)
            x = start + self._x(index) - regular().width(shown, self.size) / 2
            pen.text(x, floor - self.size - 3, shown, regular(), self.size)
        pen.rule(start, floor, self.length, 0.8)

    def _limit(self, pen: Pen, start: float, y: float) -> None:
        pen.canvas.setDash(8, 3)
        pen.rule(start, y, self.length, 1.4)
        pen.canvas.setDash()
        wide = semibold().width(semibold().printable(self.section.limit_label), self.size)
        pen.box(start + 4, y + 1.5, wide + 6, self.size + 2, edge=None, fill=1)
        pen.text(start + 7, y + 3.2, self.section.limit_label, semibold(), self.size)

    def _series(self, pen: Pen, index: int, start: float, floor: float, rise: float) -> NamedEnd | None:
        """Draw one line; where it ends comes back with its name."""
        series = self.section.series[index]
        pen.canvas.setDash(DASHES[index])
        points = [
            None if value is None else (start + self._x(place), floor + value / self.ticks[-1] * rise)
            for place, value in enumerate(series.values)
        ]
        pairs = zip(points, points[1:], strict=False)
        pen.lines([(*a, *b) for a, b in pairs if a is not None and b is not None], 1.3)
        pen.canvas.setDash()
        known = [point for point in points if point is not None]
        for x, y in known:
            pen.canvas.setFillGray(0 if index == 0 else 1)
            pen.canvas.setLineWidth(0.9)
            pen.canvas.circle(x, y, 1.5, stroke=1, fill=1)
        pen.canvas.setFillGray(0)
        return (known[-1][1], known[-1][0], series.name) if known else None

    def _names(self, pen: Pen, ends: list[NamedEnd]) -> None:
        """The series' names at their ends, from below, none over another."""
        free = -math.inf
        for y, x, name in sorted(ends):
            free = max(y - self.size * 0.35, free)
            pen.text(x + 7, free, name, regular(), self.size)
            free += self.size * 1.1


class StacksBlock(PageBlock):
    """One block a thing in its hour, over the shifts; those above the planned pace are full."""

    RISE = 9.0

    def __init__(self, section: Blocks, width: float, style: PrintStyle) -> None:
        self.section, self.width, self.style = section, width, style
        self.most = max([stack.count for stack in section.stacks] + [section.planned, 1])
        self.rise = min(self.RISE, 150 / self.most)
        self.step = (width - 26) / max(1, len(section.stacks))
        super().__init__(self.rise * self.most + 42)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        start, floor = left + 22, top - self.height + 24
        self._bands(pen, start, floor)
        pace = floor + self.section.planned * self.rise
        pen.canvas.setDash(6, 3)
        pen.rule(start, pace, self.step * len(self.section.stacks), 1.1)
        pen.canvas.setDash()
        pen.text(start - 4, pace - 2.5, str(self.section.planned), semibold(), self.style.small, right=True)
        pen.text(start - 4, floor - 2.5, "0", regular(), self.style.small, right=True)
        for index, stack in enumerate(self.section.stacks):
            self._stack(pen, start + index * self.step, floor, stack.count)
        self._labels(pen, start, floor)
        pen.rule(start, floor, self.step * len(self.section.stacks), 0.8)

    def _stack(self, pen: Pen, x: float, floor: float, count: int) -> None:
        wide = min(self.step * 0.74, 26.0)
        inset = (self.step - wide) / 2
        for level in range(count):
            fill = 0.0 if level >= self.section.planned else BAND
            pen.box(x + inset, floor + level * self.rise + 0.7, wide, self.rise - 1.6, thickness=0.6, fill=fill)
        if count:
            size = self.style.small
            shown = str(count)
            middle = x + self.step / 2 - regular().width(shown, size) / 2
            wide = regular().width(shown, size) + 4
            pen.box(middle - 2, floor + count * self.rise + 1.4, wide, size, edge=None, fill=1)
            pen.text(middle, floor + count * self.rise + 2.5, shown, regular(), size)

    def _labels(self, pen: Pen, start: float, floor: float) -> None:
        size = self.style.small
        labels = [regular().printable(stack.label) for stack in self.section.stacks]
        widest = max((regular().width(label, size) for label in labels), default=0.0)
        every = max(1, math.ceil((widest + 4) / self.step))
        for index, label in list(enumerate(labels))[::every]:
            x = start + (index + 0.5) * self.step - regular().width(label, size) / 2
            pen.text(x, floor - size - 2.5, label, regular(), size)

    def _bands(self, pen: Pen, start: float, floor: float) -> None:
        height = self.rise * self.most + 14
        for band in self.section.bands:
            x, beyond = start + band.first * self.step, start + band.beyond * self.step
            pen.lines(
                [(x, floor - 24, x, floor + height), (beyond, floor - 24, beyond, floor + height)], 0.5, grey=HAIR
            )
            middle = (x + beyond) / 2 - semibold().width(semibold().printable(band.label), self.style.small) / 2
            pen.text(middle, floor - 22, band.label, semibold(), self.style.small)
