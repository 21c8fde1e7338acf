// SPDX-License-Identifier: Apache-2.0
// The coprocessor's registers, as the kernels beside this file use them.
//
// Each kernel loads what it needs: a key or a curve, a counter, a chain value. So calls do not depend on one another, and
// keys and contexts stay with the caller. The last key and curve stay in the coprocessor, where no program can read them.
// A kernel is not for interrupt handlers while another one runs. Time depends on lengths only: of keys, of messages.
//
// A task fails that waits too long for its host (WATCHDOG). So interrupts wait while words go to or come from a task that
// runs: for one part of a stream, for the operands of a task, for a result. A key, a counter or a chain value is all in IN
// before its task starts, and what it gives has room in OUT: there an interrupt may take any time.
//
// What becomes of each error of a task is in doc/asip.md, In a system.
#ifndef ASIP_DRIVER_H
#define ASIP_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "asip/asip_soc.h"
#include "asip/tasks/asip_tasks.h"

enum {
    ASIP_BUSY = 1,
    ASIP_FAILED = 4,
    ASIP_IRQ_DONE = 1,
    ASIP_IRQ_ERROR = 2,
    ASIP_IRQ_WORDS = 8,    // four of them in OUT
    ASIP_WAKING = ASIP_IRQ_ERROR | ASIP_IRQ_WORDS,
    ASIP_FLUSH = 4,
    ASIP_MOST_BLOCKS = 128,    // of a part of a stream, in one task. The windows of the FIFOs have room for 256
};
#define ASIP_WORDS_OUT(status) ((status) >> 20 & 15)

// Interrupts wait from the first to the second, which takes what the first gave.
static inline uint32_t ev_asip_mask(void) {
    uint32_t before;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before) : : "memory");
    return before;
}
static inline void ev_asip_unmask(uint32_t before) { __asm__ volatile("msr primask, %0" : : "r"(before) : "memory"); }

// Waits until the coprocessor is idle. Not 0 if the last task has failed.
static inline uint32_t ev_asip_wait(void) {
    uint32_t status;
    do status = ASIP_REGISTER(ASIP_STATUS);
    while (status & ASIP_BUSY);
    return status & ASIP_FAILED;
}

// Whether a task has ended, or has a word in OUT.
static inline unsigned ev_asip_is_over(uint32_t status) { return !(status & ASIP_BUSY) || ASIP_WORDS_OUT(status); }

// Whether the core is to sleep until then (evariste/backend/asip.h), and one sleep (asip_sleep.c), which may end early.
static inline unsigned ev_asip_sleeps(void) { return ASIP_REGISTER(ASIP_IRQ_ENABLE) == ASIP_WAKING; }
void ev_asip_doze(void);

// Words for IN; at most eight wait there for a task.
static inline void ev_asip_put(const uint32_t *words, unsigned count) {
    for (unsigned i = 0; i < count; i++) ASIP_REGISTER(ASIP_DATA_IN) = words[i];
}

static inline void ev_asip_get(uint32_t *words, unsigned count) {
    for (unsigned i = 0; i < count; i++) words[i] = ASIP_REGISTER(ASIP_DATA_OUT);
}

static inline void ev_asip_start(uint32_t task) { ASIP_REGISTER(ASIP_TASK) = task; }

// Empties both FIFOs.
static inline void ev_asip_flush(void) { ASIP_REGISTER(ASIP_CONTROL) = ASIP_FLUSH; }

// A task that takes `blocks` blocks, one or two, and gives none. Not 0 if it has failed.
static inline uint32_t ev_asip_load(uint32_t task, const uint32_t *words, unsigned blocks) {
    ev_asip_put(words, 4 * blocks);
    ev_asip_start(task);
    return ev_asip_wait();
}

// The same for a task that gives a block and takes none.
static inline void ev_asip_read(uint32_t task, uint32_t block[4]) {
    ev_asip_start(task);
    ev_asip_get(block, 4);
    ev_asip_wait();
}

// A task that gives a block for each one that it takes, or nothing: 1 to ASIP_MOST_BLOCKS of them (asip_stream.S). The
// coprocessor is idle before and after.
void ev_asip_stream(uint32_t *out, const uint32_t *in, size_t blocks, uint32_t task);
void ev_asip_absorb(const uint32_t *in, size_t blocks, uint32_t task);

// The same for any number of blocks, by a task that goes on where it has ended.
void ev_asip_stream_all(uint32_t *out, const uint32_t *in, size_t blocks, uint32_t task);
void ev_asip_absorb_all(const uint32_t *in, size_t blocks, uint32_t task);

#endif
