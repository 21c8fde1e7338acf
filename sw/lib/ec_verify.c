// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "ec_scalar.h"
#include "ecdsa_words.h"

ev_status_t ev_ec_verify_vartime(const ev_curve_t *c, const ev_ec_signature_t *sig, const uint8_t *digest,
                                  size_t digest_bytes, const ev_ec_point_t *q) {
    uint32_t u[EV_CURVE_WORDS_MAX], v[EV_CURVE_WORDS_MAX], w[EV_CURVE_WORDS_MAX];
    ev_ec_point_t p;
    if (ev_ec_check_scalar(c, sig->r) != EV_OK || ev_ec_check_scalar(c, sig->s) != EV_OK) return EV_BAD_SIGNATURE;
    ev_ec_scalar_from_digest(c, u, digest, digest_bytes);
    ev_ec_scalar_inverse(c, w, sig->s);
    ev_ec_scalar_mul(c, u, u, w);
    ev_ec_scalar_mul(c, v, sig->r, w);
    if (ev_ec_mul2_vartime(c, &p, u, v, q) != EV_OK) return EV_BAD_SIGNATURE;
    ev_ec_scalar_reduce(c, w, p.x);
    return memcmp(w, sig->r, 4 * (size_t)c->order_words) == 0 ? EV_OK : EV_BAD_SIGNATURE;
}
