// SPDX-License-Identifier: Apache-2.0
// The paper's product of GF(2^233) from its parts: row by row, then rearranged and reduced. r0 = result, r1 and r2 =
// operands. All registers change.
#include "kernels/chen_product_k.S"
#include "kernels/chen_rearrange_k.S"
#include "kernels/chen_reduce_k.S"
#include "kernels/chen_fold_k.S"
#include "kernels/chen_sqr_k.S"
#include "kernels/chen_sqr_high_k.S"
#include "kernels/chen_sqr_low_k.S"
#include "kernels/chen_mul_karatsuba_k.S"

// Copies the product's operands to its frame: c at 0, a at 64, b at 96.
.macro operands
    add r0, sp, #64
    ldmia r1!, {r3-r6}
    stmia r0!, {r3-r6}
    ldmia r1!, {r3-r6}
    stmia r0!, {r3-r6}
    ldmia r2!, {r3-r6}
    stmia r0!, {r3-r6}
    ldmia r2!, {r3-r6}
    stmia r0!, {r3-r6}
.endm

.section .text.ev_chen_mul_direct_k,"ax",%progbits
.balign 4
.global ev_chen_mul_direct_k
.type ev_chen_mul_direct_k, %function
.thumb_func
ev_chen_mul_direct_k:
    push {r0, lr}
    sub sp, #128
    operands
    bl ev_chen_product_k
    ldr r0, [sp, #128]
    mov r1, sp
    bl ev_chen_fold_k
    add sp, #132
    pop {pc}
.size ev_chen_mul_direct_k, . - ev_chen_mul_direct_k

// void ev_chen_product_only(uint32_t c[16], const uint32_t a[8], const uint32_t b[8]): the product alone, unreduced.
// uint32_t ev_chen_time_product(...): the same between bench_begin and bench_stop; returns what bench_stop returns.
.macro product_of_arguments timed
    push {r0, r4-r7, lr}
    mov r3, r8
    mov r4, r9
    mov r5, r10
    mov r6, r11
    push {r3-r6}
    sub sp, #128
    operands
.if \timed
    bl bench_begin
.endif
    bl ev_chen_product_k
.if \timed
    bl bench_stop
.endif
    mov r1, sp
    ldr r2, [sp, #144]
    movs r3, #15
1:  ldmia r1!, {r4}
    stmia r2!, {r4}
    subs r3, #1
    bne 1b
    movs r4, #0
    stmia r2!, {r4}
    add sp, #128
    pop {r3-r6}
    mov r8, r3
    mov r9, r4
    mov r10, r5
    mov r11, r6
    add sp, #4
    pop {r4-r7, pc}
.endm

.section .text.ev_chen_product_only,"ax",%progbits
.balign 4
.global ev_chen_product_only
.type ev_chen_product_only, %function
.thumb_func
ev_chen_product_only:
    product_of_arguments 0
.size ev_chen_product_only, . - ev_chen_product_only

.section .text.ev_chen_time_product,"ax",%progbits
.balign 4
.global ev_chen_time_product
.type ev_chen_time_product, %function
.thumb_func
ev_chen_time_product:
    product_of_arguments 1
.size ev_chen_time_product, . - ev_chen_time_product
