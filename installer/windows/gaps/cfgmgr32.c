/* The one name Wine 8's cfgmgr32.dll lacks; all others are passed on to setupapi.dll. */
__declspec(dllexport) unsigned long CM_MapCrToWin32Err(unsigned long found, unsigned long otherwise) {
    return found == 0 ? 0 : otherwise;
}
