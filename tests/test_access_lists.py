"""Whether a key is private where rights are lists, told from the list itself: Windows'."""

from __future__ import annotations

import struct

import pytest

from floorapp.access_lists import ADDING, ADMINISTRATORS, ALL, EVERYBODY, OWNER, SYSTEM, account_at, others_rights

HALE, RAMAN = "S-1-5-21-7-8-9-1000", "S-1-5-21-7-8-9-1001"
READS, WRITES, GRANTED, REFUSED = 0x1200A9, 0x1201BF, 0, 1


def account(number: str) -> bytes:
    _, revision, authority, *parts = number.split("-")
    head = bytes([int(revision), len(parts)]) + int(authority).to_bytes(6, "big")
    return head + struct.pack(f"<{len(parts)}I", *map(int, parts))


def descriptor(*lines: tuple[int, str, int], owner: str = HALE) -> bytes:
    """Owner and list, as Windows hands them out."""
    listed = b""
    for kind, who, rights in lines:
        body = struct.pack("<I", rights) + account(who)
        listed += struct.pack("<BBH", kind, 0, 4 + len(body)) + body
    whole = struct.pack("<BBHHH", 2, 0, 8 + len(listed), len(lines), 0) + listed
    at = 20 + len(account(owner))
    return struct.pack("<BBHIIII", 1, 0, 0x8004, 20, 0, 0, at) + account(owner) + whole


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        ([], 0),
        ([(GRANTED, HALE, ALL), (GRANTED, SYSTEM, ALL), (GRANTED, ADMINISTRATORS, ALL), (GRANTED, OWNER, ALL)], 0),
        ([(GRANTED, HALE, ALL), (GRANTED, EVERYBODY, READS)], READS),
        ([(GRANTED, HALE, ALL), (GRANTED, RAMAN, READS)], READS),
        ([(9, RAMAN, READS)], READS),  # on a condition
        ([(REFUSED, RAMAN, ALL), (GRANTED, HALE, ALL)], 0),
        ([(REFUSED, RAMAN, ALL), (GRANTED, RAMAN, READS)], READS),
        ([(5, HALE, READS)], READS),  # an account may stand elsewhere in such a line: nobody is believed
    ],
)
def test_rights_of_others_are_told_from_a_list(lines: list[tuple[int, str, int]], others: int) -> None:
    assert others_rights(descriptor(*lines)) == others
    assert account_at(account(HALE), 0) == HALE


def test_somebody_elses_file_and_one_without_a_list_are_not_private() -> None:
    assert others_rights(descriptor((GRANTED, HALE, ALL), owner=RAMAN)) == ALL
    listed = descriptor((GRANTED, HALE, ALL))
    assert others_rights(listed[:2] + struct.pack("<H", 0x8000) + listed[4:]) == ALL
    assert others_rights(listed[:16] + struct.pack("<I", 0) + listed[20:]) == ALL


def test_what_was_made_by_an_app_run_as_administrator_is_still_private_to_who_asks() -> None:
    """Windows then has the administrators own it: the person's own rights were told as another's, the key refused."""
    made = descriptor(
        (GRANTED, HALE, ALL), (GRANTED, SYSTEM, ALL), (GRANTED, ADMINISTRATORS, ALL), owner=ADMINISTRATORS
    )
    assert others_rights(made, HALE) == 0
    assert others_rights(made, RAMAN) == ALL
    assert others_rights(descriptor((GRANTED, HALE, ALL), owner=RAMAN), HALE) == ALL


def test_who_may_only_read_adds_no_key() -> None:
    assert not READS & ADDING and WRITES & ADDING


def test_the_list_wine_hands_out_for_a_new_file_and_for_one_made_private() -> None:
    """As read under Wine 8: the machine, the owner, and everybody; then the machine and the owner."""
    owner = "010500000000000515000000000000000000000000000000e8030000"
    system, everybody = "010100000000000512000000", "010100000000000100000000"
    head, full = "0100048014000000000000000000000030000000" + owner, "00001400ff011f00" + system
    both = full + "00002400ff011f00" + owner
    assert others_rights(bytes.fromhex(head + "0200540003000000" + both + "00001400a9001200" + everybody)) == READS
    assert others_rights(bytes.fromhex(head + "0200400002000000" + both)) == 0
