"""Cells as spreadsheets are given them: whatever somebody wrote is shown, and never run."""

from __future__ import annotations

#: What a spreadsheet would take for the start of a formula, also in their wide forms.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{value}" if value.lstrip(" ").startswith(FORMULA) else value
