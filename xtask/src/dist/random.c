// A library of Windows 10 that Wine has since its version 9: random bytes, from where older
// programs take theirs. It lies beside the programs during their trial only.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  return SystemFunction036(bytes, (ULONG)count);
}
