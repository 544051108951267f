/* The one name libpq asks of ntdll.dll that Wine 8 lacks: without it no file is found that a line by TLS needs. */
#include <windows.h>
#include <winternl.h>

NTSTATUS NTAPI NtFlushBuffersFile(HANDLE, IO_STATUS_BLOCK *);

__declspec(dllexport) NTSTATUS NTAPI
NtFlushBuffersFileEx(HANDLE file, ULONG how, void *given, ULONG size, IO_STATUS_BLOCK *told) {
    (void)how, (void)given, (void)size;
    return NtFlushBuffersFile(file, told);
}
