"""What a person's key signs: a signature together with the entry it stands under, without its place in the chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from floorapp.operations.canonical import canonical, instant_text
from floorapp.operations.credentials import Signer
from floorapp.operations.entry import EntryDraft, Signature
from floorapp.operations.facts.registry import encode_fact

#: The format of what is signed, before it.
FORMAT = "floor-signature/1"

#: What a signature is not over: itself, and what is added on arrival.
_NOT_SIGNED = ("value", "over")


def signed_content(signature: Mapping[str, Any], entry: Mapping[str, object], payload: str) -> bytes:
    """The letters a signature is over; `entry` has its id, kind, version, actor and time."""
    said = {name: value for name, value in signature.items() if name not in _NOT_SIGNED}
    under = {**entry, "payload": msgspec.Raw(payload.encode())}
    return FORMAT.encode() + b"\n" + canonical({"entry": under, "signature": said})


def signed(signature: Signature, draft: EntryDraft, signer: Signer) -> Signature:
    """A signature made with the signer's key over an entry that is about to be written."""
    keyed = replace(signature, key=signer.key)
    entry = {
        "actor": draft.actor,
        "id": draft.id,
        "kind": draft.fact.KIND,
        "occurred_at": instant_text(draft.occurred_at),
        "version": draft.fact.VERSION,
    }
    content = signed_content(msgspec.json.decode(canonical(keyed)), entry, encode_fact(draft.fact).decode())
    return replace(keyed, value=signer.sign(content))
