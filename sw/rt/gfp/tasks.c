// SPDX-License-Identifier: Apache-2.0
#include "tasks.h"

#include "nvic.h"
#include "tasks_fields.h"

enum { HANDLER_STACK_WORDS = 512 };

static uint64_t handler_stack[HANDLER_STACK_WORDS / 2];

void tasks_begin(task_t *self) {
    self->next = self;
    self->ended = 0;
    task_current = self;
    // The process stack pointer takes over the present stack. The main stack pointer gets another one.
    __asm__ volatile("mov r3, sp\n\tmsr psp, r3\n\tmsr control, %0\n\tisb\n\tmsr msp, %1"
                     :
                     : "r"(2), "r"(handler_stack + HANDLER_STACK_WORDS / 2)
                     : "r3", "memory");
}

// A body returns to here. The task leaves the ring and requests the next task.
static void end(void) {
    __disable_irq();
    task_t *before = task_current;
    while (before->next != task_current) before = before->next;
    before->next = task_current->next;
    task_current->ended = 1;
    PendSV_Request();
    __enable_irq();
    for (;;) __WFI();
}

void task_add(task_t *task, uint32_t *stack, unsigned words, void (*body)(void *), void *argument) {
    enum { SAVED = 8, FRAME = 8, THUMB = 1 << 24, RESET_FIELD = 8 << 24 };
    uint32_t *const frame = (uint32_t *)((uintptr_t)(stack + words - FRAME) & ~7u);
    uint32_t *const sp = frame - SAVED - TASK_FIELD_WORDS;
    for (unsigned i = 0; i < TASK_FIELD_WORDS + SAVED + FRAME; i++) sp[i] = 0;
    for (unsigned i = 1; i < TASK_FIELD_WORDS; i += 2) sp[i] = RESET_FIELD;   // which is legal
    frame[0] = (uint32_t)(uintptr_t)argument;
    frame[5] = (uint32_t)(uintptr_t)end | 1;     // lr
    frame[6] = (uint32_t)(uintptr_t)body & ~1u;  // pc
    frame[7] = THUMB;
    task->sp = sp;
    task->ended = 0;
    __disable_irq();
    task->next = task_current->next;
    task_current->next = task;
    __enable_irq();
}
