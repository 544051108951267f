"""The property's own certificate: its signature beside the station's, time-stamped and made to last (PAdES B-LTA).

Its key lies in a PKCS#12 file or on a PKCS#11 token. What pyHanko does is imported where it is used: it takes most
of a second.
"""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, pkcs12

from floorapp.domain.values import dataclass

#: The field that waits for the property's signature, on no page.
FIELD = "Property"
REASON = "Issued by the property."
#: What reading a damaged PDF may end in, beside what pyHanko says of it.
ODD = (ValueError, LookupError, AttributeError, TypeError, ArithmeticError, RuntimeError, AssertionError)


@dataclass(frozen=True, slots=True)
class PropertySeal:
    """Where the property's key is, and who vouches for the time and the certificate."""

    #: A PKCS#12 file …
    pkcs12: Path | None = None
    #: … or a token: the maker's library, the token's label, the label of key and certificate.
    module: str = ""
    token: str = ""
    label: str = ""
    #: Passphrase of the file, or PIN of the token.
    secret: str = field(default="", repr=False)
    #: The URL of a time-stamping service (RFC 3161).
    timestamps: str = ""
    #: Certificates up to the root, of the signer's issuer and the time-stamping service, PEM.
    chain: Path | None = None
    #: Lists of revoked certificates (DER or PEM); without them they are fetched from where the certificates say.
    crls: tuple[Path, ...] = ()

    @property
    def level(self) -> str:
        """The PAdES level it reaches."""
        return "B-B" if not self.timestamps else "B-LTA" if self.chain else "B-T"

    def certificate(self) -> bytes:
        """The property's certificate (DER); raises OSError or ValueError where it cannot be had."""
        if self.pkcs12 is not None:
            found = pkcs12.load_pkcs12(self.pkcs12.read_bytes(), self.secret.encode() or None)
            if found.cert is None or found.key is None:
                raise ValueError(f"{self.pkcs12} holds no key with its certificate")
            return found.cert.certificate.public_bytes(Encoding.DER)
        with self._signer() as signer:
            der: bytes = signer.signing_cert.dump()
            return der

    def endorse(self, paper: bytes) -> bytes:
        """The paper with the property's signature in the field that waits for it."""
        from pyhanko.sign.fields import SigSeedSubFilter
        from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner
        from pyhanko.sign.signers.pdf_signer import (
            DSSContentSettings,
            SigDSSPlacementPreference,
            TimestampDSSContentSettings,
        )
        from pyhanko.sign.timestamps import HTTPTimeStamper

        from printing.incremental import SameEveryTime

        lasting = self.level == "B-LTA"
        with self._signer() as signer:
            how = PdfSignatureMetadata(
                field_name=FIELD,
                md_algorithm="sha256",
                subfilter=SigSeedSubFilter.PADES,
                reason=REASON,
                embed_validation_info=lasting,
                use_pades_lta=lasting,
                validation_context=self._vouching() if lasting else None,
                dss_settings=DSSContentSettings(
                    include_vri=False,
                    placement=SigDSSPlacementPreference.TOGETHER_WITH_NEXT_TS,
                    # Nothing comes after the last time stamp: it covers the whole paper.
                    next_ts_settings=TimestampDSSContentSettings(include_vri=False, update_before_ts=True),
                ),
            )
            stamper = HTTPTimeStamper(self.timestamps) if self.timestamps else None
            out = PdfSigner(how, signer, timestamper=stamper).sign_pdf(SameEveryTime(BytesIO(paper)))
        sealed: bytes = out.getvalue()
        return sealed

    @contextmanager
    def _signer(self) -> Iterator[Any]:
        if self.pkcs12 is not None:
            from pyhanko.sign.signers import SimpleSigner

            secret = self.secret.encode() or None
            signer = SimpleSigner.load_pkcs12(str(self.pkcs12), passphrase=secret)  # type: ignore[no-untyped-call]
            if signer is None:
                raise ValueError(f"{self.pkcs12} cannot be opened with its passphrase")
            yield signer
            return
        from pyhanko.config.pkcs11 import TokenCriteria
        from pyhanko.sign.pkcs11 import PKCS11Signer, open_pkcs11_session

        token = TokenCriteria(label=self.token)
        with open_pkcs11_session(self.module, token_criteria=token, user_pin=self.secret) as session:
            yield PKCS11Signer(session, cert_label=self.label, key_label=self.label)

    def _vouching(self) -> Any:
        """What the certificates are held against when their standing is put into the paper."""
        from asn1crypto.crl import CertificateList  # type: ignore[import-untyped]
        from asn1crypto.pem import unarmor  # type: ignore[import-untyped]
        from asn1crypto.x509 import Certificate  # type: ignore[import-untyped]
        from pyhanko_certvalidator import ValidationContext

        assert self.chain is not None, "asked before"
        chain = [
            Certificate.load(each.public_bytes(Encoding.DER))
            for each in x509.load_pem_x509_certificates(self.chain.read_bytes())
        ]
        roots = [each for each in chain if each.self_issued]
        logging.getLogger("pyhanko.sign.signers.pdf_signer").setLevel(logging.ERROR)  # it warns where lists are given
        crls = [each.read_bytes() for each in self.crls]
        der = [unarmor(each)[2] if each.startswith(b"-----") else each for each in crls]
        return ValidationContext(
            trust_roots=roots,
            other_certs=chain,
            crls=[CertificateList.load(each) for each in der],
            allow_fetching=not crls,
            revocation_mode="soft-fail",
        )


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a paper says of the property's signature: by whom, when by a time-stamping service, and how lasting."""

    signer: str
    certificate: bytes
    stamped: str
    level: str


