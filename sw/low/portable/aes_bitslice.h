// SPDX-License-Identifier: Apache-2.0
// AES on bit planes: two blocks at once, without tables or branches. The steps for the portable kernels.
//
// Plane k holds bit k of the 32 state bytes: bit 8*row + 2*column + block. The S-box is a circuit of 113 gates on the
// planes (Boyar and Peralta, "A small depth-16 circuit for the AES S-box", 2012).
//
// ShiftRows is never done (after Adomnicai and Peyrin, "Fixslicing AES-like ciphers", TCHES 2021). After i skipped
// ones, the byte of row r and column c is still at column c + i*r, and MixColumns takes its inputs from there: `shift`
// below is i mod 4. Round keys are stored shifted in the same way. The S-box leaves out its constant 0x63, which is in
// the round keys.
#ifndef EVARISTE_AES_BITSLICE_H
#define EVARISTE_AES_BITSLICE_H

#include <stdint.h>

// A function that is not inlined, not even when linking: so its callers know how much stack there is to clear.
#define EV_AES_STEP __attribute__((noinline)) void

// Eight words <-> eight planes; word 2c+b is column c of block b. It is its own inverse.
EV_AES_STEP ev_aes_planes(uint32_t q[8]);

EV_AES_STEP ev_aes_planes_sub_bytes(uint32_t q[8]);
EV_AES_STEP ev_aes_planes_inv_sub_bytes(uint32_t q[8]);
EV_AES_STEP ev_aes_planes_mix_columns(uint32_t q[8], const uint32_t *key, unsigned shift);    // and AddRoundKey
EV_AES_STEP ev_aes_planes_inv_mix_columns(uint32_t q[8], unsigned shift);

// In every plane, exchanges the bits under mask << 4 with those under mask, four places down.
void ev_aes_planes_exchange(uint32_t q[8], uint32_t mask);

// Moves row r by `shift`*r columns: from its normal position to its position after `shift` skipped ShiftRows, or back.
// Does nothing for shift 0. Only for even shifts, which are their own inverse.
void ev_aes_planes_shift(uint32_t q[8], unsigned shift);

// Clears the planes, and what the functions above, and one caller between, left on the stack: call it from the function
// that has the planes in its frame. verify/aes/test_stack.py holds the number of words against GCC and clang.
EV_AES_STEP ev_aes_planes_clear(uint32_t q[8]);

static inline void ev_aes_planes_add(uint32_t q[8], const uint32_t *key) {
    for (int k = 0; k < 8; k++) q[k] ^= key[k];
}

#endif
