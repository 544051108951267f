"""The form that asks which labels are wanted, how they are drawn and where they go."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.operations.desk import Desk
from floorapp.operations.labels import Label, Symbol, drawable, seal_labels, set_labels, table_labels
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Values, number

ALL_SETS, TABLES, SEALS = "Every deck set", "Every table", "New seals"
PDF, PRINTER = "PDF", "Printer"


@dataclass(frozen=True, slots=True)
class LabelRun:
    """Labels that were asked for; with the address of a label printer, or for a PDF."""

    labels: tuple[Label, ...]
    symbol: Symbol
    printer: str = ""


def labels_form(deck_set: str) -> Form:
    """About the selected set, if one is."""
    this = (deck_set,) if deck_set else ()
    return Form(
        "labels",
        deck_set,
        "Print labels",
        "Their codes are scanned at every step of custody, and at a table when its reader is inspected.",
        (),
        (
            Asked("what", "Labels for", deck_set, hint="Choose", choices=(*this, ALL_SETS, TABLES, SEALS)),
            Asked("first", "First number, for new seals", hint="A-1001", needed=False),
            Asked("count", "How many seals", needed=False, digits=True, beside=True),
            Asked("symbol", "Code", Symbol.QR, choices=tuple(Symbol)),
            Asked("to", "Where to", choices=(PDF, PRINTER)),
            Asked("printer", "Label printer (ZPL, port 9100)", hint="HOST or HOST:PORT", needed=False),
        ),
        Act("do", "Print labels", "F9"),
        "The PDF is for Letter sheets of 3 by 10 labels; print it at 100%."
        " A label printer needs labels of 2 by 1 inch for QR, of 3 by 1 inch for Code 128.",
    )


def labels_asked(desk: Desk, values: Values) -> LabelRun:
    """The labels of a form; raises Refused."""
    if values["to"] == PRINTER and not values["printer"]:
        raise Refused(bad_input("No label printer was entered.", "Enter its name or address.", "printer"))
    with desk.looking() as moment:
        if values["what"] == SEALS:
            labels = seal_labels(moment, values["first"], number(values, "count", "how many seals"))
        elif values["what"] == TABLES:
            labels = table_labels(moment)
        else:
            labels = set_labels(moment, () if values["what"] == ALL_SETS else (values["what"],))
    printer = values["printer"] if values["to"] == PRINTER else ""
    symbol = Symbol(values["symbol"])
    return LabelRun(drawable(labels, symbol), symbol, printer)
