"""A round on paper: the cards as they lay, and what the rules say of each wager."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.operations.card_round import CardPlace, CardRound, DealtCard, DealtHand, Settlement, WagerLine
from printing.flow import PageBlock
from printing.fonts import regular, semibold
from printing.lettering import wrap
from printing.pen import Pen
from printing.signs import draw_suit
from printing.structure import Element, column_head
from printing.style import BAND, BOX, HAIR, PrintStyle
from printing.table import notes

PAD = 10.0
BETWEEN_HANDS = 22.0
BETWEEN_PLACES = 10.0
HOW_TO_READ = "Hollow signs are red suits (hearts, diamonds), filled signs are black suits (spades, clubs)."
SIDEWAYS = " A card lying sideways is the card of a double."


def draw_card(pen: Pen, dealt: DealtCard, x: float, y: float, width: float) -> None:
    """A card by its lower left corner; sideways it lies on its long side."""
    turned = dealt.sideways
    with pen.at(x, y + (width if turned else 0), turned=-90 if turned else 0) as canvas:
        height = width * 1.4
        pen.box(0, 0, width, height, thickness=1.0, fill=1, radius=width / 10)
        rank = "10" if dealt.card.rank == "T" else dealt.card.rank
        size = width * 0.46
        pen.text(width * 0.12, height - size * 0.95, rank, semibold(), size)
        canvas.translate(width * 0.66, width * 0.36)
        draw_suit(canvas, dealt.card.suit, width * 0.44)


class HandDrawing:
    """One hand: its cards in a row, its caption and lammers under them."""

    def __init__(self, hand: DealtHand, style: PrintStyle, room: float) -> None:
        self.hand, self.style = hand, style
        self.size = style.body * 0.95
        widths = [style.card * (1.4 if each.sideways else 1.0) for each in hand.cards]
        gap = style.card * 0.13
        natural = sum(widths) + gap * (len(widths) - 1)
        # A long hand is fanned: ranks and the last suit stay in sight.
        squeeze = min(0.0, (room - natural) / max(1, len(widths) - 1))
        self.offsets = [sum(widths[:n]) + n * (gap + squeeze) for n in range(len(widths))]
        pills = sum(self._pill(each) + 4 for each in hand.lammers)
        self.caption = wrap(hand.caption, regular(), self.size, max(min(natural, room), 0.42 * room) - pills)
        words = max(regular().width(line, self.size) for line in self.caption) + pills
        self.width = max(min(natural, room), words)
        self.height = style.card * 1.4 + 8 + len(self.caption) * style.leading

    def _pill(self, lammer: str) -> float:
        return semibold().width(semibold().printable(lammer), self.size * 0.9) + self.size * 1.1

    def draw(self, pen: Pen, x: float, top: float) -> None:
        foot = top - self.style.card * 1.4
        lying = ", ".join(f"{each.card.name}{', sideways' * each.sideways}" for each in self.hand.cards)
        with pen.tagged(Element("Figure", alt=f"Cards: {lying or 'none'}")):
            for dealt, offset in zip(self.hand.cards, self.offsets, strict=True):
                draw_card(pen, dealt, x + offset, foot, self.style.card)
        with pen.tagged(Element("P")):
            self._draw_words(pen, x, foot - 6 - self.size)

    def _draw_words(self, pen: Pen, x: float, y: float) -> None:
        for line in self.caption:
            pen.text(x, y, line, regular(), self.size)
            y -= self.style.leading
        y += self.style.leading
        x += regular().width(self.caption[-1], self.size) + 4
        for lammer in self.hand.lammers:
            wide = self._pill(lammer)
            pen.box(x, y - self.size * 0.38, wide, self.size * 1.4, thickness=1.0, radius=self.size * 0.7)
            pen.text(x + self.size * 0.55, y, lammer, semibold(), self.size * 0.9)
            x += wide + 4


class PlaceDrawing:
    """The dealer's place or a box: a title over its hands, on as many lines as they need."""

    def __init__(self, place: CardPlace, style: PrintStyle, room: float) -> None:
        self.style = style
        inner = room - 2 * PAD
        self.title = wrap(place.title, semibold(), style.body, inner)
        self.lines: list[list[HandDrawing]] = [[]]
        for hand in place.hands:
            drawing = HandDrawing(hand, style, inner)
            if self.lines[-1] and _across([*self.lines[-1], drawing]) > inner:
                self.lines.append([])
            self.lines[-1].append(drawing)
        titled = max(semibold().width(line, style.body) for line in self.title)
        self.width = max(titled, *(_across(line) for line in self.lines)) + 2 * PAD
        self.height = (
            2 * PAD
            + len(self.title) * style.leading
            + 5
            + sum(max(hand.height for hand in line) + 6 for line in self.lines)
            - 6
        )

    def draw(self, pen: Pen, x: float, top: float, width: float, height: float) -> None:
        pen.box(x, top - height, width, height, thickness=0.6, edge=HAIR, radius=5)
        y = top - PAD
        with pen.tagged(Element("P")):
            for line in self.title:
                pen.text(x + PAD, y - self.style.body, line, semibold(), self.style.body)
                y -= self.style.leading
        y -= 5
        for hands in self.lines:
            left = x + PAD
            for hand in hands:
                hand.draw(pen, left, y)
                left += hand.width + BETWEEN_HANDS
            y -= max(hand.height for hand in hands) + 6


