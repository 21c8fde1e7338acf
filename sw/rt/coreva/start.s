# SPDX-License-Identifier: Apache-2.0
# From reset to main and to the end. The simulator has put code and data into memory, and .bss is zero.
#
# A call of the host is `trap 0xab`: operation in r10, parameter in r11, result in r10.

    .section .start
    .globl _start
    .type _start, @function
_start:
    movi r2, lo16(__stack_top) ;;
    movhi r2, hi16(__stack_top) ;;
    call main ;;
    nop ;;
    call exit ;;
    nop ;;
    .size _start, . - _start

    # void exit(int status): ends the program. The C library's own one has more to do.
    .section .text.exit
    .weak exit
    .type exit, @function
exit:
    br _exit ;;
    nop ;;
    .size exit, . - exit
