"""Authority replayed: each entry's actor was signed in there and had the role then, and each signature is theirs.

Nothing here is taken from the state, which whoever has the file can change: people, sessions and keys are followed
entry by entry, as they were entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from db.keys import holds
from floorapp.domain.people import SIGNING_ONLY
from floorapp.domain.values import dataclass
from floorapp.operations.authority import ENTERED_BY, KEPT_KINDS, KINDS, OF_A_READER, OF_A_SITTING, OF_A_STATION, SIGNED
from floorapp.operations.canonical import instant_of, instant_text
from floorapp.operations.entry import READER_ACTOR
from floorapp.operations.outbox_codec import only_names_given
from floorapp.operations.signatures import SIGNATURE_HOLDS, Meaning
from floorapp.operations.signed_content import signed_content

_DECODE = msgspec.json.Decoder().decode
_STATION = "station/"
_JUDGED = frozenset({*ENTERED_BY, *OF_A_STATION, *OF_A_READER, *OF_A_SITTING})
#: Later than any time.
_NEVER = "~"
#: Nobody's session lasts longer, whatever a version has allowed.
LONGEST = timedelta(hours=24)
#: A station keeps these while a server is away; what they are called is given on arrival.
_KEPT_SIGNED = frozenset({"incident.reported", "handover.given"})
_SIGNING_ONLY = frozenset(role.value for role in SIGNING_ONLY)
_SECRETS = {"person.password-set": "password", "person.pin-set": "pin"}
#: Entries that change who may do what, or who is there.
CHANGES = frozenset(
    {
        "person.added",
        "person.role-changed",
        "person.disabled",
        "person.enabled",
        "person.rescued",
        "person.secret-keyed",
        *_SECRETS,
        "session.began",
        "session.ended",
        "session.locked",
        "session.unlocked",
    }
)


@dataclass(slots=True)
class Secret:
    """A password or PIN on record: the digest of its hash and its key (empty in older entries), where and when set."""

    digest: str
    key: str
    station: str
    position: int
    at: str
    former: tuple[str, ...] = ()


@dataclass(slots=True)
class Known:
    """A person as the entries have them so far."""

    role: str
    enabled: bool = True
    #: The station at which role or standing was changed last, and the entry: another one may not have heard of it.
    changed_at: str = ""
    changed: int = 0
    secrets: dict[str, Secret] = field(default_factory=dict)


@dataclass(slots=True)
class Sitting:
    """A session that was begun and not ended."""

    person: str
    expires: str
    locked: bool = False


@dataclass(slots=True)
class Present:
    """What somebody may enter at a station until an hour."""

    kinds: frozenset[str]
    until: str


class Authority:
    """Follows people, sessions and keys; every entry is held against what they were when it was written."""

    def __init__(self) -> None:
        self.people: dict[str, Known] = {}
        self._sittings: dict[str, dict[str, Sitting]] = {}
        #: Who ever sat at which station; after a mark it is not known of everybody.
        self._sat: set[tuple[str, str]] = set()
        self._present: dict[tuple[str, str], Present] = {}
        self._rescued: dict[str, str] = {}
        #: The latest time in each station's chain since somebody signed in there.
        self._latest: dict[str, str] = {}
        #: The last entry of each station that none makes while the database is away.
        self._in_touch: dict[str, int] = {}
        #: Whether any secret's key is on record: from then on each is.
        self._keyed = False
        self.resumed = False
        #: Signatures without a key, acts of people whose standing another station had changed, and acts dated back.
        self.unkeyed = 0
        self.unaware = 0
        self.dated_back = 0
        #: Entries of kinds that this version does not know.
        self.unknown = 0
        #: Administrators who were let in without a sign-in, in words.
        self.rescues: list[str] = []

    def take(self, row: tuple[Any, ...]) -> list[tuple[str, str]]:
        """What is wrong with an entry's actor and signatures, each a code and words; then what it changes."""
        station, actor, kind, at = row[11], row[0], row[3], row[8]
        present = self._present.get((station, actor))
        wrong: list[tuple[str, str]] = []
        if at > self._latest.get(station, ""):
            self._latest[station] = at
        if present is None or kind not in present.kinds or self._latest[station] >= present.until:
            wrong = [("authority", says) for says in self._actor(station, actor, kind, row)]
        if kind not in KEPT_KINDS:
            self._in_touch[station] = row[15]
        if row[10] != "[]":
            wrong += [("signature", says) for says in self._signatures(row)]
        elif kind in ("session.began", "session.unlocked"):
            wrong += [("signature", says) for says in self._unsigned(row)]
        if kind in SIGNED and not actor.startswith(_STATION):
            wrong += [("signature", says) for says in self._missing(row)]
        if kind in CHANGES:
            try:
                wrong += [("authority", says) for says in self._about_another(kind, row)]
                self._change(station, kind, row)
            except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError):
                wrong.append(("authority", f"it is not spelled as “{kind}” is."))
        return wrong

    # --- who acts ---

    def _actor(self, station: str, actor: str, kind: str, row: tuple[Any, ...]) -> Iterator[str]:
        self.unknown += not self._is_judged(kind)
        if actor.startswith(_STATION):
            yield from self._station(station, actor, kind, row)
        elif actor.startswith(READER_ACTOR):
            if kind not in OF_A_READER and self._is_judged(kind):
                yield f"{actor} states “{kind}”, which no reader does."
        elif actor not in self.people:
            yield f"it is by {actor}, whom nobody had added then."
        elif kind == "person.pin-set" and row[12] == actor and self.people[actor].role in _SIGNING_ONLY:
            if Meaning.CHOSE_PIN not in row[10]:  # who never sits at a screen signs for it with the PIN of before
                yield f"{actor} did not sign for it."
        elif kind in OF_A_SITTING:
            yield from self._sitting(station, actor, kind, row)
        else:
            yield from self._person(station, actor, kind, row)

    def _sitting(self, station: str, actor: str, kind: str, row: tuple[Any, ...]) -> Iterator[str]:
        known = self.people[actor]
        if kind == "person.secret-keyed":
            if row[12] != actor or any(each.key and each.key in row[6] for each in known.secrets.values()):
                yield "it puts a key on record that is there already, or another person's."
            elif not any(not each.key for proof, each in known.secrets.items() if f'"proof":"{proof}"' in row[6]):
                yield f"it puts another key of {actor} on record, and no new secret was set."
        elif kind == "session.began":
            if (not known.enabled or known.role in _SIGNING_ONLY) and not self._unaware(station, kind, known):
                yield f"{actor} could not sign in then."
        elif not self.resumed and (station, actor) not in self._sat:
            yield f"{actor} had never signed in at {station} then."

    def _station(self, station: str, actor: str, kind: str, row: tuple[Any, ...]) -> Iterator[str]:
        if actor != _STATION + station:
            yield f"it is by {actor} and stands in the chain of {station}."
        elif kind in OF_A_STATION:
            if actor not in self.people:
                self._present[station, actor] = Present(OF_A_STATION, _NEVER)
        elif kind == "person.added" and not self.people:
            return  # the first administrator, before whom there is nobody
        elif kind in _SECRETS:
            person = self.people.get(row[12])
            first = person is not None and len(self.people) == 1 and _SECRETS[kind] not in person.secrets
            if not first and (self._rescued.get(station), kind) != (row[12], "person.password-set"):
                yield f"the station states “{kind}” of {row[12]}, which takes a person who may."
        elif self._is_judged(kind):
            yield f"the station states “{kind}”, which takes a person who is signed in."

    def _person(self, station: str, actor: str, kind: str, row: tuple[Any, ...]) -> Iterator[str]:
        known = self.people[actor]
        sittings = [each for each in self._sittings.get(station, {}).values() if each.person == actor]
        until = max((each.expires for each in sittings if not each.locked), default="")
        if not sittings:
            yield f"{actor} was not signed in at {station} then."
        elif row[8] >= until:
            locked = all(each.locked for each in sittings)
            yield f"{actor}'s {'screen was locked' if locked else 'session had expired'} then."
        elif self._latest[station] >= until:  # entries before it are of after the session: nothing proves the clock
            self.dated_back += 1
        kinds = KINDS.get(known.role, frozenset())
        if not known.enabled or (kind not in kinds and self._is_judged(kind)):
            if self._unaware(station, kind, known):
                return
            was = "disabled" if not known.enabled else f"a {known.role}"
            yield f"{actor} was {was} then, and may not enter “{kind}”."
        elif kind in _SECRETS and row[12] != actor and known.role != "administrator":
            yield f"{actor} set a secret of {row[12]} and was no administrator then."
        elif until > self._latest[station] and kind not in _SECRETS:
            self._present[station, actor] = Present(kinds, until)

    def _unaware(self, station: str, kind: str, what: Known | Secret) -> bool:
        """Whether a station may not have heard of a change at another one: by what it keeps while it is cut off."""
        where, when = (what.changed_at, what.changed) if isinstance(what, Known) else (what.station, what.position)
        cut_off = where not in ("", station) and kind in KEPT_KINDS and self._in_touch.get(station, 0) < when
        self.unaware += cut_off
        return cut_off

    def _is_judged(self, kind: str) -> bool:
        """Whether it is known whose a kind is; of one that a newer version wrote it is not."""
        return kind in _JUDGED

    # --- what is signed ---

    def _unsigned(self, row: tuple[Any, ...]) -> Iterator[str]:
        """A session that nobody signed for: lawful only where its secret had no key yet."""
        payload = _read(row[6])
        proof = payload.get("proof", "password") if isinstance(payload, dict) else "password"
        secret = self._secret(row[0], proof)
        if secret is None or secret.key:
            yield f"nobody signed for it with the {proof} of {row[0]}."
        else:
            self.unkeyed += 1

    def _missing(self, row: tuple[Any, ...]) -> Iterator[str]:
        """Signatures without which nobody enters it; whether each holds is looked at by itself."""
        read = _read(row[10])
        given = [each for each in read if isinstance(each, dict)] if isinstance(read, list) else []
        for roles in SIGNED[row[3]]:
            if not any(each.get("role") in roles if roles else each.get("person") == row[0] for each in given):
                yield f"it lacks the signature of {' or '.join(roles) if roles else row[0]}."

    def _secret(self, person: str, proof: str) -> Secret | None:
        known = self.people.get(person)
        return None if known is None else known.secrets.get(proof)

    def _signatures(self, row: tuple[Any, ...]) -> Iterator[str]:
        signatures = _read(row[10])
        for each in signatures if isinstance(signatures, list) else ():
            try:
                says = self._signature(row, each)
            except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError):
                says = "a signature on it is not spelled as signatures are."
            if says:
                yield says
        if row[3] in ("session.began", "session.unlocked"):
            meant = Meaning.SIGNED_IN if row[3] == "session.began" else Meaning.UNLOCKED
            if not any(each.get("meaning") == meant and each.get("person") == row[0] for each in signatures or ()):
                yield f"{row[0]} did not sign for it."

    def _signature(self, row: tuple[Any, ...], signature: dict[str, Any]) -> str:
        person, proof, station = signature["person"], signature["proof"], row[11]
        known = self.people.get(person)
        if known is None:
            return f"it is signed by {person}, whom nobody had added then."
        if instant_of(row[8]) - _instant(signature["at"]) > SIGNATURE_HOLDS:
            return f"the signature of {person} is of another time."
        if not known.enabled or known.role != signature["role"]:
            if not self._unaware(station, row[3], known):
                return f"it is signed by {person} as {signature['role']}, which {person} was not then."
        secret = known.secrets.get(proof)
        if secret is None:
            return f"it is signed with a {proof} of {person}, who had none then."
        if not secret.key:
            self.unkeyed += 1
            return ""
        return self._value(row, signature, secret)

    def _value(self, row: tuple[Any, ...], signature: dict[str, Any], secret: Secret) -> str:
        whose = f"the signature of {signature['person']}"
        key, over = signature.get("key", ""), signature.get("over", "")
        if key != secret.key and not (key and key in secret.former and self._given_before(row, signature, secret)):
            return f"{whose} is not made with their {signature['proof']}."
        if over and not (row[3] in _KEPT_SIGNED and only_names_given(_read(over), _read(row[6]))):
            return f"{whose} is over something else."
        entry = {"actor": row[0], "id": row[2], "kind": row[3], "occurred_at": row[5], "version": row[14]}
        if not holds(key, signed_content(signature, entry, over or row[6]), signature.get("value", "")):
            return f"{whose} does not hold: it is not over this entry, or not theirs."
        return ""

    def _given_before(self, row: tuple[Any, ...], signature: dict[str, Any], secret: Secret) -> bool:
        """Whether a signature by the secret of before was given before the new one was set, or known of there."""
        return _instant(signature["at"]) <= instant_of(secret.at) or self._unaware(row[11], row[3], secret)

    # --- what changes ---

    def _about_another(self, kind: str, row: tuple[Any, ...]) -> Iterator[str]:
        """An entry about people that names another person, or session, than the one it stands under."""
        payload, named = _read(row[6]), kind.split(".")[0]
        if (row[13], row[12]) != (named, payload[named]):
            yield f"it stands under the {row[13]} {row[12]} and is about {payload[named]}."
        if kind in ("session.began", "session.unlocked"):
            sitting = self._sittings.get(row[11], {}).get(row[12])
            if payload["person"] != row[0] or (sitting is not None and sitting.person != row[0]):
                whose = payload["person"] if sitting is None else sitting.person
                yield f"it is the session of {whose}, and by {row[0]}."
        if kind in _SECRETS and self._keyed and not (payload.get("key") and payload.get("digest")):
            yield f"it sets a secret of {row[12]} without its key, as no version does once there are keys."

    def know(self, row: tuple[Any, ...]) -> None:
        """An entry from before a mark: it was held against others then."""
        self._change(row[11], row[3], row)

    def _change(self, station: str, kind: str, row: tuple[Any, ...]) -> None:
        payload = _read(row[6])
        if not isinstance(payload, dict):
            return  # its hash does not fit either
        self._present.clear()
        if kind.startswith("session."):
            self._sit(station, kind, payload, row)
        else:
            self._learn(station, kind, payload, row)

    def _sit(self, station: str, kind: str, payload: dict[str, Any], row: tuple[Any, ...]) -> None:
        session, there = str(payload.get("session")), self._sittings.setdefault(station, {})
        if kind == "session.began":
            expires = min(_instant(payload["expires_at"]), instant_of(row[8]) + LONGEST)
            there[session] = Sitting(str(payload.get("person")), instant_text(expires))
            self._latest[station] = row[8]
            self._sat.add((station, str(payload.get("person"))))
        elif kind == "session.ended":
            there.pop(session, None)
        elif session in there:
            there[session].locked = kind == "session.locked"

    def _learn(self, station: str, kind: str, payload: dict[str, Any], row: tuple[Any, ...]) -> None:
        handle = str(payload.get("person"))
        self._rescued.pop(station, None)
        if kind == "person.added":
            self.people.setdefault(handle, Known(str(payload.get("role")), changed_at=station, changed=row[15]))
            return
        known = self.people.get(handle)
        if known is None:
            return
        if kind == "person.rescued":
            self._rescued[station] = handle
            self.rescues.append(f"{handle} at {station}-{row[9]} of {row[8]}")
        elif kind == "person.role-changed":
            known.role, known.changed_at, known.changed = str(payload.get("role")), station, row[15]
        elif kind in ("person.disabled", "person.enabled"):
            known.enabled, known.changed_at, known.changed = kind == "person.enabled", station, row[15]
        else:
            proof = _SECRETS.get(kind) or str(payload.get("proof"))
            before = known.secrets.get(proof)
            former = () if before is None else (*before.former, before.key)
            key = payload.get("key", "")
            self._keyed |= bool(key)
            known.secrets[proof] = Secret(payload.get("digest", ""), key, station, row[15], row[8], former)


def _read(text: str) -> Any:
    try:
        return _DECODE(text)
    except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError):
        return None


def _instant(text: str) -> datetime:
    """An instant as payloads spell it."""
    return msgspec.convert(text, datetime)
