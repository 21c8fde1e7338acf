// SPDX-License-Identifier: Apache-2.0
// Sums, differences, products and squares of numbers of several words, for ARMv6-M (fp_words.h has the C prototypes,
// fp_words.c the same for other processors). Time and addresses depend on the number of words only.
#ifdef __ARM_ARCH_6M__

    .syntax unified
    .cpu cortex-m0
    .thumb

#include "fp_armv6m.h"

// void ev_fp_add_N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus)
    .macro sum n
    .section .text.ev_fp_add_\n, "ax", %progbits
    .global ev_fp_add_\n
    .type ev_fp_add_\n, %function
    .p2align 2
    .thumb_func
ev_fp_add_\n:
    push {r4-r7, lr}
    mov ip, r0
    mov lr, r3
    chain_add \n
    sbcs r7, r7 // 0 for a carry, else all ones
    again
    chain_sub \n
    sbcs r6, r6
    ands r7, r6 // no carry, and less than the modulus
    again
    chain_add_masked \n
    pop {r4-r7, pc}
    .size ev_fp_add_\n, . - ev_fp_add_\n
    .endm

// void ev_fp_sub_N(uint32_t *r, const uint32_t *a, const uint32_t *b, const uint32_t *modulus)
    .macro difference n
    .section .text.ev_fp_sub_\n, "ax", %progbits
    .global ev_fp_sub_\n
    .type ev_fp_sub_\n, %function
    .p2align 2
    .thumb_func
ev_fp_sub_\n:
    push {r4-r7, lr}
    mov ip, r0
    mov lr, r3
    mov r3, r1
    mov r1, r2
    mov r2, r3
    chain_sub \n
    sbcs r7, r7
    again
    chain_add_masked \n
    pop {r4-r7, pc}
    .size ev_fp_sub_\n, . - ev_fp_sub_\n
    .endm

    .irp n, 6, 7, 8, 12, 17
    sum \n
    difference \n
    .endr

// The same for any number of words up to 21: two words at a time: two of [r1], two of [r2], two to [r0]. A jump into the chain skips what a shorter
// number does not need. r4 is the number of words; changes r3..r6 and ip.
    .macro chain first, next, bytes
    lsrs r5, r4, #1
    movs r6, #\bytes
    muls r5, r6
    adr r6, 2f
    subs r6, r6, r5
    mov ip, r6
    lsrs r5, r4, #1 // C: an odd number of words
    bcc 1f
    ldmia r1!, {r3}
    .if \bytes > 10
    ands r3, r7
    .endif
    ldmia r2!, {r5}
    \first r5, r5, r3
    stmia r0!, {r5}
    mov pc, ip
1:
    .ifc \first, adds
    adds r5, #0 // no carry
    .else
    cmp r5, r5 // no borrow
    .endif
    mov pc, ip
    .balign 4
    .rept 10
    ldmia r1!, {r3, r4}
    .if \bytes > 10
    ands r3, r7
    ands r4, r7
    .endif
    ldmia r2!, {r5, r6}
    \next r5, r3
    \next r6, r4
    stmia r0!, {r5, r6}
    .endr
2:
    bx lr
    .endm

    .section .text.ev_fp_words, "ax", %progbits
    .p2align 2
    .thumb_func
add_words:
    chain adds, adcs, 10
    .p2align 2
    .thumb_func
sub_words:
    chain subs, sbcs, 10
    .p2align 2
    .thumb_func
add_masked: // by r7
    chain adds, adcs, 14

// uint32_t ev_fp_words_add(uint32_t *r, const uint32_t *a, const uint32_t *b, int n): the carry
    .global ev_fp_words_add
    .type ev_fp_words_add, %function
    .thumb_func
ev_fp_words_add:
    push {r4-r6, lr}
    mov r4, r3
    bl add_words
    movs r0, #0
    adcs r0, r0
    pop {r4-r6, pc}
    .size ev_fp_words_add, . - ev_fp_words_add

// uint32_t ev_fp_words_sub(uint32_t *r, const uint32_t *a, const uint32_t *b, int n): the borrow
    .global ev_fp_words_sub
    .type ev_fp_words_sub, %function
    .thumb_func
ev_fp_words_sub:
    push {r4-r6, lr}
    mov r4, r3
    mov r3, r1
    mov r1, r2
    mov r2, r3
    bl sub_words
    sbcs r0, r0
    rsbs r0, r0, #0
    pop {r4-r6, pc}
    .size ev_fp_words_sub, . - ev_fp_words_sub

// uint32_t ev_fp_words_add_masked(uint32_t *r, const uint32_t *a, uint32_t mask, int n): r += a & mask, the carry
    .global ev_fp_words_add_masked
    .type ev_fp_words_add_masked, %function
    .thumb_func
ev_fp_words_add_masked:
    push {r4-r7, lr}
    mov r4, r3
    mov r7, r2
    mov r2, r0
    bl add_masked
    movs r0, #0
    adcs r0, r0
    pop {r4-r7, pc}
    .size ev_fp_words_add_masked, . - ev_fp_words_add_masked

// Products by columns, all loops unrolled. Both operands are copied to the stack, where one instruction reaches them; r8 is the
// result. Three words accumulate.

