// SPDX-License-Identifier: Apache-2.0
// Tasks that take turns, each with a stack and a field register of its own, or two if the backend's cores have two.
//
//     static uint32_t stack[256];
//     task_t me, other;
//     tasks_begin(&me);                       the caller becomes a task
//     task_add(&other, stack, 256, body, argument);
//     PendSV_Request();                       from SysTick_Handler, another interrupt, or a task: the next one's turn
//
// PendSV switches tasks. It should have the lowest priority (NVIC_SetPriority(PendSV_IRQn, 3)). Needs a core with
// interrupts and the Galois-field unit. A task ends when its body returns.
#ifndef EVARISTE_TASKS_H
#define EVARISTE_TASKS_H

#include <stdint.h>

typedef struct task {
    uint32_t *sp;        // while it waits: fields (2 words each), r4..r7, r8..r11, then the exception frame
    struct task *next;   // the next task in turn
    volatile int ended;
} task_t;

extern task_t *task_current;

// The caller continues as a task, on its present stack. Exceptions use another stack from now on.
void tasks_begin(task_t *self);

// Adds a task that begins with body(argument). The stack has `words` words: at least 64 plus what body needs.
void task_add(task_t *task, uint32_t *stack, unsigned words, void (*body)(void *), void *argument);

#endif
