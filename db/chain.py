"""The chain looked through in one pass: every entry's own hash, its link, its place, and every head on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from db.authority import Authority
from db.entry_order import EntryOrder
from db.entry_times import EntryTimes
from db.heads import wrong_with
from db.key_chain import KINDS as KEY_KINDS
from db.key_chain import StationKeys
from db.links import UNREADABLE, Link, wrong_with_seen
from db.seals import Named, Seal, attachments_in
from floorapp.domain.heads import Head
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.canonical import digest
from floorapp.operations.entry import Written
from floorapp.operations.facts.heads import HeadsCountersigned, HeadSigned
from floorapp.operations.logbook_check import CheckProgress, LogbookFlaw, counted

#: The columns of an entry in the order in which `Chain.take` wants them.
COLUMNS = (*Written.__struct_fields__, "position", "hash")

#: Flaws beyond this many are counted, not kept.
KEPT_FLAWS = 50

#: Entries that seal something beside the chain.
SEALS = {"rounds.imported", "rounds.packed", "frames.sealed", "frames.shoe-sealed"}

#: Entries after which the hashes of secrets are other ones.
SECRETS_CHANGE = {"person.added", "person.password-set", "person.pin-set"}

# The fields of `Written` stand in the order of their names: no sorting is needed here.
_ENCODE = msgspec.json.Encoder().encode
_JSON = msgspec.json.Decoder(msgspec.Raw).decode
_SIGNED = msgspec.json.Decoder(HeadSigned)


class Chain:
    """Follows every station's chain and remembers what is wrong."""

    def __init__(self, heads: Iterable[Head], since: CheckProgress | None = None, *, own: Iterable[Head] = ()) -> None:
        self.links: dict[str, Link] = {}
        self.flaws: list[LogbookFlaw] = []
        self.wrong = 0
        #: Whether a link, a hash or a head was found that does not hold.
        self.broken = False
        self.entries = 0
        self.heads = 0
        self.position = 0
        self.after_first = 0
        #: How many entries after the first bad one are bad too; an entry may have several flaws.
        self.wrong_after = 0
        self._last_bad = 0
        self.authority = Authority()
        self.times = EntryTimes()
        self.order = EntryOrder()
        #: Keys that the one before did not sign, in words.
        self.unsigned_keys: list[str] = []
        self.attachments: dict[str, Named] = {}
        #: Entries that seal something beside the chain, until somebody holds it against them.
        self.seals: list[Seal] = []
        self.secrets: tuple[int, str] | None = None
        self.secrets_changed = 0
        #: Heads yet to be met, each with whether it comes from outside.
        self._waiting: dict[tuple[str, int], list[tuple[Head, bool]]] = {}
        for head, outside in [*((each, True) for each in heads), *((each, False) for each in own)]:
            self._waiting.setdefault((head.station, head.seq), []).append((head, outside))
        if since is not None:
            self._go_on_from(since)

    def _go_on_from(self, mark: CheckProgress) -> None:
        self.position = mark.position
        self.authority.resumed = True
        for each in mark.reached:
            self.links[each.station] = Link(
                each.station,
                each.seq,
                each.hash,
                each.at,
                each.position,
                vouched=each.vouched,
                outside=each.outside,
                keys=StationKeys(each.keys[0], each.keys[-1], each.proved_keys) if each.keys else StationKeys(),
            )

    def know_secrets(self, signed: tuple[int, str], changed: int) -> None:
        """What the last head before a mark swore to: its place and its entry, and where a secret was set last."""
        self.secrets, self.secrets_changed = (signed[0], _SIGNED.decode(signed[1]).head.secrets), changed

    def take(self, row: tuple[Any, ...]) -> None:
        """Look at one entry."""
        payload, previous, seq, station, position, sealed = row[6], row[7], row[9], row[11], row[15], row[16]
        spelled = type(station) is type(payload) is type(sealed) is str and type(seq) is type(position) is int
        if not spelled or not type(row[0]) is type(row[3]) is type(row[5]) is type(row[8]) is type(row[12]) is str:
            self._misspelled(row)
            return
        link = self.links.get(station)
        if link is None:
            link = self.links[station] = Link(station)
        self.entries += 1
        if self.flaws:
            self.after_first += 1
        if position != self.position + 1 and seq == link.seq + 1:
            self._flaw_at(row, "place", "entries before it are missing: their places in the logbook are empty.")
        self.position = position
        if self._hash(row) != sealed:
            self._flaw_at(row, "changed", "it is not what was written: its hash does not fit its content.")
        elif not self.broken:  # after a broken link it may be what is missing that gave the right
            for code, says in self.authority.take(row):
                self._flaw_at(row, code, says)
            for says in self.times.take(row):
                self._flaw_at(row, "time", says)
        if seq != link.seq + 1:
            self._gap(row, link)
        elif previous != link.hash:
            self._replaced(row, link)
        link.seq, link.hash, link.position, link.at = seq, sealed, position, str(row[8])
        link.about = f"{row[13]} {row[12]}"
        if link.since is None:
            link.since = (seq, position, link.about, link.at)
        self._read(row, link)
        self.order.take(sealed)
        waiting = self._waiting.pop((station, seq), None)
        if waiting:
            for head, outside in waiting:
                self._meet(head, link, outside=outside)

    def _hash(self, row: tuple[Any, ...]) -> str:
        """The hash an entry should have; nothing where its letters are not even JSON."""
        try:
            payload, signatures = row[6], row[10]
            _JSON(payload)  # each is one value by itself: no letter can move from one column to the next
            _JSON(signatures)
            written = Written(
                actor=row[0],
                gaming_day=row[1],
                id=row[2],
                kind=row[3],
                late=row[4],
                occurred_at=row[5],
                payload=msgspec.Raw(payload),
                previous=row[7],
                recorded_at=row[8],
                seq=row[9],
                signatures=msgspec.Raw(signatures),
                station=row[11],
                subject_id=row[12],
                subject_kind=row[13],
                version=row[14],
            )
            return hashlib.sha256(_ENCODE(written)).hexdigest()
        except UNREADABLE:
            return ""

    def is_itself(self, row: tuple[Any, ...]) -> bool:
        """Whether an entry is what was written, and the head in it of what stands there; one that is not is named."""
        if self._hash(row) != row[16]:
            self._flaw_at(row, "changed", "it is not what was written: its hash does not fit its content.")
            return False
        return row[3] != HeadSigned.KIND or self._swears_to_before(row)

    def _swears_to_before(self, row: tuple[Any, ...]) -> bool:
        """Whether the head in an entry holds, and is of the entry before it."""
        try:
            head = _SIGNED.decode(row[6]).head
        except UNREADABLE:
            self._flaw_at(row, "head", "the head in it cannot be read.")
            return False
        if not wrong_with(head) and (head.station, head.seq, head.hash) == (row[11], row[9] - 1, row[7]):
            return True
        self._flaw_at(row, "resealed", "the head signed then, in the chain itself, says otherwise.")
        return False

    def _misspelled(self, row: tuple[Any, ...]) -> None:
        self.entries += 1
        self.position = row[15] if type(row[15]) is int else self.position + 1
        says = f"the entry at place {self.position} is not spelled as entries are."
        seq, sealed, station = row[9], row[16], str(row[11])
        numbered = type(seq) is int and type(sealed) is str
        self._add(
            LogbookFlaw(code="changed", says=says, station=station, seq=seq if numbered else 0, position=self.position)
        )
        if numbered and station in self.links:  # what follows is held against what it names
            link = self.links[station]
            link.seq, link.hash, link.position, link.at = seq, sealed, self.position, str(row[8])

    def _flaw_at(self, row: tuple[Any, ...], code: str, says: str) -> None:
        flaw = LogbookFlaw(
            code=code, says=says, station=row[11], seq=row[9], position=row[15], about=_about(row), at=str(row[8])
        )
        self._add(flaw)

    def _add(self, flaw: LogbookFlaw) -> None:
        self.wrong += 1
        self.broken |= flaw.code not in ("authority", "signature")
        if self.wrong > 1 and self._last_bad < flaw.position <= self.position:
            self.wrong_after += 1
        self._last_bad = max(self._last_bad, min(flaw.position, self.position))
        if len(self.flaws) < KEPT_FLAWS:
            self.flaws.append(flaw)

    def _gap(self, row: tuple[Any, ...], link: Link) -> None:
        """The number before this one is not there."""
        missing = row[9] - link.seq - 1
        if missing > 0:
            says = f"{missing:,} removed between {link.at or 'the beginning'} and {row[8]}."
            flaw = LogbookFlaw(
                code="removed",
                says=says,
                station=row[11],
                seq=link.seq + 1,
                position=row[15],
                about="",
                at=link.at,
                among=missing,
            )
            self._add(flaw)
        else:
            self._flaw_at(row, "order", f"it stands after {link.station}-{link.seq}: out of order.")

    def _replaced(self, row: tuple[Any, ...], link: Link) -> None:
        """This entry names another predecessor than the one that stands before it."""
        if link.seq == 0:
            self._flaw_at(row, "removed", "entries before it were removed: it is not the first of its chain.")
            return
        if link.resealed == link.seq:  # a head said so already; now it is known to be this one
            self.flaws = [each for each in self.flaws if (each.code, each.station) != ("resealed", link.station)]
            self.wrong, link.resealed = self.wrong - 1, 0
        says = "it was changed and sealed anew: the entry after it names another hash."
        if link.since is not None and link.since[0] < link.seq:
            says += f" Entries before it, back to {link.station}-{link.since[0]}, may be changed with it."
        flaw = LogbookFlaw(
            code="replaced",
            says=says,
            station=link.station,
            seq=link.seq,
            position=link.position,
            about=link.about,
            at=link.at,
        )
        self._add(flaw)

    def _meet(self, head: Head, link: Link, *, outside: bool) -> None:
        """Hold a head that was written outside the database against the entry it names."""
        self.heads += 1
        when = utc_stamp(head.at, seconds=True)
        if head.key != link.keys.now:
            says = f"the head of {when} is signed with a key that was not this station's then."
            self._add(_at_link(link, "head", says))
        elif head.hash != link.hash:
            self._resealed(link, head.seq, f"the head signed {when} says otherwise.")
        elif not link.resealed:
            link.vouched, link.since = max(link.vouched, head.seq), None
            link.outside = head.seq if outside else link.outside

    def _resealed(self, link: Link, upto: int, says: str) -> None:
        """A head and the chain differ: what is meant lies after the last entry a head vouches for."""
        if link.resealed:
            return
        link.resealed = upto
        if link.since is None:
            self._add(_at_link(link, "heads", f"two heads vouch for different logbooks: {says}"))
            return
        seq, position, about, at = link.since
        flaw = LogbookFlaw(
            code="resealed",
            says=f"changed, and everything after it sealed anew: {says}",
            station=link.station,
            seq=seq,
            position=position,
            about=about,
            at=at,
            among=upto - seq + 1,
        )
        self._add(flaw)

    def _read(self, row: tuple[Any, ...], link: Link) -> None:
        """What the rest of the look needs from some kinds of entries."""
        kind, payload = row[3], row[6]
        if kind == HeadSigned.KIND:
            self._own_head(row, link)
        elif kind == HeadsCountersigned.KIND:
            for code, says in wrong_with_seen(row, self.links, self.order, resumed=self.authority.resumed):
                if code != "order" or not self.wrong:  # what is missing or changed has no order either
                    self._flaw_at(row, code, says)
        elif kind in KEY_KINDS:
            self._key(row, link)
        elif kind in SEALS:
            self.seals.append(Seal(kind, row[14], link.station, row[9], row[15], row[8], payload))
        elif kind in SECRETS_CHANGE:
            self.secrets_changed = row[15]
        elif '"attachments":[{' in payload:
            named = Named(link.station, row[9], row[15], link.at, link.about)
            for each in attachments_in(payload):
                self.attachments.setdefault(each, named)

    def _key(self, row: tuple[Any, ...], link: Link) -> None:
        wrong = link.keys.follow(row, self.unsigned_keys)
        if wrong:
            self._flaw_at(row, "key", wrong)

    def _own_head(self, row: tuple[Any, ...], link: Link) -> None:
        """A head in the chain itself: whoever re-seals the chain without the key cannot make it again."""
        try:
            head = _SIGNED.decode(row[6]).head
        except UNREADABLE:
            self._flaw_at(row, "head", "the head in it cannot be read.")
            return
        self.heads += 1
        link.head = head
        wrong = wrong_with(head)
        if wrong:
            self._flaw_at(row, "head", f"the head in it {wrong}.")
        elif head.station != link.station or head.key != link.keys.now:
            self._flaw_at(row, "head", "the head in it is signed with a key that was not this station's then.")
        elif head.seq != row[9] - 1:
            self._flaw_at(row, "head", f"the head in it is of {head.number}, not of the entry before it.")
        elif head.hash != row[7]:
            self._resealed(link, head.seq, "the head signed then, in the chain itself, says otherwise.")
        else:
            self._hold_secrets(row, head)
            self.secrets = (row[15], head.secrets)
            if not link.resealed:
                link.vouched, link.since = head.seq, (row[9], row[15], link.about, link.at)

    def _hold_secrets(self, row: tuple[Any, ...], head: Head) -> None:
        """From one head to the next the hashes of secrets are the same, unless some were set in between."""
        if self.secrets is not None and self.secrets_changed <= self.secrets[0] and head.secrets != self.secrets[1]:
            says = "the hashes of passwords and PINs it swears to are not those of the head before, and nobody set one."
            self._flaw_at(row, "secrets", says)

    def finish(self) -> None:
        """What is left over at the end: heads of entries that are not there, and heads of unknown keys."""
        cut: dict[str, Head] = {}
        for heads in self._waiting.values():
            self.heads += len(heads)
            for head, _ in heads:
                longest = cut.get(head.station)
                if longest is None or head.seq > longest.seq:
                    cut[head.station] = head
        for station, head in sorted(cut.items()):
            link = self.links.get(station) or Link(station)
            if head.seq <= link.seq:
                continue  # a gap, named where it is
            self._add(_cut(link, head))

    def mark(self, place: int) -> CheckProgress:
        """Where to go on next time."""
        return CheckProgress(self.position, place, tuple(link.reached() for link in self.links.values()))

    def follows(self) -> str:
        """Whether what comes after the first bad entry is unaffected."""
        if not self.wrong:
            return ""
        if any(link.resealed for link in self.links.values()):
            return "What follows cannot be relied on: it was sealed anew, and no head vouches for it."
        if self.wrong_after:
            entries, bad = counted(self.after_first, "entry", "entries"), counted(self.wrong_after, "is", "are")
            return f"Of the {entries} after the first bad one, {bad} wrong too."
        if not self.after_first:
            return ""
        entries = counted(self.after_first, "entry", "entries")
        return f"What follows is unaffected: {entries}, each chained to what was written."


def _at_link(link: Link, code: str, says: str) -> LogbookFlaw:
    return LogbookFlaw(
        code=code, says=says, station=link.station, seq=link.seq, position=link.position, about=link.about, at=link.at
    )


def _cut(link: Link, head: Head) -> LogbookFlaw:
    missing = head.seq - link.seq
    says = (
        f"missing at the end: a head signed {utc_stamp(head.at, seconds=True)} reached {head.number}, this logbook "
        f"ends at {link.station}-{link.seq} of {link.at or 'no time'}. The end was cut off, or an older copy put "
        f"in its place."
    )
    return LogbookFlaw(
        code="cut", says=says, station=link.station, seq=link.seq + 1, position=1 << 62, at=link.at, among=missing
    )


def _about(row: tuple[Any, ...]) -> str:
    return f"{row[13]} {row[12]}"


def secrets_digest(rows: Iterable[tuple[Any, ...]]) -> str:
    """The digest over the hashes of secrets, as a head swears to it."""
    return digest(_ENCODE([tuple(row) for row in rows]))
