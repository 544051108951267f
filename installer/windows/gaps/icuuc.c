/* Wine 8 has no icuuc.dll. Qt asks it for converters of old encodings, is told there are none, and does without. */
#define NONE(name) __declspec(dllexport) void *name(void) { return 0; }

enum { NO_SUCH_FILE = 4 };

__declspec(dllexport) void *ucnv_open(const char *name, int *error) {
    (void)name;
    if (error) *error = NO_SUCH_FILE;
    return 0;
}

NONE(ucnv_close)
NONE(ucnv_reset)
NONE(ucnv_getName)
NONE(ucnv_getMaxCharSize)
NONE(ucnv_getToUCallBack)
NONE(ucnv_setToUCallBack)
NONE(ucnv_getFromUCallBack)
NONE(ucnv_setFromUCallBack)
NONE(ucnv_cbToUWriteUChars)
NONE(ucnv_cbFromUWriteUChars)
NONE(ucnv_toUnicode)
NONE(ucnv_toUCountPending)
NONE(ucnv_fromUnicode)
NONE(ucnv_fromUCountPending)
NONE(ucnv_countAvailable)
NONE(ucnv_getAvailableName)
NONE(ucnv_getStandardName)
NONE(UCNV_TO_U_CALLBACK_SUBSTITUTE)
NONE(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
