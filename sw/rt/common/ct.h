// SPDX-License-Identifier: Apache-2.0
// Marks the code in which time and addresses must not depend on secrets, for `ev ct` and `ev ct --taint`.
//
//     read the secrets from the file "secret.bin"
//     ct_secret(key, sizeof key);
//     ct_begin();
//     code under test
//     ct_end();
//
// `ev ct` runs the program with many random secrets and compares what happened between the marks, instruction by
// instruction. `ev ct --taint` runs it once and follows the bytes that ct_secret() names. There may be several such
// regions, one after the other. The program may do anything outside them.
#ifndef EVARISTE_CT_H
#define EVARISTE_CT_H

#include "secret_mark.h"

#ifdef __cplusplus
extern "C" {
#endif

void ct_begin(void);
void ct_end(void);

#ifdef __cplusplus
}
#endif

// The bytes at the pointer are secret, or public, from here on. The words of a key must not stay on the stack either.
// The library makes its own results public with EV_DECLASSIFY (secret.h).
#define ct_secret(pointer, bytes) EV_NOTE_BYTES("secret", pointer, bytes)
#define ct_key(pointer, bytes) EV_NOTE_BYTES("key", pointer, bytes)
#define ct_public(pointer, bytes) EV_NOTE_BYTES("public", pointer, bytes)

// Calls a function, and looks for what it has left on the stack. ct_end() looks, too.
#define ct_call(call)             \
    do {                          \
        (void)(call);             \
        EV_NOTE_HERE("returned"); \
    } while (0)

#endif
