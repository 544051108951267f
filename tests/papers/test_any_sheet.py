"""Whatever people write, the paper comes out: sheets made at random, with words that do not fit."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from floorapp.domain.cards import CARDS
from floorapp.operations.card_round import CardPlace, CardRound, DealtCard, DealtHand, Settlement, WagerLine
from floorapp.operations.chart import Bar, Bars, Blocks, Lines, Series, Stack
from floorapp.operations.sheet import (
    Callout,
    Correction,
    Dash,
    Drawing,
    Figure,
    Group,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Section,
    Sheet,
    SheetColumn,
    SheetFact,
    SheetFacts,
    SheetHead,
    SheetSign,
    SheetSignature,
    SheetTable,
    SheetTally,
    Signatures,
)
from printing.paper import render
from printing.rows import to_csv, to_json
from printing.style import PageSize
from tests.examples import examples
from tests.papers import samples

said = st.one_of(
    st.text(min_size=1, max_size=40).filter(lambda text: not text.isspace()),
    st.integers(1, 900).map(lambda count: "word " * count),
    st.integers(1, 300).map(lambda count: "W" * count),
    st.sampled_from(["(odd) \\text", "Nguyễn Thị", "Ελλάδα", "Щука", "a\nb\r\nc", "\u202eflipped", "😀"]),
)
short = st.text("abc ÄЩΩễ–(\\)", min_size=1, max_size=30).filter(lambda text: bool(text.strip()))
cells = st.one_of(said, st.builds(MarkedWord, short, st.sampled_from(SheetSign)), st.builds(Dash, short))


@st.composite
def tables(draw: st.DrawFn) -> SheetTable:
    columns = draw(
        st.lists(st.builds(SheetColumn, short, st.sampled_from(Kind), st.floats(0.1, 9)), min_size=1, max_size=9)
    )
    numbered = draw(st.booleans())
    corrections = st.lists(st.builds(Correction, said, short, short, short, short), max_size=2).map(tuple)
    row = st.builds(
        Row,
        st.tuples(*(cells for _ in columns)),
        short if numbered else st.just(""),
        corrections if numbered else st.just(()),
        st.lists(said, max_size=2).map(tuple),
        st.booleans(),
    )
    groups = st.lists(st.builds(Group, st.lists(row, max_size=6).map(tuple), st.one_of(st.just(""), short)), max_size=3)
    return SheetTable(
        tuple(columns), tuple(draw(groups)), title=draw(st.one_of(st.just(""), short)), notes=(draw(said),)
    )


@st.composite
def lines(draw: st.DrawFn) -> Lines:
    ticks = tuple(draw(st.lists(short, max_size=30)))
    values = st.lists(st.one_of(st.none(), st.floats(0, 1e6)), min_size=len(ticks), max_size=len(ticks)).map(tuple)
    series = tuple(draw(st.lists(st.builds(Series, short, values), max_size=3)))
    return Lines(draw(short), ticks, series, "hours", draw(st.one_of(st.none(), st.floats(0, 1e6))), "limit")


hands = st.builds(
    DealtHand,
    st.lists(st.builds(DealtCard, st.sampled_from(list(CARDS.values())), st.booleans()), max_size=21).map(tuple),
    short,
    st.lists(st.sampled_from(["FREE", "DOUBLE"]), max_size=3).map(tuple),
)
places = st.builds(CardPlace, short, st.lists(hands, min_size=1, max_size=5).map(tuple))
amounts = st.sampled_from(["$0.00", "+$1,250.00", "−$5.00"])
bars = st.builds(Bar, short, st.floats(-10, 1e6), short, st.one_of(st.none(), st.floats(0, 1e6)))
sections: st.SearchStrategy[Section] = st.one_of(
    tables(),
    lines(),
    st.builds(SheetTally, st.lists(st.builds(Figure, short, said), max_size=5).map(tuple)),
    st.builds(SheetFacts, st.lists(st.builds(SheetFact, short, said), max_size=7).map(tuple), short),
    st.builds(Prose, st.lists(said, max_size=4).map(tuple), short, st.booleans()),
    st.builds(Callout, short, said, amounts, short),
    st.builds(Drawing, st.sampled_from(["0,0", "10,20 990,300/500,0"]), short, said),
    st.builds(CardRound, st.lists(places, max_size=7).map(tuple)),
    st.builds(Settlement, st.lists(st.builds(WagerLine, short, short, short, amounts, amounts), max_size=9).map(tuple)),
    st.builds(Bars, short, st.lists(bars, max_size=40).map(tuple), said),
    st.builds(
        Blocks, short, st.lists(st.builds(Stack, short, st.integers(0, 60)), max_size=48).map(tuple), st.integers(0, 9)
    ),
    st.builds(Signatures, st.lists(st.builds(SheetSignature, short, short, short), max_size=5).map(tuple)),
)
heads = st.builds(SheetHead, short, short, short, short, short, short, short, said.map(lambda text: text[:300]))
sheets = st.builds(Sheet, heads, st.lists(sections, max_size=4).map(tuple), st.booleans(), st.booleans())


@settings(
    max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(sheets, st.sampled_from(PageSize), st.booleans())
def test_any_sheet_becomes_a_paper(sheet: Sheet, size: PageSize, issued: bool) -> None:
    paper = render(sheet, issue=samples.ISSUE if issued else None, size=size)
    assert paper.startswith(b"%PDF-1.7") and paper.rstrip().endswith(b"%%EOF")
    assert to_csv(sheet) and to_json(sheet)
