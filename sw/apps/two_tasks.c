// SPDX-License-Identifier: Apache-2.0
// Two tasks in two fields, preempted at any cycle. One decodes RS(255,239) words over GF(2^8) modulo x^8+x^4+x^3+x^2+1.
// The other encrypts with AES, in the field modulo x^8+x^4+x^3+x+1.
//
//     two_tasks [PERIOD]
//
// Without PERIOD the two run one after the other, without interrupts. With PERIOD they take turns: SysTick requests a
// switch every PERIOD cycles, and the external interrupts 0 to 7 request one at any time. Interrupts 8 to 15 compute in
// a third field and restore the field register. Prints what both tasks computed, which is always the same, and on a
// last line the numbers of switches and of interrupts.
#include <evariste/rs_rom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <evariste/aes_cbc.h>
#include "gfp.h"
#include "nvic.h"
#include "tasks.h"

enum { WORDS = 24, N = 255, K = 239, ERRORS = 8, BLOCKS = 64, PASSES = 6, STACK_WORDS = 1024 };

static uint32_t random_state;
static uint32_t decoded, decoded_digest, cipher_digest;
static volatile uint32_t requests, others, wrong_others;
static task_t tasks[3];
static uint32_t stacks[2][STACK_WORDS];

static uint32_t digest(uint32_t before, const void *data, size_t bytes) {   // FNV-1a
    const uint8_t *byte = data;
    while (bytes--) before = (before ^ *byte++) * 16777619u;
    return before;
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// Words of random messages with as many errors as the code corrects, decoded and compared.
static void decode(void *unused) {
    static uint32_t work[EV_RS_WORK_BYTES(N - K) / 4], word[(N + 3) / 4], sent[(N + 3) / 4];
    const ev_rs_code_t *const code = &ev_rs255_239;
    (void)unused;
    uint32_t state = random_state;
    for (unsigned w = 0; w < WORDS; w++) {
        uint8_t *symbols = (uint8_t *)word;
        for (unsigned i = 0; i < K; i++) symbols[i] = (uint8_t)next_random(&state);
        ev_rs_encode(code, symbols, N);
        memcpy(sent, word, sizeof word);
        for (unsigned e = 0; e < ERRORS; e++) symbols[e * 31 + (next_random(&state) & 15)] ^= (uint8_t)(e + 1);
        size_t corrected = 0;
        const ev_status_t status = ev_rs_decode(code, symbols, N, &corrected, NULL, NULL, 0, work, sizeof work);
        decoded += status == EV_OK && corrected == ERRORS && memcmp(sent, word, N) == 0;
        decoded_digest = digest(decoded_digest, word, N);
    }
}

static void encrypt(void *unused) {
    static uint32_t text[BLOCKS * 4];
    static const uint8_t secret[16] = "a key of 16 byte";
    static ev_aes_key_t key;
    static ev_aes_cbc_t cbc;
    (void)unused;
    uint32_t state = random_state + 1;
    for (unsigned i = 0; i < BLOCKS * 4; i++) text[i] = next_random(&state);
    ev_aes_set_key(&key, secret, sizeof secret);
    ev_aes_cbc_start(&cbc, &key, secret);
    for (unsigned pass = 0; pass < PASSES; pass++) ev_aes_cbc_encrypt(&cbc, text, text, sizeof text);
    cipher_digest = digest(cipher_digest, text, sizeof text);
}

void SysTick_Handler(void) {
    requests++;
    PendSV_Request();
}

#define SWITCHES(n) void IRQ##n##_Handler(void) { SysTick_Handler(); }
SWITCHES(0) SWITCHES(1) SWITCHES(2) SWITCHES(3) SWITCHES(4) SWITCHES(5) SWITCHES(6) SWITCHES(7)

// A product in GF(2^4), checked by squaring in another way. Restores the field of the interrupted code.
static void other_field(void) {
    gf_field_t kept;
    gf_store(&kept);
    gf_cfg(&GF_FIELD_0x13);
    others++;
    wrong_others += gf_mul(0x0F0A0301, 0x0F0A0301) != gf_sq(0x0F0A0301) || gf_mul(0x08080808, 0x02020202) != 0x03030303;
    gf_cfg(&kept);
}

#define OTHER(n) void IRQ##n##_Handler(void) { other_field(); }
OTHER(8) OTHER(9) OTHER(10) OTHER(11) OTHER(12) OTHER(13) OTHER(14) OTHER(15)

int main(int argc, char **argv) {
    random_state = 12345;
    decoded_digest = cipher_digest = 2166136261u;
    if (argc > 1) {
        tasks_begin(&tasks[0]);
        task_add(&tasks[1], stacks[0], STACK_WORDS, decode, NULL);
        task_add(&tasks[2], stacks[1], STACK_WORDS, encrypt, NULL);
        NVIC_SetPriority(PendSV_IRQn, 3);
        NVIC_SetPriority(SysTick_IRQn, 2);
        if (SysTick_Config((uint32_t)strtoul(argv[1], NULL, 0)) != 0) return 2;
        for (int irq = 0; irq < 16; irq++) {
            NVIC_SetPriority(irq, (unsigned)irq / 4 % 3);
            NVIC_EnableIRQ(irq);
        }
        while (!tasks[1].ended || !tasks[2].ended) __WFI();
        SysTick_Stop();
        __disable_irq();
    } else {
        decode(NULL);
        encrypt(NULL);
    }
    printf("decoded %lu of %d words, %08lx\n", (unsigned long)decoded, WORDS, (unsigned long)decoded_digest);
    printf("encrypted %d blocks, %08lx\n", PASSES * BLOCKS, (unsigned long)cipher_digest);
    if (wrong_others) printf("%lu wrong products in the third field\n", (unsigned long)wrong_others);
    printf("switches %lu, others %lu\n", (unsigned long)requests, (unsigned long)others);
    return 0;
}
