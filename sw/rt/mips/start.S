// SPDX-License-Identifier: Apache-2.0
// The two places in ROM at which the core begins: after reset, and with an exception while Status.BEV is 1.
//
// Reset makes coprocessor 2 usable, if the core has one, sets stack and $gp, and continues in start_program (syscalls.c). A program that handles exceptions defines
// exception_entry, in assembly; it may use $k0 and $k1 before it saves anything. Without it the run stops at `sdbbp 2`,
// and the simulator reports the cause.

    .set noreorder

    .section .vectors, "ax", @progbits
    .global _start
    .type _start, @function
_start:
    lui $t0, 0x4040                 // Status: CU2, BEV
    mtc0 $t0, $12
    lui $sp, %hi(__stack_top)
    addiu $sp, $sp, %lo(__stack_top)
    lui $gp, %hi(_gp)
    addiu $gp, $gp, %lo(_gp)
    lui $t9, %hi(start_program)
    addiu $t9, $t9, %lo(start_program)
    move $ra, $zero
    jr $t9
    addiu $sp, $sp, -16             // the first four arguments' place
    .size _start, . - _start

    .org 0x380
    .type exception_vector, @function
exception_vector:
    lui $k0, %hi(exception_entry)
    addiu $k0, $k0, %lo(exception_entry)
    jr $k0
    nop
    .size exception_vector, . - exception_vector

    .section .text.exception_entry, "ax", @progbits
    .weak exception_entry
    .type exception_entry, @function
exception_entry:
    .word 0x700000bf                // sdbbp 2
    b exception_entry
    nop
    .size exception_entry, . - exception_entry

    // int uhi(int operation, long first, long second, long third)
    .section .text.uhi, "ax", @progbits
    .global uhi
    .type uhi, @function
uhi:
    move $t9, $a0
    move $a0, $a1
    move $a1, $a2
    move $a2, $a3
    .word 0x7000007f                // sdbbp 1
    bltz $v0, 1f
    move $a1, $v1
    jr $ra
    nop
1:  j uhi_failed                    // sets errno to its second argument, and returns its first
    move $a0, $v0
    .size uhi, . - uhi
