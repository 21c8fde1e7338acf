// SPDX-License-Identifier: Apache-2.0
// What the functions on elliptic-curve keys share. Not for programs.
#ifndef EVARISTE_EC_KEY_H
#define EVARISTE_EC_KEY_H

#include "ec.h"
#include "overlap.h"
#include "wipe_stack.h"

// EV_OK when `needed` bytes can be written to `out` without changing the key.
static inline ev_status_t ec_room(const void *key, size_t key_bytes, const void *out, size_t capacity, size_t needed,
                                  const size_t *length) {
    if (out == NULL || length == NULL) return EV_NULL;
    if (capacity < needed) return EV_TOO_SMALL;
    return ev_overlap(out, needed, key, key_bytes) ? EV_OVERLAP : EV_OK;
}

static inline int ec_is_key(const ev_ec_private_t *key) { return key != NULL && key->curve != NULL; }
static inline int ec_is_public_key(const ev_ec_public_t *key) { return key != NULL && key->curve != NULL; }

static inline void ec_get_point(ev_ec_point_t *p, const ev_ec_public_t *key) {
    for (int i = 0; i < key->curve->words; i++) p->x[i] = key->x[i], p->y[i] = key->y[i];
}

static inline void ec_put_point(ev_ec_public_t *key, const ev_curve_t *c, const ev_ec_point_t *p) {
    *key = (ev_ec_public_t){.curve = c};
    for (int i = 0; i < c->words; i++) key->x[i] = p->x[i], key->y[i] = p->y[i];
}

// Words of stack that the functions of ec.h and ecdsa_words.h use at most, by what they do: scalars alone, a
// multiplication on a curve with coordinates of so many words, the same of the base point, a signature. verify/ecc/test_stack.py measures that
// they are enough.
#define EC_SCALAR_STACK_WORDS 160
#define EC2_STACK_WORDS(words) (170 + 32 * (words))
#define EC2_SIGN_STACK_WORDS 800
#define ECP_STACK_WORDS(words) (420 + 68 * (words))
#define ECP_BASE_STACK_WORDS(words) (380 + 17 * (words))
#define ECP_SIGN_STACK_WORDS 860

#endif
