// SPDX-License-Identifier: Apache-2.0
// SHA-2 of MIRACL Core by its own functions, which take one octet at a time.
#include "peer_hash.h"

#include "core.h"

static void hash(size_t bytes) {
    hash256 state;
    HASH256_init(&state);
    for (size_t i = 0; i < bytes; i++) HASH256_process(&state, in[i]);
    HASH256_hash(&state, (char *)out);
}
