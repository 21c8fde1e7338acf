// SPDX-License-Identifier: Apache-2.0
// Reed-Solomon codes of libfec by its own functions: those for any code, or with FIXED those for the code of CCSDS.
#include "peer_code.h"

#include "fec.h"

#if defined FIXED
static int prepare(void) { return N == 255 && K == 223 && FIRST_ROOT == 112 && STEP == 11; }

static int process(uint8_t *word) {
#if defined WHAT_encode
    encode_rs_8(word, word + K, 0);
    return 1;
#else
    return decode_rs_8(word, NULL, 0, 0) >= 0;
#endif
}
#else
static void *code;

static int prepare(void) { return (code = init_rs_char(8, POLYNOMIAL, FIRST_ROOT, STEP, N - K, 255 - N)) != NULL; }

static int process(uint8_t *word) {
#if defined WHAT_encode
    encode_rs_char(code, word, word + K);
    return 1;
#else
    return decode_rs_char(code, word, NULL, 0) >= 0;
#endif
}
#endif
