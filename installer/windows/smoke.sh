#!/bin/sh
# Try the installer for Windows as a stranger would, in a fresh prefix of Wine, with nothing of this checkout in it.
# usage: installer/windows/smoke.sh [SETUP]; `make windows-smoke`. Its pictures stay in build/windows/pictures.
set -eu
cd "$(dirname "$0")/../.."
installer/system-packages.sh app tests windows
. installer/windows/wine.sh
python=$PWD/.venv/bin/python
linux=$PWD/.venv/bin/floorapp
setup=$PWD/${1:-$(ls -t dist/floorapp-*-setup.exe | head -n 1)}
pictures=$PWD/build/windows/pictures
pin=$(sed -n 's/^pin = "\(.*\)"$/\1/p' resources/sample/people.toml)
password=$(sed -n 's/^password = "\([^"]*\)".*/\1/p' resources/sample/people.toml)

wrong() { echo "WRONG: $*" >&2; exit 1; }
new_prefix
work=$(mktemp -d)
started=
# Only what was started here is ended, each by its own number.
trap 'for each in $started; do kill "$each" 2>/dev/null || true; done; end_prefix; wait; rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=offscreen
programs="$WINEPREFIX/drive_c/Program Files/floorapp"
menu="$WINEPREFIX/drive_c/ProgramData/Microsoft/Windows/Start Menu/Programs/floorapp.lnk"
listed='HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\floorapp'
app() { windows "$programs/floorapp.exe" "$@"; }
# What it writes, byte by byte, and nothing that it says beside.
bytes() { /usr/lib/wine/wine64 "$programs/floorapp.exe" "$@" 2>/dev/null | cat; }
as_hale() { printf '%s\n%s\n' "$password" "$pin"; }
root=$PWD
cd "$work"

echo "== installed silently, for all accounts"
windows "$setup" /S
test -s "$programs/floorapp.exe" && test -s "$programs/licenses/INDEX.txt" || wrong "nothing was installed"
# Wine's C library lacks complex numbers: numpy asks for them elsewhere, in this installed copy alone.
(cd "$root" && "$python" installer/windows/dlls.py maths "$programs/_internal/numpy")
test -s "$menu" || wrong "no entry in the start menu for all"
windows reg query "$listed" /v QuietUninstallString | grep -q uninstall.exe || wrong "not listed as a program"
app --version

echo "== a thousand rounds: byte for byte what Linux says, with one job and with two"
(cd "$root" && "$python" -c 'import sys; from pathlib import Path; from tests.bench.chance import write; write(Path(sys.argv[1]), 1000)' "$work/rounds.jsonl")
"$linux" verify rounds.jsonl >linux.jsonl || true
"$linux" verify --summary rounds.jsonl >linux.txt || true
bytes verify rounds.jsonl >one.jsonl
bytes verify --jobs 2 rounds.jsonl >two.jsonl
bytes verify --summary --jobs 2 rounds.jsonl >two.txt
test "$(wc -l <linux.jsonl)" -eq 1000 || wrong "Linux did not answer a thousand rounds"
cmp linux.jsonl one.jsonl && cmp linux.jsonl two.jsonl && cmp linux.txt two.txt || wrong "another answer than on Linux"
head -n 3 two.txt

echo "== the tour offscreen; its last steps at a station whose server, PostgreSQL on this machine, goes away"
port=$("$python" -c 'import socket; here = socket.create_server(("127.0.0.1", 0)); print(here.getsockname()[1])')
(cd "$root" && exec "$python" -m db.trial_server "$port") & started="$started $!"
rm -rf "$pictures"
mkdir -p "$pictures"
app tour "Z:$pictures/offscreen" --keep day --server "$port" >tour.txt || { cat tour.txt; wrong "the tour broke off"; }
! grep 'left out' tour.txt || wrong "no station was walked at"
ls "$pictures/offscreen" | grep -c 'png$'
app --data day logbook verify | tail -n 3

