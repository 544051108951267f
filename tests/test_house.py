"""The house rules that no other tool holds: what may lie in the repository, and how it is named."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

TOP = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "db",
    "floorapp",
    "installer",
    "printing",
    "pyproject.toml",
    "requirements.txt",
    "resources",
    "tests",
}

# Put together from halves, so that this file does not find itself.
HOSTS = ("pypi" + ".org", "python" + "hosted", "deb." + "debian", "/" + "simple/")
OPTIONS = tuple("--" + name for name in ("index-" + "url", "extra-" + "index", "find-" + "links"))
OPTIONS += ("--trusted-" + "host", "tool.uv." + "index")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(root|work|home/\w+|Users/\w+|opt/pypi)/")

CLASS = re.compile(r"^ *class (\w+)", re.M)
BANNED_ENDINGS = ("Manager", "Helper", "Util", "Utils", "Data", "Info")


def house_files() -> list[Path]:
    """Every file that is in the repository or about to be."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-zco", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    paths = [ROOT / os.fsdecode(name) for name in listed.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


def sources() -> list[Path]:
    """The modules of the app."""
    return [path for room in ("floorapp", "db", "printing") for path in (ROOT / room).rglob("*.py")]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


@pytest.fixture(scope="module")
def files() -> list[Path]:
    try:
        return house_files()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads(text_of(ROOT / "pyproject.toml"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_top_folder_holds_only_what_was_agreed(files: list[Path]) -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files} <= TOP


def test_no_file_names_a_registry(files: list[Path]) -> None:
    found = [f"{named(path)}: {word}" for path in files for word in HOSTS + OPTIONS if word in text_of(path)]
    assert found == []


def test_no_file_names_a_place_on_one_machine(files: list[Path]) -> None:
    found = [f"{named(path)}: {match.group()}" for path in files for match in MACHINE_PATH.finditer(text_of(path))]
    assert found == []


def test_requirements_hold_names_versions_and_hashes_only() -> None:
    name = r"[a-z0-9][a-z0-9-]*==[\w.]+( ; [^\\/]+)?"
    fingerprint = r"    --hash=sha256:[0-9a-f]{64}"
    odd = [
        line
        for line in text_of(ROOT / "requirements.txt").splitlines()
        if not re.fullmatch(rf"({name}|{fingerprint})( \\)?", line)
    ]
    assert odd == []


def test_requirements_agree_with_pyproject(project: dict[str, Any]) -> None:
    pins = project["project"]["dependencies"] + project["project"]["optional-dependencies"]["dev"]
    wanted = {re.sub(r"\[.*\]", "", pin).lower() for pin in pins}
    locked = set(re.findall(r"^[a-z0-9-]+==[\w.]+", text_of(ROOT / "requirements.txt"), re.M))
    assert wanted - locked == set(), "run `make lock`"


def test_every_room_stands_in_the_import_contracts(project: dict[str, Any]) -> None:
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    placed = set(re.findall(r"[\w.]+", " ".join(layers)))
    rooms = {
        f"floorapp.{path.stem}"
        for path in (ROOT / "floorapp").iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").exists()
    }
    assert rooms <= placed


def test_files_and_functions_stay_small() -> None:
    long = [named(path) for path in sources() if len(text_of(path).splitlines()) > 400]
    for path in sources():
        for each in ast.walk(ast.parse(text_of(path))):
            if isinstance(each, ast.FunctionDef) and (each.end_lineno or 0) - each.lineno >= 60:
                long.append(f"{named(path)}: {each.name}")
    assert long == []


def test_ci_runs_what_the_readme_says() -> None:
    assert "make test" in text_of(ROOT / "README.md")
    assert "make test" in text_of(ROOT / ".ci/run")


def test_no_name_says_nothing(files: list[Path]) -> None:
    modules = [path for path in files if path.suffix == ".py"]
    vague = [named(path) for path in modules if path.stem in ("utils", "util", "helpers", "misc")]
    vague += [
        f"{named(path)}: {name}"
        for path in modules
        for name in CLASS.findall(text_of(path))
        if name.endswith(BANNED_ENDINGS)
    ]
    assert vague == []


#: Nouns that end like a doing.
NOUNS = {"dispute_ruling", "drawing", "finding", "lettering", "making", "opening", "table_drawing", "wiring"}


def test_a_module_is_a_noun() -> None:
    modules = {path.stem for path in sources()}
    assert {name for name in modules if name.endswith("ing") and not re.fullmatch(r"r\d{4}_\w+", name)} <= NOUNS


def test_a_class_name_is_used_once() -> None:
    homes: dict[str, list[str]] = {}
    for path in sources():
        for name in CLASS.findall(text_of(path)):
            homes.setdefault(name, []).append(named(path))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
