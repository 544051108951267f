"""The sections made of words: tally, facts, prose, the boxed callout, contents, signature blocks."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import field, replace

from floorapp.domain.values import dataclass
from floorapp.operations.sheet import (
    NOT_YET_SIGNED,
    Callout,
    Contents,
    MarkedWord,
    Prose,
    SheetFact,
    SheetFacts,
    SheetSignature,
    SheetTally,
    Signatures,
)
from printing.flow import PageBlock
from printing.fonts import Face, bold, regular, semibold
from printing.lettering import Run, run, wrap, wrap_runs
from printing.pen import Pen
from printing.signing_place import SigningPlace
from printing.signs import stamp_sign
from printing.structure import Element
from printing.style import BOX, PrintStyle
from printing.table import PAD, TitleBlock

#: So many words of a callout stand in its box.
BOXED = 150


class LineBlock(PageBlock):
    """One line of a paragraph."""

    __slots__ = ("face", "line", "paragraph", "size")

    def __init__(self, line: str, face: Face, size: float, leading: float, paragraph: Element) -> None:
        super().__init__(leading)
        self.line, self.face, self.size, self.paragraph = line, face, size, paragraph

    def draw(self, pen: Pen, left: float, top: float) -> None:
        drop = (self.height - self.size) / 2 + self.size * 0.82
        with pen.tagged(self.paragraph):
            pen.text(left, top - drop, self.line, self.face, self.size)


def prose(section: Prose, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Paragraphs line by line; no page begins or ends with a single line of one."""
    if section.title:
        yield TitleBlock(section.title, style, width)
    size = style.small if section.small else style.body
    leading = size * 1.35
    for number, paragraph in enumerate(section.paragraphs):
        lines = wrap(paragraph, regular(), size, width)
        element = Element("P")
        for index, line in enumerate(lines):
            block = LineBlock(line, regular(), size, leading, element)
            block.gap = 0 if index else (size * 0.75 if number or not section.title else 1)
            block.keep = len(lines) > 1 and index in (0, len(lines) - 2)
            yield block


class RunsBlock(PageBlock):
    """A line of mixed weights."""

    def __init__(self, line: list[Run], leading: float, paragraph: Element, *, gap: float = 0) -> None:
        super().__init__(leading, gap=gap)
        self.line, self.paragraph = line, paragraph

    def draw(self, pen: Pen, left: float, top: float) -> None:
        with pen.tagged(self.paragraph):
            pen.runs(left, top - self.height * 0.78, self.line)


