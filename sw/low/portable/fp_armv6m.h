// SPDX-License-Identifier: Apache-2.0
// Assembler macros of the prime fields for ARMv6-M: sums and differences of numbers of n words, unrolled. Not for C.

// r0: result, r1: subtrahend or second operand, r2: minuend or first operand. The carry, or no borrow, is left in C. Changes
// r0..r6.
    .macro chain_add n, first=adds
    .if (\n) & 1
    ldmia r1!, {r3}
    ldmia r2!, {r5}
    \first r5, r3
    stmia r0!, {r5}
    .if (\n) > 1
    chain_add (\n - 1), adcs
    .endif
    .else
    ldmia r1!, {r3, r4}
    ldmia r2!, {r5, r6}
    \first r5, r3
    adcs r6, r4
    stmia r0!, {r5, r6}
    .if (\n) > 2
    chain_add (\n - 2), adcs
    .endif
    .endif
    .endm

    .macro chain_sub n, first=subs
    .if (\n) & 1
    ldmia r1!, {r3}
    ldmia r2!, {r5}
    \first r5, r3
    stmia r0!, {r5}
    .if (\n) > 1
    chain_sub (\n - 1), sbcs
    .endif
    .else
    ldmia r1!, {r3, r4}
    ldmia r2!, {r5, r6}
    \first r5, r3
    sbcs r6, r4
    stmia r0!, {r5, r6}
    .if (\n) > 2
    chain_sub (\n - 2), sbcs
    .endif
    .endif
    .endm

// The second operand only where the mask r7 is set.
    .macro chain_add_masked n, first=adds
    .if (\n) & 1
    ldmia r1!, {r3}
    ands r3, r7
    ldmia r2!, {r5}
    \first r5, r3
    stmia r0!, {r5}
    .if (\n) > 1
    chain_add_masked (\n - 1), adcs
    .endif
    .else
    ldmia r1!, {r3, r4}
    ands r3, r7
    ands r4, r7
    ldmia r2!, {r5, r6}
    \first r5, r3
    adcs r6, r4
    stmia r0!, {r5, r6}
    .if (\n) > 2
    chain_add_masked (\n - 2), adcs
    .endif
    .endif
    .endm

// Arguments of the next chain: the result, which is in ip, and the modulus, which is in lr.
    .macro again
    mov r0, ip
    mov r1, lr
    mov r2, r0
    .endm
