/* python.exe for the build: the interpreter itself is in python311.dll. Not part of what people install. */
#include <wchar.h>

__declspec(dllimport) int Py_Main(int count, wchar_t **words);

int wmain(int count, wchar_t **words) {
    return Py_Main(count, words);
}
