/* Wine 8 has no bcryptprimitives.dll: random bytes by the older name of the same service. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *buffer, SIZE_T length) {
    const SIZE_T most = 1 << 20;
    for (SIZE_T done = 0; done < length;) {
        SIZE_T part = length - done < most ? length - done : most;
        if (!SystemFunction036(buffer + done, (ULONG)part)) return FALSE;
        done += part;
    }
    return TRUE;
}
