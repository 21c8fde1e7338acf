// SPDX-License-Identifier: Apache-2.0
// Memory that holds secrets: how to clear it, and how to compare it.
//
// ```c
// #include <evariste/wipe.h>
//
// int main(void) {
//     char password[8] = "letmein", entered[8] = "letmeIn";
//     if (ev_equal(password, entered, sizeof password)) return 1;
//     ev_wipe(password, sizeof password);
//     return password[0];
// }
// ```
#ifndef EVARISTE_WIPE_H
#define EVARISTE_WIPE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Overwrites memory with zeros. Unlike memset, the compiler never removes it. `memory` may be NULL if length is 0.
void ev_wipe(void *memory, size_t length);

// 1 if two byte strings are equal, else 0. The time depends only on their length.
int ev_equal(const void *a, const void *b, size_t length);

#ifdef __cplusplus
}
#endif

#endif
