"""Small DLLs made with MinGW, for the build of the app for Windows and for trying it under Wine.

`dlls.py forward DLL TARGET`  a DLL that passes every name of DLL on to it (python3.dll is such a one)
`dlls.py gaps PREFIX`         what Wine 8 lacks and Windows has, into that prefix: for trials, nothing of it is shipped
`dlls.py maths FOLDER`        lets the numpy in FOLDER ask one of these for its complex numbers: never in what is packed
`dlls.py line FOLDER`         lets the libpq in FOLDER ask one of these about files: only in what was installed
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent / "gaps"
WINE = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows")
MINGW = "x86_64-w64-mingw32-"
ASKED, OURS = b"api-ms-win-crt-math-l1-1-0.dll", b"floorapp-maths.dll"
OUR_FILES = b"floor.dll"  # as long as the name it stands in for


def names(dll: Path) -> list[str]:
    """What a DLL offers."""
    told = subprocess.run([f"{MINGW}objdump", "-p", dll], check=True, capture_output=True, encoding="utf-8").stdout
    table = told.partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    return re.findall(r"^\s*\[ *\d+\].* (\S+)$", table, re.MULTILINE)


def build(target: Path, offered: list[str], source: Path | None = None, *libraries: str) -> None:
    """A DLL of one C file, or of none, that offers these names: its own, or another's ("name = dll.name")."""
    with tempfile.TemporaryDirectory() as folder:
        definitions, empty = Path(folder, "names.def"), Path(folder, "empty.c")
        definitions.write_text("EXPORTS\n" + "\n".join(offered) + "\n", encoding="utf-8")
        empty.write_text("int DllMain(void) { return 1; }\n", encoding="utf-8")
        options = ["-O2", "-shared", "-static-libgcc", "-o", target]
        subprocess.run([f"{MINGW}gcc", *options, source or empty, definitions, *libraries], check=True)


def forward(dll: Path, target: Path) -> None:
    build(target, [f"{each} = {dll.stem}.{each}" for each in names(dll)])


def close_gaps(prefix: Path) -> None:
    system = prefix / "drive_c/windows/system32"
    build(system / "bcryptprimitives.dll", ["ProcessPrng"], HERE / "bcryptprimitives.c", "-ladvapi32")
    build(system / "icuuc.dll", [], HERE / "icuuc.c")
    theirs = [f"{each} = setupapi.{each}" for each in names(WINE / "cfgmgr32.dll")]
    build(system / "cfgmgr32.dll", ["CM_MapCrToWin32Err", *theirs], HERE / "cfgmgr32.c")
    passed_on = [f"{each} = ntdll.{each}" for each in ("RtlGetLastNtStatus", "RtlNtStatusToDosError")]
    build(system / OUR_FILES.decode(), ["NtFlushBuffersFileEx", *passed_on], HERE / "ntdll.c", "-lntdll")
    source = HERE / "complex-maths.c"
    kinds = dict.fromkeys(re.findall(r"^(?:COMPLEX|REAL)\((\w+)\)$", source.read_text(encoding="utf-8"), re.MULTILINE))
    own = [each + kind for each in [*kinds, "cpow"] for kind in ("", "f")]
    theirs = [f"{each} = ucrtbase.{each}" for each in names(WINE / "ucrtbase.dll") if each not in own]
    build(system / OURS.decode(), [f"{each} = own_{each}" for each in own] + theirs, source)


def lead(files: Iterable[Path], asked: bytes, ours: bytes) -> None:
    for file in files:
        content = file.read_bytes()
        if asked in content:
            file.unlink()  # it may be a second name of the pristine one
            file.write_bytes(content.replace(asked, ours.ljust(len(asked), b"\0")))


def lead_maths(folder: Path) -> None:
    lead(folder.rglob("*.pyd"), ASKED, OURS)


def lead_line(folder: Path) -> None:
    lead(folder.glob("libpq*.dll"), b"ntdll.dll", OUR_FILES)


if __name__ == "__main__":
    what, *where = sys.argv[1:]
    {"forward": forward, "gaps": close_gaps, "maths": lead_maths, "line": lead_line}[what](*map(Path, where))
