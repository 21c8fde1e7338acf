// SPDX-License-Identifier: Apache-2.0
#include <evariste/hash.h>

#include <evariste/wipe.h>

static void start224(ev_hash_state_t *s) { ev_sha224_start(&s->narrow); }
static void start256(ev_hash_state_t *s) { ev_sha256_start(&s->narrow); }
static void start384(ev_hash_state_t *s) { ev_sha384_start(&s->wide); }
static void start512(ev_hash_state_t *s) { ev_sha512_start(&s->wide); }

static ev_status_t update_narrow(ev_hash_state_t *s, const void *data, size_t length) {
    return ev_sha256_update(&s->narrow, data, length);
}

static ev_status_t update_wide(ev_hash_state_t *s, const void *data, size_t length) {
    return ev_sha512_update(&s->wide, data, length);
}

static ev_status_t finish_narrow(ev_hash_state_t *s, void *digest, size_t capacity) {
    return ev_sha256_finish(&s->narrow, digest, capacity);
}

static ev_status_t finish_wide(ev_hash_state_t *s, void *digest, size_t capacity) {
    return ev_sha512_finish(&s->wide, digest, capacity);
}

#define NARROW(bits) \
    {start##bits, update_narrow, finish_narrow, bits, EV_SHA##bits##_BYTES, EV_SHA256_BLOCK_BYTES}
#define WIDE(bits) {start##bits, update_wide, finish_wide, bits, EV_SHA##bits##_BYTES, EV_SHA512_BLOCK_BYTES}

const ev_hash_t ev_hash_sha224 = NARROW(224);
const ev_hash_t ev_hash_sha256 = NARROW(256);
const ev_hash_t ev_hash_sha384 = WIDE(384);
const ev_hash_t ev_hash_sha512 = WIDE(512);

ev_status_t ev_hash_start(ev_hash_context_t *hash, const ev_hash_t *function) {
    if (function == NULL) return EV_NULL;
    hash->function = function;
    function->start(&hash->state);
    return EV_OK;
}

ev_status_t ev_hash_update(ev_hash_context_t *hash, const void *data, size_t length) {
    if (hash->function == NULL) return EV_BAD_ORDER;
    return hash->function->update(&hash->state, data, length);
}

ev_status_t ev_hash_finish(ev_hash_context_t *hash, void *digest, size_t capacity) {
    if (hash->function == NULL) return EV_BAD_ORDER;
    const ev_status_t status = hash->function->finish(&hash->state, digest, capacity);
    if (status == EV_OK) hash->function = NULL;
    return status;
}

void ev_hash_clear(ev_hash_context_t *hash) { ev_wipe(hash, sizeof *hash); }

ev_status_t ev_hash_message(const ev_hash_t *function, void *digest, size_t capacity, const void *data, size_t length) {
    if (function == NULL || digest == NULL) return EV_NULL;
    if (capacity < function->digest_bytes) return EV_TOO_SMALL;
    ev_hash_state_t state;
    function->start(&state);
    const ev_status_t status = function->update(&state, data, length);
    if (status != EV_OK) {
        ev_wipe(&state, sizeof state);
        return status;
    }
    return function->finish(&state, digest, capacity);
}
