#!/bin/sh
# The test suite on the Python for Windows that build.sh assembled, under Wine: all but what is marked `unix`.
# usage: installer/windows/tests.sh [ARGUMENTS OF PYTEST]; `make windows-tests` runs all.
set -eu
cd "$(dirname "$0")/../.."
. installer/windows/wine.sh
new_prefix
export PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 # tests write their files as on Linux
windows build/windows/python/python.exe -m pytest -p no:cacheprovider -n "$(nproc)" --maxprocesses 8 \
    --dist worksteal --basetemp 'C:\tests' "$@"
