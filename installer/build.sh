#!/bin/sh
# Build what people install: dist/floorapp/ (PyInstaller, one folder) and dist/floorapp_VERSION_ARCH.deb.
# usage: installer/build.sh, after `make .venv`; `make installer` does both and then runs smoke.sh.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

installer/system-packages.sh app installer
$python -m pip --disable-pip-version-check install --quiet --require-hashes -r installer/requirements.txt
$python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller installer/floorapp.spec
$python installer/licenses.py dist/floorapp/licenses
$python installer/system_licenses.py dist/floorapp dist/floorapp/licenses

version=$($python -c 'from importlib.metadata import version; print(version("floorapp"))')
arch=$(dpkg --print-architecture)
tree=build/deb
rm -rf "$tree"
install -d "$tree/usr/lib" "$tree/usr/bin" "$tree/usr/share/doc/floorapp" "$tree/DEBIAN"
cp -a dist/floorapp "$tree/usr/lib/floorapp"
mv "$tree/usr/lib/floorapp/licenses" "$tree/usr/share/doc/floorapp/licenses"
ln -s ../lib/floorapp/floorapp "$tree/usr/bin/floorapp"
install -Dm644 installer/debian/floorapp.desktop "$tree/usr/share/applications/floorapp.desktop"
install -Dm644 installer/debian/floorapp.svg "$tree/usr/share/icons/hicolor/scalable/apps/floorapp.svg"
install -Dm644 installer/debian/60-floorapp.rules "$tree/lib/udev/rules.d/60-floorapp.rules"
install -Dm644 installer/debian/copyright "$tree/usr/share/doc/floorapp/copyright"
install -d "$tree/usr/share/man/man1"
gzip -9nc installer/debian/floorapp.1 >"$tree/usr/share/man/man1/floorapp.1.gz"
gzip -9nc CHANGELOG.md >"$tree/usr/share/doc/floorapp/changelog.gz"
install -m755 installer/debian/postinst installer/debian/postrm "$tree/DEBIAN/"
size=$(du -sk --exclude=DEBIAN "$tree" | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$size/" installer/debian/control >"$tree/DEBIAN/control"
dpkg-deb --root-owner-group -Zzstd --build "$tree" "dist/floorapp_${version}_${arch}.deb" >/dev/null
ls -l "dist/floorapp_${version}_${arch}.deb"
