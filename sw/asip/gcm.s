; SPDX-License-Identifier: Apache-2.0
;
; GCM (SP 800-38D): GHASH on the Montgomery multiplier, in the shadow of the next AES block. With the bits of each byte
; reversed, a block is an element with bit i as the coefficient of x^i. w5 is H R, so that a product with it needs no
; other factor. w3 is the sum, q4 the counter. The upper halves of w3 and w5 are zero.

gcm_key:
        liw     w0, 128                 ; x^128 + x^7 + x^2 + x + 1
        stq     q0, m_temporary
        liw     w0, 7
        stq     q0, m_temporary + 1
        liw     w0, 2
        stq     q0, m_temporary + 2
        liw     w0, 1
        stq     q0, m_temporary + 3
        ldq     q0, m_temporary
        setf    w0
        liw     w3, 0
        liw     w5, 0
        aesenc  q10, q10
        brev    q10, q10                ; H
        liw     w1, 0x4015              ; R^2: R is x^128 for each digit that divides 128
        mul     w5, w5, w1
        end

ghash_load:
        brev    q6, q31
        end
ghash_push:
        brev>   q31, q6
        end

ghash:
        carg    c0, 0
ghash_block:
        brev    q1, q31
        xorq    q6, q6, q1
        mul     w3, w3, w5
        loop    c0, ghash_block
        end

gcm_encrypt:
        carg    c0, 0
gcm_encrypt_block:
        aesenc  q1, q4
        xorq>   q1, q31, q1
        brev    q1, q1
        xorq    q6, q6, q1
        mul     w3, w3, w5
        inc32   q4, q4
        loop    c0, gcm_encrypt_block
        end
gcm_decrypt:
        carg    c0, 0
gcm_decrypt_block:
        aesenc  q1, q4
        movq    q3, q31
        xorq>   q31, q1, q3
        brev    q3, q3
        xorq    q6, q6, q3
        mul     w3, w3, w5
        inc32   q4, q4
        loop    c0, gcm_decrypt_block
        end

gcm_encrypt_last:
        carg    c0, 0
        aesenc  q1, q4
        xorq    q1, q31, q1
        mask>   q1, q1, c0
        jmp     gcm_last
gcm_decrypt_last:
        carg    c0, 0
        aesenc  q3, q4
        mask    q1, q31, c0
        xorq    q3, q3, q1
        mask>   q31, q3, c0
gcm_last:
        brev    q1, q1
        xorq    q6, q6, q1
        mul     w3, w3, w5
        end

gcm_tag:
        brev    q1, q31
        xorq    q6, q6, q1
        mul     w3, w3, w5
        aesenc  q1, q31
        brev    q6, q6
        xorq>   q31, q6, q1
        end
