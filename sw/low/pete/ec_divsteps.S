// SPDX-License-Identifier: Apache-2.0
// The loops of ec_inverse.c, for a core with ISE. Time and addresses depend on the number of words only.
#include "pete/pete_asm.h"
    .set noreorder
    .set noat

// Registers of the steps. u and v share a word, u + 2^16 v, and so do q and r: every operation on them is linear.
#define F $5
#define G $6
#define ZETA $7
#define UV $8
#define QR $9

    .macro divstep
    sra $2, ZETA, 31
    andi $3, G, 1
    subu $3, $0, $3
    xor $10, F, $2
    xor $11, UV, $2
    subu $10, $10, $2
    subu $11, $11, $2
    and $10, $10, $3
    and $11, $11, $3
    and $2, $2, $3
    addu G, G, $10
    addu QR, QR, $11
    xor ZETA, ZETA, $2
    and $10, G, $2
    and $11, QR, $2
    addiu ZETA, ZETA, -1
    addu F, F, $10
    addu UV, UV, $11
    srl G, G, 1
    .endm

// Fifteen steps. The last doubling of u and v is left out, so $12 = u / 2, $13 = v / 2, and $14 = q, $15 = r. u and v are
// even after the first step, and r is odd. So |u / 2| + |v / 2| <= 2^14, and neither q nor r is 2^15 or -2^15: each fits
// its half of the word.
    .section .text.ev_ec_divsteps, "ax", @progbits
    .balign 4
fifteen:
    li UV, 1
    lui QR, 1
    li $24, 2
1:
    .rept 6
    divstep
    sll UV, UV, 1
    .endr
    divstep
    addiu $24, $24, -1
    sll UV, UV, 1
    bne $24, $0, 1b
    nop
    divstep
    sll $12, UV, 16
    sll $14, QR, 16
    sra $12, $12, 16
    sra $14, $14, 16
    subu $13, UV, $12
    subu $15, QR, $14
    sra $13, $13, 16
    jr $31
    sra $15, $15, 16

// int32_t ev_ec_divsteps(matrix *t, uint32_t f, uint32_t g, int32_t zeta)
    .global ev_ec_divsteps
    .type ev_ec_divsteps, @function
ev_ec_divsteps:
    move $1, $31
    bal fifteen
    nop
    sll $12, $12, 1
    sll $13, $13, 1
    sw $12, 0($4)
    sw $13, 4($4)
    sw $14, 8($4)
    bal fifteen
    sw $15, 12($4)
    lw $8, 0($4)
    lw $9, 8($4)
    lw $10, 4($4)
    lw $11, 12($4)
    mul $2, $12, $8           // the product of both matrices
    mul $3, $13, $9
    mul $12, $12, $10
    mul $13, $13, $11
    addu $2, $2, $3
    mul $8, $14, $8
    sll $2, $2, 1
    mul $9, $15, $9
    addu $12, $12, $13
    mul $10, $14, $10
    sll $12, $12, 1
    mul $11, $15, $11
    addu $8, $8, $9
    sw $2, 0($4)
    sw $12, 4($4)
    addu $10, $10, $11
    sw $8, 8($4)
    sw $10, 12($4)
    jr $1
    move $2, ZETA
    .size ev_ec_divsteps, . - ev_ec_divsteps

// A factor as its size times 2, and a mask that is all ones for a negative one. The sum of columns is times 4 = 2 2: so its
// words are those of the quotient by 2^30. -x is ~x + 1.
    .macro factor size, minus, one
    sra \minus, \size, 31
    xor \size, \size, \minus
    subu \size, \size, \minus
    sll \size, \size, 1
    andi \one, \minus, 1
    m2addu \size, \one
    .endm

// void ev_ec_divsteps_row(uint32_t *r, const uint32_t *x, const uint32_t *y, const int32_t *c, int n)
    .section .text.ev_ec_divsteps_row, "ax", @progbits
    .balign 4
    .global ev_ec_divsteps_row
    .type ev_ec_divsteps_row, @function
ev_ec_divsteps_row:
    lw $8, 0($7)
    lw $10, 4($7)
    lw $12, 16($29)
    multu $0, $0
    factor $8, $9, $2
    factor $10, $11, $3
    lw $2, 0($5)
    lw $3, 0($6)
    sll $12, $12, 2
    addu $12, $12, $5
    xor $2, $2, $9
    xor $3, $3, $11
    m2addu $2, $8
    m2addu $3, $10
    addiu $12, $12, -4
    sha $0                    // 0: the quotient is exact
1:
    lw $2, 4($5)
    lw $3, 4($6)
    addiu $5, $5, 8
    xor $2, $2, $9
    m2addu $2, $8
    xor $3, $3, $11
    lw $13, 0($5)
    m2addu $3, $10
    lw $14, 8($6)
    addiu $6, $6, 8
    xor $13, $13, $9
    sha $15
    xor $14, $14, $11
    m2addu $13, $8
    sw $15, 0($4)
    addiu $4, $4, 8
    m2addu $14, $10
    sha $15
    bne $5, $12, 1b
    sw $15, -4($4)
    sra $13, $13, 31          // the sign, as the next word
    sra $14, $14, 31
    m2addu $13, $8
    m2addu $14, $10
    sha $15
    jr $31
    sw $15, 0($4)
    .size ev_ec_divsteps_row, . - ev_ec_divsteps_row

// void ev_ec_divsteps_row_modulo(uint32_t *r, const uint32_t *x, const uint32_t *y, const int32_t *c, int n,
//                                const uint32_t *m, int32_t k)
    .section .text.ev_ec_divsteps_row_modulo, "ax", @progbits
    .balign 4
    .global ev_ec_divsteps_row_modulo
    .type ev_ec_divsteps_row_modulo, @function
ev_ec_divsteps_row_modulo:
    lw $8, 0($7)
    lw $10, 4($7)
    lw $12, 24($29)
    multu $0, $0
    factor $8, $9, $2
    factor $10, $11, $3
    lw $14, 16($29)
    lw $7, 20($29)
    factor $12, $13, $2
    lw $2, 0($5)
    lw $3, 0($6)
    lw $15, 0($7)
    sll $14, $14, 2
    xor $2, $2, $9
    xor $3, $3, $11
    m2addu $2, $8
    xor $15, $15, $13
    m2addu $3, $10
    addu $14, $14, $5
    m2addu $15, $12
    addiu $14, $14, -4
    sha $0
1:
    lw $2, 4($5)
    lw $3, 4($6)
    lw $15, 4($7)
    xor $2, $2, $9
    m2addu $2, $8
    xor $3, $3, $11
    addiu $5, $5, 8
    lw $2, 0($5)
    m2addu $3, $10
    xor $15, $15, $13
    lw $3, 8($6)
    addiu $6, $6, 8
    m2addu $15, $12
    lw $15, 8($7)
    xor $2, $2, $9
    addiu $7, $7, 8
    sha $24
    xor $3, $3, $11
    m2addu $2, $8
    sw $24, 0($4)
    xor $15, $15, $13
    addiu $4, $4, 8
    m2addu $3, $10
    m2addu $15, $12
    sha $24
    bne $5, $14, 1b
    sw $24, -4($4)
    sra $2, $2, 31
    sra $3, $3, 31
    m2addu $2, $8
    sra $15, $15, 31
    m2addu $3, $10
    m2addu $15, $12
    sha $24
    jr $31
    sw $24, 0($4)
    .size ev_ec_divsteps_row_modulo, . - ev_ec_divsteps_row_modulo
