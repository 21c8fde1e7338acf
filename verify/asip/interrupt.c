// SPDX-License-Identifier: Apache-2.0
// The coprocessor's interrupt on a core with interrupts.
//
//     interrupt multiply HOW          products by the library, and errors; HOW it waits: see multiply()
//     interrupt causes                an interrupt for each cause, cleared, disabled and spurious ones
//     interrupt sleep WHAT            sleeps, perhaps for good: see asleep()
//     interrupt random SEED STEPS     anything
#include <evariste/backend/asip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asip_driver.h"
#include "ec.h"
#include "gf2m_backend.h"
#include "nvic.h"

enum { DONE = 1, ERROR = 2, ROOM = 4, WORDS = 8, LINE = GFP_DEVICE_IRQ };

static volatile unsigned interrupts, spurious, errors, code, ticks;
static volatile int at_random;
static uint32_t seed;

static uint32_t status(void) { return ASIP_REGISTER(ASIP_STATUS); }
static uint32_t cycle(void) { return GFP_REGISTER(GFP_CYCLE_LO); }

static uint32_t number(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

static void take(unsigned words) {
    while (words--) (void)ASIP_REGISTER(ASIP_DATA_OUT);
}

#ifdef FORGETFUL    // a control: what is pending from before is no event
void ev_asip_sleep(int on) {
    GFP_REGISTER(GFP_SCR) |= SCR_SEVONPEND;
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = on ? ERROR | WORDS : 0;
}
void ev_asip_doze(void) {
    if (!ev_asip_is_over(status())) __WFE();
}
#endif

#define HANDLER_OF(n) HANDLER_OF_(n)
#define HANDLER_OF_(n) IRQ##n##_Handler

void HANDLER_OF(GFP_DEVICE_IRQ)(void) {
    const uint32_t enable = ASIP_REGISTER(ASIP_IRQ_ENABLE), why = ASIP_REGISTER(ASIP_IRQ) & enable;
    interrupts++;
    spurious += why == 0;
    if (why & ERROR) {
        errors++;
        code = status() >> 8 & 31;
    }
    if (at_random && (why & WORDS) && number(4)) {
        uint32_t at = ASIP_DATA_OUT;
        if (number(2)) take(4);
        else __asm__ volatile("ldm %0!, {r4-r7}" : "+l"(at) : : "r4", "r5", "r6", "r7", "memory");
        if (number(2)) return;    // for the rest it comes again
    }
    if (at_random && number(3) == 0) ASIP_REGISTER(ASIP_IRQ_ENABLE) = 0;
    ASIP_REGISTER(ASIP_IRQ) = DONE | ERROR;
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = enable & ~(why & (ROOM | WORDS));
}

void SysTick_Handler(void) {
    ticks++;
    if (!at_random) NVIC_SetPendingIRQ(LINE);    // for no reason
}

// A wait for a FIFO that ends in a bus error: goes on behind the access, of two bytes.
__attribute__((naked)) void HardFault_Handler(void) {
    __asm__(".syntax unified\n mov r0, sp\n ldr r1, [r0, #24]\n adds r1, #2\n str r1, [r0, #24]\n bx lr");
}

static void idle(void) {
    while (status() & 1) continue;
}

// 0: polls. 1: asleep. 2: asleep with PRIMASK. 3: asleep, while SysTick makes the interrupt pending for no reason.
// 4: a control, the interrupt is no event.
static void multiply(int how) {
    static const uint32_t zero[EV_CURVE_WORDS_MAX], one[EV_CURVE_WORDS_MAX] = {1}, k[EV_CURVE_WORDS_MAX] = {0x89abcdef, 0x01234567, 0x76543210, 5, 7};
    const ev_curve_t *curve = &ev_curve_k163;
    ev_ec_point_t p, r;
    uint32_t none[2 * EV_CURVE_WORDS_MAX];
    memset(&p, 0, sizeof p);
    if (how) ev_asip_sleep(1);
    if (how == 4) GFP_REGISTER(GFP_SCR) = 0;
    if (how == 2) __disable_irq();
    if (how == 3) SysTick_Config(777);
    if (ev_ec_mul_base(curve, &p, k)) printf("no product\n");
    idle();
    const uint32_t begun = cycle();
    for (int i = 0; i < 3; i++) {
        if (ev_ec_mul(curve, &r, k, &p)) printf("no product\n");
        p = r;
        if (ev_asip_point(ev_asip_field_163(), none, zero, 163, r.x, one) != 1) printf("not infinity\n");
    }
    const uint32_t spent = cycle() - begun;
    if (how == 3) SysTick_Stop();
    for (unsigned i = 0; i < 6; i++) printf("%08lx ", (unsigned long)r.x[i]);
    printf("%lu %u %u\n", (unsigned long)spent, ticks, interrupts);
}

static void said(const char *what) {
    for (volatile int i = 0; i < 20; i++) continue;
    printf("%s: %u, %u spurious, %u errors, code %u\n", what, interrupts, spurious, errors, code);
    interrupts = spurious = errors = code = 0;
}

static void block(uint32_t enable) {
    idle();
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = enable;
    for (int i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0;
    ASIP_REGISTER(ASIP_TASK) = ASIP_AES_ENCRYPT;
    idle();
}

static void causes(void) {
    idle();
    for (int i = 0; i < 4; i++) ASIP_REGISTER(ASIP_DATA_IN) = 0;
    ASIP_REGISTER(ASIP_TASK) = ASIP_AES_KEY128;
    idle();
    said("not enabled");
    ASIP_REGISTER(ASIP_IRQ) = DONE;
    NVIC_EnableIRQ(LINE);
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = DONE;
    said("cleared");
    block(DONE);
    said("done");
    take(4);
    block(0);
    said("disabled");
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = DONE;
    said("enabled late");
    take(4);
    __disable_irq();
    block(WORDS);
    take(4);    // the level is low again, but the interrupt is pending
    __enable_irq();
    said("gone");
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = ROOM;
    said("room");
    block(WORDS);
    said("words");
    take(4);
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = ERROR;
    ASIP_REGISTER(ASIP_TASK) = 63;
    said("refused");
    (void)ASIP_REGISTER(ASIP_DATA_OUT);
    said("no word");
    NVIC_SetPendingIRQ(LINE);
    said("no reason");
}

static void sleep_behind(uint32_t at, uint32_t value) {
    __asm__ volatile(".syntax unified\n str %1, [%0]\n wfi" : : "l"(at), "l"(value) : "memory");
}

static void loop_behind(uint32_t at, uint32_t value) {
    __asm__ volatile(".syntax unified\n str %1, [%0]\n 1: b 1b" : : "l"(at), "l"(value) : "memory");
}

// 0: nothing is under way. 1: a task, but no interrupt of it is enabled. 2: the enabled one will not come. 3: a task
// without operands, until it times out. 4 to 6: the interrupt of a task becomes disabled, or enabled, or it ends, just
// before. 7 to 13: the same in a loop.
static void asleep(int what) {
    idle();
    ASIP_REGISTER(ASIP_IRQ) = DONE | ERROR;
    __disable_irq();
    NVIC_EnableIRQ(LINE);
    void (*const wait)(uint32_t, uint32_t) = what < 7 ? sleep_behind : loop_behind;
    what %= 7;
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = what == 1 || what == 5 ? 0 : ERROR;
    if (what == 0) wait(ASIP_IRQ, DONE);
    if (what == 1 || what == 2) wait(ASIP_TASK, 0);
    if (what == 3) wait(ASIP_TASK, ASIP_AES_KEY128);
    ASIP_REGISTER(ASIP_TASK) = what == 3 ? 0 : ASIP_AES_KEY128;
    if (what == 4 || what == 5) wait(ASIP_IRQ_ENABLE, what == 4 ? 0 : ERROR);
    if (what == 6) wait(ASIP_CONTROL, 1);
    printf("%lx\n", (unsigned long)status());
}

static void random_steps(unsigned steps) {
    uint32_t digest = 0;
    at_random = 1;
    NVIC_EnableIRQ(LINE);
    GFP_REGISTER(GFP_SCR) = number(2) ? SCR_SEVONPEND : 0;
    while (steps--) {
        const uint32_t now = status();
        const unsigned in = now >> 16 & 15, out = now >> 20 & 15;
        switch (number(16)) {
            case 0: case 1: ASIP_REGISTER(ASIP_IRQ_ENABLE) = number(16); break;
            case 2: ASIP_REGISTER(ASIP_IRQ) = number(16); break;
            case 3: case 4: case 5:
                for (unsigned i = in; i < 8; i++) ASIP_REGISTER(ASIP_DATA_IN) = number(4);
                break;
            case 6: __disable_irq(); take(number(out + 1)); __enable_irq(); break;
            case 7: case 8: case 9:
                ASIP_REGISTER(ASIP_TASK) = number(ASIP_OCB_TAG + 1) | number(3) << 6 | (1 + number(5)) << 16;
                break;
            case 10: ASIP_REGISTER(ASIP_CONTROL) = number(8) ? 4 : number(8); break;
            case 11:
                SysTick_Config(200 + number(2000));
                if (number(3) == 0) __disable_irq(), __WFI();
                else if (number(2)) __WFI();
                else __WFE();
                __enable_irq();
                SysTick_Stop();
                break;
            case 12:
                if (number(2)) NVIC_DisableIRQ(LINE);
                else NVIC_EnableIRQ(LINE);
                NVIC_ClearPendingIRQ(LINE);
                break;
            case 13: {
                const uint32_t until = cycle() + number(600);
                while ((int32_t)(cycle() - until) < 0) continue;
                break;
            }
            case 14: digest += (uint32_t)NVIC_GetPendingIRQ(LINE); break;
            default:
                if (number(4) == 0) (void)ASIP_REGISTER(ASIP_DATA_OUT);
        }
        digest = digest * 16777619u + now;
    }
    SysTick_Stop();
    __disable_irq();
    printf("%08lx %u %u %u %u\n", (unsigned long)digest, interrupts, spurious, errors, ticks);
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const unsigned given = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    if (strcmp(argv[1], "multiply") == 0) multiply((int)given);
    else if (strcmp(argv[1], "causes") == 0) causes();
    else if (strcmp(argv[1], "sleep") == 0) asleep((int)given);
    else if (strcmp(argv[1], "random") == 0 && argc > 3) {
        seed = given;
        random_steps((unsigned)strtoul(argv[3], NULL, 0));
    } else return 1;
    return 0;
}
