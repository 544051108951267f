"""File systems that fail: one that refuses a write, sync or truncation, one that forgets what was not synced."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

#: A power cut may tear a write at the border of a sector.
SECTOR = 512


class Watched(apsw.VFSFile):
    """A file whose writes, syncs and truncations are told before they are done."""

    def __init__(self, disk: Disk, name: Any, flags: Any) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        disk.opened(self._path)

    def xWrite(self, content: bytes, offset: int) -> None:
        self._disk.before("write")
        super().xWrite(content, offset)
        self._disk.wrote(self._path, offset, bytes(content))

    def xSync(self, flags: int) -> None:
        self._disk.before("sync")  # told, not done: no power is cut here but the one that is simulated
        self._disk.synced(self._path)

    def xTruncate(self, size: int) -> None:
        self._disk.before("truncate")
        super().xTruncate(size)
        self._disk.cut(self._path, size)

    def excepthook(self, *_: object) -> bool:
        """What SQLite has no use for is not printed."""
        return True


class Disk(apsw.VFS):
    """A file system over the usual one."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.name = name

    def xOpen(self, name: Any, flags: Any) -> Watched:
        return Watched(self, name, flags)

    def excepthook(self, *_: object) -> bool:
        """What SQLite has no use for is not printed."""
        return True

    def xDelete(self, path: str, sync_folder: bool) -> None:
        super().xDelete(path, False)

    def before(self, what: str) -> None:
        """Something is about to be done."""

    def opened(self, path: str) -> None: ...
    def wrote(self, path: str, offset: int, content: bytes) -> None: ...
    def synced(self, path: str) -> None: ...
    def cut(self, path: str, size: int) -> None: ...


class FailingDisk(Disk):
    """Refuses the n-th thing that is done after it was armed, once or from then on."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._left: int | None = None
        self._for_good = False
        self._error: type[Exception] = apsw.FullError
        self.refused = 0

    def arm(self, point: int, error: type[Exception], *, for_good: bool) -> None:
        self._left, self._error, self._for_good, self.refused = point, error, for_good, 0

    def disarm(self) -> None:
        self._left = None

    def before(self, what: str) -> None:
        if self._left is None:
            return
        self._left -= 1
        if self._left == 0 or (self._left < 0 and self._for_good):
            self.refused += 1
            raise self._error(f"the {what} is refused")


@dataclass
class Platter:
    """What of one file would be there after a power cut: what was synced, and what may or may not have arrived."""

    synced: bytearray = field(default_factory=bytearray)
    named: bool = False
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def apply(self, offset: int, content: bytes | None) -> None:
        if content is None:
            del self.synced[offset:]
            return
        if len(self.synced) < offset:
            self.synced.extend(bytes(offset - len(self.synced)))
        self.synced[offset : offset + len(content)] = content

    def after_power_loss(self, chance: random.Random) -> bytes | None:
        left = Platter(bytearray(self.synced))
        if not self.named and chance.random() < 0.5:
            return None
        arrived = chance.choice([0.0, 0.3, 0.7, 1.0])
        for offset, content in self.pending:
            if chance.random() >= arrived:
                continue
            if content is not None and chance.random() < 0.2:  # torn: only some of its sectors arrived
                content = content[: SECTOR * chance.randrange(1 + len(content) // SECTOR)]
            left.apply(offset, content)
        return bytes(left.synced)


class ForgetfulDisk(Disk):
    """Remembers what was synced, so that the power can be cut at any moment and looked at what is left."""

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__(name)
        self._platters: dict[str, Platter] = {}
        #: Files whose removal was not synced: they may be back after a power cut.
        self._unlinked: dict[str, Platter] = {}
        self.each: Callable[[], None] = lambda: None
        for path in folder.iterdir():
            if path.is_file():
                self._platters[str(path)] = Platter(bytearray(path.read_bytes()), named=True)

    def before(self, what: str) -> None:
        self.each()

    def opened(self, path: str) -> None:
        self._platters.setdefault(path, Platter())

    def wrote(self, path: str, offset: int, content: bytes) -> None:
        self._platters[path].pending.append((offset, content))

    def cut(self, path: str, size: int) -> None:
        self._platters[path].pending.append((size, None))

    def synced(self, path: str) -> None:
        platter = self._platters[path]
        for offset, content in platter.pending:
            platter.apply(offset, content)
        platter.pending.clear()
        platter.named = True
        self._unlinked.pop(path, None)

    def xDelete(self, path: str, sync_folder: bool) -> None:
        self.each()
        super().xDelete(path, sync_folder)
        gone = self._platters.pop(path, None)
        self._unlinked.pop(path, None)
        if gone is not None and not sync_folder:
            self._unlinked[path] = gone

    def cut_power(self, into: Path, chance: random.Random) -> None:
        """What is left, put into another folder."""
        into.mkdir()
        back = {path: gone for path, gone in self._unlinked.items() if chance.random() < 0.5}
        for path, platter in (self._platters | back).items():
            left = platter.after_power_loss(chance)
            if left is not None and not path.endswith("-shm"):
                (into / Path(path).name).write_bytes(left)
