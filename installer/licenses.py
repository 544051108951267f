"""Gather the licenses of everything that is inside the frozen app: `python installer/licenses.py FOLDER`."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Texts of those that ship none.
OTHER = ROOT / "installer" / "licenses"
#: Those that only build and test; they are not inside.
WORKSHOP = re.compile(
    r"pytest|hypothesis|mypy|ruff|import.linter|types-|apsw|pyinstaller.hooks|execnet|iniconfig|pluggy|pathspec|pip|setuptools|jsonschema|grimp"
)


def licence_files(found: Distribution) -> list[Path]:
    """The licence texts that a distribution ships."""
    files = found.files or []
    wanted = [each for each in files if re.search(r"(licen[cs]e|copying|notice)", each.name, re.IGNORECASE)]
    return [path for each in wanted if (path := Path(str(found.locate_file(each)))).is_file() and path.suffix != ".py"]


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder / "floorapp.txt")
    lines = []
    for found in sorted(distributions(), key=lambda each: each.name.casefold()):
        if WORKSHOP.match(found.name.casefold()) or found.name == "floorapp":
            continue
        meta = found.metadata
        said = (
            meta.get("License-Expression")
            or meta.get("License")
            or "; ".join(
                each.rpartition(":: ")[2] for each in meta.get_all("Classifier") or () if each.startswith("License")
            )
        )
        short = " ".join((said or "see its text").split())
        lines.append(f"{found.name} {found.version}: {short if len(short) < 90 else 'see its text'}")
        for number, path in enumerate(licence_files(found) or [OTHER / f"{found.name}.txt"]):
            shutil.copy(path, folder / f"{found.name}{f'-{number}' if number else ''}.txt")
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    shutil.copy(python, folder / "Python.txt")
    lines.append(f"Python {sys.version.split()[0]}: PSF-2.0")
    for name in ("fonts", "icons"):
        shutil.copy(ROOT / "resources" / name / "LICENSE.txt", folder / f"{name}.txt")
    (folder / "INDEX.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} licenses in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
