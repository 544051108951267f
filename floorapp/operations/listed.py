"""Lists that a property has as a file: named columns, one thing a line, every fault named with its line."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from floorapp.domain.values import dataclass
from floorapp.operations.refusal import Refused, bad_input

MOST_LINES = 2000
#: A list is small; something larger is another file.
MOST_BYTES = 1_000_000
#: The files a list may be, as a dialog names them.
FILES = "Lists (*.csv *.txt *.tsv);;All files (*)"


@dataclass(frozen=True, slots=True)
class ListFault:
    """What is wrong in a line, and what would be right."""

    line: int
    says: str


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line of a list: its number, and its cells by the column's name."""

    number: int
    cells: Mapping[str, str]


def read_text(path: Path) -> str:
    """The text of a list's file; refused in words where it is none."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(bad_input(f"{path.name} cannot be read: {error.strerror}.", "Choose another file.")) from None
    if len(content) > MOST_BYTES:
        raise Refused(bad_input(f"{path.name} is too large.", "Choose a list."))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        todo = "Save the list as CSV (UTF-8)."
        raise Refused(bad_input(f"{path.name} is not a text in UTF-8.", todo)) from None


def read_list(
    text: str, columns: Mapping[str, str], needed: Sequence[str], noun: str
) -> tuple[tuple[ListedLine, ...], tuple[ListFault, ...]]:
    """The lines of a list, or why it is none; never raises, whatever the text is.

    `columns` are the names a list may give its columns, in small letters, and what each is called here.
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    empty = (ListFault(1, f"The list is empty. Write one line per {noun}."),)
    if not first:
        return (), empty
    if len(lines) > MOST_LINES:
        return (), (ListFault(MOST_LINES, f"A list has at most {MOST_LINES} lines."),)
    mark = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=mark, strict=True))
    except csv.Error:
        return (), (ListFault(1, "A quotation mark is opened and not closed."),)
    begin = next((n for n, row in enumerate(rows) if any(cell.strip() for cell in row)), None)
    if begin is None:  # nothing but quotation marks
        return (), empty
    names = [columns.get(cell.strip().casefold().replace("_", " "), "") for cell in rows[begin]]
    missing = [name for name in needed if name not in names]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        return (), (ListFault(begin + 1, f"The first line names the columns; {' and '.join(missing)} {verb} missing."),)
    found = tuple(
        ListedLine(number, {name: cell.strip() for name, cell in zip(names, row, strict=False) if name})
        for number, row in enumerate(rows[begin + 1 :], start=begin + 2)
        if any(cell.strip() for cell in row)
    )
    return found, () if found else (ListFault(begin + 1, f"There is no {noun} under the first line."),)