def tally(section: SheetTally, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Figures in strong, their words in plain."""
    size = style.body + 0.5
    runs: list[Run] = []
    for figure in section.figures:
        runs.append(run(" · " if runs else "", regular(), size))
        runs += [run(figure.number, bold(), size), run(f" {figure.words}", regular(), size)]
    paragraph = Element("P")
    for number, line in enumerate(wrap_runs(runs, width)):
        yield RunsBlock(line, size * 1.4, paragraph, gap=0 if number else 5)


class FactsBlock(PageBlock):
    """One line of facts: a single long one, or two side by side."""

    LABEL = 0.34

    def __init__(
        self, facts: tuple[SheetFact, ...], width: float, style: PrintStyle, share: float, listed: Element
    ) -> None:
        self.facts, self.width, self.style = facts, width, style
        items = [Element("LI", listed) for _ in facts]
        self.elements = [(Element("Lbl", item), Element("LBody", item)) for item in items]
        self.share = share
        self.label = width * share * self.LABEL if share < 1 else width * 0.5 * self.LABEL
        self.values = [self._value(fact) for fact in facts]
        self.labels = [wrap(fact.label, regular(), style.body, self.label - 6) for fact in facts]
        super().__init__(0)
        self._measure()

    def _measure(self) -> None:
        deepest = max(len(lines) for lines in (*self.values, *self.labels))
        self.height = self.style.row + (deepest - 1) * self.style.leading + 1

    def parted(self, height: float) -> tuple[PageBlock, PageBlock] | None:
        fits = int((height - 1 - self.style.row) / self.style.leading + 1.001)
        if fits < 1:
            return None
        first, rest = copy(self), copy(self)
        first.values = [lines[:fits] for lines in self.values]
        first.labels = [lines[:fits] for lines in self.labels]
        rest.values = [lines[fits:] for lines in self.values]
        rest.labels = [lines[fits:] for lines in self.labels]
        first._measure()
        rest._measure()
        return first, rest

    def _value(self, fact: SheetFact) -> list[str]:
        room = self.width * self.share - self.label - PAD * 2
        room -= self.style.body * 1.3 if isinstance(fact.value, MarkedWord) else 0
        return wrap(str(fact.value), semibold(), self.style.body, room)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        size, leading = self.style.body, self.style.leading
        baseline = top - self.style.row * 0.5 - size * 0.36 - 0.5
        for index, fact in enumerate(self.facts):
            x = left + PAD + index * self.width * self.share
            label, value = self.elements[index]
            with pen.tagged(label):
                for number, line in enumerate(self.labels[index]):
                    pen.text(x, baseline - number * leading, line, regular(), size)
            x += self.label
            if isinstance(fact.value, MarkedWord):
                stamp_sign(pen, fact.value.sign, x, baseline, size)
                x += size * 1.3
            with pen.tagged(value):
                for number, line in enumerate(self.values[index]):
                    pen.text(x, baseline - number * leading, line, semibold(), size)
        pen.hair([(left, top - self.height, left + self.width, top - self.height)])


def facts(section: SheetFacts, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Two facts a line; a long one has the line to itself."""
    if section.title:
        yield TitleBlock(section.title, style, width)
    for number, line in enumerate(_fact_lines(section, width, style)):
        line.gap = 0 if number or section.title else 6
        yield line


def _fact_lines(section: SheetFacts, width: float, style: PrintStyle) -> Iterator[FactsBlock]:
    listed = Element("L")
    waiting: SheetFact | None = None
    for fact in section.facts:
        half = FactsBlock((fact,), width, style, 0.5, listed)
        if len(half.values[0]) > 2:
            if waiting is not None:
                yield FactsBlock((waiting,), width, style, 0.5, listed)
                waiting = None
            yield FactsBlock((fact,), width, style, 1.0, listed)
        elif waiting is not None:
            yield FactsBlock((waiting, fact), width, style, 0.5, listed)
            waiting = None
        else:
            waiting = fact
    if waiting is not None:
        yield FactsBlock((waiting,), width, style, 0.5, listed)


class CalloutBlock(PageBlock):
    """The one thing that differs: a strong box, the words left, the figure right."""

    def __init__(self, callout: Callout, width: float, style: PrintStyle) -> None:
        self.callout, self.width, self.style = callout, width, style
        self.pad = style.body * 1.5
        figure = bold().width(bold().printable(callout.figure), style.figure)
        label = regular().width(regular().printable(callout.figure_label), style.body)
        aside = max(figure, label)
        room = width - 2 * self.pad - (aside + self.pad if aside else 0)
        self.headline = wrap(callout.headline, semibold(), style.headline, room)
        self.text = wrap(callout.text, regular(), style.body, room)
        words = len(self.headline) * style.headline * 1.3 + len(self.text) * style.leading
        beside = style.leading + style.figure if aside else 0
        super().__init__(max(words, beside) + 1.9 * self.pad, gap=12)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        style = self.style
        pen.box(
            left + BOX / 2, top - self.height + BOX / 2, self.width - BOX, self.height - BOX, thickness=BOX, radius=5
        )
        y = top - self.pad * 0.95
        with pen.tagged(Element("P")):
            for line in self.headline:
                pen.text(left + self.pad, y - style.headline, line, semibold(), style.headline)
                y -= style.headline * 1.3
        with pen.tagged(Element("P")):
            for number, line in enumerate(self.text):
                pen.text(left + self.pad, y - style.body * 1.05 - number * style.leading, line, regular(), style.body)
        if self.callout.figure:
            right = left + self.width - self.pad
            middle = top - self.height / 2
            with pen.tagged(Element("P")):
                pen.text(right, middle + style.body * 0.9, self.callout.figure_label, regular(), style.body, right=True)
                pen.text(right, middle - style.figure * 0.72, self.callout.figure, bold(), style.figure, right=True)


class SignatureBlock(PageBlock):
    """Places to sign, side by side: the name on the line, what it means under it."""

    GAP = 21.0

    def __init__(self, pair: tuple[SheetSignature, ...], width: float, style: PrintStyle) -> None:
        self.pair, self.style = pair, style
        self.wide = (width - self.GAP) / 2
        self.size = max(min(8.5, style.body + 0.5), style.body * 0.9)
        self.leading = self.size * 1.3
        self.lines = [self._under(each) for each in pair]
        self.names = [wrap(each.name, regular(), self.size + 0.5, self.wide) for each in pair]
        self.deepest = max(map(len, self.names))
        super().__init__(self.leading * (self.deepest + max(map(len, self.lines))) + 5, gap=16)

    def _under(self, each: SheetSignature) -> list[str]:
        meaning = wrap(f"{each.role} · {each.meaning}", regular(), self.size, self.wide)
        return [*meaning, *wrap(each.signed, regular(), self.size, self.wide)]

    def _kept_free(self, pen: Pen, each: SheetSignature, x: float, line: float, under: list[str]) -> list[str]:
        """The lines under a block; where its signature may still come a place is kept free, one for each role."""
        if pen.places is None or each.signed != NOT_YET_SIGNED:
            return under
        there = next((place.page for place in pen.places if place.role == each.role), None)
        if there is not None:
            return [*under[:-1], f"Signed for on page {there + 1}, with the whole document"]
        box = (x, line - self.leading * (len(under) + 0.1), x + self.wide, line + 5 + self.size)
        pen.places.append(SigningPlace(each.role, each.meaning, pen.canvas.getPageNumber() - 1, box))
        return under[:-1]

    def draw(self, pen: Pen, left: float, top: float) -> None:
        for index, names in enumerate(self.names):
            x = left + index * (self.wide + self.GAP)
            y = top - self.size - (self.deepest - 1) * self.leading
            said = Element("P")
            with pen.tagged(said):
                for number, name in enumerate(names, 1 - len(names)):
                    pen.text(x, y - number * self.leading, name, regular(), self.size + 0.5)
            y -= 5
            pen.rule(x, y, self.wide, 0.7)
            under = self._kept_free(pen, self.pair[index], x, y, self.lines[index])
            with pen.tagged(said):
                for number, line in enumerate(under):
                    pen.text(x, y - self.leading * (number + 0.85), line, regular(), self.size)


def signatures(section: Signatures, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """All signature blocks on one page, with something above them."""
    blocks = [
        SignatureBlock(section.blocks[start : start + 2], width, style) for start in range(0, len(section.blocks), 2)
    ]
    for block in blocks[:-1]:
        block.keep = True
    yield from blocks


def callout(section: Callout, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """The box; of a very long text only the beginning stands in it, the rest follows as prose."""
    words = section.text.split()
    boxed = replace(section, text=" ".join(words[:BOXED]))
    yield CalloutBlock(boxed, width, style)
    if len(words) > BOXED:
        yield from prose(Prose((" ".join(words[BOXED:]),)), width, style)


@dataclass(slots=True)
class Directory:
    """The sheets of a pack; the page each begins on is known once all are laid out."""

    titles: tuple[tuple[str, str], ...]
    pages: list[int] = field(default_factory=list)


class ContentsBlock(PageBlock):
    """One line of the contents: title, form, page."""

    def __init__(self, index: int, directory: Directory, width: float, style: PrintStyle, listed: Element) -> None:
        super().__init__(style.row + 3)
        self.element = Element("P", Element("TOCI", listed))
        self.index, self.directory, self.width, self.style = index, directory, width, style

    def draw(self, pen: Pen, left: float, top: float) -> None:
        title, form = self.directory.titles[self.index]
        size = self.style.body + 0.5
        y = top - self.height * 0.5 - size * 0.36
        page = str(self.directory.pages[self.index])
        with pen.tagged(self.element):
            pen.text(left + PAD, y, title, semibold(), size)
            pen.text(left + self.width * 0.72, y, form, regular(), size)
            pen.text(left + self.width - PAD, y, page, regular(), size, right=True)
        pen.hair([(left, top - self.height, left + self.width, top - self.height)])


def contents(section: Contents, directory: Directory, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Every sheet of the pack with its page."""
    yield TitleBlock(section.title, style, width)
    listed = Element("TOC")
    for index in range(len(directory.titles)):
        yield ContentsBlock(index, directory, width, style, listed)
