"""The station's Ed25519 key: made once, kept for its owner's eyes only, and how its signatures are checked."""

from __future__ import annotations

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

from db.durable import make_folder, write_durably
from floorapp.operations.faults import LogbookFault
from floorapp.system import file_name, how_to_make_private, is_private


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


def key_of(seed: bytes) -> StationKey:
    """The key of 32 bytes that nobody else knows."""
    return StationKey(Ed25519PrivateKey.from_private_bytes(seed))


def key_file(folder: Path, station: str) -> Path:
    """Where a station's key lies."""
    return folder / file_name(f"{quote(station, safe='')}.pem")


def station_key(folder: Path, station: str) -> StationKey:
    """The key of a station, made where there is none yet; one that others can read is refused."""
    path = key_file(folder, station)
    try:
        if not path.exists():
            make_folder(folder, mode=0o700)
            private = Ed25519PrivateKey.generate()
            pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            write_durably(path, pem, mode=0o600, only_new=True)
        if is_private(path) is False:
            raise LogbookFault(
                f"The station's key {path} can be read by others.",
                "Whoever copied it can sign in this station's name; no head was signed.",
                f"Make it private again ({how_to_make_private(path)}),"
                " and ask an administrator whether to make a new one.",
            )
        loaded = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError) as error:
        raise LogbookFault(
            f"The station's key {path} cannot be read or made.",
            "No head can be signed; the logbook works without.",
            "Check the folder's permissions, or restore the key from where it was saved.",
        ) from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise LogbookFault(
            f"{path} is not an Ed25519 key.", "No head can be signed with it.", "Put the station's own key back."
        )
    return StationKey(loaded)


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
