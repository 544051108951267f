; The installer for Windows; build.sh says VERSION, APP (the app in one folder) and OUT (this installer's file).
; By hand on Windows: resources/help/developer.md.
Target amd64-unicode
Unicode true
!include LogicLib.nsh
Name "floorapp ${VERSION}"
BrandingText "built and tested under Wine, not yet on Windows"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\floorapp"
RequestExecutionLevel admin
SetCompressor /SOLID lzma
LicenseData "..\..\LICENSE"
Page license
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\floorapp"

; Files of a program that runs can be taken away only in part: then nothing is done, and said why (silently: status 3).
!macro EndWhereItRuns PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "floorapp is running. Nothing was changed. Close it for every account of this computer, then do this again." /SD IDOK
      SetErrorLevel 3
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section "floorapp"
  SetShellVarContext all
  SetRegView 64
  !insertmacro EndWhereItRuns "floorapp.exe"
  !insertmacro EndWhereItRuns "floorapp-window.exe"
  SetOutPath "$INSTDIR"
  RMDir /r "$INSTDIR\_internal" ; of an earlier version
  File /r "${APP}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\floorapp.lnk" "$INSTDIR\floorapp-window.exe"
  WriteRegStr HKLM "${LISTED}" "DisplayName" "floorapp"
  WriteRegStr HKLM "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${LISTED}" "Publisher" "floorapp"
  WriteRegStr HKLM "${LISTED}" "DisplayIcon" "$INSTDIR\floorapp-window.exe"
  WriteRegStr HKLM "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${LISTED}" "NoModify" 1
  WriteRegDWORD HKLM "${LISTED}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  SetShellVarContext all
  SetRegView 64
  !insertmacro EndWhereItRuns "floorapp.exe"
  !insertmacro EndWhereItRuns "floorapp-window.exe"
  ; The program only, file by file of its own: logbooks, keys and papers lie in people's own data folders and stay.
  Delete "$SMPROGRAMS\floorapp.lnk"
  DeleteRegKey HKLM "${LISTED}"
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licenses"
  Delete "$INSTDIR\floorapp.exe"
  Delete "$INSTDIR\floorapp-window.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
