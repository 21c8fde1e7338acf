; SPDX-License-Identifier: Apache-2.0
;
; A field with its constants, and its arithmetic. In these programs w7 is 1 and w6 is R^2 until an inversion begins. An
; element of the host is only ever the second operand of a product, where any bits may stand. Its product with 1 after
; the way into Montgomery form and back is equal to it exactly if its degree is below m.

curve:
        liw     w0, 0
        movq    q0, q31
        stq     q0, m_field
        setf    w0
        popw    w1
        liw     w7, 1
        mul     w2, w7, w1              ; R
        liw     w0, 0
        stw     w0, m_zero
        mul     w3, w7, w2              ; 1, or R^2 is wrong
        popw    w4                      ; b
        mul     w1, w2, w1              ; R^2, reduced
        stw     w2, m_r
        xorw    w3, w3, w7
        cmpz    w3
        cmpc    w0                      ; S = 1
        bwnz    bad_const
        mul     w5, w1, w4              ; b R
        cmpz    w4
        stw     w1, m_r2
        bwz     bad_const
        mul     w6, w5, w7              ; b
        stw     w5, m_b
        liw     w1, 0
        movq    q2, q31                 ; a
        cmpc    w1
        xorw    w3, w1, w7
        csel    w3, w1, w3              ; 0 if a is 0 or 1
        csel    w2, w0, w2              ; a R
        stw     w2, m_a
        cmpz    w3
        carg    c0, 1
        cadd    c0, -1
        bwnz    bad_const
        sqrn    w5, w5, c0              ; sqrt(b) R
        xorw    w6, w6, w4
        cmpz    w6
        stw     w5, m_sqrtb
        bwnz    bad_const

; The end of each task with field elements: nothing of them stays.
finish:
        liw     w0, 0
        liw     w1, 0
        liw     w2, 0
        liw     w3, 0
        liw     w4, 0
        liw     w5, 0
        liw     w6, 0
        liw     w7, 0
        end
bad_const:
        err     bad_const
bad_point:
        err     bad_point

; The constants, and the first element: w0 as it came, w2 = w0 R.
enter:
        popw    w0
        ldw     w6, m_r2
        mul     w2, w6, w0
        liw     w7, 1
        ret

; A second element: w1 as it came, w3 = w1 R. Checks the degrees of both. w4 and w5 are temporary.
enter_second:
        popw    w1
        mul     w3, w6, w1
        mul     w4, w2, w7
        mul     w5, w3, w7
        xorw    w4, w4, w0
        cmpz    w4
        xorw    w5, w5, w1
        bwnz    bad_point
        cmpz    w5
        bwnz    bad_point
        ret

field_multiply:
        call    enter
        popw    w1
        mul     w3, w6, w1
        mul     w4, w2, w7
        mul     w5, w3, w7
        xorw    w4, w4, w0
        cmpz    w4
        mul     w2, w2, w1              ; a b
        bwnz    bad_point
        xorw    w5, w5, w1
        cmpz    w5
        bwnz    bad_point
        pushw   w2
        jmp     finish

field_invert:
        call    enter
        mul     w4, w2, w7
        movw    w1, w0
        movw    w0, w2
        call    invert
        xorw    w4, w4, w1
        cmpz    w4
        liw     w7, 1
        bwnz    bad_point
        mul     w6, w6, w7
        pushw   w6
        jmp     finish

; w6 = 1/w0 by Itoh and Tsujii, along the bits of m - 1: w6 = w0^(2^k - 1), k = c2 runs through their prefixes. w7, c1
; and c2 are temporary.
invert:
        carg    c1, 2
invert_zeros:
        cshl    c1
        bcc     invert_zeros
        movw    w6, w0
        cli     c2, 1
invert_bit:
        cshl    c1
        bz      invert_done
        sqrn    w7, w6, c2
        mul     w6, w7, w6              ; 2 k
        bcs     invert_odd
        cshl    c2
        jmp     invert_bit
invert_odd:
        cshl    c2
        cadd    c2, 1
        sqr     w6, w6
        mul     w6, w6, w0              ; 2 k + 1
        jmp     invert_bit
invert_done:
        sqr     w6, w6
        ret
