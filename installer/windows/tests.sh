#!/bin/sh
# The test suite on the Python for Windows that build.sh assembled, under Wine: all but what is marked `unix`.
# usage: installer/windows/tests.sh [ARGUMENTS OF PYTEST]; `make windows-tests` runs all.
set -eu
cd "$(dirname "$0")/../.."
[ -e build/windows/python/python.exe ] || installer/windows/build.sh
. installer/windows/wine.sh
new_prefix
# Tests write their files as on Linux, for their owner as in a person's own folder on Windows, and start
# `python -m floorapp` wherever they are. Offscreen there Qt wants a folder of fonts.
umask 077
export PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 PYTHONUNBUFFERED=1 PYTHONPATH="Z:$PWD" QT_QPA_FONTDIR="Z:$PWD/resources/fonts"
windows build/windows/python/python.exe -m pytest -p no:cacheprovider -n "$(nproc)" --maxprocesses 8 \
    --dist worksteal --basetemp 'C:\tests' "$@"
