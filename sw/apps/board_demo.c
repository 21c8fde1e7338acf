// SPDX-License-Identifier: Apache-2.0
// For a board without a host. Encodes a message as an RS(255,239) codeword, damages eight symbols, corrects them, and
// encrypts the example of FIPS 197, appendix C.1. Prints the results and their cycles through the console. The same
// program runs in the simulator.

#include <evariste/rs_rom.h>
#include <stdint.h>
#include <string.h>

#include <evariste/aes.h>
#include "bench.h"
#include "board.h"

enum { ERRORS = 8, N = 255, K = 239 };

static uint32_t word[64], work[EV_RS_WORK_BYTES(N - K) / 4];
static uint8_t sent[N];

static void report(const char *what, uint32_t cycles) {
    board_put(what);
    board_number(cycles);
    board_put(" cycles\n");
}

static void reed_solomon(void) {
    uint8_t *bytes = (uint8_t *)word;
    uint32_t random = 1;
    for (unsigned i = 0; i < K; i++) bytes[i] = (uint8_t)((random = random * 1664525u + 1013904223u) >> 24);
    ev_rs_encode(&ev_rs255_239, bytes, N);
    memcpy(sent, bytes, N);
    for (unsigned i = 0; i < ERRORS; i++) bytes[31 * i + 3] ^= (uint8_t)(17 * i + 1);
    size_t corrected = 0;
    bench_begin();
    ev_rs_decode(&ev_rs255_239, bytes, N, &corrected, NULL, NULL, 0, work, sizeof work);
    const uint32_t cycles = bench_stop();
    board_put("RS(255,239): ");
    board_number((uint32_t)corrected);
    board_put(memcmp(sent, bytes, N) ? " symbols changed, WRONG\n" : " symbols corrected, right\n");
    report("decode: ", cycles - bench_empty());
}

static void advanced_encryption_standard(void) {
    uint8_t bytes[16], block[16];
    for (unsigned i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)i;
        block[i] = (uint8_t)(0x11 * i);
    }
    ev_aes_key_t key;
    ev_aes_set_key(&key, bytes, 16);
    bench_begin();
    ev_aes_encrypt(&key, block, block);
    const uint32_t cycles = bench_stop();
    board_put("AES-128: ");
    board_bytes(block, 16);
    board_put("\n");
    report("encrypt: ", cycles - bench_empty());
}

int main(void) {
    board_put("Evariste\n");
    reed_solomon();
    advanced_encryption_standard();
    board_put("done\n");
    return 0;
}