def _across(hands: list[HandDrawing]) -> float:
    return sum(hand.width for hand in hands) + BETWEEN_HANDS * (len(hands) - 1)


class PlacesBlock(PageBlock):
    """Places side by side, as wide as they need and together as wide as the page."""

    def __init__(self, places: list[PlaceDrawing], width: float) -> None:
        super().__init__(max(place.height for place in places), gap=10, keep=True)
        self.places = places
        room = width - BETWEEN_PLACES * (len(places) - 1)
        total = sum(place.width for place in places)
        self.widths = [place.width + (room - total) / len(places) for place in places]

    def draw(self, pen: Pen, left: float, top: float) -> None:
        for place, width in zip(self.places, self.widths, strict=True):
            place.draw(pen, left, top, width, self.height)
            left += width + BETWEEN_PLACES


def card_round(section: CardRound, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """The places on as many lines as they need, then how to read the suits."""
    line: list[PlaceDrawing] = []
    for place in section.places:
        drawing = PlaceDrawing(place, style, width)
        if line and sum(each.width + BETWEEN_PLACES for each in (*line, drawing)) - BETWEEN_PLACES > width:
            yield PlacesBlock(line, width)
            line = []
        line.append(drawing)
    if line:
        yield PlacesBlock(line, width)
    dealt = (card for place in section.places for hand in place.hands for card in hand.cards)
    doubled = any(card.sideways for card in dealt)
    yield from notes(HOW_TO_READ + SIDEWAYS * doubled, style, width)


class _Tracks:
    """Where the four columns of a settlement run."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.wager, self.wager_width = 7.0, width * 0.155
        self.sentence = width * 0.175
        self.reported = width - 7
        self.correct = width - 7 - width * 0.127
        self.sentence_width = self.correct - width * 0.115 - self.sentence


class SettlementHead(PageBlock):
    """The heads over the wagers, drawn again on every page."""

    def __init__(self, section: Settlement, width: float, style: PrintStyle) -> None:
        super().__init__(style.leading * 1.5, gap=8, keep=True)
        self.section, self.style, self.tracks = section, style, _Tracks(width)
        self.table = Element("Table")
        row = Element("TR", self.table)
        self.elements = [Element("TH", row, attributes=column_head()) for _ in range(4)]

    def draw(self, pen: Pen, left: float, top: float) -> None:
        size = self.style.body * 0.95
        y = top - self.height + size * 0.75
        tracks = self.tracks
        heads = (
            (tracks.wager, "Wager", False),
            (tracks.sentence, "What the rules say", False),
            (tracks.correct, self.section.correct_head, True),
            (tracks.reported, self.section.reported_head, True),
        )
        for (x, head, right), element in zip(heads, self.elements, strict=True):
            with pen.tagged(element, once=True):
                pen.text(left + x, y, head, semibold(), size, right=right)
        pen.rule(left, top - self.height, tracks.width, 1.0)


class WagerBlock(PageBlock):
    """One wager: the sentence, its citation, both amounts; boxed if they differ."""

    def __init__(self, line: WagerLine, width: float, style: PrintStyle, table: Element) -> None:
        row = Element("TR", table)
        self.elements = [Element("TD", row) for _ in range(4)]
        self.line, self.style, self.tracks = line, style, _Tracks(width)
        face = semibold() if line.differs else regular()
        self.sentence = wrap(line.sentence, face, style.body, self.tracks.sentence_width)
        self.citation = wrap(line.citation, regular(), style.small, self.tracks.sentence_width)
        self.wager = wrap(line.wager, semibold(), style.body, self.tracks.wager_width)
        said = len(self.sentence) * style.leading + len(self.citation) * style.small * 1.3
        super().__init__(max(said, len(self.wager) * style.leading) + style.body * 1.1)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        style, tracks = self.style, self.tracks
        foot = top - self.height
        if self.line.differs:
            pen.box(left + BOX / 2, foot + BOX / 2, tracks.width - BOX, self.height - BOX, thickness=BOX, fill=BAND)
        else:
            pen.hair([(left, foot, left + tracks.width, foot)])
        first = top - style.body * 0.45 - style.body
        face = semibold() if self.line.differs else regular()
        wager, said, correct, reported = self.elements
        with pen.tagged(wager):
            for number, text in enumerate(self.wager):
                pen.text(left + tracks.wager, first - number * style.leading, text, semibold(), style.body)
        y = first - (len(self.sentence) - 1) * style.leading - style.small * 1.5
        with pen.tagged(said):
            for number, text in enumerate(self.sentence):
                pen.text(left + tracks.sentence, first - number * style.leading, text, face, style.body)
            for number, text in enumerate(self.citation):
                pen.text(left + tracks.sentence, y - number * style.small * 1.3, text, regular(), style.small)
        with pen.tagged(correct):
            pen.text(left + tracks.correct, first, self.line.correct, face, style.body, right=True)
        with pen.tagged(reported):
            pen.text(left + tracks.reported, first, self.line.reported, face, style.body, right=True)


def settlement(section: Settlement, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Every wager under the heads."""
    head = SettlementHead(section, width, style)
    yield head
    for line in section.lines:
        block = WagerBlock(line, width, style, head.table)
        block.above = (head,)
        yield block
    if not section.lines:
        yield from notes("No wagers in this round.", style, width, strong=True)
