# SPDX-License-Identifier: Apache-2.0
# Reset. The simulator has put code and data into memory, and .bss is zero.

    .section .start
    .globl _start
    .type _start, @function
_start:
    movi r2, lo16(__stack_top) ;;
    movhi r2, hi16(__stack_top) ;;
    br start_program ;;
    nop ;;
    .size _start, . - _start
