// SPDX-License-Identifier: Apache-2.0
// PendSV: stores the present task's registers and fields on its stack, and loads those of the next task from its stack
// (tasks.h). A field costs a store and a load, 3 cycles each, and the second one also 2 cycles of addresses.
#include "gfp_asm.h"
#include "tasks_fields.h"

    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .text.PendSV_Handler, "ax", %progbits
    .global PendSV_Handler
    .weak PendSV_Handler
    .thumb_func
    .type PendSV_Handler, %function
PendSV_Handler:
    mrs r0, psp
    subs r0, #(32 + 4 * TASK_FIELD_WORDS)
    gfst [r0]
    mov r1, r0
#if TASK_FIELD_WORDS == 4
    adds r1, #8
    gfstb [r1]
#endif
    adds r1, #8
    stm r1!, {r4-r7}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    stm r1!, {r4-r7}
    ldr r2, =task_current
    ldr r1, [r2]
    str r0, [r1]            // sp
    ldr r1, [r1, #4]        // next
    str r1, [r2]
    ldr r0, [r1]
    gfcfg [r0]
#if TASK_FIELD_WORDS == 4
    adds r0, #8
    gfcfgb [r0]
#endif
    adds r0, #24
    ldm r0!, {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    msr psp, r0
    subs r0, #32
    ldm r0!, {r4-r7}
    bx lr
    .pool
    .size PendSV_Handler, . - PendSV_Handler

    .section .bss.task_current, "aw", %nobits
    .balign 4
    .global task_current
    .type task_current, %object
    .size task_current, 4
task_current:
    .space 4
