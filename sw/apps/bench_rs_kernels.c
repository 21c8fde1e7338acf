// SPDX-License-Identifier: Apache-2.0
// Times the four kernels of the Reed-Solomon decoder one by one, on words of RS(255, 239).
//
//     bench_rs_kernels IN OUT        words with errors, 255 bytes each; corrected words
//
// Prints "cycles syndromes|locator|roots|values N" for each word.

#include <evariste/rs_rom.h>
#include <stdio.h>

#include "bench.h"
#include "codes_backend.h"

static uint32_t word[64], work[EV_RS_WORK_BYTES(16) / 4];

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL, *out = in ? fopen(argv[2], "wb") : NULL;
    if (!out) {
        fputs("usage: bench_rs_kernels IN OUT\n", stderr);
        return 2;
    }
    const ev_rs_code_t *const code = &ev_rs255_239;
    while (fread(word, 1, code->n, in) == code->n) {
        ev_rs_state_t state = {.erased = 0};
        ev_rs_state_arrays(&state, work, 16);
        bench_begin();
        ev_rs_low_syndromes(code, (const uint8_t *)word, state.syndromes);
        bench_end("syndromes");
        bench_begin();
        state.degree = ev_rs_low_berlekamp_massey(code, &state);
        bench_end("locator");
        bench_begin();
        const unsigned found = ev_rs_low_chien(code, &state);
        bench_end("roots");
        if (found != state.degree) return 1;
        bench_begin();
        ev_rs_low_forney(code, &state);
        bench_end("values");
        for (unsigned i = 0; i < found; i++) ((uint8_t *)word)[254 - state.positions[i]] ^= state.values[i];
        fwrite(word, 1, code->n, out);
    }
    return fclose(out) ? 1 : 0;
}
