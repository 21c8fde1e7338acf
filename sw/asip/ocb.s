; SPDX-License-Identifier: Apache-2.0
;
; OCB3 (RFC 7253). q0 is the offset, q2 the checksum, q7 the sum of the additional data, c1 the number of the block.
; L_0 to L_7 are in q8 to q15, L_8 to L_15 in memory, for up to 65,535 blocks.

ocb_key:
        xorq    q0, q0, q0
        aesenc  q0, q0
        stq     q0, m_lstar
        dbl     q0, q0
        stq     q0, m_ldollar
        dbl     q8, q0
        dbl     q9, q8
        dbl     q10, q9
        dbl     q11, q10
        dbl     q12, q11
        dbl     q13, q12
        dbl     q14, q13
        dbl     q15, q14
        dbl     q0, q15
        stq     q0, m_l8
        dbl     q0, q0
        stq     q0, m_l8 + 4
        dbl     q0, q0
        stq     q0, m_l8 + 8
        dbl     q0, q0
        stq     q0, m_l8 + 12
        dbl     q0, q0
        stq     q0, m_l8 + 16
        dbl     q0, q0
        stq     q0, m_l8 + 20
        dbl     q0, q0
        stq     q0, m_l8 + 24
        dbl     q0, q0
        stq     q0, m_l8 + 28
        end

; The next offset, if the number of the block ends in more than 7 zeros.
ocb_far:
        cadd    c1, 0
        bz      ocb_long
        ldqx    q3, m_l8 - 32
        xorq    q0, q0, q3
        ret
ocb_long:
        err     bad_count

ocb_aad_start:
        xorq    q0, q0, q0
        xorq    q7, q7, q7
        cli     c1, 0
        end
ocb_aad_far:
        call    ocb_far
        jmp     ocb_aad_near
ocb_aad:
        carg    c0, 0
ocb_aad_block:
        cadd    c1, 1
        xidx    c1
        bnz     ocb_aad_far
        xorx    q0, q0, q8
ocb_aad_near:
        xorq    q1, q31, q0
        aesenc  q1, q1
        xorq    q7, q7, q1
        loop    c0, ocb_aad_block
        end
ocb_aad_last:
        carg    c0, 0
        ldq     q1, m_lstar
        xorq    q0, q0, q1
        maskp   q1, q31, c0
        xorq    q1, q1, q0
        aesenc  q1, q1
        xorq    q7, q7, q1
        end

ocb_start:
        movq    q0, q31
        xorq    q2, q2, q2
        cli     c1, 0
        end
ocb_encrypt_far:
        call    ocb_far
        jmp     ocb_encrypt_near
ocb_encrypt:
        carg    c0, 0
ocb_encrypt_block:
        movq    q1, q31
        xorq    q2, q2, q1
        cadd    c1, 1
        xidx    c1
        bnz     ocb_encrypt_far
        xorx    q0, q0, q8
ocb_encrypt_near:
        xorq    q1, q1, q0
        aesenc  q1, q1
        xorq>   q31, q1, q0
        loop    c0, ocb_encrypt_block
        end
ocb_decrypt_far:
        call    ocb_far
        jmp     ocb_decrypt_near
ocb_decrypt:
        carg    c0, 0
ocb_decrypt_block:
        cadd    c1, 1
        xidx    c1
        bnz     ocb_decrypt_far
        xorx    q0, q0, q8
ocb_decrypt_near:
        xorq    q1, q31, q0
        aesdec  q1, q1
        xorq>   q1, q1, q0
        xorq    q2, q2, q1
        loop    c0, ocb_decrypt_block
        end

ocb_encrypt_last:
        carg    c0, 0
        ldq     q1, m_lstar
        xorq    q0, q0, q1
        aesenc  q3, q0
        movq    q1, q31
        xorq    q3, q3, q1
        mask>   q31, q3, c0
        maskp   q1, q1, c0
        xorq    q2, q2, q1
        end
ocb_decrypt_last:
        carg    c0, 0
        ldq     q1, m_lstar
        xorq    q0, q0, q1
        aesenc  q3, q0
        xorq    q3, q31, q3
        mask>   q31, q3, c0
        maskp   q1, q3, c0
        xorq    q2, q2, q1
        end
ocb_tag:
        ldq     q1, m_ldollar
        xorq    q2, q2, q0
        xorq    q2, q2, q1
        aesenc  q2, q2
        xorq>   q31, q2, q7
        end
