# SPDX-License-Identifier: Apache-2.0
# setjmp and longjmp: the registers that a call preserves, the stack pointer and the link.

    .section .text.setjmp
    .globl setjmp
    .type setjmp, @function
setjmp:
    sw r1, 0(r10) ;;
    sw r2, 4(r10) ;;
    sw r8, 8(r10) ;;
    sw r9, 12(r10) ;;
    sw r18, 16(r10) ;;
    sw r19, 20(r10) ;;
    sw r20, 24(r10) ;;
    sw r21, 28(r10) ;;
    sw r22, 32(r10) ;;
    sw r23, 36(r10) ;;
    sw r24, 40(r10) ;;
    sw r25, 44(r10) ;;
    sw r26, 48(r10) ;;
    jr r1 ;;
    sw r27, 52(r10)
    movi r10, 0 ;;
    .size setjmp, . - setjmp

    .section .text.longjmp
    .globl longjmp
    .type longjmp, @function
longjmp:
    sltiu r5, r11, 1
    lw r1, 0(r10) ;;
    lw r2, 4(r10) ;;
    lw r8, 8(r10) ;;
    lw r9, 12(r10) ;;
    lw r18, 16(r10) ;;
    lw r19, 20(r10) ;;
    lw r20, 24(r10) ;;
    lw r21, 28(r10) ;;
    lw r22, 32(r10) ;;
    lw r23, 36(r10) ;;
    lw r24, 40(r10) ;;
    lw r25, 44(r10) ;;
    lw r26, 48(r10) ;;
    lw r27, 52(r10) ;;
    jr r1 ;;
    add r10, r11, r5 ;;  # 1 in place of 0
    .size longjmp, . - longjmp