echo "== a report is signed, and checked here and there; an altered one is found"
as_hale | app --data day report inspections --as hale -o inspections.pdf
app --data day report check inspections.pdf
"$linux" --data day report check inspections.pdf >/dev/null || wrong "Linux does not believe a paper of Windows"
cp inspections.pdf altered.pdf
printf X | dd of=altered.pdf bs=1 seek=2000 conv=notrunc status=none
! app --data day report check altered.pdf || wrong "an altered paper is called good"

echo "== the file for support is written, as a person who reports something is asked to do"
app --data day doctor --bundle support.zip
unzip -tq support.zip

echo "== two processes on one logbook"
for half in 1 2; do
    split -n "r/$half/2" rounds.jsonl >"half-$half.jsonl"
    (as_hale | app --data day rounds import "half-$half.jsonl" --as hale || test $? -eq 1) & halves="${halves:-} $!"
done
for half in $halves; do wait "$half" || wrong "an import failed"; done
app --data day logbook verify | tail -n 1

echo "== backup, and restored where this account's data lies by itself"
app --data day logbook backup kept
app logbook restore "$(ls kept/*.sqlite | head -n 1)"
app logbook verify | tail -n 1
data=$(ls "$WINEPREFIX"/drive_c/users/*/AppData/Local/floorapp/floor.sqlite)

echo "== a reader on a COM port, which is a pseudo-terminal here; the port goes away; one is not there"
"$linux" reader-sim --kind masque --beat 0.2 --hello 1 --hands 2 --seed 1 >sim.txt & reader=$! started="$started $reader"
until grep -q /dev/pts sim.txt; do sleep 0.2; done
windows reg add 'HKLM\Software\Wine\Ports' /v COM5 /d "$(grep -o '/dev/pts/[0-9]*' sim.txt)" /f
/usr/lib/wine/wineserver -k && /usr/lib/wine/wineserver -w
app reader-check COM5 --seconds 6 | tail -n 1
! app reader-check COM7 --seconds 1 >missing.txt || wrong "a port that is not there is listened to"
grep 'there is no COM7' missing.txt

echo "== the tour in a real window"
Xvfb -displayfd 1 -screen 0 1920x1200x24 >display 2>/dev/null & started="$started $!"
until [ -s display ]; do sleep 0.2; done
export DISPLAY=":$(cat display)" QT_QPA_PLATFORM=windows
app tour "Z:$pictures/window" --theme dark >window.txt || { cat window.txt; wrong "the tour in a window broke off"; }
ls "$pictures/window" | grep -c 'png$'

echo "== a line on that port is set up; the app, opened from the start menu's program, hears its reader"
as_raman() { printf '%s\n' "$password"; }
(cd "$root" && as_raman | "$python" -c '
import sys
from argparse import Namespace
from floorapp.commands.at_desk import at_desk
from floorapp.operations.acts.lines import add_line
with at_desk(Namespace(data=sys.argv[1], database=None, sample=False, person="raman")) as desk:
    add_line(desk, line="On COM5", target="COM5")' "$work/day")
windows "$programs/floorapp-window.exe" --data day >said.txt 2>&1 & window=$!
heard() { app --data day logbook show --limit 50 | grep -q 'VR-0001'; }
for _ in $(seq 30); do sleep 2; ! heard || break; done
heard || wrong "the app did not hear the reader"
windows taskkill /F /IM floorapp-window.exe
wait "$window" || true
(sleep 8; kill "$reader") &
app reader-check COM5 --seconds 60 >gone.txt || true
grep 'The port went away' gone.txt || wrong "nobody noticed that the port is gone"

echo "== removed silently; the data stays"
windows "$programs/uninstall.exe" /S
/usr/lib/wine/wineserver -w
test ! -e "$programs" || wrong "the program stayed: $(ls "$programs")"
test ! -e "$menu" || wrong "the entry in the start menu stayed"
! windows reg query "$listed" >/dev/null || wrong "still listed as a program"
test -s "$data" || wrong "the data went with the program"
echo "The installer works under Wine: $(basename "$setup"). Look at $pictures, beside the tour of Linux."
