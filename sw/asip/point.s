; SPDX-License-Identifier: Apache-2.0
;
; Points of y^2 + x y = x^3 + a x^2 + b. Coordinates come and go plain and affine.

point_add:
        call    enter
        call    enter_second
        stw     w2, m_x
        stw     w3, m_y
        call    enter
        call    enter_second            ; w2 and w3 are x2 R and y2 R
        ldw     w4, m_x
        ldw     w5, m_y
        xorw    w0, w2, w4              ; x1 + x2
        xorw    w1, w3, w5              ; y1 + y2
        cmpz    w0
        stw     w0, m_k
        bwz     point_same_x
        call    invert
        mul     w6, w6, w1              ; lambda
        jmp     point_slope
point_same_x:
        cmpz    w1
        movw    w0, w2
        bwz     point_tangent
point_infinity:
        err     infinity

point_double:
        call    enter
        call    enter_second
        liw     w0, 0
        stw     w0, m_k
        stw     w2, m_x
        stw     w3, m_y
        movw    w0, w2
point_tangent:                          ; of the point w2 = w0, w3
        cmpz    w0
        movw    w4, w2
        movw    w5, w3
        bwz     point_infinity
        call    invert
        mul     w6, w6, w5
        xorw    w6, w6, w4              ; lambda = x + y/x

; The third point of the line through (w4, w5) of slope w6: x3 = lambda^2 + lambda + (x1 + x2) + a,
; y3 = lambda (x1 + x3) + x3 + y1.
point_slope:
        sqr     w2, w6
        ldw     w0, m_k
        ldw     w1, m_a
        xorw    w0, w0, w1
        xorw    w0, w0, w6
        xorw    w2, w2, w0              ; x3
        xorw    w0, w2, w4
        mul     w3, w6, w0
        liw     w7, 1
        xorw    w5, w5, w2
        mul     w2, w2, w7
        xorw    w3, w3, w5              ; y3
        mul     w3, w3, w7
        pushw   w2
        pushw   w3
        jmp     finish

point_validate:
        call    enter
        call    enter_second
        call    validate
        jmp     finish

; The point (w2, w3) is in the group of prime order, else error bad_point. For odd m, and for curves with cofactor 2
; (a = 1) or 4 (a = 0). Keeps w2, w3 and S of the ladder.
validate:
        cli     c0, 0
        kbit    c0, m_field             ; S: m is odd
        liw     w0, 0
        liw     w7, 1
        csel    w0, w7, w0
        cmpz    w0
        kbit    c0, m_zero              ; L = 0
        cmpc    w2
        bwz     bad_const
        call    on_curve
        cmpz    w2
        ldw     w0, m_a
        bwz     bad_point
        xorw    w0, w0, w2
        call    trace                   ; w6 with w6^2 + w6 = x + a: P is twice a point
        ldw     w0, m_a
        cmpz    w0
        mul     w1, w6, w2
        xorw    w0, w2, w3
        bwnz    validate_done
        xorw    w0, w0, w1              ; y + (w6 + 1) x
        call    trace                   ; of that point's x: it is twice a point, too
validate_done:
        ret

; w2, w3 are coordinates of a point, else error bad_point. w0, w1, w4, w5 are temporary.
on_curve:
        sqr     w0, w2
        mul     w4, w2, w3
        sqr     w1, w3
        ldw     w5, m_a
        xorw    w5, w5, w2
        mul     w0, w0, w5              ; x^3 + a x^2
        ldw     w5, m_b
        xorw    w1, w1, w5
        xorw    w1, w1, w4
        xorw    w1, w1, w0
        cmpz    w1
        bwnz    bad_point
        ret

; The half-trace w6 of w0, the sum of w0^(4^i) for i = 0 to (m - 1)/2; error bad_point unless the trace w6^2 + w6 + w0
; is zero. Along the bits of (m - 1)/2: w6 has k terms, c2 = 2 k. w7, c1 and c2 are temporary.
trace:
        carg    c1, 1
trace_zeros:
        cshl    c1
        bcc     trace_zeros
        movw    w6, w0
        cli     c2, 2
trace_bit:
        cshl    c1
        bz      trace_last
        sqrn    w7, w6, c2
        xorw    w6, w6, w7              ; 2 k terms
        bcs     trace_odd
        cshl    c2
        jmp     trace_bit
trace_odd:
        cshl    c2
        cadd    c2, 2
        sqr     w6, w6
        sqr     w6, w6
        xorw    w6, w6, w0              ; 2 k + 1 terms
        jmp     trace_bit
trace_last:
        sqr     w6, w6
        sqr     w6, w6
        xorw    w6, w6, w0
        sqr     w7, w6
        xorw    w7, w7, w6
        xorw    w7, w7, w0
        cmpz    w7
        bwnz    bad_point
        ret
