// SPDX-License-Identifier: Apache-2.0
// Interrupt controller: the functions that need more than a store, and the vectors of the external interrupts. In
// programs that use them, these follow the table of start.c. An unhandled interrupt stops at `bkpt #3`.
#include "nvic.h"

typedef void (*handler_t)(void);

static void unhandled(void) {
    for (;;) __asm volatile("bkpt #3");
}

#define EACH(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
    X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
#define DECLARE(n) void IRQ##n##_Handler(void) __attribute__((weak, alias("unhandled")));
#define ENTRY(n) IRQ##n##_Handler,

EACH(DECLARE)

__attribute__((section(".vectors.external"), used)) static const handler_t external_vectors[32] = {EACH(ENTRY)};

void NVIC_EnableIRQ(int irq) { GFP_REGISTER(GFP_NVIC_ISER) = 1u << irq; }

// The register that holds an exception's priority, and the byte in it. SHPR2 begins with the priority of exception 8.
static uint32_t place(int irq, unsigned *shift) {
    *shift = ((unsigned)irq & 3) * 8 + 8 - NVIC_PRIORITY_BITS;
    return irq >= 0 ? GFP_NVIC_IPR0 + ((unsigned)irq & ~3u) : GFP_SHPR2 + (((unsigned)irq + 8) & ~3u);
}

void NVIC_SetPriority(int irq, unsigned priority) {
    unsigned shift;
    const uint32_t at = place(irq, &shift);
    GFP_REGISTER(at) = (GFP_REGISTER(at) & ~(3u << shift)) | (priority & 3) << shift;
}

unsigned NVIC_GetPriority(int irq) {
    unsigned shift;
    const uint32_t at = place(irq, &shift);
    return GFP_REGISTER(at) >> shift & 3;
}
