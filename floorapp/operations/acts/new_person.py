"""Somebody to be added, and what a sign-in name, a password, a PIN and a badge have to be."""

from __future__ import annotations

import re

from floorapp.domain.people import SIGNING_ONLY, Badge, Role
from floorapp.domain.values import dataclass
from floorapp.operations.credentials import PIN_DIGITS, SHORTEST_PASSWORD, Hasher, NewSecret, handle_of, new_secret
from floorapp.operations.entry import Proof
from floorapp.operations.moment import a_role
from floorapp.operations.refusal import Refusal, bad_input, first, needs_name

_HANDLE = re.compile(r"[a-z0-9][a-z0-9._-]{1,31}")


def bad_handle(handle: str) -> Refusal | None:
    """A handle is short, plain, and stands in the record for good."""
    if _HANDLE.fullmatch(handle):
        return None
    return bad_input(
        f"“{handle}” cannot be a sign-in name.",
        "Use 2 to 32 lowercase letters, digits, dots, dashes or underscores, beginning with a letter or digit.",
        "handle",
    )


def bad_password(password: str, handle: str) -> Refusal | None:
    """A password is long enough and not the name."""
    if len(password) < SHORTEST_PASSWORD or len(set(password)) < 4 or handle_of(password) == handle:
        return bad_input(
            "That password is too easy to guess.",
            f"Use {SHORTEST_PASSWORD} characters or more, not the name and not one character repeated.",
            "password",
        )
    return None


def bad_pin(pin: str) -> Refusal | None:
    """A PIN is digits that are not tried first: no run, no repetition, no year."""
    if pin.isascii() and pin.isdigit() and len(pin) in PIN_DIGITS and not _is_tried_first(pin):
        return None
    return bad_input(
        "That PIN cannot be used.",
        f"Use {PIN_DIGITS.start} to {PIN_DIGITS.stop - 1} digits: no run like 12345, no repetition like 121212 or "
        "four of a kind, no year.",
        "pin",
    )


#: So many digits in a row that go up, go down or stay the same are no secret.
_RUN, _SAME = 5, 4
_YEAR = re.compile(r"(?:19[3-9]|20[0-4])\d")


def _is_tried_first(pin: str) -> bool:
    steps = "".join({1: "u", -1: "d", 0: "s"}.get(ord(b) - ord(a), ".") for a, b in zip(pin, pin[1:], strict=False))
    runs = "u" * (_RUN - 1) in steps or "d" * (_RUN - 1) in steps or "s" * (_SAME - 1) in steps
    repeats = len(set(pin)) < 3 or any(pin == pin[:size] * (len(pin) // size) for size in (2, 3, 4))
    return runs or repeats or bool(_YEAR.match(pin) or _YEAR.match(pin[-4:]))


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody to be added, with the first secrets that they change."""

    handle: str
    name: str
    role: Role
    pin: str
    password: str | None
    badge: Badge

    def hashed(self, hasher: Hasher) -> dict[Proof, NewSecret]:
        """The hashes and keys of the first secrets."""
        secrets = {Proof.PIN: self.pin} | ({Proof.PASSWORD: self.password} if self.password is not None else {})
        return {proof: new_secret(hasher, secret) for proof, secret in secrets.items()}


def bad_person(new: NewPerson) -> Refusal | None:
    """What stands against somebody before any floor is asked."""
    return first(
        bad_handle(new.handle),
        needs_name(new.name, "name"),
        bad_pin(new.pin),
        _password_fits_role(new.role, new.password, new.handle),
        bad_badge(new.badge),
    )


def bad_badge(badge: Badge) -> Refusal | None:
    """A date on which a license expires is the date of one; title, department and number can be seen."""
    for text, what in ((badge.title, "title"), (badge.department, "department"), (badge.license, "license number")):
        if text and (refusal := needs_name(text, what)) is not None:
            return refusal
    if badge.expires is None or badge.license:
        return None
    return bad_input("There is an expiry date and no license number.", "Enter the license number too.", "license")


def _password_fits_role(role: Role, password: str | None, handle: str) -> Refusal | None:
    if role in SIGNING_ONLY:
        if password is None:
            return None
        return bad_input(f"{a_role(role).capitalize()} signs by PIN only.", "Leave the password empty.", "password")
    if password is None:
        return bad_input(
            f"{a_role(role).capitalize()} signs in with a password.", "Enter a first password.", "password"
        )
    return bad_password(password, handle)
