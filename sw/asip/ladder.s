; SPDX-License-Identifier: Apache-2.0
;
; k P by the Montgomery ladder on x = X/Z (Lopez and Dahab, CHES 1999). A is the sum of the last step, D its double.
; Their difference is P. The order of the instructions is chosen so that each product is independent of the one before
; it, and the multiplier never waits: 6 n cycles a step. It starts with A = (x lambda : lambda) = P and
; D = (lambda : 0), the point at infinity, with a random lambda from the host. So leading zeros of k need no case.

point_multiply:
        call    enter
        call    enter_second
        stw     w2, m_x
        stw     w3, m_y
        tflag   1
        bz      multiply_start
        call    validate
multiply_start:
        popw    w0
        stw     w0, m_k
        popw    w0
        ldw     w6, m_r2
        movw    w4, w2                  ; x
        mul     w2, w6, w0              ; A: w0 + w1 : w2
        ldw     w5, m_sqrtb
        cmpz    w2
        movw    w3, w2                  ; D: w3 : w6
        liw     w6, 0
        bwz     bad_random
        mul     w0, w4, w2
        liw     w1, 0
        carg    c0, 0
ladder:
        cadd    c0, -1
        kbit    c0, m_k                 ; S: A is doubled, else D
        csel    w7, w2, w6              ; Z
        mul     w2, w2, w3              ; U = A.Z D.X
        xorw    w0, w0, w1
        csel    w3, w0, w3              ; X
        mul     w6, w0, w6              ; T = A.X D.Z
        sqr     w3, w3
        sqr     w7, w7
        mul     w0, w3, w7              ; X^2 Z^2
        mul     w1, w5, w7              ; sqrt(b) Z^2
        xorw    w7, w2, w6
        sqr     w7, w7                  ; (T + U)^2
        mul     w6, w2, w6              ; T U
        xorw    w3, w3, w1
        sqr     w3, w3                  ; (X^2 + sqrt(b) Z^2)^2
        movw    w2, w7
        mul     w1, w4, w7              ; x (T + U)^2
        movw    w7, w0
        movw    w0, w6
        movw    w6, w7
        bnz     ladder

        ; Q = (X1 : Z1) = k P and Q + P = (X2 : Z2); x' = X1/Z1 and
        ; y' = (x + x') ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y, with one inversion.
        kbit    c0, m_zero              ; S: the last bit
        xorw    w0, w0, w1
        csel    w1, w0, w3              ; X1
        csel    w3, w3, w0              ; X2
        csel    w0, w2, w6              ; Z1
        csel    w6, w6, w2              ; Z2
        cmpz    w0
        mul     w2, w4, w0
        mul     w5, w4, w6
        bwz     point_infinity
        cmpc    w6                      ; S: Q = -P
        mul     w6, w0, w6              ; Z1 Z2
        xorw    w2, w2, w1
        xorw    w3, w3, w5
        mul     w2, w2, w3
        mul     w1, w1, w5              ; X1 x Z2
        mul     w0, w4, w6              ; x Z1 Z2
        sqr     w3, w4
        ldw     w5, m_y
        xorw    w3, w3, w5
        mul     w3, w3, w6
        call    invert
        xorw    w2, w2, w3
        mul     w1, w1, w6              ; x'
        mul     w2, w2, w6
        xorw    w3, w1, w4
        mul     w3, w3, w2
        xorw    w0, w4, w5
        xorw    w3, w3, w5              ; y'
        csel    w2, w4, w1
        csel    w3, w0, w3
        tflag   2
        bz      multiply_end
        call    on_curve
multiply_end:
        liw     w7, 1
        mul     w2, w2, w7
        mul     w3, w3, w7
        liw     w0, 0
        stw     w0, m_k
        pushw   w2
        pushw   w3
        jmp     finish
bad_random:
        err     bad_random
