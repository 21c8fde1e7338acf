// SPDX-License-Identifier: Apache-2.0
// The coprocessor multiplies a point of K-163 while the core hashes. The handler of its interrupt takes the result.
//
//     in_background [HASHES]
//
// Needs a core with interrupts. The result comes four words at a time, with an interrupt each time. The end of the task
// and an error are interrupts, too. When there is nothing left to hash, the core sleeps. Prints the hash, the product, and
// how many interrupts came.
#include <evariste/sha256.h>
#include <stdio.h>
#include <stdlib.h>

#include "asip/asip_soc.h"
#include "asip/tasks/asip_tasks.h"
#include "nvic.h"

enum { M = 163, WORDS = 6, BITS = 160, DONE = 1, ERROR = 2, FOUR_WORDS = 8, MOST_WORDS = 20 };

// The generator (SEC 2) and a scalar, lowest word first. The polynomial is x^163 + x^7 + x^6 + x^3 + 1.
static const uint32_t gx[WORDS] = {0x5c94eee8, 0xde4e6d5e, 0xaa07d793, 0x7bbc11ac, 0xfe13c053, 2};
static const uint32_t gy[WORDS] = {0xccdaa3d9, 0x0536d538, 0x321f2e80, 0x5d38ff58, 0x89070fb0, 2};
static const uint32_t k[WORDS] = {0x89abcdef, 0x01234567, 0x76543210, 0xfedcba98, 0x80000001};
static const uint32_t one[WORDS] = {1};
enum { POLYNOMIAL = 0xC9 };

static volatile unsigned taken, finished, interrupts;
static uint32_t result[2 * MOST_WORDS];

#define HANDLER_OF(n) HANDLER_OF_(n)
#define HANDLER_OF_(n) IRQ##n##_Handler

void HANDLER_OF(GFP_DEVICE_IRQ)(void) {
    const uint32_t why = ASIP_REGISTER(ASIP_IRQ);
    interrupts++;
    if (why & FOUR_WORDS)
        for (unsigned i = 0; i < 4; i++) result[taken++] = ASIP_REGISTER(ASIP_DATA_OUT);
    ASIP_REGISTER(ASIP_IRQ) = why & (DONE | ERROR);    // they stay until they are cleared
    finished |= why & (DONE | ERROR);
}

static unsigned width(void) { return (ASIP_REGISTER(ASIP_INFO) >> 12 & 15) * 4; }    // words of a register

static void put(const uint32_t *a) {
    for (unsigned i = 0; i < width(); i++) ASIP_REGISTER(ASIP_DATA_IN) = i < WORDS ? a[i] : 0;
}

// Where products are at home: x to twice the bits of an element's digits, modulo the polynomial.
static void square_of_r(uint32_t r[WORDS]) {
    const unsigned digit = 1u << (ASIP_REGISTER(ASIP_INFO) >> 8 & 15);
    for (unsigned i = 0; i < WORDS; i++) r[i] = i == 0;
    for (unsigned n = 2 * ((M + digit - 1) / digit * digit); n > 0; n--) {
        for (unsigned i = WORDS - 1; i > 0; i--) r[i] = r[i] << 1 | r[i - 1] >> 31;
        r[0] <<= 1;
        if (r[M / 32] >> M % 32 & 1) {
            r[M / 32] ^= 1u << M % 32;
            r[0] ^= POLYNOMIAL;
        }
    }
}

static void begin(void) {
    static const uint32_t exponents[4] = {M, 7, 6, 3}, a[4] = {1};
    uint32_t r2[WORDS];
    square_of_r(r2);
    while (ASIP_REGISTER(ASIP_STATUS) & 1) continue;
    ASIP_REGISTER(ASIP_TASK) = ASIP_CURVE;
    for (unsigned i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = exponents[i];
    put(r2);
    put(one);
    for (unsigned i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = a[i];
    while (ASIP_REGISTER(ASIP_STATUS) & 1) continue;

    ASIP_REGISTER(ASIP_IRQ) = DONE | ERROR;    // of the task before
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = DONE | ERROR | FOUR_WORDS;
    NVIC_EnableIRQ(GFP_DEVICE_IRQ);
    ASIP_REGISTER(ASIP_TASK) = ASIP_POINT_MULTIPLY | BITS << 16;
    put(gx);
    put(gy);
    put(k);
    put(one);    // a random element, in a program with secrets
}

static void print(const uint32_t *a) {
    for (unsigned i = WORDS; i-- > 0;) printf("%08lx", (unsigned long)a[i]);
    printf("\n");
}

int main(int argc, char **argv) {
    static uint32_t hash[EV_SHA256_BYTES / 4];
    const unsigned hashes = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 2;
    begin();
    for (unsigned i = 0; i < hashes; i++) {
        ev_sha256_t sha;
        ev_sha256_start(&sha);
        if (ev_sha256_update(&sha, hash, sizeof hash) || ev_sha256_finish(&sha, hash, sizeof hash)) return 2;
    }
    // wfi wakes although PRIMASK is set. So an interrupt between the question and the sleep is not lost.
    __disable_irq();
    while (!finished) {
        __WFI();
        __enable_irq();    // the handler runs here
        __disable_irq();
    }
    __enable_irq();
    printf("%08lx\n", (unsigned long)hash[0]);
    print(result);
    print(result + width());
    printf("%u interrupts\n", interrupts);
    return finished & ERROR || ASIP_REGISTER(ASIP_IRQ) & ERROR;
}
