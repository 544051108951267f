"""`floorapp labels`: labels of deck sets, tables and new seals, as a PDF or on a label printer."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from floorapp.commands.at_desk import open_floor
from floorapp.commands.status import UNREADABLE, misused
from floorapp.operations.labels import Label, Symbol, drawable, seal_labels, set_labels, table_labels
from floorapp.operations.moment import Moment
from printing.label_printer import send_labels
from printing.labels import labels_pdf, labels_zpl

SYMBOLS = {"qr": Symbol.QR, "code128": Symbol.CODE_128}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Makes labels with a code that is scanned at custody steps and inspections: for every deck set,"
        " unless some are named, for tables, or for new seals. Prints at 100%: 3 by 10 on Letter;"
        " on a label printer 2 by 1 inch for QR, 3 by 1 inch for Code 128."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--sets", nargs="*", metavar="SET", help="deck sets; all where none is named")
    what.add_argument("--tables", nargs="*", metavar="TABLE", help="tables; all where none is named")
    what.add_argument("--seals", nargs=2, metavar=("FIRST", "COUNT"), help="new seals, such as A-1001 50")
    parser.add_argument("--symbol", choices=list(SYMBOLS), default="qr", help="how the code is drawn (qr)")
    to = parser.add_mutually_exclusive_group(required=True)
    to.add_argument("--pdf", type=Path, metavar="FILE", help="write sheets of labels")
    to.add_argument("--zpl", type=Path, metavar="FILE", help="write what a label printer is sent")
    to.add_argument("--printer", metavar="HOST[:PORT]", help="send it to a label printer (ZPL, port 9100)")


def run(call: argparse.Namespace) -> int:
    if call.seals and not call.seals[1].isdigit():
        return misused(f"{call.seals[1]} is not a count of seals")
    symbol = SYMBOLS[call.symbol]
    store, desk = open_floor(call)
    try:
        with desk.looking() as moment:
            labels = drawable(_labels(call, moment), symbol)
    finally:
        store.close()
    try:
        if call.pdf:
            call.pdf.write_bytes(labels_pdf(labels, symbol))
        elif call.zpl:
            call.zpl.write_bytes(labels_zpl(labels, symbol))
        else:
            send_labels(labels_zpl(labels, symbol), call.printer)
    except ValueError as fault:
        return misused(str(fault))
    except OSError as fault:
        print(f"floorapp: the labels could not be sent: {fault.strerror or fault}.", file=sys.stderr)
        return UNREADABLE
    print(f"{len(labels)} labels.")
    return 0


def _labels(call: argparse.Namespace, moment: Moment) -> tuple[Label, ...]:
    if call.seals:
        return seal_labels(moment, call.seals[0], int(call.seals[1]))
    if call.tables is not None:
        return table_labels(moment, tuple(call.tables))
    return set_labels(moment, tuple(call.sets))
