// SPDX-License-Identifier: Apache-2.0
// Reductions of products modulo the primes, for ARMv6-M; fp_reduce.c explains them. Time and addresses do not depend on
// values.
#ifdef __ARM_ARCH_6M__

#include "curves/primes.h"
#include "fp_armv6m.h"

    .syntax unified
    .cpu cortex-m0
    .thumb

// r0: result, r1: product, r2: 0, r5:r4: the signed sum, r7:r6: t.
    .macro add_word
    adds r4, r4, r3
    adcs r5, r2
    .endm
    .macro sub_word
    subs r4, r4, r3
    sbcs r5, r2
    .endm
    .macro plus i
    ldr r3, [r1, #4 * (\i)]
    add_word
    .endm
    .macro plus2 i
    plus \i
    add_word
    .endm
    .macro plus3 i
    plus2 \i
    add_word
    .endm
    .macro minus i
    ldr r3, [r1, #4 * (\i)]
    sub_word
    .endm
    .macro minus2 i
    minus \i
    sub_word
    .endm
    .macro word i
    ldr r3, [r0, #4 * (\i)]
    add_word
    .endm
    .macro add_top
    adds r4, r4, r6
    adcs r5, r7
    .endm
    .macro sub_top
    subs r4, r4, r6
    sbcs r5, r7
    .endm
    .macro next i
    str r4, [r0, #4 * (\i)]
    movs r4, r5
    asrs r5, r5, #31
    .endm

#define PLUS(i) plus i;
#define PLUS2(i) plus2 i;
#define PLUS3(i) plus3 i;
#define MINUS(i) minus i;
#define MINUS2(i) minus2 i;
#define WORD(i) word i;
#define ADD add_top;
#define SUB sub_top;
#define NEXT(i) next i;
#define PLUS_BIAS(x) plus_bias x;
#define MINUS_BIAS(x) minus_bias x;
#define TOP_BIAS(x) adds r4, #(x);

    .macro begin label
    .section .text.ev_fp_reduce_\label, "ax", %progbits
    .global ev_fp_reduce_\label
    .type ev_fp_reduce_\label, %function
    .p2align 2
    .thumb_func
ev_fp_reduce_\label:
    push {r4-r7, lr}
    mov ip, r0
    mov lr, r2
    movs r2, #0
    movs r4, #0
    movs r5, #0
    .endm
    .macro top // t + 1 above the top
    adds r6, r4, #1
    asrs r7, r6, #31
    movs r4, #0
    movs r5, #0
    .endm
    .macro plus_bias x
    adds r4, #(\x)
    adcs r5, r2
    .endm
    .macro minus_bias x
    subs r4, #(\x)
    sbcs r5, r2
    .endm
    .macro end label, n // r4 is 0 if the prime is missing, else 1
    subs r7, r4, #1
    again
    chain_add_masked \n
    pop {r4-r7, pc}
    .size ev_fp_reduce_\label, . - ev_fp_reduce_\label
    .endm

    begin 192
    FP_192_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS)
    top
    FP_192_TOP(WORD, ADD, SUB, NEXT)
    end 192, 6

    begin 224
    FP_224_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS)
    top
    FP_224_TOP(WORD, ADD, SUB, NEXT)
    end 224, 7

    begin 256
    FP_256_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS)
    top
    FP_256_TOP(WORD, ADD, SUB, NEXT)
    end 256, 8

    begin 384
    FP_384_FOLD(PLUS, PLUS2, PLUS3, MINUS, MINUS2, NEXT, PLUS_BIAS, MINUS_BIAS, TOP_BIAS)
    top
    FP_384_TOP(WORD, ADD, SUB, NEXT)
    end 384, 12

// Modulo 2^256 - 38: the product of the upper word and 38, by halves.
    .macro times_38 i
    ldr r3, [r1, #4 * (\i + 8)]
    uxth r6, r3
    lsrs r3, r3, #16
    muls r6, r7
    muls r3, r7
    adds r4, r4, r6
    adcs r5, r2
    lsls r6, r3, #16
    lsrs r3, r3, #16
    adds r4, r4, r6
    adcs r5, r3
    plus \i
    next \i
    .endm

    begin 25519
    movs r7, #38
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    times_38 \i
    .endr
    adds r4, #1
    muls r4, r7
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    word \i
    next \i
    .endr
    end 25519, 8

#endif
