# SPDX-License-Identifier: Apache-2.0
# Reads the cycle counter (see bench.h). It is assembly, so that the empty pair is always the same operations.

    .section .text.bench_begin
    .globl bench_begin
    .type bench_begin, @function
bench_begin:
    rdcycle r5
    movi r6, lo16(bench_start) ;;
    movhi r6, hi16(bench_start) ;;
    jr r1 ;;
    sw r5, 0(r6) ;;
    .size bench_begin, . - bench_begin

    .section .text.bench_stop
    .globl bench_stop
    .type bench_stop, @function
bench_stop:
    rdcycle r5
    movi r6, lo16(bench_start) ;;
    movhi r6, hi16(bench_start) ;;
    lw r7, 0(r6) ;;
    jr r1 ;;
    sub r10, r5, r7 ;;
    .size bench_stop, . - bench_stop

    .section .text.bench_empty
    .globl bench_empty
    .type bench_empty, @function
bench_empty:
    addi r2, r2, -16 ;;
    sw r1, 12(r2) ;;
    call bench_begin ;;
    nop ;;
    call bench_stop ;;
    nop ;;
    lw r1, 12(r2) ;;
    jr r1 ;;
    addi r2, r2, 16 ;;
    .size bench_empty, . - bench_empty

    .section .bss.bench_start
bench_start:
    .space 4
