# SPDX-License-Identifier: Apache-2.0
# r = a^(2^n) in GF(2^233), n >= 1, for configurations with both units: the squarer squares its result where it is.
# r10 = r, r11 = a, r12 = n. The time depends on n only.
    .section .text.ev_coreva_sqrn_unit
    .schedule
    .globl ev_coreva_sqrn_unit
    .type ev_coreva_sqrn_unit, @function
ev_coreva_sqrn_unit:
    movi r3, 0
    movhi r3, 0x4000
    lw r4, 0(r11)
    lw r5, 4(r11)
    lw r6, 8(r11)
    lw r7, 12(r11)
    sw r4, 0x60(r3)
    sw r5, 0x64(r3)
    sw r6, 0x68(r3)
    sw r7, 0x6c(r3)
    lw r28, 16(r11)
    lw r29, 20(r11)
    lw r30, 24(r11)
    lw r31, 28(r11)
    sw r28, 0x70(r3)
    sw r29, 0x74(r3)
    sw r30, 0x78(r3)
    sw r31, 0x7c(r3)
    addi r12, r12, -1
    cmpi.eq p1, r12, 0
    [p1] br .Lend
.Lagain:
    addi r12, r12, -1
    cmpi.ne p1, r12, 0
    sw r0, 0x9c(r3)
    [p1] br .Lagain
.Lend:
    lw r4, 0x80(r3)
    lw r5, 0x84(r3)
    lw r6, 0x88(r3)
    lw r7, 0x8c(r3)
    lw r28, 0x90(r3)
    lw r29, 0x94(r3)
    lw r30, 0x98(r3)
    lw r31, 0x9c(r3)
    sw r4, 0(r10)
    sw r5, 4(r10)
    sw r6, 8(r10)
    sw r7, 12(r10)
    sw r28, 16(r10)
    sw r29, 20(r10)
    sw r30, 24(r10)
    sw r31, 28(r10)
    jr r1
    .size ev_coreva_sqrn_unit, . - ev_coreva_sqrn_unit
