// SPDX-License-Identifier: Apache-2.0
// Interrupts that take long while the library uses the coprocessor: waits WHAT SEED CYCLES COUNT.
//
// A handler takes CYCLES cycles, COUNT times, at random moments. Messages, products and inverses meanwhile are compared
// with those without interrupts. WHAT is aes, points, or zeroise: then the handler breaks the rule and clears the
// coprocessor. Prints how many results were wrong, how many interrupts came, how many of them after an error timeout, the
// longest wait of an interrupt, and the most cycles of a result.
//
//     waits late SEED CYCLES  the same once for a product and an inverse, by a handler that comes with the first words of a
//                           result, and how many of them the host alone computes
//     waits key BYTES       the status of setting a key of so many bytes, and whether the key is cleared
//     waits refused         what a product is with a point that is not on the curve
//     waits gmac BLOCKS     cycles of a tag over additional data, by the coprocessor, and by the host alone
#include <evariste/aes_cbc.h>
#include <evariste/aes_ccm.h>
#include <evariste/aes_cmac.h>
#include <evariste/aes_ctr.h>
#include <evariste/aes_ecb.h>
#include <evariste/aes_gcm.h>
#include <evariste/aes_ocb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aes_backend.h"
#include "asip_driver.h"
#include "ec.h"
#include "gf2m.h"
#include "gf2m_backend.h"
#include "nvic.h"

enum { BLOCKS = 150, BYTES = 16 * BLOCKS, RESULTS = 12, RESULT = BYTES / 4 + 4 };

static volatile unsigned left, ticks, timeouts, longest, spin;
static volatile int clears;
static uint32_t seed;
static uint32_t text[BYTES / 4], wanted[RESULTS][RESULT], got[RESULT];
static const uint32_t iv[4] = {1, 2, 3, 4};

static uint32_t cycle(void) { return GFP_REGISTER(GFP_CYCLE_LO); }

