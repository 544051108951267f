#!/bin/sh
# Try the Debian package as a stranger would: in a bare Debian root, with nothing of this checkout in it.
# usage: installer/smoke.sh [PACKAGE]; as root. The root is made once in build/bare-root and kept as a template.
set -eu
cd "$(dirname "$0")/.."
package=${1:-$(ls -t dist/floorapp_*.deb | head -n 1)}
suite=bookworm

if [ "$(id -u)" -ne 0 ]; then
    echo "The smoke test makes a Debian root and needs root: sudo installer/smoke.sh $package" >&2
    exit 1
fi
installer/system-packages.sh installer

template=build/bare-root
if [ ! -e "$template/.whole" ]; then
    # The mirror is the one this machine's own apt uses.
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' | sed -n "s/ $suite main\$//p" | head -n 1)
    echo "Making a bare Debian $suite (a few minutes, once)"
    rm -rf "$template"
    debootstrap --variant=minbase "$suite" "$template" "$mirror" >build/debootstrap.log
    touch "$template/.whole"
fi

root=$(mktemp -d)
started=
# Only what was started here is ended, each by its own number.
trap 'for each in $started; do kill "$each" 2>/dev/null || true; done; wait
    umount "$root/proc" "$root/dev/pts" "$root/dev/shm" 2>/dev/null || true; rm -rf "$root"' EXIT
cp -a "$template/." "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$package" "$root/tmp/floorapp.deb"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" && mount -t devpts devpts "$root/dev/pts"
mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm"
inside() { chroot "$root" env -i HOME=/home/floor PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 TERM=dumb "$@"; }

echo "== installed"
inside apt-get update -q >build/smoke-apt.log
inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends /tmp/floorapp.deb' >>build/smoke-apt.log 2>&1
! inside sh -c 'command -v python3' || { echo "the root is not bare: it has a Python" >&2; exit 1; }
inside useradd -m floor
as_floor() { inside su floor -s /bin/sh -c "cd; $1"; }
soon() {
    for _ in $(seq 600); do ! "$@" >/dev/null 2>&1 || return 0; sleep 0.2; done
    echo "did not come true: $*" >&2
    return 1
}
pin=$(sed -n 's/^pin = "\(.*\)"$/\1/p' resources/sample/people.toml)
password=$(sed -n 's/^password = "\([^"]*\)".*/\1/p' resources/sample/people.toml)
as_floor 'floorapp --version'

echo "== a record is verified"
cat >"$root/home/floor/round.json" <<'JSON'
{"format": "floor-round/1", "id": "smoke/1", "table": "FB-03", "at": "2015-11-15T21:04:05-05:00", "rulebook": "pa-590", "dealer": {"cards": ["6h", "Td", "6d"], "reader": null}, "boxes": [{"box": 1, "cards": ["Kc", "8d"], "wagers": {"main": 2500}, "play": [{"do": "stand"}], "reported": [{"hand": 1, "wager": "main", "net": 0}]}]}
JSON
as_floor 'floorapp verify round.json' | grep -q '"verdict": "ok"'

echo "== without a display the app says so"
as_floor 'floorapp 2>&1' | grep -q 'no display'

echo "== the app is walked through offscreen: sign-in, inspections, deck change, papers"
as_floor 'floorapp tour pictures --keep day' | tail -n 1
as_floor 'ls pictures | wc -l'
as_floor 'floorapp logbook --help >/dev/null && floorapp --data day logbook verify' | tail -n 3
as_floor 'floorapp --data day logbook show --limit 400' | grep -qi 'inspect' || { echo "no inspection on record" >&2; exit 1; }

echo "== a paper is printed and checked"
as_floor 'printf "'"$password\\n$pin"'\n" | floorapp --data day report inspections --as hale -o inspections.pdf'
as_floor 'floorapp --data day report check inspections.pdf'
as_floor 'cp inspections.pdf altered.pdf; printf X | dd of=altered.pdf bs=1 seek=2000 conv=notrunc status=none'
! as_floor 'floorapp --data day report check altered.pdf' || { echo "an altered paper is called good" >&2; exit 1; }

echo "== in a window: the audit of a large file is shared out to processes, which the app begins by spawn"
.venv/bin/python - "$root/home/floor/rounds.jsonl" <<'PYTHON'
import sys
from pathlib import Path

from tests.bench.chance import write

rounds = Path(sys.argv[1])
write(rounds, 2000)
rounds.write_bytes(rounds.read_bytes() * 30)
PYTHON
Xvfb -displayfd 1 -screen 0 1440x900x24 >build/display 2>/dev/null & started=$!
soon test -s build/display
DISPLAY=:$(cat build/display)
export DISPLAY
as_floor "echo \$\$ >app; DISPLAY=$DISPLAY exec floorapp --data shown --sample" >build/smoke-window.txt 2>&1 &
soon test -s "$root/home/floor/app"
started="$(cat "$root/home/floor/app") $started"
said() { as_floor 'floorapp --data shown --sample logbook show --limit 60' | grep -q " hale  $1"; }
spawned() { cat /proc/[0-9]*/cmdline | tr '\0' ' ' | grep -q '[/]floorapp --multiprocessing-fork'; }
soon xdotool search --onlyvisible --name floorapp windowfocus
sleep 5
xdotool type --delay 50 hale
xdotool key Tab
xdotool type --delay 50 "$password"
xdotool key Return
soon said session.began
xdotool key ctrl+7 sleep 2 key alt+f sleep 2 type --delay 50 rounds.jsonl
xdotool key Return
[ "$(nproc)" -eq 1 ] || soon spawned
soon said 'audit.made  audit rounds.jsonl'
as_floor 'floorapp --data shown --sample logbook show --limit 60' | grep -o '"rounds":60000'

echo "== what came with it: licenses, man page, desktop entry, udev rule"
for file in usr/share/doc/floorapp/copyright usr/share/doc/floorapp/licenses/INDEX.txt usr/share/man/man1/floorapp.1.gz \
    usr/share/applications/floorapp.desktop usr/share/icons/hicolor/scalable/apps/floorapp.svg \
    lib/udev/rules.d/60-floorapp.rules; do
    test -s "$root/$file" || { echo "$file is missing" >&2; exit 1; }
done
wc -l <"$root/usr/share/doc/floorapp/licenses/INDEX.txt"

echo "== removed; the data stays"
inside apt-get purge -qy floorapp >>build/smoke-apt.log 2>&1
test ! -e "$root/usr/lib/floorapp" && test -e "$root/home/floor/day/floor.sqlite"
echo "The package works on a bare Debian $suite."
