"""What signatures mean, how long one given at the desk can be used, and who has to have signed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from enum import StrEnum

from floorapp.domain.people import Person, Role
from floorapp.operations.entry import Signature
from floorapp.operations.refusal import Refusal

#: A signature is put under its act within this time.
SIGNATURE_HOLDS = timedelta(minutes=5)


class Meaning(StrEnum):
    """What a person says by signing; recorded with the name."""

    SIGNED_IN = "I sign in."
    CHOSE_PIN = "I choose this PIN."
    UNLOCKED = "I unlock the screen."
    NEW_KEY = "I put this new key of the station on record."
    CORRECTED = "I corrected this entry."
    OVERRIDE = "I approve this exception."
    REPORTED = "I report what I saw."
    REVIEWED = "I reviewed this incident and agree."
    HANDED_OVER = "I give this shift change."
    TOOK_OVER = "I accept this shift change."
    PAPER = "I have reviewed this report and issue it."
    PAPER_SIGNED = "I have reviewed this report and sign it."
    DAY_ENDED = "I reviewed this gaming day."
    RECEIVED = "I received these cards with the other signer and checked their seals."
    ISSUED = "I saw these cards leave card storage."
    INSPECTED = "I inspected these cards."
    VERIFIED = "I verified the inspection of these cards."
    RECOUNTED = "I counted these cards again with the other signer."
    COLLECTED = "I took custody of these sealed cards."
    TRANSFERRED = "I saw these sealed cards move and checked their seals."
    STORAGE_COUNTED = "I counted card storage with the other signer."
    CANCELED = "I saw these cards canceled."
    DESTROYED = "I saw these cards destroyed."
    ROUTE = "I made these entries and they are true."
    HELD = "I order this to be kept."
    INSTALLED = "I reviewed this rulebook and install it."
    HOLD_RELEASED = "I release this hold."


def signer_words(signature: Signature, name: Callable[[str], str]) -> str:
    """Who signed, on screen and in print: `Marisol Ortiz, Floor supervisor, license 10442`, as it was when signing.

    A signature of an older release has neither name nor title of its own: `name` is asked, and the role stands in.
    """
    role = signature.role.replace("-", " ").capitalize()
    license = f", license {signature.license}" if signature.license else ""
    return f"{signature.name or name(signature.person)}, {signature.title or role}{license}"


def signed_by(signatures: Collection[Signature], meaning: Meaning) -> tuple[Signature, ...]:
    """The signatures that say this."""
    return tuple(signature for signature in signatures if signature.meaning == meaning)


def needs_signature(
    signatures: Collection[Signature],
    meaning: Meaning,
    *,
    by: Person | None = None,
    roles: Collection[Role] = (),
    other_than: Collection[str] = (),
    given: str = "",
) -> Refusal | None:
    """Refuse unless somebody fitting signed with this meaning: this person, or one of these roles."""
    for signature in signed_by(signatures, meaning):
        fits_person = by is None or signature.person == by.handle
        fits_role = not roles or signature.role in roles
        if fits_person and fits_role and signature.person not in other_than:
            return None
    who = by.name if by is not None else " or ".join(role.value.replace("-", " ") for role in roles) or "somebody"
    other = " other than the person doing it" if other_than else ""
    return Refusal(
        "unsigned",
        f"The signature “{meaning}” of {who}{other} is missing.",
        "It was not done.",
        "Have it signed, by PIN or password.",
        given=given,
    )
