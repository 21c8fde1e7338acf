// SPDX-License-Identifier: Apache-2.0
// SHA-2 of BearSSL by its own functions.
#include "peer_hash.h"

#include "bearssl.h"

static void hash(size_t bytes) {
    br_sha256_context state;
    br_sha256_init(&state);
    br_sha256_update(&state, in, bytes);
    br_sha256_out(&state, out);
}
