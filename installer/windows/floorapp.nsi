; NSIS recipe for Windows. UNPROVEN: it builds with makensis on Linux, but the Windows build of the app itself
; has not been run by us. First, on Windows: python -m PyInstaller installer\floorapp.spec; then: makensis this file.
Target amd64-unicode
!ifndef VERSION
  !define VERSION "0.1.0"
!endif
Name "floorapp ${VERSION} (unproven on Windows)"
OutFile "..\..\dist\floorapp-${VERSION}-setup-unproven.exe"
InstallDir "$PROGRAMFILES64\floorapp"
RequestExecutionLevel admin
SetCompressor /SOLID lzma
LicenseData "..\..\LICENSE"
Page license
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section "floorapp"
  SetShellVarContext all
  SetOutPath "$INSTDIR"
  File /r "..\..\dist\floorapp\*.*"
  CreateShortCut "$SMPROGRAMS\floorapp.lnk" "$INSTDIR\floorapp-window.exe"
  WriteUninstaller "$INSTDIR\uninstall.exe"
SectionEnd

Section "Uninstall"
  SetShellVarContext all
  ; The program only: logbooks, keys and papers lie in the people's own data folders and stay.
  Delete "$SMPROGRAMS\floorapp.lnk"
  RMDir /r "$INSTDIR"
SectionEnd
