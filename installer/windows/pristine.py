"""Every library in the app for Windows is, byte for byte, one that its makers published, or our python3.dll.

`pristine.py APP PRISTINE OWN…`: one that was changed for a trial under Wine is put back; one of Wine ends the build.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

LIBRARIES = {".dll", ".pyd"}


def libraries(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.suffix.lower() in LIBRARIES)


def of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(app: Path, pristine: Path, *own: Path) -> int:
    published = {of(each): each for each in [*libraries(pristine), *own]}
    places = {str(each.relative_to(pristine / "site-packages")): each for each in libraries(pristine / "site-packages")}
    inside, foreign = libraries(app), []
    for file in inside:
        if of(file) in published:
            continue
        same_place = places.get(str(file.relative_to(app / "_internal")))
        if same_place is None or b"floorapp-maths" not in file.read_bytes():
            foreign.append(file)
            continue
        file.write_bytes(same_place.read_bytes())
        print(f"put back: {file.relative_to(app)}")
    for file in foreign:
        print(f"not as published: {file.relative_to(app)}", file=sys.stderr)
    wine = [each for each in app.rglob("*") if each.is_file() and b"Wine builtin DLL" in each.read_bytes()[:256]]
    for file in wine:
        print(f"a file of Wine: {file.relative_to(app)}", file=sys.stderr)
    print(f"{len(inside)} libraries as published")
    return 1 if foreign or wine or not inside else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
