// SPDX-License-Identifier: Apache-2.0
#include <evariste/sha256.h>

#include <string.h>

#include "big_endian.h"
#include "wipe_stack.h"

// Fractional parts of the cube roots of the first 64 primes.
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

// Words of the stack below a caller that compress() may use: measured, and rounded up.
enum { COMPRESS_WORDS = 64 };

static const uint64_t LONGEST = ((uint64_t)1 << 61) - 1;

static inline uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// One round. The eight words of the state do not move; the next round takes them from other places. The three rotations
// of a word are nested, which saves operations.
static inline void round_of(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g, uint32_t *h,
                            uint32_t added) {
    *h += rotate(rotate(rotate(e, 14) ^ e, 5) ^ e, 6) + (((f ^ g) & e) ^ g) + added;
    *d += *h;
    *h += rotate(rotate(rotate(a, 9) ^ a, 11) ^ a, 2) + (((a ^ b) & (b ^ c)) ^ b);
}

// Not inlined, so that ev_wipe_stack can clear its frame.
static __attribute__((noinline)) void compress(ev_sha256_t *s) {
    uint32_t w[16], a = s->h[0], b = s->h[1], c = s->h[2], d = s->h[3], e = s->h[4], f = s->h[5], g = s->h[6], h = s->h[7];
    for (int i = 0; i < 16; i++) w[i] = ev_big_endian(s->block[i]);
    for (const uint32_t *r = k;; r += 16) {
        round_of(a, b, c, &d, e, f, g, &h, w[0] + r[0]);
        round_of(h, a, b, &c, d, e, f, &g, w[1] + r[1]);
        round_of(g, h, a, &b, c, d, e, &f, w[2] + r[2]);
        round_of(f, g, h, &a, b, c, d, &e, w[3] + r[3]);
        round_of(e, f, g, &h, a, b, c, &d, w[4] + r[4]);
        round_of(d, e, f, &g, h, a, b, &c, w[5] + r[5]);
        round_of(c, d, e, &f, g, h, a, &b, w[6] + r[6]);
        round_of(b, c, d, &e, f, g, h, &a, w[7] + r[7]);
        round_of(a, b, c, &d, e, f, g, &h, w[8] + r[8]);
        round_of(h, a, b, &c, d, e, f, &g, w[9] + r[9]);
        round_of(g, h, a, &b, c, d, e, &f, w[10] + r[10]);
        round_of(f, g, h, &a, b, c, d, &e, w[11] + r[11]);
        round_of(e, f, g, &h, a, b, c, &d, w[12] + r[12]);
        round_of(d, e, f, &g, h, a, b, &c, w[13] + r[13]);
        round_of(c, d, e, &f, g, h, a, &b, w[14] + r[14]);
        round_of(b, c, d, &e, f, g, h, &a, w[15] + r[15]);
        if (r == k + 48) break;
        _Pragma("GCC unroll 16") for (int i = 0; i < 16; i++) {
            const uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i] += (rotate(rotate(x, 11) ^ x, 7) ^ x >> 3) + w[(i + 9) & 15] + (rotate(rotate(y, 2) ^ y, 17) ^ y >> 10);
        }
    }
    const uint32_t v[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void start(ev_sha256_t *s, const uint32_t *h, int digest_bytes) {
    memcpy(s->h, h, sizeof s->h);
    s->length = 0;
    s->digest_bytes = (uint8_t)digest_bytes;
}

void ev_sha224_start(ev_sha256_t *s) {
    static const uint32_t h[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                  0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
    start(s, h, EV_SHA224_BYTES);
}

void ev_sha256_start(ev_sha256_t *s) {
    static const uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    start(s, h, EV_SHA256_BYTES);
}

ev_status_t ev_sha256_update(ev_sha256_t *s, const void *data, size_t length) {
    const uint8_t *p = data;
    if (s->digest_bytes == 0) return EV_BAD_ORDER;
    if (length == 0) return EV_OK;
    if (data == NULL) return EV_NULL;
    if (length > LONGEST - s->length) return EV_BAD_LENGTH;
    const size_t used_before = (size_t)(s->length % sizeof s->block), whole = length;
    size_t used = used_before;
    s->length += length;
    while (length > 0) {
        const size_t room = sizeof s->block - used, n = length < room ? length : room;
        memcpy((uint8_t *)s->block + used, p, n);
        p += n;
        length -= n;
        used = 0;
        if (n == room) compress(s);
    }
    if (whole >= sizeof s->block - used_before) ev_wipe_stack(COMPRESS_WORDS);
    return EV_OK;
}

ev_status_t ev_sha256_finish(ev_sha256_t *s, void *digest, size_t capacity) {
    if (s->digest_bytes == 0) return EV_BAD_ORDER;
    if (digest == NULL) return EV_NULL;
    if (capacity < s->digest_bytes) return EV_TOO_SMALL;
    const size_t used = (size_t)(s->length % sizeof s->block);
    uint8_t *const block = (uint8_t *)s->block;
    block[used] = 0x80;
    memset(block + used + 1, 0, sizeof s->block - 1 - used);
    if (used >= 56) {
        compress(s);
        memset(block, 0, 56);
    }
    s->block[14] = ev_big_endian((uint32_t)(s->length >> 29));
    s->block[15] = ev_big_endian((uint32_t)s->length << 3);
    compress(s);
    for (int i = 0; i < 8; i++) s->h[i] = ev_big_endian(s->h[i]);
    memcpy(digest, s->h, s->digest_bytes);
    ev_sha256_clear(s);
    ev_wipe_stack(COMPRESS_WORDS);
    return EV_OK;
}

void ev_sha256_clear(ev_sha256_t *s) { ev_wipe(s, sizeof *s); }
