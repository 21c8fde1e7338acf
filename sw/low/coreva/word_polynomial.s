# SPDX-License-Identifier: Apache-2.0
# r10, r11 = the product of r10 and r11 as polynomials, for configurations with CLMUL.
    .section .text.ev_coreva_word_polynomial
    .globl ev_coreva_word_polynomial
    .type ev_coreva_word_polynomial, @function
ev_coreva_word_polynomial:
    clmul r10, r10, r11 | clmulh r11, r10, r11 | jr r1 ;;
    nop ;;
    .size ev_coreva_word_polynomial, . - ev_coreva_word_polynomial