// c2:c1:c0 += r0 r1, 22 cycles. Changes r0..r4.
    .macro multiply_add c0, c1, c2
    uxth r2, r0
    lsrs r0, r0, #16
    uxth r3, r1
    lsrs r1, r1, #16
    mov r4, r2
    muls r4, r3
    muls r2, r1
    muls r3, r0
    muls r1, r0
    adds r2, r2, r3 // the middle products, and their carry
    movs r0, #0
    adcs r0, r0
    lsls r0, r0, #16
    adds r1, r1, r0
    lsls r0, r2, #16
    lsrs r2, r2, #16
    adds r4, r4, r0
    adcs r1, r2
    adds \c0, \c0, r4
    adcs \c1, r1
    movs r0, #0
    adcs \c2, r0
    .endm

// The same for a square, 15 cycles: c2:c1:c0 += r0^2.
    .macro square_add c0, c1, c2
    uxth r2, r0
    lsrs r0, r0, #16
    mov r3, r2
    muls r3, r0
    muls r2, r2
    muls r0, r0
    lsls r1, r3, #17
    lsrs r3, r3, #15
    adds r2, r2, r1
    adcs r0, r3
    adds \c0, \c0, r2
    adcs \c1, r0
    movs r1, #0
    adcs \c2, r1
    .endm

// The products a[i] b[k - i] of column k, i from `from` to `to`.
    .macro column n, k, from, to, c0, c1, c2
    ldr r0, [sp, #4 * (\from)]
    ldr r1, [sp, #4 * ((\n) + (\k) - (\from))]
    multiply_add \c0, \c1, \c2
    .if (\to) - (\from)
    column \n, \k, (\from + 1), \to, \c0, \c1, \c2
    .endif
    .endm

    .macro product_columns n, k, c0, c1, c2
    .if \k < \n
    column \n, \k, 0, \k, \c0, \c1, \c2
    .else
    column \n, \k, (\k - \n + 1), (\n - 1), \c0, \c1, \c2
    .endif
    mov r0, r8
    str \c0, [r0, #4 * (\k)]
    .if (\k) - (2 * \n - 2)
    movs \c0, #0
    product_columns \n, (\k + 1), \c1, \c2, \c0
    .else
    str \c1, [r0, #4 * (\k + 1)]
    .endif
    .endm

// Pushes n words from an address, so that they keep their order. Changes r4..r7 and the register with the address.
    .macro copy from, n
    .if (\n) > 4
    adds \from, #4 * (\n - 4)
    ldmia \from!, {r4-r7}
    push {r4-r7}
    subs \from, #4 * (\n)
    copy \from, (\n - 4)
    .elseif (\n) == 4
    ldmia \from!, {r4-r7}
    push {r4-r7}
    .elseif (\n) == 3
    ldmia \from!, {r4-r6}
    push {r4-r6}
    .elseif (\n) == 2
    ldmia \from!, {r4, r5}
    push {r4, r5}
    .else
    ldmia \from!, {r4}
    push {r4}
    .endif
    .endm

// void ev_fp_mul_N(uint32_t r[2N], const uint32_t *a, const uint32_t *b)
    .macro product n
    .section .text.ev_fp_mul_\n, "ax", %progbits
    .global ev_fp_mul_\n
    .type ev_fp_mul_\n, %function
    .p2align 2
    .thumb_func
ev_fp_mul_\n:
    push {r4-r7, lr}
    mov r4, r8
    push {r4}
    mov r8, r0
    copy r2, \n
    copy r1, \n
    movs r5, #0
    movs r6, #0
    movs r7, #0
    product_columns \n, 0, r5, r6, r7
    add sp, #8 * \n
    pop {r4}
    mov r8, r4
    pop {r4-r7, pc}
    .size ev_fp_mul_\n, . - ev_fp_mul_\n
    .endm

// The products of different words of a column, once each.
    .macro cross k, from
    .if (\k) - (\from) - (\from) > 0
    mov r1, ip
    ldr r0, [r1, #4 * (\from)]
    ldr r1, [r1, #4 * ((\k) - (\from))]
    multiply_add r5, r6, r7
    cross \k, (\from + 1)
    .endif
    .endm

// r9, r10: what the columns before leave.
    .macro square_columns n, k
    movs r5, #0
    movs r6, #0
    movs r7, #0
    .if \k < \n
    cross \k, 0
    .else
    cross \k, (\k - \n + 1)
    .endif
    adds r5, r5, r5
    adcs r6, r6
    adcs r7, r7
    .if ((\k) & 1) == 0
    mov r0, ip
    ldr r0, [r0, #2 * (\k)]
    square_add r5, r6, r7
    .endif
    mov r0, r9
    adds r5, r5, r0
    mov r0, r10
    adcs r6, r0
    movs r1, #0
    adcs r7, r1
    mov r0, r8
    str r5, [r0, #4 * (\k)]
    .if (\k) - (2 * \n - 2)
    mov r9, r6
    mov r10, r7
    square_columns \n, (\k + 1)
    .else
    str r6, [r0, #4 * (\k + 1)]
    .endif
    .endm

// void ev_fp_sqr_N(uint32_t r[2N], const uint32_t *a)
    .macro square n
    .section .text.ev_fp_sqr_\n, "ax", %progbits
    .global ev_fp_sqr_\n
    .type ev_fp_sqr_\n, %function
    .p2align 2
    .thumb_func
ev_fp_sqr_\n:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    push {r4-r6}
    mov r8, r0
    mov ip, r1
    movs r0, #0
    mov r9, r0
    mov r10, r0
    square_columns \n, 0
    pop {r4-r6}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    pop {r4-r7, pc}
    .size ev_fp_sqr_\n, . - ev_fp_sqr_\n
    .endm

    product 6
    product 7
    product 8
    product 9
    square 6
    square 7
    square 8
    square 9

#endif
