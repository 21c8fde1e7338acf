// SPDX-License-Identifier: Apache-2.0
#include "hash.h"

#include <string.h>

static void start224(hash_state *s) { sha224_start(&s->narrow); }
static void start256(hash_state *s) { sha256_start(&s->narrow); }
static void update_narrow(hash_state *s, const void *data, size_t length) { sha256_update(&s->narrow, data, length); }
static void finish_narrow(hash_state *s, uint8_t *digest) { sha256_finish(&s->narrow, digest); }
static void start384(hash_state *s) { sha384_start(&s->wide); }
static void start512(hash_state *s) { sha512_start(&s->wide); }
static void update_wide(hash_state *s, const void *data, size_t length) { sha512_update(&s->wide, data, length); }
static void finish_wide(hash_state *s, uint8_t *digest) { sha512_finish(&s->wide, digest); }

const hash_function hash_sha224 = {start224, update_narrow, finish_narrow, 224, SHA224_OCTETS, 64};
const hash_function hash_sha256 = {start256, update_narrow, finish_narrow, 256, SHA256_OCTETS, 64};
const hash_function hash_sha384 = {start384, update_wide, finish_wide, 384, SHA384_OCTETS, 128};
const hash_function hash_sha512 = {start512, update_wide, finish_wide, 512, SHA512_OCTETS, 128};

void hash_once(const hash_function *h, uint8_t *digest, const void *data, size_t length) {
    hash_state s;
    h->start(&s);
    h->update(&s, data, length);
    h->finish(&s, digest);
}

void hmac_start(hmac_state *s, const hash_function *h, const void *key, size_t length) {
    uint8_t pad[HASH_BLOCK_MAX] = {0};
    if (length > h->block) hash_once(h, pad, key, length);
    else if (length) memcpy(pad, key, length);
    s->h = h;
    for (int i = 0; i < h->block; i++) pad[i] ^= 0x36;
    h->start(&s->inner);
    h->update(&s->inner, pad, h->block);
    for (int i = 0; i < h->block; i++) pad[i] ^= 0x36 ^ 0x5c;
    h->start(&s->outer);
    h->update(&s->outer, pad, h->block);
    for (int i = 0; i < h->block; i++) ((volatile uint8_t *)pad)[i] = 0;
}

void hmac_update(hmac_state *s, const void *data, size_t length) { s->h->update(&s->inner, data, length); }

void hmac_finish(hmac_state *s, uint8_t *tag) {
    uint8_t digest[HASH_OCTETS_MAX];
    s->h->finish(&s->inner, digest);
    s->h->update(&s->outer, digest, s->h->octets);
    s->h->finish(&s->outer, tag);
    for (int i = 0; i < HASH_OCTETS_MAX; i++) ((volatile uint8_t *)digest)[i] = 0;
}
