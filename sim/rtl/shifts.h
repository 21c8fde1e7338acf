// SPDX-License-Identifier: Apache-2.0
#pragma once

// A wide vector shifted to the left, in the place of Verilator's VL_SHIFTL_WWI, which goes through the words again for
// each shift by a constant, and with branches. Multipliers consist of such shifts. This one is unrolled where the model
// has it, and most of it is gone when the constant is known.

#include <verilated.h>

namespace evariste {

// `in` and `out` have `Bits` bits and are not the same. Bits of the top word above them are 0 in `out`.
template <int Bits>
[[gnu::always_inline]] inline WDataOutP shifted_left(WDataOutP out, WDataInP in, IData by) {
    constexpr int Words = VL_WORDS_I(Bits);
    const int words = by >= Bits ? Words : VL_BITWORD_E(by), bits = VL_BITBIT_E(by);
#pragma GCC unroll 64
    for (int i = 0; i < Words; ++i) {
        EData word = i < words ? 0 : in[i - words] << bits;
        if (bits && i > words) word |= in[i - words - 1] >> (VL_EDATASIZE - bits);
        out[i] = word;
    }
    out[Words - 1] &= VL_MASK_E(Bits);
    return out;
}

}  // namespace evariste

#define VL_SHIFTL_WWI(bits, in_bits, by_bits, out, in, by) evariste::shifted_left<bits>(out, in, by)
