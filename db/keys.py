"""The station's Ed25519 key: kept for its owner's eyes only, moved forward, and how its signatures are checked."""

from __future__ import annotations

import contextlib
from pathlib import Path
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from db.durable import make_folder, sync_folder, write_durably
from floorapp.operations.faults import LogbookFault
from floorapp.system import file_name, how_to_make_private, is_private, put_in_place


class StationKey:
    """A signer with the station's private key."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @property
    def key(self) -> str:
        """The public half, in hexadecimal."""
        return self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, content: bytes) -> str:
        """A signature in hexadecimal."""
        return self._private.sign(content).hex()


class KeptKey(StationKey):
    """A station's key in its file, which moves forward: the one before is gone as soon as the next is on record."""

    def __init__(self, private: Ed25519PrivateKey, path: Path) -> None:
        super().__init__(private)
        self._path = path

    def renewed(self) -> KeptKey:
        """A new key, on the disk beside this one; what lay there is never used, somebody may have put it there."""
        aside = _next_file(self._path)
        write_durably(aside, _pem(private := Ed25519PrivateKey.generate()), mode=0o600)
        return KeptKey(private, self._path)

    def moved_to(self, key: str) -> KeptKey | None:
        """The key that is on record, from now on the one in the file; nothing where it is neither this nor the next."""
        for path in (self._path, _next_file(self._path)):
            if path.exists() and (found := _loaded(path, self._path)).key == key:
                if path != self._path:
                    with contextlib.suppress(FileNotFoundError):  # another program of this station did it
                        put_in_place(path, self._path)
                    sync_folder(self._path.parent)
                return found
        return None


def key_of(seed: bytes) -> StationKey:
    """The key of 32 bytes that nobody else knows."""
    return StationKey(Ed25519PrivateKey.from_private_bytes(seed))


def key_file(folder: Path, station: str) -> Path:
    """Where a station's key lies."""
    return folder / file_name(f"{quote(station, safe='')}.pem")


def _next_file(path: Path) -> Path:
    """Where the key lies that a station moves to."""
    return path.with_name(f"{path.stem}.next.pem")


def _pem(private: Ed25519PrivateKey) -> bytes:
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def station_key(folder: Path, station: str) -> KeptKey:
    """The key of a station, made where there is none yet; one that others can read is refused."""
    path = key_file(folder, station)
    try:
        if not path.exists():
            make_folder(folder, mode=0o700)
            write_durably(path, _pem(Ed25519PrivateKey.generate()), mode=0o600, only_new=True)
    except OSError as error:
        raise _unusable(path) from error
    return _loaded(path, path)


def _loaded(path: Path, home: Path) -> KeptKey:
    try:
        if is_private(path) is False:
            raise LogbookFault(
                f"The station's key {path} can be read by others.",
                "Whoever copied it can sign in this station's name; no head was signed.",
                f"Make it private again ({how_to_make_private(path)}),"
                " and ask an administrator whether to make a new one.",
            )
        loaded = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError) as error:
        raise _unusable(path) from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise LogbookFault(
            f"{path} is not an Ed25519 key.", "No head can be signed with it.", "Put the station's own key back."
        )
    return KeptKey(loaded, home)


def _unusable(path: Path) -> LogbookFault:
    return LogbookFault(
        f"The station's key {path} cannot be read or made.",
        "No head can be signed; the logbook works without.",
        "Check the folder's permissions, or restore the key from where it was saved.",
    )


def holds(key: str, content: bytes, signature: str) -> bool:
    """Whether a signature is this key's over this content; anything misspelled does not hold."""
    try:
        if key != key.lower() or signature != signature.lower():
            return False
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True
