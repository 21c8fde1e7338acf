// SPDX-License-Identifier: Apache-2.0
#include "sha256.h"

#include <string.h>

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

static inline uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void compress(sha256_state *s) {
    uint32_t w[16], v[8];
    for (int i = 0; i < 16; i++) {
        const uint8_t *p = s->block + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t e = v[4], a = v[0];
        const uint32_t t1 = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i & 15];
        const uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6];
        v[6] = v[5];
        v[5] = e;
        v[4] = v[3] + t1;
        v[3] = v[2];
        v[2] = v[1];
        v[1] = a;
        v[0] = t1 + t2;
        const uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
        w[i & 15] += (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[(i + 9) & 15] + (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 8; i++) s->h[i] += v[i];
}

static void start(sha256_state *s, const uint32_t *h, int octets) {
    memcpy(s->h, h, sizeof s->h);
    s->length = 0;
    s->octets = (uint8_t)octets;
}

void sha224_start(sha256_state *s) {
    static const uint32_t h[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};
    start(s, h, SHA224_OCTETS);
}

void sha256_start(sha256_state *s) {
    static const uint32_t h[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    start(s, h, SHA256_OCTETS);
}

void sha256_update(sha256_state *s, const void *data, size_t length) {
    const uint8_t *p = data;
    while (length) {
        const size_t used = s->length % sizeof s->block, room = sizeof s->block - used, n = length < room ? length : room;
        memcpy(s->block + used, p, n);
        p += n;
        length -= n;
        s->length += n;
        if (n == room) compress(s);
    }
}

void sha256_finish(sha256_state *s, uint8_t *digest) {
    const uint64_t bits = 8 * s->length;
    const size_t used = s->length % sizeof s->block;
    uint8_t pad[72] = {0x80};
    const size_t n = (used < 56 ? 56 : 120) - used;
    for (int i = 0; i < 8; i++) pad[n + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_update(s, pad, n + 8);
    for (int i = 0; i < s->octets; i++) digest[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}
