// SPDX-License-Identifier: Apache-2.0
// GHASH with carry-less products, where the configuration has them: nine for each half of 128 x 128 bits. The reversed
// words of the key are not used.
#ifdef __coreva_CLMUL
#define ev_ghash_blocks ev_coreva_ghash_blocks_plain  // which no program has
#endif
#include "../portable/ghash_blocks.c"
#ifdef __coreva_CLMUL
#undef ev_ghash_blocks

__attribute__((target("arch=+zbc"))) void ev_ghash_blocks(const ev_ghash_key_t *key, uint32_t y[4], const uint32_t *in,
                                                          size_t blocks) {
    uint32_t a[9], b[9], p[8];
    for (; blocks > 0; blocks--, in += 4) {
        for (int i = 0; i < 4; i++) {
            a[i] = y[i] ^ ev_big_endian(in[3 - i]);
            p[i] = p[4 + i] = 0;
        }
        sums(a);
        for (int i = 0; i < 9; i++) {
            b[i] = __builtin_riscv_clmulh_32(a[i], key->h[i]);
            a[i] = __builtin_riscv_clmul_32(a[i], key->h[i]);
        }
        combine(p, a, 0);
        combine(p, b, 1);
        for (int i = 0; i < 4; i++) {  // as in the portable function
            p[i + 3] ^= p[i] << 31 ^ p[i] << 30 ^ p[i] << 25;
            p[i + 4] ^= p[i] ^ p[i] >> 1 ^ p[i] >> 2 ^ p[i] >> 7;
        }
        for (int i = 0; i < 4; i++) y[i] = p[4 + i];
    }
    ev_wipe_words(a, sizeof a / 4);
    ev_wipe_words(b, sizeof b / 4);
    ev_wipe_words(p, sizeof p / 4);
}
#endif
