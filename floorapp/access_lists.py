"""Who may do what with a file where a list says so, which is Windows; `floorapp/system.py` alone asks here."""

from __future__ import annotations

import ctypes
import struct
import sys
from pathlib import Path

#: Accounts as Windows numbers them: the machine itself, its administrators, whoever made or owns a file, everybody.
SYSTEM, ADMINISTRATORS = "S-1-5-18", "S-1-5-32-544"
MAKER, OWNER, EVERYBODY = "S-1-3-0", "S-1-3-4", "S-1-1-0"
#: Whoever may do anything on the machine, and stands for the owner; nobody else is meant by "private".
NOT_OTHERS = frozenset({SYSTEM, ADMINISTRATORS, MAKER, OWNER})

#: Rights: all of them; and those by which a file comes into a folder, or the folder's list is changed.
ALL = 0x1F01FF
ADDING = 0x2 | 0x4 | 0x40 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000
#: In a list: an account is granted rights, perhaps on a condition. Other kinds that grant name it elsewhere.
GRANTS, DENIES = frozenset({0, 9}), frozenset({1, 6, 10, 12})
HAS_LIST = 0x4

#: What is read or set: the owner, the list, and that the list takes nothing from the folder above.
_OWNER, _LIST, _ALONE = 0x1, 0x4, 0x80000000
_FILE, _QUERY, _USER = 1, 0x8, 1


def account_at(octets: bytes, at: int) -> str:
    """An account's number as text."""
    revision, parts = octets[at], octets[at + 1]
    authority = int.from_bytes(octets[at + 2 : at + 8], "big")
    return "-".join(["S", *map(str, (revision, authority, *struct.unpack_from(f"<{parts}I", octets, at + 8)))])


def others_rights(descriptor: bytes, asks: str = "") -> int:
    """What a file grants to accounts that are neither its owner nor the machine's; all, where it has no list.

    Where the machine itself owns it, as what an app run as administrator made, the account that asks is its owner.
    Refusals are not counted in: who is granted something and refused it again counts as somebody who has it.
    """
    _, _, control, owner, _, _, where = struct.unpack_from("<BBHIIII", descriptor)
    if not control & HAS_LIST or not where:
        return ALL
    owned_by = account_at(descriptor, owner) if owner else SYSTEM
    ours, rights = {*NOT_OTHERS, asks if owned_by in NOT_OTHERS else owned_by}, 0
    (count,) = struct.unpack_from("<H", descriptor, where + 4)
    at = where + 8
    for _ in range(count):
        kind, _flags, size, mask = struct.unpack_from("<BBHI", descriptor, at)
        if kind not in DENIES and (kind not in GRANTS or account_at(descriptor, at + 8) not in ours):
            rights |= mask
        at += size
    return rights


if sys.platform == "win32":
    from ctypes import wintypes

    _rights, _kernel = ctypes.WinDLL("advapi32"), ctypes.WinDLL("kernel32")
    _kernel.GetCurrentProcess.restype = wintypes.HANDLE

    def descriptor_of(path: Path) -> bytes | None:
        """Owner and list of a file; None where the file system does not tell."""
        needed = wintypes.DWORD()
        _rights.GetFileSecurityW(str(path), _OWNER | _LIST, None, 0, ctypes.byref(needed))
        found = ctypes.create_string_buffer(needed.value)
        told = _rights.GetFileSecurityW(str(path), _OWNER | _LIST, found, needed, ctypes.byref(needed))
        return found.raw if told and needed.value else None

    def grant_only(path: Path) -> None:
        """Replace a file's list: this account, the machine and its administrators may do all, nobody else anything.

        Where the file system keeps no lists nothing changes, which `descriptor_of` then tells.
        """
        kept = "OICI" if path.is_dir() else ""
        granted = "".join(f"(A;{kept};FA;;;{each})" for each in (this_account(), SYSTEM, ADMINISTRATORS))
        made, found = ctypes.c_void_p(), ctypes.c_void_p()
        there, default = wintypes.BOOL(), wintypes.BOOL()
        convert = _rights.ConvertStringSecurityDescriptorToSecurityDescriptorW
        if not convert(f"D:P{granted}", 1, ctypes.byref(made), None):
            raise ctypes.WinError()
        try:
            _rights.GetSecurityDescriptorDacl(made, ctypes.byref(there), ctypes.byref(found), ctypes.byref(default))
            _rights.SetNamedSecurityInfoW(str(path), _FILE, _LIST | _ALONE, None, None, found, None)
            if (told := descriptor_of(path)) and others_rights(told, this_account()):
                # WORKAROUND Wine 8: it adds the rights of the folder above, whatever it was told; not so here.
                _rights.SetFileSecurityW(str(path), _LIST | _ALONE, made)
        finally:
            _kernel.LocalFree(made)

    def this_account() -> str:
        """The number of the account this process runs as."""
        token, needed = wintypes.HANDLE(), wintypes.DWORD()
        process = wintypes.HANDLE(_kernel.GetCurrentProcess())
        if not _rights.OpenProcessToken(process, _QUERY, ctypes.byref(token)):
            raise ctypes.WinError()
        try:
            _rights.GetTokenInformation(token, _USER, None, 0, ctypes.byref(needed))
            found = ctypes.create_string_buffer(needed.value)
            if not _rights.GetTokenInformation(token, _USER, found, needed, ctypes.byref(needed)):
                raise ctypes.WinError()
        finally:
            _kernel.CloseHandle(token)
        (where,) = struct.unpack_from("<Q", found)
        return account_at(found.raw, where - ctypes.addressof(found))
