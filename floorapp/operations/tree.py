"""The tree over a station's entries, that of RFC 9162 and of transparency logs, and proofs that need no logbook.

A leaf is the hash of an entry, 32 bytes. Nothing here knows what an entry is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def leaf(content: bytes) -> bytes:
    """The hash of a leaf (RFC 9162, 2.1.1)."""
    return hashlib.sha256(b"\x00" + content).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash over two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree of so many leaves; every full part of it is hashed once."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self._levels = [list(leaves)]
        while len(self._levels[-1]) > 1:
            below = self._levels[-1]
            pairs = zip(below[::2], below[1::2], strict=False)  # one that is left over has no full part above it
            self._levels.append([node(left, right) for left, right in pairs])

    def __len__(self) -> int:
        return len(self._levels[0])

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree, or of it as it was with so many leaves; of no leaves it is the hash of nothing."""
        size = len(self) if size is None else size
        return self._over(0, size) if size else hashlib.sha256().digest()

    def inclusion(self, place: int, size: int | None = None) -> list[bytes]:
        """The proof that a leaf is in the tree (2.1.3.1)."""
        return self._path(place, 0, len(self) if size is None else size)

    def consistency(self, earlier: int, size: int | None = None) -> list[bytes]:
        """The proof that the tree goes on from what it was with fewer leaves (2.1.4.1)."""
        later = len(self) if size is None else size
        return [] if earlier in (0, later) else self._subproof(earlier, 0, later, whole=True)

    def _over(self, start: int, end: int) -> bytes:
        size = end - start
        if size & (size - 1) == 0 and start % size == 0:
            return self._levels[size.bit_length() - 1][start // size]
        split = _split(size)
        return node(self._over(start, start + split), self._over(start + split, end))

    def _path(self, place: int, start: int, end: int) -> list[bytes]:
        if end - start == 1:
            return []
        middle = start + _split(end - start)
        if place < middle:
            return [*self._path(place, start, middle), self._over(middle, end)]
        return [*self._path(place, middle, end), self._over(start, middle)]

    def _subproof(self, earlier: int, start: int, end: int, *, whole: bool) -> list[bytes]:
        if earlier == end - start:
            return [] if whole else [self._over(start, end)]
        split = _split(end - start)
        if earlier <= split:
            return [*self._subproof(earlier, start, start + split, whole=whole), self._over(start + split, end)]
        rest = self._subproof(earlier - split, start + split, end, whole=False)
        return [*rest, self._over(start, start + split)]


def _split(size: int) -> int:
    """The largest power of two that is smaller."""
    return 1 << ((size - 1).bit_length() - 1)


def includes(content: bytes, place: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that this leaf stands at this place of a tree with this root (2.1.3.2)."""
    if not 0 <= place < size:
        return False
    at, last, found = place, size - 1, leaf(content)
    for each in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node(each, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node(found, each)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def goes_on(earlier: int, earlier_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof shows that a tree goes on from an earlier one (2.1.4.2)."""
    if not 0 < earlier <= size:
        return False
    if earlier == size:
        return not path and earlier_root == root
    steps = [earlier_root, *path] if earlier & (earlier - 1) == 0 else list(path)
    if not steps:
        return False
    at, last = earlier - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = steps[0]
    for each in steps[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node(each, before), node(each, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node(after, each)
        at, last = at >> 1, last >> 1
    return last == 0 and before == earlier_root and after == root
