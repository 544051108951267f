"""A rulebook file as it is offered: what it holds and from which day, to be signed; or what is wrong in it."""

from __future__ import annotations

from floorapp.domain.typed_time import DATES_LIKE, read_date
from floorapp.engine.toml_values import RulebookFault
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import rulebooks
from floorapp.operations.acts.rulebooks import digest_of
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.own_rulebooks import read_book
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.rules import DutyBook
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, never, sign
from floorapp.screens.phrases import because, plural

#: How many errors are shown; the rest are counted.
SHOWN = 40


def offer_rulebook(moment: Moment, name: str, text: str) -> Offer:
    """One version of a rulebook to be signed, or all its errors."""
    text = text.replace("\r\n", "\n")
    try:
        return _good(moment, read_book(text, name), text)
    except RulebookFault as fault:
        count = len(fault.all)
        said = [*map(str, fault.all[:SHOWN]), *([f"and {count - SHOWN} more"] if count > SHOWN else [])]
        refusal = "Fix the errors in the file, then choose it again. Nothing was installed."
        title, act = f"{plural(count, 'error')} to fix", Act("do", "Install", "F9", refusal)
        return Offer(never, Form(Acts.install_rulebook.name, "rulebook", title, "\n".join(said), (), (), act))


def _good(moment: Moment, book: DutyBook, text: str) -> Offer:
    duties, steps = plural(len(book.duties), "duty", "duties"), plural(len(book.steps), "checklist step")
    irregularities = plural(len(book.irregularities), "irregularity", "irregularities")
    form = Form(
        Acts.install_rulebook.name,
        "rulebook",
        f"Install {book.name}, version {book.version}",
        f"{book.id}: {duties}, {steps}, {irregularities}. Text SHA-256 {digest_of(text)[:16]}….",
        (),
        (
            Asked("from", "Applies from gaming day", moment.house.style.date(moment.day.date), hint=DATES_LIKE),
            Asked("me pin", "Your PIN", secret=True),
        ),
        Act("do", "Sign and install", "F9", because(rulebooks.may_install_rulebook(moment))),
        f"You sign: “{Meaning.INSTALLED}”",
    )

    def do(desk: Desk, values: Values) -> Change:
        with desk.looking() as now:
            holds_from, me = read_date(values["from"], now.day.date), now.actor
        if holds_from is None:
            raise Refused(bad_input(f"“{values['from']}” is not a date.", f"Type it like {DATES_LIKE}."))
        signed = sign(desk, {**values, "me": me}, "me", Meaning.INSTALLED)
        return rulebooks.install_rulebook(desk, text=text, holds_from=holds_from, signature=signed)

    return Offer(do, form)