static uint32_t number(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

static void take_time(void) {
    const uint32_t now = cycle();
    while (cycle() - now < spin) continue;
}

void SysTick_Handler(void) {
    const unsigned waited = GFP_REGISTER(GFP_SYST_RVR) - GFP_REGISTER(GFP_SYST_CVR);
    SysTick_Stop();
    if (waited > longest) longest = waited;
    ticks++;
    take_time();
    timeouts += (ASIP_REGISTER(ASIP_STATUS) >> 8 & 31) == ASIP_ERROR_TIMEOUT;
    if (clears) ASIP_REGISTER(ASIP_CONTROL) = 2;
    if (--left) SysTick_Config(100 + number(5000));
}

void NMI_Handler(void) { take_time(); }

#define HANDLER_OF(n) HANDLER_OF_(n)
#define HANDLER_OF_(n) IRQ##n##_Handler
void HANDLER_OF(GFP_DEVICE_IRQ)(void) {
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = 0;
    take_time();
    timeouts += (ASIP_REGISTER(ASIP_STATUS) >> 8 & 31) == ASIP_ERROR_TIMEOUT;
}

static int messages(uint32_t *r, unsigned which) {
    static ev_aes_key_t key;
    static ev_aes_gcm_key_t gcm;
    static ev_aes_ocb_key_t ocb;
    void *tag = r + BYTES / 4;
    ev_aes_set_key(&key, "0123456789abcdefghijklmnopqrstuv", which % 2 ? 16 : 32);
    switch (which) {
        case 0: return ev_aes_ecb_encrypt(&key, r, text, BYTES);
        case 1: return ev_aes_ecb_decrypt(&key, r, text, BYTES);
        case 2: return ev_aes_cbc_encrypt_message(&key, r, iv, text, BYTES);
        case 3: return ev_aes_cbc_decrypt_message(&key, r, iv, text, BYTES);
        case 4: return ev_aes_ctr_crypt_message(&key, r, iv, text, BYTES);
        case 5: return ev_aes_cmac_tag(&key, r, 16, text, BYTES);
        case 6: return ev_aes_ccm_seal(&key, r, tag, 16, iv, 13, text, 160, text, BYTES);
        case 7:
            ev_aes_gcm_set_key(&gcm, "0123456789abcdef", 16);
            return ev_aes_gcm_seal(&gcm, r, tag, 16, iv, 12, text, 160, text, BYTES);
        case 8:
            ev_aes_ocb_set_key(&ocb, "0123456789abcdef", 16);
            return ev_aes_ocb_seal(&ocb, r, tag, 16, iv, 12, text, 160, text, BYTES);
        default: return -1;
    }
}

static int products(uint32_t *r, unsigned which) {
    static const uint32_t k[EV_CURVE_WORDS_MAX] = {0x89abcdef, 0x01234567, 0x76543210, 5, 7};
    ev_ec_point_t p;
    memset(&p, 0, sizeof p);
    switch (which) {
        case 0:
            if (ev_ec_mul_base(&ev_curve_b163, &p, k)) return 1;
            break;
        case 1: ev_gf2_163_inv(p.x, k); break;
        case 2: ev_gf2_233_inv(p.x, k); break;
        case 3: ev_gf2_283_inv(p.x, k); break;
        case 4:
            if (ev_ec_mul_base(&ev_curve_b283, &p, k)) return 1;
            break;
        default: return -1;
    }
    memcpy(r, &p, sizeof p);
    return 0;
}

static int (*const what[])(uint32_t *, unsigned) = {messages, products};

static void disturbed(int points, unsigned count) {
    unsigned wrong = 0, most = 0, results = 0;
    while (results < RESULTS && what[points](wanted[results], results) == 0) results++;
    left = count;
    SysTick_Config(100 + number(5000));
    for (unsigned i = 0; left; i = (i + 1) % results) {
        memset(got, 0, sizeof got);
        const uint32_t begun = cycle();
        const unsigned before = ticks;
        wrong += what[points](got, i) != 0 || memcmp(got, wanted[i], sizeof got) != 0;
        const uint32_t spent = cycle() - begun - (ticks - before) * spin;
        if (spent > most) most = spent;
    }
    printf("%u %u %u %u %u\n", wrong, ticks, timeouts, longest, most);
}

static void late(void) {
    unsigned wrong = 0;
    NVIC_EnableIRQ(Device_IRQn);
    for (unsigned i = 3; i < 5; i++) {
        products(wanted[i], i);
        ev_asip_wait();
        ASIP_REGISTER(ASIP_IRQ_ENABLE) = ASIP_IRQ_WORDS;
        memset(got, 0, sizeof got);
        products(got, i);
        wrong += memcmp(got, wanted[i], sizeof got) != 0;
    }
    printf("%u %u\n", wrong, timeouts);
}

static void refused(void) {
    static const uint32_t k[EV_CURVE_WORDS_MAX] = {5}, one[EV_CURVE_WORDS_MAX] = {1};
    uint32_t r[2 * EV_CURVE_WORDS_MAX];
    ev_ec_point_t p;
    memset(&p, 0, sizeof p);
    memcpy(p.x, ev_curve_k163.g, 24);
    memcpy(p.y, ev_curve_k163.g + 6, 24);
    printf("%u ", ev_asip_point(ev_asip_field_163(), r, k, 163, p.x, one));
    p.y[0] ^= 1;
    printf("%u\n", ev_asip_point(ev_asip_field_163(), r, k, 163, p.x, one));
}

static void gmac(size_t blocks) {
    ev_aes_gcm_key_t key;
    uint32_t y[4] = {0}, alone[4] = {0};
    ev_aes_gcm_set_key(&key, text, 16);
    const uint32_t begun = cycle();
    ev_aes_gcm_hash_words(&key.cipher, y, text, blocks);
    const uint32_t half = cycle();
    ev_ghash_blocks(&key.hash, alone, text, blocks);
    printf("%lu %lu %d\n", (unsigned long)(half - begun), (unsigned long)(cycle() - half), memcmp(y, alone, 16));
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    for (uint32_t i = 0; i < BYTES / 4; i++) text[i] = i * 0x9e3779b9u;
    const unsigned long given = argc > 2 ? strtoul(argv[2], 0, 10) : 0;
    seed = given;
    spin = argc > 3 ? strtoul(argv[3], 0, 10) : 0;
    clears = strcmp(argv[1], "zeroise") == 0;
    if (strcmp(argv[1], "key") == 0) {
        ev_aes_key_t key;
        const int status = ev_aes_set_key(&key, text, given);
        printf("%s %lu\n", ev_status_text(status), (unsigned long)key.rounds);
    } else if (strcmp(argv[1], "late") == 0) {
        late();
    } else if (strcmp(argv[1], "refused") == 0) {
        refused();
    } else if (strcmp(argv[1], "gmac") == 0) {
        gmac(given);
    } else {
        disturbed(strcmp(argv[1], "points") == 0, argc > 4 ? strtoul(argv[4], 0, 10) : 1);
    }
    return 0;
}
