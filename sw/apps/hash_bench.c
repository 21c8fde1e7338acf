// SPDX-License-Identifier: Apache-2.0
// Cycles of SHA-2 and HMAC: hash_bench WHAT. The key is the file "key" (32 bytes), the message "in" (1,280 bytes). The
// result goes to "out".
//
// WHAT is a hash or "hmac_" and a hash: the cost of one more block of a long message, (8 blocks - 4 blocks) / 4, with the
// result of the longer one. Or it ends in "_call": one call for 64 bytes, with everything that a call costs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <evariste/hmac.h>

#include "bench.h"

static uint8_t key[32], in[1280], out[EV_HASH_BYTES_MAX];

static const struct {
    const char *name;
    const ev_hash_t *hash;
} hashes[] = {{"sha224", &ev_hash_sha224}, {"sha256", &ev_hash_sha256}, {"sha384", &ev_hash_sha384}, {"sha512", &ev_hash_sha512}};

static void load(const char *name, void *to, size_t length) {
    FILE *file = fopen(name, "rb");
    if (file == 0 || fread(to, 1, length, file) != length) exit(2);
    fclose(file);
}

static uint32_t cycles(const ev_hash_t *hash, int keyed, size_t length) {
    bench_begin();
    if (keyed) ev_hmac_tag(hash, key, sizeof key, out, hash->digest_bytes, in, length);
    else ev_hash_message(hash, out, sizeof out, in, length);
    return bench_stop() - bench_empty();
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    load("key", key, sizeof key);
    load("in", in, sizeof in);
    const int keyed = strncmp(argv[1], "hmac_", 5) == 0, call = strstr(argv[1], "_call") != 0;
    const ev_hash_t *hash = 0;
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        if (strncmp(argv[1] + (keyed ? 5 : 0), hashes[i].name, 6) == 0) hash = hashes[i].hash;
    if (hash == 0) return 2;
    uint32_t count;
    if (call) {
        count = cycles(hash, keyed, 64);
    } else {
        const uint32_t less = cycles(hash, keyed, 4 * hash->block_bytes);
        count = (cycles(hash, keyed, 8 * hash->block_bytes) - less + 2) / 4;
    }
    printf("cycles %s %lu\n", argv[1], (unsigned long)count);
    FILE *file = fopen("out", "wb");
    if (file == 0 || fwrite(out, 1, hash->digest_bytes, file) != hash->digest_bytes) return 2;
    return fclose(file) == 0 ? 0 : 2;
}
