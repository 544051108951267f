"""What PDF/A-3a and PDF/UA-1 ask of a paper beyond its pages: what it is, in XMP; its colors; its streams' spelling."""

from __future__ import annotations

from datetime import UTC
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from floorapp.domain.written_time import file_stamp
from floorapp.operations.sheet import Issue, Sheet

PROFILE = Path(__file__).parent.parent / "resources" / "icc" / "srgb.icc"
CREATOR = "floorapp"
PRODUCER = "floorapp reports"
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
<dc:format>application/pdf</dc:format><dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreatorTool>{creator}</xmp:CreatorTool><pdf:Producer>{producer}</pdf:Producer>{keywords}{dates}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
"""


class EndedStream(pdfdoc.PDFStream):
    """A stream with an end of line before `endstream`, which reportlab leaves out and PDF/A wants (6.1.7.1)."""

    def format(self, document: Any) -> bytes:
        written: bytes = super().format(document)
        return written.removesuffix(b"endstream\n") + b"\nendstream\n"


# reportlab makes every stream (pages, fonts, forms) by this name, and has no other way in.
pdfdoc.PDFStream = EndedStream  # type: ignore[misc]


def describe(canvas: Canvas, sheet: Sheet, issue: Issue | None) -> None:
    """Say what the paper is, for people (its properties) and for archives (XMP), and in which colors it is meant."""
    said = {
        "title": f"{sheet.head.title}, {sheet.head.period}",
        "author": sheet.head.property,
        "subject": issue.code if issue else "preview",
        "creator": f"{CREATOR} {issue.app_version}" if issue else f"{CREATOR}, preview",
        "producer": PRODUCER,
        "keywords": issue.key if issue else "",
    }
    for name, value in said.items():
        getattr(canvas, f"set{name.capitalize()}")(value)
    if issue:
        made = f"D:{file_stamp(issue.instant).translate(str.maketrans('', '', 'TZ'))}+00'00'"
        canvas.setDateFormatter(lambda *_: made)
    catalog = canvas._doc.Catalog  # type: ignore[attr-defined]
    catalog.Metadata = _xmp(said, issue)
    # reportlab's catalog writes only the entries it is told of.
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = pdfdoc.PDFArray([_output_intent()])


def _xmp(said: dict[str, str], issue: Issue | None) -> pdfdoc.PDFStream:
    words = {name: escape(value) for name, value in said.items()}
    words["keywords"] = f"<pdf:Keywords>{words['keywords']}</pdf:Keywords>" if words["keywords"] else ""
    words["dates"] = ""
    if issue:
        at = issue.instant.astimezone(UTC).isoformat(timespec="seconds")
        words["dates"] = f"<xmp:CreateDate>{at}</xmp:CreateDate><xmp:ModifyDate>{at}</xmp:ModifyDate>"
    kind = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
    # Not compressed: a tool that knows no PDF can read it.
    return EndedStream(pdfdoc.PDFDictionary(kind), XMP.format(**words).encode(), filters=[])


def _output_intent() -> pdfdoc.PDFDictionary:
    profile = EndedStream(pdfdoc.PDFDictionary({"N": 3}), _profile(), filters=[pdfdoc.PDFZCompress])
    return pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString("sRGB"),
            "Info": pdfdoc.PDFString("sRGB"),
            "DestOutputProfile": profile,
        }
    )


@cache
def _profile() -> bytes:
    return PROFILE.read_bytes()
