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
export QT_QPA_PLATFORM=offscreen WINEQT_QPA_PLATFORM=offscreen
programs="$WINEPREFIX/drive_c/Program Files/floorapp"
menu="$WINEPREFIX/drive_c/ProgramData/Microsoft/Windows/Start Menu/Programs/floorapp.lnk"
listed='HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\floorapp'
app() { windows "$programs/floorapp.exe" "$@"; }
# What it writes, byte by byte, and nothing that it says beside.
bytes() { /usr/lib/wine/wine64 "$programs/floorapp.exe" "$@" 2>/dev/null | cat; }
as_hale() { printf '%s\n%s\n' "$password" "$pin"; }
soon() {
    for _ in $(seq 60); do ! "$@" || return 0; sleep 2; done
    wrong "did not come true: $*"
}
shown() { window_id=$(xdotool search --onlyvisible --name floorapp); }
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

echo "== keys are for this account alone, by their access list, and doctor tells one that others can read"
app --data day doctor >doctor.txt || true
grep 'for its owner only' doctor.txt
test "$(grep -c 'for its owner only' doctor.txt)" -eq 2 || { cat doctor.txt; wrong "a key is not private"; }
for key in day/keys/*; do
    chmod 644 "$key" # Wine makes everybody a line of its list of this
    ! app --data day doctor >open.txt || wrong "$key is open to others, and doctor calls it good"
    grep -q icacls open.txt || { cat open.txt; wrong "doctor says nothing of $key, which is open to others"; }
    chmod 600 "$key"
done

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

echo "== a reader on a COM port, which is a pseudo-terminal here, by its name and by its USB adapter; one is not there"
for port_name in COM5 COM6; do
    "$linux" reader-sim --kind masque --beat 0.2 --hello 1 --hands 2 --seed 1 >$port_name.txt & started="$started $!"
    [ $port_name = COM6 ] || reader=$!
    until grep -q /dev/pts $port_name.txt; do sleep 0.2; done
    windows reg add 'HKLM\Software\Wine\Ports' /v $port_name /d "$(grep -o '/dev/pts/[0-9]*' $port_name.txt)" /f
done
second=$!
# Windows lists an adapter so; where it is plugged in changes only the name of its port.
adapter='HKLM\System\CurrentControlSet\Enum\USB\VID_1A86&PID_7523\SMOKE1'
by_usb=usb:1a86:7523:SMOKE1
plugged_in() { windows reg add "$adapter\Device Parameters" /v PortName /d "$1" /f; }
windows reg add "$adapter" /v ClassGUID /d '{4d36e978-e325-11ce-bfc1-08002be10318}' /f
windows reg add "$adapter" /v FriendlyName /d 'USB-SERIAL CH340' /f
plugged_in COM5
/usr/lib/wine/wineserver -k && /usr/lib/wine/wineserver -w
app reader-check | grep "COM5.*SMOKE1"
app reader-check COM5 --seconds 6 | tail -n 1
app reader-check $by_usb --seconds 6 >usb.txt || true
grep 'Listening to COM5' usb.txt
for none in COM7 usb:1a86:7523:SMOKE2; do
    ! app reader-check $none --seconds 1 >missing.txt || wrong "a port that is not there is listened to"
    grep "there is no $none" missing.txt
done

echo "== a station's line by TLS: only a server that root.crt vouches for is believed; the password is in pgpass.conf"
mkdir tls
(cd "$root" && exec "$python" -m tests.stations.guarded "$work/tls" "$password" >"$work/tls/port") & started="$started $!"
(cd "$root" && "$python" installer/windows/dlls.py line "$programs/_internal/psycopg_binary.libs")
own=${data%/Local/*}/Roaming/postgresql
mkdir -p "$own"
until [ -s tls/port ]; do sleep 0.2; done
server="postgresql://floor_app@localhost:$(cat tls/port)/floor?sslmode=verify-full"
echo "localhost:*:floor:floor_app:$password" >"$own/pgpass.conf"
cp tls/house.crt "$own/root.crt"
app station list --data pod --database "$server"
cp tls/other.crt "$own/root.crt"
! app station list --data pod --database "$server" >tls/told.txt || wrong "a server is believed that nobody vouches for"
grep 'nobody this station trusts has signed it' tls/told.txt

echo "== the tour in a real window"
Xvfb -displayfd 1 -screen 0 1920x1200x24 >display 2>/dev/null & started="$started $!"
until [ -s display ]; do sleep 0.2; done
export DISPLAY=":$(cat display)" WINEQT_QPA_PLATFORM=windows
app tour "Z:$pictures/window" --theme dark >window.txt & window=$!
soon shown
wait "$window" || { cat window.txt; wrong "the tour in a window broke off"; }
ls "$pictures/window" | grep -c 'png$'

echo "== settings that cannot be read are told in a window, where the start menu's program has no console"
mkdir unread
echo 'station = ' >unread/settings.toml
windows start /wait 'C:\Program Files\floorapp\floorapp-window.exe' --data unread & window=$! # given no pipe either
soon shown
xdotool windowfocus "$window_id" key Return
! wait "$window" || wrong "settings that cannot be read end well"

echo "== the sample floor as a kiosk: its virtual readers are heard, and processes share an audit of a large file"
(cd "$root" && "$python" -c '
import sys
from pathlib import Path
from tests.bench.chance import write
rounds = Path(sys.argv[1])
write(rounds, 2000)
rounds.write_bytes(rounds.read_bytes() * 30)' "$work/large.jsonl")
sample() { app --data shown --sample logbook show --limit "$1"; }
greeted() { test "$(sample 120 | grep -c 'Floorapp/Virtual/.* reader.greeted')" -ge 35; }
signed_in() { sample 40 | grep -q ' hale  session.began'; }
audited() { sample 40 | grep -q 'audit.made  audit large.jsonl'; }
spawned() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -q '[f]loorapp-window.exe --multiprocessing-fork'; }
windows "$programs/floorapp-window.exe" --data shown --sample --kiosk >kiosk.txt 2>&1 & window=$!
soon shown # and asked only then: who starts Wine's own services waits for their end
soon greeted
xdotool getwindowgeometry "$window_id" | grep 'Geometry: 1920x1200' || wrong "the kiosk does not fill the screen"
xdotool windowfocus "$window_id" sleep 2 type --delay 100 hale
xdotool key Tab sleep 1 type --delay 100 "$password"
xdotool key Return
soon signed_in
xdotool key ctrl+7 sleep 3 key alt+f sleep 3 type --delay 100 large.jsonl
xdotool key Return
[ "$(nproc)" -eq 1 ] || soon spawned
soon audited
sample 40 | grep -o '"rounds":60000'

echo "== while it runs it is neither installed anew nor removed, and stays whole"
! windows "$setup" /S || wrong "it was installed over a program that runs"
windows "$programs/uninstall.exe" /S
sleep 10 # it goes on by itself, from a copy
test -s "$programs/floorapp.exe" && test -s "$programs/_internal/python311.dll" || wrong "it was removed while it runs"
windows reg query "$listed" >/dev/null || wrong "it runs, and is no longer listed as a program"
windows taskkill /F /IM floorapp-window.exe
wait "$window" || true

echo "== a line by that adapter is set up; the app hears its reader, also when the adapter is plugged in elsewhere"
(cd "$root" && printf '%s\n' "$password" | "$python" -c '
import sys
from argparse import Namespace
from floorapp.commands.at_desk import at_desk
from floorapp.operations.acts.lines import add_line
with at_desk(Namespace(data=sys.argv[1], database=None, sample=False, person="raman")) as desk:
    add_line(desk, line="On USB", target=sys.argv[2])' "$work/day" $by_usb)
windows "$programs/floorapp-window.exe" --data day >said.txt 2>&1 & window=$!
soon shown
told() { app --data day logbook show --limit 40 | grep -q "$1"; }
soon told 'Line On USB: .*VR-0001 (virtual) is not a registered reader'
plugged_in COM6
kill "$reader"
soon told "Line On USB: the connection to $by_usb is gone"
soon told 'reader.alarm-over .*unreachable/line On USB'
windows taskkill /F /IM floorapp-window.exe
wait "$window" || true
(sleep 8; kill "$second") &
app reader-check COM6 --seconds 60 >gone.txt || true
grep 'The port went away' gone.txt || wrong "nobody noticed that the port is gone"

echo "== removed silently; the data stays"
windows "$programs/uninstall.exe" /S
/usr/lib/wine/wineserver -w
test ! -e "$programs" || wrong "the program stayed: $(ls "$programs")"
test ! -e "$menu" || wrong "the entry in the start menu stayed"
! windows reg query "$listed" >/dev/null || wrong "still listed as a program"
test -s "$data" || wrong "the data went with the program"
echo "The installer works under Wine: $(basename "$setup"). Look at $pictures, beside the tour of Linux."
