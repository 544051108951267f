"""Time stamps of heads (RFC 3161): asked for, and looked at again years later.

The answer is kept as it came, beside the head's file, so that `openssl ts -verify -data HEAD -in STAMP` checks it too.
"""

from __future__ import annotations

import hashlib
import http.client
import secrets
import urllib.request
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.x509.oid import ExtendedKeyUsageOID

from db.heads import read_head
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.logbook_check import LogbookFlaw, counted

#: An answer is never larger.
MOST = 1 << 20
#: A head that was stamped later than this after its own time is told of.
LATE = timedelta(minutes=15)


class NoStamp(OSError):
    """The service answered, but not with a time stamp of what was sent."""


def ask_stamp(url: str, content: bytes, *, patience: float) -> bytes:
    """A service's time stamp of these bytes, as it answered (DER); raises OSError."""
    from asn1crypto.tsp import TimeStampReq  # type: ignore[import-untyped]

    imprint = {"hash_algorithm": {"algorithm": "sha256"}, "hashed_message": hashlib.sha256(content).digest()}
    nonce = secrets.randbits(64)
    asked = TimeStampReq({"version": 1, "message_imprint": imprint, "nonce": nonce, "cert_req": True}).dump()
    request = urllib.request.Request(url, asked, {"Content-Type": "application/timestamp-query"})
    try:
        with urllib.request.urlopen(request, timeout=patience) as reply:
            answer: bytes = reply.read(MOST)
    except http.client.HTTPException as error:
        raise NoStamp(f"it answered with no time stamp ({type(error).__name__})") from error
    try:
        stamp = read_stamp(answer, content)
    except ValueError as error:
        raise NoStamp(f"it answered with no time stamp: {error}") from error
    if stamp.nonce != nonce:
        raise NoStamp("it answered with a time stamp of something else")
    return answer


@dataclass(frozen=True, slots=True)
class TimeStamp:
    """What a sound time stamp says: when, and by whom."""

    at: datetime
    nonce: int | None
    by: x509.Certificate


def read_stamp(answer: bytes, content: bytes) -> TimeStamp:
    """A time stamp of these bytes whose signature holds; ValueError where it is none."""
    from asn1crypto.tsp import TimeStampResp
    from pyhanko.sign.general import SigningError
    from pyhanko.sign.validation.errors import SignatureValidationError
    from pyhanko.sign.validation.generic_cms import validate_sig_integrity

    try:
        reply = TimeStampResp.load(answer, strict=True)
        if reply["status"]["status"].native not in ("granted", "granted_with_mods"):
            raise ValueError(f"it was refused ({reply['status']['status'].native})")
        signed = reply["time_stamp_token"]["content"]
        held, (info,) = signed["encap_content_info"]["content"], signed["signer_infos"]
        said = held.parsed
        imprint = said["message_imprint"]
        algorithm = imprint["hash_algorithm"]["algorithm"].native
        if algorithm not in ("sha256", "sha384", "sha512"):
            raise ValueError(f"it is made with {algorithm}")
        if imprint["hashed_message"].native != hashlib.new(algorithm, content).digest():
            raise ValueError("it is a stamp of something else")
        signer = _signer(signed, info)
        digest = hashlib.new(info["digest_algorithm"]["algorithm"].native, bytes(held)).digest()
        intact, valid = validate_sig_integrity(info, signer, "tst_info", digest)
        if not (intact and valid):
            raise ValueError("its signature does not hold")
        nonce = said["nonce"].native
        return TimeStamp(said["gen_time"].native, nonce, x509.load_der_x509_certificate(signer.dump()))
    except (SignatureValidationError, SigningError, TypeError, KeyError, AttributeError) as error:
        raise ValueError("it cannot be read as one") from error


def _signer(signed: Any, info: Any) -> Any:
    """The certificate in a stamp that its signature names."""
    named = info["sid"].chosen
    for each in signed["certificates"]:
        found = each.chosen
        if info["sid"].name == "issuer_and_serial_number":
            same = found.issuer == named["issuer"] and found.serial_number == named["serial_number"].native
        else:
            same = found.key_identifier == named.native
        if same:
            return found
    raise ValueError("the certificate of whoever signed it is not in it")


def read_authorities(path: Path) -> list[x509.Certificate]:
    """The certificates (PEM) of whom somebody trusts with the time; ValueError or OSError where there are none."""
    return x509.load_pem_x509_certificates(path.read_bytes())


def _is_trusted(stamp: TimeStamp, authorities: Sequence[x509.Certificate]) -> bool:
    """Whether one of these is the stamp's own certificate, or issued it for time stamps valid then."""
    try:
        use = stamp.by.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except (x509.ExtensionNotFound, ValueError):
        return False
    if ExtendedKeyUsageOID.TIME_STAMPING not in use:
        return False
    if not stamp.by.not_valid_before_utc <= stamp.at <= stamp.by.not_valid_after_utc:
        return False
    return any(each == stamp.by or _issued(stamp.by, each) for each in authorities)


def _issued(certificate: x509.Certificate, by: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(by)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


@dataclass(frozen=True, slots=True)
class StampsFound:
    """What the time stamps beside heads say, and what is wrong with them."""

    says: tuple[str, ...]
    flaws: tuple[LogbookFlaw, ...]


def check_stamps(places: Iterable[Path], authorities: Sequence[x509.Certificate]) -> StampsFound:
    """Look at every time stamp beside a head: of that head, sound, and by somebody who is trusted."""
    flaws, says, sound, latest = list[LogbookFlaw](), list[str](), 0, None
    for path in sorted({each for place in places if place.is_dir() for each in place.rglob("*.tsr")}):
        beside = path.with_suffix(".json")
        found = read_head(beside)
        try:
            if found.head is None or found.wrong:
                raise ValueError(f"the head beside it {found.wrong}")
            stamp = read_stamp(path.read_bytes(), beside.read_bytes())
            if not _is_trusted(stamp, authorities):
                raise ValueError("it is not by whom you trust, or its certificate was not valid then")
            if found.head.at - stamp.at > LATE:
                raise ValueError(f"it is of {utc_stamp(stamp.at)}, before the head says it was signed")
        except (ValueError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            flaws.append(LogbookFlaw(code="stamp", says=f"the time stamp {path.name} does not hold: {why}."))
            continue
        sound += 1
        if stamp.at - found.head.at > LATE:
            then, claimed = utc_stamp(stamp.at), utc_stamp(found.head.at)
            says.append(
                f"The head {found.head.number} says {claimed}, and was time-stamped {then}: only that is proved."
            )
        latest = max(filter(None, (latest, (stamp.at, found.head.number))))
    if latest is not None:
        upto = f"the last, of {latest[1]}, {utc_stamp(latest[0], seconds=True)}"
        says.insert(0, f"{counted(sound, 'head is', 'heads are')} time-stamped by whom you trust; {upto}.")
    elif not flaws:
        says.append("No head here is time-stamped.")
    return StampsFound(tuple(says), tuple(flaws))