def seals_of(paper: bytes) -> tuple[Sealed, ...]:
    """The property's signatures in a paper; ask `check` first, this believes what it reads."""
    from pyhanko.pdf_utils.reader import PdfFileReader

    reader = PdfFileReader(BytesIO(paper))
    lasting = bool(reader.embedded_timestamp_signatures)
    found = []
    for each in reader.embedded_regular_signatures:
        if each.field_name == FIELD:
            at = _stamped(each)
            level = "B-LTA" if lasting else "B-T" if at else "B-B"
            stamped = at.isoformat() if at else ""
            signer = each.signer_cert
            found.append(Sealed(signer.subject.human_friendly, signer.dump(), stamped, f"PAdES {level}"))
    return tuple(found)


def _stamped(signature: Any) -> datetime | None:
    """When a time-stamping service saw a signature, as its token in it says."""
    for each in signature.signer_info["unsigned_attrs"] or ():
        if each["type"].native == "signature_time_stamp_token":
            token = each["values"][0]["content"]["encap_content_info"]["content"].parsed
            at: datetime = token["gen_time"].native
            return at
    return None


def holds(paper: bytes, known: list[bytes], signatures: int) -> bool:
    """Whether every signature of a paper is whole and by one of these certificates or a time stamp, nothing else new.

    For papers that carry more than the station's own signatures; who issued a time stamp is not looked at.
    """
    from pyhanko.pdf_utils.misc import PdfError
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.general import SigningError
    from pyhanko.sign.validation.errors import SignatureValidationError

    try:
        reader = PdfFileReader(BytesIO(paper))
        regular = reader.embedded_regular_signatures
        if len(regular) + len(reader.embedded_timestamp_signatures) != signatures:
            return False  # one of them is of no kind that is known
        for each in (*regular, *reader.embedded_timestamp_signatures):
            if each in regular and each.signer_cert.dump() not in known:
                return False
            if not _whole(each):
                return False
        regular[0].compute_integrity_info()
        return bool(regular[0].summarise_integrity_info()["docmdp_ok"])
    except (PdfError, SigningError, SignatureValidationError, zlib.error, *ODD):
        return False


def _whole(signature: Any) -> bool:
    """Whether a signature is over the bytes it names, and its value its own certificate's."""
    from pyhanko.sign.validation.generic_cms import validate_sig_integrity

    covered, kind = signature.compute_digest(), "data"
    if signature.sig_object_type == "/DocTimeStamp":  # it signs a statement about the bytes
        content = signature.signed_data["encap_content_info"]["content"]
        if content.parsed["message_imprint"]["hashed_message"].native != covered:
            return False
        algorithm = signature.signer_info["digest_algorithm"]["algorithm"].native
        covered, kind = hashlib.new(algorithm, bytes(content)).digest(), "tst_info"
    intact, valid = validate_sig_integrity(signature.signer_info, signature.signer_cert, kind, covered)
    return bool(intact and valid)
