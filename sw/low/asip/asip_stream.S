// SPDX-License-Identifier: Apache-2.0
// Blocks through the coprocessor, in constant time.
//
//     void ev_asip_stream(uint32_t *out, const uint32_t *in, size_t blocks, uint32_t task)
//     void ev_asip_absorb(const uint32_t *in, size_t blocks, uint32_t task)
//
// A block takes 23 cycles, or 13 without a result, if the task is not slower. One block is on its way while the next one
// is read, so that the coprocessor works meanwhile. `out` may equal `in`.
//
// Interrupts wait until the task has ended (asip_driver.h), so it never waits so long for the host that it fails.
#include "asip/asip_soc.h"
    .syntax unified
    .cpu cortex-m0plus
    .thumb

// TASK with the count of blocks. The pointer behind the last one is in ip.
.macro begin in, blocks, task
    lsls    r4, \blocks, #16
    orrs    r4, \task
    ldr     r5, =ASIP_TASK
    str     r4, [r5]
    lsls    r4, \blocks, #4
    adds    r4, \in
    mov     ip, r4
.endm

// r4 to r7, the return address and PRIMASK on the stack.
.macro enter
    push    {r4-r7, lr}
    mrs     r4, primask
    push    {r4}
    cpsid   i
.endm

// Waits for the end of the task.
.macro leave
    ldr     r5, =ASIP_STATUS
9:  ldr     r4, [r5]
    lsrs    r4, #1                      // busy
    bcs     9b
    pop     {r4}
    msr     primask, r4
    pop     {r4-r7, pc}
.endm

    .section .text.ev_asip_stream, "ax", %progbits
    .balign 4
    .global ev_asip_stream
    .type   ev_asip_stream, %function
    .thumb_func
ev_asip_stream:
    enter
    begin   r1, r2, r3
    ldr     r2, =ASIP_DATA_IN
    ldr     r3, =ASIP_DATA_OUT
    ldm     r1!, {r4-r7}
    stm     r2!, {r4-r7}
    b       2f
1:  ldm     r1!, {r4-r7}
    stm     r2!, {r4-r7}
    ldm     r3!, {r4-r7}
    stm     r0!, {r4-r7}
2:  cmp     r1, ip
    bne     1b
    ldm     r3!, {r4-r7}
    stm     r0!, {r4-r7}
    leave
    .size   ev_asip_stream, . - ev_asip_stream
    .pool

    .section .text.ev_asip_absorb, "ax", %progbits
    .balign 4
    .global ev_asip_absorb
    .type   ev_asip_absorb, %function
    .thumb_func
ev_asip_absorb:
    enter
    begin   r0, r1, r2
    ldr     r2, =ASIP_DATA_IN
1:  ldm     r0!, {r4-r7}
    stm     r2!, {r4-r7}
    cmp     r0, ip
    bne     1b
    leave
    .size   ev_asip_absorb, . - ev_asip_absorb
    .pool
