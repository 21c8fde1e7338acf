// SPDX-License-Identifier: Apache-2.0
// The S-box of FIPS 197 and its inverse, and the tables that join each with a column of MixColumns. NOT FOR SECRETS:
// which part of a table is read depends on the key and the data, and so may the time it takes.
#ifndef EVARISTE_AES_TABLES_H
#define EVARISTE_AES_TABLES_H

#include <stdint.h>

extern const uint8_t ev_aes_table_sbox[256], ev_aes_table_inv_sbox[256];

// (2, 1, 1, 3) S(x) and (14, 9, 13, 11) InvS(x), first byte lowest: what a byte of row 0 adds to its new column.
extern const uint32_t ev_aes_table_encrypt[256], ev_aes_table_decrypt[256];

static inline uint32_t ev_aes_table_rotate(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

// Byte n of a word.
static inline uint32_t ev_aes_table_byte(uint32_t x, unsigned n) { return x >> 8 * n & 0xFF; }

#endif
