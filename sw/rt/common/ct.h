// SPDX-License-Identifier: Apache-2.0
// Marks the code in which time and addresses must not depend on secrets, for `ev ct`.
//
//     read the secrets from the file "secret.bin"
//     ct_begin();
//     code under test
//     ct_end();
//
// `ev ct` runs the program with many random secrets and compares what happened between the marks, instruction by
// instruction. There may be several such regions, one after the other. The program may do anything outside them.
#ifndef EVARISTE_CT_H
#define EVARISTE_CT_H

void ct_begin(void);
void ct_end(void);

#endif
