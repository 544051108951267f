"""Drivers in folders: descriptions in TOML, and Python files with a `driver`, each by the name of its file."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from floorapp.domain.values import dataclass
from floorapp.readers import modbus, scanner
from floorapp.readers.described import Unfit, described_driver
from floorapp.readers.driver import Conversation, Driver, Given, drivers
from floorapp.readers.floor_line import driver as floor_line

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UnusableDriver:
    """A file that makes no driver: its name is in the list of protocols, and whoever chooses it is told why."""

    name: str
    why: str
    baud: int = 9600
    asks: bool = False

    def converse(self, given: Given) -> Conversation:
        raise Unfit(self.why)


def drivers_with(folders: Iterable[Path]) -> Mapping[str, Driver]:
    """Our own driver, those of packages and those of folders; a name that is taken stays with the first."""
    ours = (modbus.rtu, modbus.tcp, scanner.driver)
    found: dict[str, Driver] = {**{each.name: each for each in ours}, **drivers(floor_line)}
    for folder in folders:
        for path in sorted(folder.glob("*")):
            driver = None if path.stem in found else _driver(path)
            if driver is not None:
                found[path.stem] = driver
    return found


def _driver(path: Path) -> Driver | None:
    try:
        if path.suffix == ".toml":
            return described_driver(path.stem, path.read_text(encoding="utf-8"))
        return _module(path) if path.suffix == ".py" else None
    except (OSError, UnicodeDecodeError, Unfit) as fault:
        _log.error("the reader driver %s cannot be used: %s", path, fault)
        return UnusableDriver(path.stem, f"{path.name} cannot be used: {fault}")
    except Exception as fault:  # noqa: BLE001 - somebody else's code: the other drivers go on without it
        _log.exception("the reader driver %s cannot be used", path)
        return UnusableDriver(path.stem, f"{path.name} cannot be used: {type(fault).__name__}: {fault}")


def _module(path: Path) -> Driver:
    spec = spec_from_file_location(f"floorapp_driver_{path.stem.replace('-', '_')}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up by name
    spec.loader.exec_module(module)
    made: Driver = module.driver
    return made
