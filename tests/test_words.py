"""The words of an American floor: no British spelling in any text, and no label of the old column comes back."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("floorapp", "db", "printing", "installer")
PAGES = (
    *sorted((ROOT / "resources/help").glob("*.md")),
    ROOT / "README.md",
    ROOT / "installer/README.md",
    *sorted((ROOT / "installer/debian").glob("*.1")),
)

BRITISH = re.compile(
    r"\b\w*(?:"
    r"colour|favour|flavour|behaviour|honour|labour|neighbour|harbour|rumour"
    r"|centre\b|metre\b|licence|defence\b|offence\b|catalogue|dialogue|programme\b|cheque|grey\b|greyed|kerb"
    r"|signalled|cancelled|cancelling|labelled|travelled|modelled|levelled|fulfil\b|enrol\b|jewellery|judgement"
    r"|organis|recognis|realis|authoris|summaris|minimis|maximis|normalis|serialis|initialis|optimis|analys(?:e|ed|ing)\b"
    r"|learnt|spelt\b|whilst|amongst|afterwards|for ever\b|ageing|storey|tyre\b|practise"
    r")\w*",
    re.IGNORECASE,
)
#: Names that formats and code keep.
KEPT = re.compile(r"eights_colour|licences\.py| licences in ")

#: The left column of words.md, as whole labels or phrases a person could meet on a screen or a report.
GONE = (
    "Wrong rounds",
    "Seen and expected",
    "Shoe detective",
    "Negative log",
    "Take in rounds",
    "Gather for a helper",
    "Other acts",
    "Who may do what",
    "Another person",
    "Begin this floor",
    "Draw a pit",
    "to mend",
    "Mend ",
    "Waiting to send",
    "Happened, by the clock",
    "Hand over",
    "Take over",
    "Withdraw…",
    "Shelve…",
    "Proof test",
    "Lay the cards",
    "Break off",
    "Okay, next table",
    "Not okay",
    "Inspection round",
    "Walking order",
    "Come back later",
    "Know reader",
    "Forget reader",
    "is a stranger",
    "Bring cards",
    "in the store",
    "into the store",
    "Design, as on the box",
    "They come",
    "seal whole",
    "Go on dealing",
    "Table goes on",
    "Nobody plays",
    "Cover card came out",
    "is to be burned",
    "Engine’s view",
    "The gate",
    "Who was told",
    "It was found at",
    "play goes on",
    "waits for review",
    "by nobody yet",
    "on the shelf",
    " is needed.",
    "ours and unchanged",
    "not ours",
    "Completeness of the gaming day",
    "watched for ever",
    "taken in:",
    "things to mend",
    "Fit equipment",
    "in step",
    "is not heard",
)
#: Labels that are gone as whole labels; inside a sentence the words may stand.
LABELS = frozenset({"What follows", "So", "Told", "Papers", "Paragraph", "House", "Box", "Stake", "Calls"})
#: Rooms whose sentences are being written anew elsewhere, or that keep a word: text in place, and why.
ALLOWED = {
    "floorapp/operations/due.py": "written anew with the judge of conduct",
    "floorapp/operations/gate.py": "written anew with the judge of conduct",
}


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a source that are not its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, str):
        yield value


def every_text() -> Iterator[tuple[str, str]]:
    """Every text a person can meet, with its place."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for line, text in texts_of(path):
                yield f"{name}:{line}", text
    for path in sorted((ROOT / "resources").rglob("*.toml")):
        name = path.relative_to(ROOT).as_posix()
        for text in _strings(tomllib.loads(path.read_text("utf-8"))):
            yield name, text
    for path in PAGES:
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT).as_posix()}:{number}", text


def test_every_text_is_spelled_the_american_way() -> None:
    found = [
        f"{place}: {match.group()}: {text[:80]}"
        for place, text in every_text()
        if " " in text or text[:1].isupper()
        for match in BRITISH.finditer(KEPT.sub("", text))
    ]
    assert found == []


def test_no_label_of_the_old_column_comes_back() -> None:
    found = [
        f"{place}: “{phrase}”: {text[:80]}"
        for place, text in every_text()
        if place.partition(":")[0] not in ALLOWED
        for phrase in (*GONE, text.strip(" …:."))
        if phrase in LABELS or (phrase in GONE and phrase in text)
    ]
    assert found == []


def test_what_is_looked_for_would_be_found() -> None:
    assert BRITISH.search("Back colour") and BRITISH.search("it signalled") and not BRITISH.search("a license")
