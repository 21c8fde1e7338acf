// SPDX-License-Identifier: Apache-2.0
// Interrupts for C, with the names of CMSIS, for a core with interrupts (`ev run --configuration interrupts`, doc/interrupts.md).
//
//     void IRQ5_Handler(void) { ... }            or NMI_, SVC_, PendSV_, SysTick_, IRQ0_ .. IRQ31_Handler
//
//     NVIC_SetPriority(5, 1);                    0 the most urgent, 3 the least
//     NVIC_EnableIRQ(5);
//     SysTick_Config(100000);                    SysTick_Handler every 100,000 cycles
//
// A handler that uses the field register must save it with gf_store at its beginning and restore it with gf_cfg at its
// end, 6 cycles in all. A function that changes priorities or enables takes effect before its caller's next
// instruction.
#ifndef EVARISTE_NVIC_H
#define EVARISTE_NVIC_H

#include <stdint.h>

#include "gfp_soc.h"

// Exceptions by number: IPSR - 16. External interrupts count from 0.
typedef enum {
    NonMaskableInt_IRQn = -14,
    SVCall_IRQn = -5,
    PendSV_IRQn = -2,
    SysTick_IRQn = -1,
    Device_IRQn = GFP_DEVICE_IRQ,  // of the coprocessor on the bus, if the system has one
} IRQn_Type;

#define NVIC_PRIORITY_BITS 2
#define ICSR_NMIPENDSET (1u << 31)
#define ICSR_PENDSVSET (1u << 28)
#define ICSR_PENDSVCLR (1u << 27)
#define ICSR_PENDSTSET (1u << 26)
#define ICSR_PENDSTCLR (1u << 25)
#define SCR_SLEEPONEXIT (1u << 1)
#define SCR_SEVONPEND (1u << 4)
#define SYST_CSR_ENABLE (1u << 0)
#define SYST_CSR_TICKINT (1u << 1)
#define SYST_CSR_COUNTFLAG (1u << 16)

// `irq` is 0 to 31 in the first five. The first is a real call; it links the vectors of external interrupts into the
// program (nvic.c).
void NVIC_EnableIRQ(int irq);
static inline void NVIC_DisableIRQ(int irq) { GFP_REGISTER(GFP_NVIC_ICER) = 1u << irq; }
static inline void NVIC_SetPendingIRQ(int irq) { GFP_REGISTER(GFP_NVIC_ISPR) = 1u << irq; }
static inline void NVIC_ClearPendingIRQ(int irq) { GFP_REGISTER(GFP_NVIC_ICPR) = 1u << irq; }
static inline int NVIC_GetPendingIRQ(int irq) { return GFP_REGISTER(GFP_NVIC_ISPR) >> irq & 1; }

// From now on, or no longer: an interrupt that becomes pending is an event, which ends WFE.
static inline void NVIC_PendingIsEvent(int on) {
    const uint32_t scr = GFP_REGISTER(GFP_SCR);
    GFP_REGISTER(GFP_SCR) = on ? scr | SCR_SEVONPEND : scr & ~SCR_SEVONPEND;
}

// Also for SVCall, PendSV and SysTick. An active exception keeps the priority it began with.
void NVIC_SetPriority(int irq, unsigned priority);
unsigned NVIC_GetPriority(int irq);

// Calls SysTick_Handler every `cycles` cycles, 2 to 2^24, from now on. Returns 1 and does nothing if `cycles` is out of
// range.
static inline int SysTick_Config(uint32_t cycles) {
    if (cycles < 2 || cycles > 1u << 24) return 1;
    GFP_REGISTER(GFP_SYST_RVR) = cycles - 1;
    GFP_REGISTER(GFP_SYST_CVR) = 0;
    GFP_REGISTER(GFP_SYST_CSR) = SYST_CSR_ENABLE | SYST_CSR_TICKINT;
    return 0;
}
static inline void SysTick_Stop(void) { GFP_REGISTER(GFP_SYST_CSR) = 0; }
static inline void PendSV_Request(void) { GFP_REGISTER(GFP_ICSR) = ICSR_PENDSVSET; }

static inline void __disable_irq(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void __enable_irq(void) { __asm__ volatile("cpsie i" ::: "memory"); }
static inline void __WFI(void) { __asm__ volatile("wfi" ::: "memory"); }
static inline void __WFE(void) { __asm__ volatile("wfe" ::: "memory"); }
static inline void __SEV(void) { __asm__ volatile("sev" ::: "memory"); }

#endif
