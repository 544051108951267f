"""`floorapp report`: makes any report, issues it signed, prints it again, and checks one that comes back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

from db.durable import write_durably
from db.heads import find_heads
from db.store import Store
from floorapp.bootstrap import SystemClock, UnusablePlace, find_places
from floorapp.commands.at_desk import ask_secret, open_floor, place_arguments, read_by, signed_in
from floorapp.commands.days import check_period, read_day
from floorapp.commands.files import read_whole
from floorapp.commands.paper_office import office_of
from floorapp.commands.seals import sealing_of
from floorapp.commands.status import UNREADABLE, WRONG
from floorapp.domain.heads import Head
from floorapp.operations.acts import credentials
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.heads import KeyIntroduced
from floorapp.operations.facts.papers import PaperKeyIntroduced
from floorapp.operations.heads import fingerprint
from floorapp.operations.papers.builder import PaperForm, Request
from floorapp.operations.papers.catalogue import FORMS, UnknownSubject
from floorapp.operations.papers.issue import Issuing
from floorapp.operations.papers.office import Office
from floorapp.operations.papers.outside_check import look_from_outside
from floorapp.operations.papers.paper_check import check_paper
from floorapp.operations.papers.tools import SIZES
from floorapp.operations.signatures import Meaning

#: No paper of ours is larger, in bytes.
MOST = 256 << 20
MOST_CERTIFICATE = 1 << 20
NARROWS = {"pit": "PIT", "table": "TABLE", "shift": "NAME"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Makes a report from the logbook. With --as it is signed, issued and archived; without, it is a preview."
    )
    papers = parser.add_subparsers(title="reports", metavar="NAME", dest="paper", required=True)
    for form in FORMS.values():
        _paper(papers, form)
    checks = papers.add_parser("check", help="check whether a PDF is authentic, row by row")
    checks.add_argument("file", metavar="FILE")
    checks.add_argument(
        "--certificate",
        action="append",
        default=[],
        metavar="FILE",
        help="check it by this certificate (PEM or DER) alone, without a logbook; may be given again",
    )
    checks.add_argument(
        "--heads",
        action="append",
        default=[],
        metavar="PLACE",
        help="with --certificate: a signed head, or a folder of them",
    )
    place_arguments(checks)
    signs = papers.add_parser("sign", help="sign a report that somebody else issued")
    signs.add_argument("document", metavar="DOCUMENT", help="such as DOC-2026-00012")
    _output(signs)
    _person(signs, required=True)
    place_arguments(signs)
    certificates = papers.add_parser("certificate", help="the certificate that others check reports with")
    _output(certificates)
    place_arguments(certificates)
    copies = papers.add_parser("copy", help="reprint an issued report; it says COPY and its number")
    copies.add_argument("document", metavar="DOCUMENT", help="such as DOC-2026-00012")
    copies.add_argument("--reason", required=True, help="why it is printed again")
    _output(copies)
    _person(copies, required=True)
    place_arguments(copies)


def _paper(papers: argparse._SubParsersAction[argparse.ArgumentParser], form: PaperForm) -> None:
    parser = papers.add_parser(form.name, help=f"{form.title} ({form.number})")
    parser.add_argument(
        "--from", dest="first", metavar="DAY", help="first gaming day, such as 11/15/2026, today or yesterday"
    )
    parser.add_argument("--to", dest="last", metavar="DAY", help="last gaming day; the same one if left out")
    for name, metavar in NARROWS.items():
        if name in form.narrows:
            parser.add_argument(f"--{name}", default="", metavar=metavar, help=f"only this {name}")
    if form.about:
        parser.add_argument(
            "--about", default="", metavar="ID", required=form.needs_about, help=f"which {form.about} it is about"
        )
    parser.add_argument("--size", choices=SIZES, default=SIZES[0])
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--csv", action="store_true", help="the same rows for a spreadsheet; in a folder: a file a table"
    )
    kinds.add_argument("--json", action="store_true", help="the same rows as JSON")
    _output(parser)
    _person(parser, required=False)
    place_arguments(parser)


def _output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="where it goes; - for standard output")


def _person(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "--as",
        dest="person",
        required=required,
        metavar="NAME",
        help="sign and issue it under this sign-in name; password and PIN are asked for, or read from standard input. "
        "With --csv or --json: read the rows under it; an auditor's or regulator's look is on record",
    )


def run(call: argparse.Namespace) -> int:
    try:
        if call.paper == "check":
            return _check(call)
        if call.paper == "copy":
            return _copy(call)
        if call.paper == "sign":
            return _sign(call)
        if call.paper == "certificate":
            return _certificate(call)
        return _issue(call) if call.person and not (call.csv or call.json) else _make(call)
    except UnknownSubject as fault:
        print(f"floorapp: {fault}", file=sys.stderr)
        return WRONG


@contextmanager
def _office(call: argparse.Namespace) -> Iterator[tuple[Office, Desk]]:
    places = find_places(data=call.data, database=call.database, sample=call.sample)
    store, desk = open_floor(call)
    assert isinstance(store, Store)
    clock = SystemClock()
    try:
        yield office_of(places, store, clock, lambda: sealing_of(places, store, clock)), desk
    finally:
        store.close()


def _request(call: argparse.Namespace, desk: Desk) -> Request:
    with desk.looking() as moment:
        today = moment.day.date
    first = _day(call.first, today) if call.first else today
    last = _day(call.last, today) if call.last else first
    check_period(first, last)
    narrowed = {name: getattr(call, name, "") for name in NARROWS}
    return Request(call.paper, first, last, about=getattr(call, "about", ""), **narrowed)


def _day(text: str, today: date) -> date:
    if text in ("today", "yesterday"):
        return today - timedelta(days=text == "yesterday")
    try:
        return read_day(text)
    except ValueError as fault:
        raise UnusablePlace(f"{fault}, today or yesterday.") from None


def _make(call: argparse.Namespace) -> int:
    """A preview, or the rows alone: nothing is written into the logbook."""
    from printing.rows import to_csv, to_json

    with (
        _office(call) as (office, desk),
        read_by(call, desk, f"report {call.paper} {getattr(call, 'about', '')}".strip()),
    ):
        request = _request(call, desk)
        if call.csv and Path(call.output).is_dir():
            from printing.typed_rows import csv_files

            return _write_all(Path(call.output), csv_files(office.sheets(request)))
        if call.csv or call.json:
            content = (to_csv if call.csv else to_json)(office.sheets(request))
        else:
            from printing.paper import render
            from printing.press import size_of

            content = render(office.sheets(request), issue=None, size=size_of(call.size))
            print("This is a preview, not issued and not signed: name yourself with --as to issue it.", file=sys.stderr)
    return _write(call, content)


def _issue(call: argparse.Namespace) -> int:
    with _office(call) as (office, desk), signed_in(call, desk):
        request = _request(call, desk)
        office.sheets(request)  # what cannot be made is said before anything is signed
        pin = ask_secret(f"PIN of {call.person}, to sign")
        signature = credentials.sign(desk, person=call.person, secret=pin, proof=Proof.PIN, meaning=Meaning.PAPER)
        paper = Issuing(office, office.begin(desk, request, size=call.size, signature=signature))
        printed = paper.finish(desk, far=_far())
        pages = f"{printed.pages} page{'' if printed.pages == 1 else 's'}"
        print(f"{printed.begun.document}, {pages}, recorded as {paper.entry}.", file=sys.stderr)
        return _write(call, printed.content, f"It is archived as {printed.name}; print it again from there.")


def _copy(call: argparse.Namespace) -> int:
    with _office(call) as (office, desk), signed_in(call, desk):
        paper = Issuing(office, office.begin_copy(desk, call.document, reason=call.reason))
        printed = paper.finish(desk, far=_far())
        print(f"Copy {printed.begun.copy} of {call.document}, recorded as {paper.entry}.", file=sys.stderr)
        return _write(call, printed.content, f"It is archived as {printed.name}.")


def _sign(call: argparse.Namespace) -> int:
    with _office(call) as (office, desk), signed_in(call, desk):
        pin = ask_secret(f"PIN of {call.person}, to sign")
        signature = credentials.sign(
            desk, person=call.person, secret=pin, proof=Proof.PIN, meaning=Meaning.PAPER_SIGNED
        )
        content, change = office.sign_further(desk, call.document, signature=signature)
        print(f"{call.document} signed, recorded as {change.entry}.", file=sys.stderr)
        return _write(call, content, "It is archived; take it from there.")


def _check(call: argparse.Namespace) -> int:
    try:
        content = read_whole(Path(call.file), most=MOST)
    except OSError as fault:
        print(f"{call.file}: cannot be read: {fault.strerror}.", file=sys.stderr)
        return UNREADABLE
    if call.certificate:
        return _check_outside(call, content)
    if call.heads:
        raise UnusablePlace("--heads is for a check without the logbook: give the --certificate too.")
    with _office(call) as (office, _desk):
        found = check_paper(office, content)
    print("\n".join(found.words()))
    return 0 if found.good else WRONG


def _check_outside(call: argparse.Namespace, content: bytes) -> int:
    """For whoever received the PDF: no logbook is opened, and none is made."""
    from printing.press import PaperLoupe
    from printing.seal import certificates_in

    certificates, heads = list[bytes](), list[Head]()
    for name in call.certificate:
        try:
            certificates += certificates_in(read_whole(Path(name), most=MOST_CERTIFICATE))
        except OSError as fault:
            print(f"{name}: cannot be read: {fault.strerror}.", file=sys.stderr)
            return UNREADABLE
        except ValueError:
            print(f"{name}: is not a certificate (PEM or DER).", file=sys.stderr)
            return UNREADABLE
    for place in call.heads:
        for each in find_heads(Path(place)):
            if each.head is None or each.wrong:
                print(f"{each.path}: {each.wrong}.", file=sys.stderr)
                return UNREADABLE
            heads.append(each.head)
    seen = look_from_outside(PaperLoupe(), content, certificates, heads)
    print("\n".join(seen.words()))
    return 0 if seen.good else WRONG


def _certificate(call: argparse.Namespace) -> int:
    """Every certificate that signed reports of this logbook, to be handed to whoever checks them.

    Before them, where readers of PEM look at nothing: the first key of each station, by which the logbook is known.
    """
    from printing.seal import certificate_to_pem

    with _office(call) as (office, _desk):
        record = office.record()
        known = [bytes.fromhex(line.fact.certificate) for line in record.lines(PaperKeyIntroduced)]
        first = {line.fact.station: line.fact.key for line in reversed(record.lines(KeyIntroduced))}
    if not known:
        print("No report was issued here yet: the certificate is made with the first one.", file=sys.stderr)
        return WRONG
    says = "".join(f"{station}: its first key is {fingerprint(key)}.\n" for station, key in sorted(first.items()))
    return _write(call, says.encode() + b"".join(map(certificate_to_pem, known)))


def _write(call: argparse.Namespace, content: bytes, instead: str = "Nothing was written.") -> int:
    """Put a paper where it was asked for; one that is issued already is not lost if that fails."""
    if call.output == "-":
        sys.stdout.buffer.write(content)
        return 0
    try:
        path = Path(call.output)
        if not path.parent.is_dir() or (path.exists() and not path.is_file()):  # a device, a pipe
            path.write_bytes(content)
        else:
            write_durably(path, content)
    except OSError as fault:
        print(f"{call.output}: cannot be written: {fault.strerror}. {instead}", file=sys.stderr)
        return WRONG
    print(call.output)
    return 0


def _write_all(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """Each into a folder that is there."""
    for name, content in files:
        try:
            write_durably(folder / name, content)
        except OSError as fault:
            print(f"{folder / name}: cannot be written: {fault.strerror}.", file=sys.stderr)
            return WRONG
        print(folder / name)
    return 0


def _far() -> Callable[[int, int], None]:
    """A bar for a person before a terminal; nothing for a file or a pipe."""

    def show(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} of {of:,}", end="\n" if done >= of else "", file=sys.stderr, flush=True)

    return show
