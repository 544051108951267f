"""Words out of a record, on one line for people."""

from __future__ import annotations


def one_line(text: str) -> str:
    """A line that stays one and commands no terminal, whatever words of a record it holds."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
