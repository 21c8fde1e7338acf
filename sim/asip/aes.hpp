// SPDX-License-Identifier: Apache-2.0
// AES (FIPS 197), a round at a time, and the other operations on blocks of 128 bits. Byte i of a
// block is byte i of the standard.
#pragma once

#include <array>
#include <cstdint>

namespace evariste::asip {

using Block = std::array<uint8_t, 16>;

Block operator^(const Block& a, const Block& b);

// One round with key `key`; the last round mixes no columns.
Block encrypt_round(const Block& state, const Block& key, bool last);
Block decrypt_round(const Block& state, const Block& key, bool last);

// Word i of the key schedule, from words i - 1 and i - nk of a key of nk words. A word is four
// bytes, the first one lowest.
uint32_t next_key_word(unsigned i, unsigned nk, uint32_t before, uint32_t back);

Block increment(const Block& a);                        // the last four bytes, big-endian
Block doubled(const Block& a);                          // times x, big-endian
Block reversed(const Block& a);                         // the bits of each byte
Block masked(const Block& a, unsigned n, bool padded);  // the first n bytes, then 0x80 if padded

}  // namespace evariste::asip
