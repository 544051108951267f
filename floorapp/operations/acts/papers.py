"""Issuing papers and printing them again: numbered without gaps, known by their hash, on record with how made."""

from __future__ import annotations

import re
from datetime import date

from floorapp.domain.days import Document, Made
from floorapp.domain.values import dataclass
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.papers import DocumentIssued, DocumentReprinted, DocumentSigned
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words, unknown
from floorapp.operations.series import next_number
from floorapp.operations.signatures import Meaning, needs_signature

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A paper that is printed and waits to be put on record: the number it bears, its hash, how it was made."""

    document: str
    form: str
    title: str
    first_day: date
    last_day: date
    digest: str
    pages: int
    made: Made


def next_document(moment: Moment) -> str:
    """The number the next paper will bear."""
    series = _series(moment)
    return _named(series, next_number(moment.state, series))


def _series(moment: Moment) -> str:
    return f"document-{moment.day.date.year}"


def _named(series: str, number: int) -> str:
    return f"DOC-{series.rpartition('-')[2]}-{number:05d}"


def may_issue_document(moment: Moment) -> Refusal | None:
    """Anybody who works at a screen."""
    return moment.guard("issue_document")


def issue_document(desk: Desk, *, paper: Finished, signature: Signature | None) -> Change:
    """Put an issued paper on record by its hash; the number printed on it must still be the next one."""
    with desk.acting("issue_document", Subject("form", paper.form)) as act:
        signatures = (signature,) if signature is not None else ()
        act.ask(
            may_issue_document(act.moment),
            needs_signature(signatures, Meaning.PAPER, by=act.moment.person),
            incomplete(act.moment, paper),
        )
        return act.enter(issued_fact(act.moment, paper), signatures=signatures)


def incomplete(moment: Moment, paper: Finished) -> Refusal | None:
    """What keeps a paper from being put on record."""
    good = _DIGEST.fullmatch(paper.digest) and paper.pages > 0 and paper.first_day <= paper.last_day
    refusal = needs_words(paper.form, "form number") or needs_words(paper.title, "title")
    if refusal is not None or not good:
        return refusal or bad_input("The document is not complete.", "Make it again.")
    if paper.document != next_document(moment):
        return Refusal(
            "number-taken",
            f"The number {paper.document} went to another report in the meantime.",
            "This report is not issued.",
            "Issue it again: it gets the next number.",
        )
    return None


def issued_fact(moment: Moment, paper: Finished) -> DocumentIssued:
    """What is put on record of it."""
    series = _series(moment)
    return DocumentIssued(
        document=paper.document,
        series=series,
        number=next_number(moment.state, series),
        form=paper.form.strip(),
        title=paper.title.strip(),
        first_day=paper.first_day,
        last_day=paper.last_day,
        digest=paper.digest,
        pages=paper.pages,
        made=paper.made,
    )


def may_reprint_document(moment: Moment, *, document: str) -> Refusal | None:
    """A document that was issued here."""
    refusal = moment.guard("reprint_document")
    if refusal is not None:
        return refusal
    found = moment.state.get(Document, document)
    if found is None:
        return unknown("document", document)
    if found.made is None:
        return bad_input(f"{document} was not made by this app.", "Print it from where it was made.")
    return None


def reprint_document(
    desk: Desk, *, document: str, copy: int, reason: str, digest: str, key: str, app_version: str
) -> Change:
    """Put a copy of an issued paper on record; it says which copy it is."""
    with desk.acting("reprint_document", Subject("document", document)) as act:
        act.ask(may_reprint_document(act.moment, document=document), needs_words(reason, "reason"))
        found = act.moment.state.get(Document, document)
        if found is not None and copy != found.reprints + 1:
            act.ask(
                Refusal(
                    "copy-taken",
                    f"Copy {copy} of {document} was printed in the meantime.",
                    "This copy is not on record.",
                    "Print it again: it becomes the next copy.",
                )
            )
        good = _DIGEST.fullmatch(digest)
        act.ask(None if good else bad_input("The copy is not complete.", "Print it again."))
        return act.enter(
            DocumentReprinted(
                document=document, copy=copy, reason=reason.strip(), digest=digest, key=key, app_version=app_version
            )
        )


def may_sign_document(moment: Moment, *, document: str) -> Refusal | None:
    """One that was issued here by somebody else, and that this person has not signed yet."""
    refusal = moment.guard("sign_document")
    if refusal is not None:
        return refusal
    found, person = moment.state.get(Document, document), moment.person
    if found is None:
        return unknown("document", document)
    if found.made is None:
        return bad_input(f"{document} was not made by this app.", "Sign it on paper.")
    if person is not None and person.handle in (found.issued_by, *(each.person for each in found.signed)):
        return Refusal(
            "signed-already",
            f"You have already signed {document}.",
            "The other signatures are for other people.",
            "Ask whoever still has to sign.",
        )
    return None


def sign_document(
    desk: Desk, *, document: str, role: str, meaning: str, digest: str, key: str, signature: Signature | None
) -> Change:
    """Put a further signature under an issued paper on record, with the hash the paper has since."""
    with desk.acting("sign_document", Subject("document", document)) as act:
        signatures = (signature,) if signature is not None else ()
        act.ask(
            may_sign_document(act.moment, document=document),
            needs_signature(signatures, Meaning.PAPER_SIGNED, by=act.moment.person),
            None if _DIGEST.fullmatch(digest) else bad_input("The signed report is not complete.", "Sign it again."),
        )
        stated = DocumentSigned(document=document, role=role, meaning=meaning, digest=digest, key=key)
        return act.enter(stated, signatures=signatures)
