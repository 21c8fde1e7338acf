; SPDX-License-Identifier: Apache-2.0
;
; AES: keys and the modes without a field product. A chain value or tag is in q0, a counter in q4 (CCM: q2). q1, q3
; and q5 are temporary.

aes_key128:
        aeskey  4
        end
aes_key192:
        aeskey  6
        end
aes_key256:
        aeskey  8
        end
aes_encrypt:
        aesenc> q31, q31
        end
aes_decrypt:
        aesdec> q31, q31
        end

load_q0:
        movq    q0, q31
        end
load_q2:
        movq    q2, q31
        end
load_counter:
        movq    q4, q31
        end
push_q0:
        movq>   q0, q0
        end

ecb_encrypt:
        carg    c0, 0
ecb_encrypt_block:
        aesenc> q31, q31
        loop    c0, ecb_encrypt_block
        end
ecb_decrypt:
        carg    c0, 0
ecb_decrypt_block:
        aesdec> q31, q31
        loop    c0, ecb_decrypt_block
        end

cbc_encrypt:
        carg    c0, 0
cbc_encrypt_block:
        xorq    q0, q31, q0
        aesenc> q0, q0
        loop    c0, cbc_encrypt_block
        end
cbc_decrypt:
        carg    c0, 0
cbc_decrypt_block:
        movq    q1, q31
        aesdec  q3, q1
        xorq>   q31, q3, q0
        movq    q0, q1
        loop    c0, cbc_decrypt_block
        end

ctr:
        carg    c0, 0
ctr_block:
        aesenc  q3, q4
        inc32   q4, q4
        xorq>   q31, q31, q3
        loop    c0, ctr_block
        end

; CMAC (SP 800-38B) and CBC-MAC. The host begins with load_q0 of a block of zeros.
cmac_blocks:
        carg    c0, 0
cmac_block:
        xorq    q0, q31, q0
        aesenc  q0, q0
        loop    c0, cmac_block
        end
cmac_last:
        carg    c0, 0
        xorq    q1, q1, q1
        aesenc  q1, q1
        dbl     q1, q1                  ; K1
        movq    q3, q31
        tflag   1
        bz      cmac_full
        dbl     q1, q1                  ; K2
        maskp   q3, q3, c0
cmac_full:
        xorq    q3, q3, q1
        xorq    q0, q0, q3
        aesenc> q0, q0
        end

; CCM (SP 800-38C): cmac_blocks for block 0 and the additional data, load_q2 for the counter. The host does a last block
; that is not full.
ccm_encrypt:
        carg    c0, 0
ccm_encrypt_block:
        movq    q3, q31
        aesenc  q5, q2
        xorq>   q31, q5, q3
        xorq    q0, q0, q3
        aesenc  q0, q0
        inc32   q2, q2
        loop    c0, ccm_encrypt_block
        end
ccm_decrypt:
        carg    c0, 0
ccm_decrypt_block:
        aesenc  q5, q2
        xorq>   q3, q31, q5
        xorq    q0, q0, q3
        aesenc  q0, q0
        inc32   q2, q2
        loop    c0, ccm_decrypt_block
        end
ccm_tag:
        aesenc  q1, q31
        xorq>   q31, q0, q1
        end
