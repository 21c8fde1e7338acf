# SPDX-License-Identifier: Apache-2.0
# The way to main and to the end for programs without C.

    .section .text.start_program
    .globl start_program
    .type start_program, @function
start_program:
    call main ;;
    nop ;;
    br _exit ;;
    nop ;;
    .size start_program, . - start_program
