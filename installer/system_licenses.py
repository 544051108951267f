"""Gather the licenses of the C libraries that came into the frozen app without their texts, as Debian keeps them.

`python installer/system_licenses.py APP FOLDER`, after licenses.py; for the app for Windows too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: A library's name before a wheel's hash and the number of its version; Windows has it with and without "lib".
LIBRARY = re.compile(r"lib(?P<name>[\w.+-]+?)(-[0-9a-f]{8,})?\.so(\.[\d.]+)?")
DLL = re.compile(r"(lib)?(?P<name>[a-z]+3?)(-[0-9a-fx].*)?\.dll")
OWNER = re.compile(r"(?P<package>[\w.+-]+)(:\w+)?: (/usr)?/lib/[\w-]+-linux-gnu/lib(?P<name>[\w.+-]+?)\.so[\d.]*")
#: Whose texts must be there; other libraries are told of in the licenses of the wheel that brought them.
NEEDED = {"ssl", "crypto", "ffi", "sqlite3", "pq"}
DOCUMENTS = Path("/usr/share/doc")


def libraries(app: Path) -> Iterator[str]:
    for file in app.rglob("*"):
        if named := LIBRARY.fullmatch(file.name) or DLL.fullmatch(file.name):
            yield named["name"]


def packages(names: set[str]) -> dict[str, str]:
    """Each library's package."""
    asked = ["dpkg-query", "-S", *(f"*/lib{name}.so*" for name in sorted(names))]
    told = subprocess.run(asked, capture_output=True, encoding="utf-8").stdout
    owners = [found for found in map(OWNER.fullmatch, told.splitlines()) if found]
    return {found["name"]: found["package"] for found in owners if not found["package"].endswith("-dev")}


def main(app: Path, folder: Path) -> int:
    names = set(libraries(app))
    found = {name: package for name, package in packages(names).items() if name in names}
    if missing := (names & NEEDED) - found.keys():
        print(f"no license of {', '.join(sorted(missing))}: is its Debian package installed?", file=sys.stderr)
        return 1
    inside = {package: f"lib{name}" for name, package in found.items()}
    inside["libpython3.11-stdlib"] = "parts that Python includes"
    lines = []
    for package, what in sorted(inside.items()):
        if (text := DOCUMENTS / package / "copyright").is_file():
            shutil.copy(text, folder / f"{package}.txt")
            lines.append(f"{package} ({what}): see its text")
    with (folder / "INDEX.txt").open("a", encoding="utf-8") as index:
        index.writelines(f"{line}\n" for line in lines)
    print(f"{len(lines)} licenses of libraries of the system")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
