# What build.sh and smoke.sh share: a prefix of Wine of its own, and how a program is run in it. Sourced, not run.

WINEARCH=win64
WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe=;cfgmgr32=n,b'
WINEDEBUG=${WINEDEBUG:--all}
export WINEPREFIX WINEARCH WINEDLLOVERRIDES WINEDEBUG
# What is called QT_… here is not passed on to Windows: for its Qt the same is called WINEQT_….
# A virtual environment or a path of Linux means nothing to a Python of Windows.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV DISPLAY

# A program of Windows; its output goes through a pipe, for a plain file is no good handle there.
windows() {
    {
        ended=$({ { /usr/lib/wine/wine64 "$@" 2>&1 3>&- 4>&- && echo 0 >&3 || echo $? >&3; } | sed -u 's/\r$//' >&4; } 3>&1)
    } 4>&1
    return "$ended"
}

end_prefix() {
    /usr/lib/wine/wineserver -k || true
    rm -rf "$WINEPREFIX"
}

# A fresh prefix that calls itself Windows 10, with what this Wine lacks; gone at the end. Never inside the tree:
# its drive Z: is a link to the whole machine, and tools that walk a tree follow it.
new_prefix() {
    WINEPREFIX=$(mktemp -d)
    trap end_prefix EXIT
    windows wineboot --init >/dev/null
    windows reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
    /usr/lib/wine/wineserver -w
    python3 installer/windows/dlls.py gaps "$WINEPREFIX"
}
