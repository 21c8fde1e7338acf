// SPDX-License-Identifier: Apache-2.0
// For the smallest boards. Counts the elements of GF(256) that give 1 times their inverse, squares one element twice by
// gfsq and by gfpow, and multiplies two words without carries and two with. Prints the results through the console.

#include "board.h"
#include "fields.h"
#include "gfp.h"

int main(void) {
    gf_cfg(&GF_FIELD_0x11b);
    unsigned right = 0;
    for (uint32_t a = 0; a < 256; a += 4) {
        const uint32_t lanes = 0x03020100u + a * 0x01010101u, ones = gf_mul(lanes, gf_inv(lanes));
        for (unsigned i = 0; i < 32; i += 8) right += (ones >> i & 0xFF) == 1;
    }
    board_put("Evariste\ninverses ");
    board_number(right);
    const uint32_t four = 0x53CA0102u;
    board_put(gf_sq(gf_sq(four)) == gf_pow(four, 0x04040404u) ? "\npowers right" : "\npowers WRONG");
    const uint64_t wide = gf_mul32(0x80000001u, 0xC0000003u);
    board_put("\nwide ");
    board_bytes((const uint8_t *)&wide, 8);
    board_put("\nproduct ");
    volatile uint32_t x = 12345, y = 6789;
    board_number(x * y);
    board_put("\ndone\n");
    return 0;
}
