// SPDX-License-Identifier: Apache-2.0
// A product modulo the order of a curve, for a core with ISE: by columns, with Montgomery's multiples m in the same
// columns. Time and addresses depend on the number of words only.
#include "pete/pete_asm.h"
    .set noreorder
    .set noat

// On the stack: a, m, b, n of at most 18 words each. So one pointer serves a and m, another one b and n.
#define BYTES 72
#define FRAME (4 * BYTES)

// a_j b_i + m_j n_i while j goes up to the one at \end, and i goes down.
    .macro products end
1:
    lw $2, 0($5)
    lw $3, 0($6)
    lw $10, BYTES($5)
    lw $11, BYTES($6)
    addiu $5, $5, 4
    maddu $2, $3
    addiu $6, $6, -4
    bne $5, \end, 1b
    maddu $10, $11
    .endm

// uint32_t ev_ec_montgomery(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *modulus, uint32_t inverse,
//                           int words)
    .section .text.ev_ec_montgomery, "ax", @progbits
    .balign 4
    .global ev_ec_montgomery
    .type ev_ec_montgomery, @function
ev_ec_montgomery:
    addiu $29, $29, -FRAME
    lw $9, (FRAME + 20)($29)
    lw $8, (FRAME + 16)($29)
    move $12, $29
    sll $9, $9, 2
    addu $14, $29, $9          // the end of a
    subu $8, $0, $8            // -1/n modulo 2^32
1:
    lw $2, 0($5)
    lw $3, 0($6)
    lw $10, 0($7)
    addiu $12, $12, 4
    sw $2, -4($12)
    sw $3, (2 * BYTES - 4)($12)
    addiu $5, $5, 4
    sw $10, (3 * BYTES - 4)($12)
    addiu $6, $6, 4
    bne $12, $14, 1b
    addiu $7, $7, 4
    multu $0, $0
    move $12, $29              // the word of a in the column's last product
    addiu $13, $29, 2 * BYTES  // the word of b in its first one
    move $5, $29
lower:
    beq $5, $12, 2f
    move $6, $13
    products $12
2:
    lw $2, 0($5)
    lw $3, 0($6)
    lw $11, BYTES($6)
    maddu $2, $3
    addiu $12, $12, 4
    mflo $2
    addiu $13, $13, 4
    mul $3, $2, $8             // m: with n_0 it makes the column's word 0
    sw $3, BYTES($5)
    move $5, $29
    maddu $3, $11
    bne $12, $14, lower
    sha $0
    addiu $12, $29, 4          // the word of a in the column's first product
    addiu $13, $13, -4
upper:
    move $5, $12
    move $6, $13
    products $14
    addiu $12, $12, 4
    sha $2
    addiu $4, $4, 4
    bne $12, $14, upper
    sw $2, -4($4)
    sha $2
    sw $2, 0($4)
    mflo $2
    jr $31
    addiu $29, $29, FRAME
    .size ev_ec_montgomery, . - ev_ec_montgomery
