// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes of libcorrect by its own functions. The first call makes the decoder's tables; it is not measured.
#include "peer_code.h"

#include "correct.h"

static correct_reed_solomon *code;
static uint8_t decoded[N];

static int prepare(void) {
    code = correct_reed_solomon_create(POLYNOMIAL, FIRST_ROOT, STEP, N - K);
    if (code == NULL) return 0;
    correct_reed_solomon_decode(code, in, N, decoded);
    return 1;
}

static int process(uint8_t *word) {
#if defined WHAT_encode
    return correct_reed_solomon_encode(code, word, K, word) == N;
#else
    return correct_reed_solomon_decode(code, word, N, word) == K;
#endif
}
