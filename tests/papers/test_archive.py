"""PDF/A-3a and PDF/UA-1 as far as it can be seen without veraPDF, which `make campaign ARGS=archive` asks."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from pyhanko.pdf_utils.reader import PdfFileReader

from printing.paper import render
from printing.press import issue_paper
from printing.seal import make_key
from tests.papers import samples

NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
NAMES = {
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}


@pytest.fixture(scope="module")
def paper() -> bytes:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    return issue_paper(samples.long_names(), issue=samples.ISSUE, key=key)


@pytest.fixture(scope="module")
def root(paper: bytes) -> Any:
    return PdfFileReader(BytesIO(paper)).root


def test_xmp_says_pdfa_3a_pdfua_1_and_what_the_papers_properties_say(paper: bytes, root: Any) -> None:
    said = ElementTree.fromstring(root["/Metadata"].data.strip())
    info = PdfFileReader(BytesIO(paper)).trailer["/Info"]
    assert said.findtext(".//pdfaid:part", namespaces=NAMES) == "3"
    assert said.findtext(".//pdfaid:conformance", namespaces=NAMES) == "A"
    assert said.findtext(".//pdfuaid:part", namespaces=NAMES) == "1"
    assert said.findtext(".//dc:title//rdf:li", namespaces=NAMES) == str(info["/Title"])
    assert said.findtext(".//dc:creator//rdf:li", namespaces=NAMES) == str(info["/Author"])
    assert said.findtext(".//xmp:CreatorTool", namespaces=NAMES) == str(info["/Creator"])
    created = datetime.fromisoformat(said.findtext(".//xmp:CreateDate", "", namespaces=NAMES))
    assert f"{created:%Y%m%d%H%M%S}" in str(info["/CreationDate"])


def test_colors_are_meant_as_srgb_and_the_language_is_said(root: Any) -> None:
    intent = root["/OutputIntents"][0]
    assert intent["/S"] == "/GTS_PDFA1"
    assert intent["/DestOutputProfile"].data[36:40] == b"acsp"
    assert str(root["/Lang"]) == "en-US"


def test_it_is_tagged_and_a_window_shows_its_title(root: Any) -> None:
    """What the tags say is in test_structure."""
    assert root["/MarkInfo"]["/Marked"] and root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert all(page.get_object()["/Tabs"] == "/S" for page in root["/Pages"]["/Kids"])


def test_the_attached_rows_belong_to_the_paper_as_its_data(root: Any) -> None:
    """All of them, and each table once more."""
    assert [str(each.get_object()["/AFRelationship"]) for each in root["/AF"]] == ["/Data"] * 2


def test_every_stream_ends_with_a_line_end_of_its_own(paper: bytes) -> None:
    for written in (paper, render(samples.inspection_log(), issue=None)):
        ends = [match.start() for match in re.finditer(rb"endstream\r?\nendobj", written)]
        assert len(ends) > 10
        assert all(written[end - 1 : end] == b"\n" for end in ends)


def test_words_that_xml_would_take_for_its_own_stay_words() -> None:
    sheet = samples.empty_log()
    odd = replace(sheet, head=replace(sheet.head, property="Fox & Sons <Casino>"))
    root = PdfFileReader(BytesIO(render(odd, issue=samples.ISSUE))).root
    said = ElementTree.fromstring(root["/Metadata"].data.strip())
    assert said.findtext(".//dc:creator//rdf:li", namespaces=NAMES) == "Fox & Sons <Casino>"
