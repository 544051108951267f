"""The signature inside a paper (CMS as PAdES asks for it), built and read in exactly one spelling."""

from __future__ import annotations

from hashlib import sha256

from asn1crypto import algos, cms, tsp, x509  # type: ignore[import-untyped]
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.x509 import load_der_x509_certificate

from floorapp.domain.values import dataclass

SHA256 = "sha256"
#: How many points the curve P-256 has (FIPS 186-4, D.1.2.3).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True, slots=True)
class SignedDigest:
    """What a signature says: the digest of the bytes it covers."""

    digest: bytes


def build(digest: bytes, key: ec.EllipticCurvePrivateKey, certificate: bytes) -> bytes:
    """A detached signature over a digest; the same key and digest give the same bytes (RFC 6979)."""
    attributes = _attributes(digest, certificate)
    algorithm = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)
    return _package(attributes, _smaller(key.sign(attributes.dump(), algorithm)), certificate)


def read(signature: bytes, certificate: bytes) -> SignedDigest | None:
    """What a signature says if this certificate's key made it and every byte is as we write it."""
    try:
        content = cms.ContentInfo.load(signature, strict=True)["content"]
        info = content["signer_infos"][0]
        signed, value = info["signed_attrs"], info["signature"].native
        digest = next(each["values"][0].native for each in signed if each["type"].native == "message_digest")
    except (ValueError, KeyError, TypeError, IndexError, StopIteration, AttributeError, RecursionError):
        return None
    if not (isinstance(digest, bytes) and isinstance(value, bytes)):
        return None
    attributes = _attributes(digest, certificate)
    # One spelling only: what is not signed in a CMS (versions, order, padding) cannot vary either.
    if not _is_smaller(value) or _package(attributes, value, certificate) != signature:
        return None
    public = load_der_x509_certificate(certificate).public_key()
    if not isinstance(public, ec.EllipticCurvePublicKey):
        return None
    try:
        public.verify(value, attributes.dump(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return None
    return SignedDigest(digest)


def _smaller(value: bytes) -> bytes:
    """Of the two values that are equally valid under ECDSA, the one with the smaller second half."""
    r, s = decode_dss_signature(value)
    return encode_dss_signature(r, min(s, ORDER - s))


def _is_smaller(value: bytes) -> bool:
    try:
        return _smaller(value) == value
    except ValueError:
        return False


def _attributes(digest: bytes, certificate: bytes) -> cms.CMSAttributes:
    """What is signed: the document's digest, and which certificate vouches for it."""
    vouching = tsp.SigningCertificateV2({"certs": [tsp.ESSCertIDv2({"cert_hash": sha256(certificate).digest()})]})
    return cms.CMSAttributes(
        [
            cms.CMSAttribute({"type": "content_type", "values": ["data"]}),
            cms.CMSAttribute({"type": "message_digest", "values": [digest]}),
            cms.CMSAttribute({"type": "signing_certificate_v2", "values": [vouching]}),
        ]
    )


def _package(attributes: cms.CMSAttributes, value: bytes, certificate: bytes) -> bytes:
    owner = x509.Certificate.load(certificate)
    who = cms.IssuerAndSerialNumber({"issuer": owner.issuer, "serial_number": owner.serial_number})
    info = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier({"issuer_and_serial_number": who}),
            "digest_algorithm": algos.DigestAlgorithm({"algorithm": SHA256}),
            "signed_attrs": attributes,
            "signature_algorithm": algos.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"}),
            "signature": value,
        }
    )
    signed = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [algos.DigestAlgorithm({"algorithm": SHA256})],
            "encap_content_info": {"content_type": "data"},
            "certificates": [owner],
            "signer_infos": [info],
        }
    )
    packed: bytes = cms.ContentInfo({"content_type": "signed_data", "content": signed}).dump()
    return packed
