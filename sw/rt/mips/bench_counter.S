// SPDX-License-Identifier: Apache-2.0
// Reads the cycle counter (see bench.h). It is assembly, so that the empty pair is always the same instructions.

#include "mips_soc.h"

    .set noreorder
    .set noat

    .section .text.bench_begin, "ax", @progbits
    .global bench_begin
    .type bench_begin, @function
bench_begin:
    lui $t0, %hi(MIPS_CYCLE_LO)
    lw $v0, %lo(MIPS_CYCLE_LO)($t0)
    lui $t1, %hi(bench_start)
    jr $ra
    sw $v0, %lo(bench_start)($t1)
    .size bench_begin, . - bench_begin

    .section .text.bench_stop, "ax", @progbits
    .global bench_stop
    .type bench_stop, @function
bench_stop:
    lui $t0, %hi(MIPS_CYCLE_LO)
    lw $v0, %lo(MIPS_CYCLE_LO)($t0)
    lui $t1, %hi(bench_start)
    lw $t1, %lo(bench_start)($t1)
    jr $ra
    subu $v0, $v0, $t1
    .size bench_stop, . - bench_stop

    .section .text.bench_empty, "ax", @progbits
    .global bench_empty
    .type bench_empty, @function
bench_empty:
    addiu $sp, $sp, -24
    sw $ra, 20($sp)
    jal bench_begin
    nop
    jal bench_stop
    nop
    lw $ra, 20($sp)
    nop
    jr $ra
    addiu $sp, $sp, 24
    .size bench_empty, . - bench_empty

    .section .bss.bench_start, "aw", @nobits
    .balign 4
bench_start:
    .space 4
