#!/bin/sh
# The test suite on the Python for Windows that build.sh assembled, under Wine: all but what is marked `unix`.
# usage: installer/windows/tests.sh [ARGUMENTS OF PYTEST]; `make windows-tests` runs all.
set -eu
cd "$(dirname "$0")/../.."
installer/system-packages.sh app tests windows
[ -e build/windows/python/python.exe ] || installer/windows/build.sh
. installer/windows/wine.sh
new_prefix
# Windows starts no PostgreSQL for trials: each worker has a server on this machine.
workers=${WORKERS:-$(nproc)}
started=
# Only what was started here is ended, each by its own number.
trap 'for each in $started; do kill "$each" 2>/dev/null || true; done; end_prefix; wait' EXIT
FLOORAPP_TRIAL_SERVERS=$(.venv/bin/python -c '
import socket, sys
free = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(each.getsockname()[1] for each in free))' "$workers")
export FLOORAPP_TRIAL_SERVERS
for port in $FLOORAPP_TRIAL_SERVERS; do
    .venv/bin/python -m db.trial_server "$port" & started="$started $!"
done
# Tests write their files as on Linux, for their owner as in a person's own folder on Windows, and start
# `python -m floorapp` wherever they are. Offscreen there Qt wants a folder of fonts.
umask 077
export PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 PYTHONUNBUFFERED=1 PYTHONPATH="Z:$PWD"
export WINEQT_QPA_FONTDIR="Z:$PWD/resources/fonts"
windows build/windows/python/python.exe -m pytest -p no:cacheprovider -n "$workers" --maxprocesses 8 \
    --dist worksteal --basetemp 'C:\tests' "$@"
