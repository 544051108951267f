#!/bin/sh
# Install what is missing of the Debian packages that floorapp needs.
# usage: installer/system-packages.sh app|tests|installer|windows|archive …
set -eu

# Qt without a screen, Qt with one, printers, and a Python that can build .venv.
app='python3-venv
    libglib2.0-0 libegl1 libgl1 libdbus-1-3 libfontconfig1 libfreetype6 libxkbcommon0 libx11-6
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0
    libcups2'
# A window without a screen, tools that read the printed papers, a database server, a compiler for the lamp sensor,
# a language and a browser that share no code with us, to check proofs, and a token in software, to sign reports with.
tests='xvfb xauth xdotool poppler-utils postgresql gcc g++ libc6-dev nodejs softhsm2
    chromium chromium-driver'
# What builds the packages people install (PyInstaller wants Python as a library too), and a bare Debian to try them
# in, with a window.
python=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo 3.11)
installer="binutils zstd debootstrap libpython$python libpq5 xvfb xdotool"
# What builds the app for Windows (its Python's modules are Debian's own), and what it is tried in.
windows='wine wine64 gcc-mingw-w64-x86-64 nsis unzip xvfb xauth xdotool libpython3.11-stdlib libpq5'
# What veraPDF needs to look at reports as PDF/A in the campaign.
archive='openjdk-17-jdk-headless libjaxb-api-java libjaxb-java libistack-commons-java libtxw2-java
    libfastinfoset-java libstax-ex-java libjakarta-activation-java'

wanted=
for group in "$@"; do
    case $group in
        app) wanted="$wanted $app" ;;
        tests) wanted="$wanted $tests" ;;
        installer) wanted="$wanted $installer" ;;
        windows) wanted="$wanted $windows" ;;
        archive) wanted="$wanted $archive" ;;
        *) echo "$0: no such group: $group" >&2; exit 64 ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "Not a Debian system: please see to the like of these yourself:" $wanted
    exit 0
fi

# A package counts as installed under its own name and under those it provides.
installed=$(dpkg-query -W -f '${db:Status-Status}, ${Package}, ${Provides}\n' |
    sed -n 's/^installed,//p' | sed 's/([^)]*)//g' | tr -s ', ' '\n\n')
missing=$(printf '%s\n' $wanted | grep -vxF "$installed" || true)
[ -n "$missing" ] || exit 0
missing=$(echo $missing)

if [ "$(id -u)" -eq 0 ]; then
    root='env'
elif sudo -n true 2>/dev/null; then
    root='sudo -n env'
else
    echo "Debian packages are missing and this account may not install them. As root, run:" >&2
    echo "apt-get update && apt-get install -y --no-install-recommends $missing" >&2
    exit 1
fi

echo "Installing Debian packages: $missing"
$root apt-get update -q
$root DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing
