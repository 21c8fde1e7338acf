# SPDX-License-Identifier: Apache-2.0
# Calls of the host.

    # int host_call(int operation, void *parameter): the arguments are already where the host looks for them.
    .section .text.host_call
    .globl host_call
    .type host_call, @function
host_call:
    jr r1 ;;
    trap 0xab ;;
    .size host_call, . - host_call

    # void _exit(int status): operation 0x20 with the reason "application exit" and the status.
    .section .text._exit
    .globl _exit
    .type _exit, @function
_exit:
    addi r2, r2, -16
    movi r11, 0x0026 ;;
    sw r10, 4(r2)
    movhi r11, 2 ;;
    sw r11, 0(r2)
    movi r10, 0x20
    addi r11, r2, 0 ;;
    trap 0xab ;;
    br _exit ;;
    nop ;;
    .size _exit, . - _exit
