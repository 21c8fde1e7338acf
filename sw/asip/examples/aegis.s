; SPDX-License-Identifier: Apache-2.0
; AEGIS-128L (draft-irtf-cfrg-aegis-aead): an example of a task of one's own. It is not in the program of the tasks; a
; host loads it into a build with PROGRAM_RAM and starts task number 4, whose program begins at 0.
;
; Takes: the constants C0 and C1, key, nonce; with flag 1 one block of 32 bytes of additional data; `count` blocks of 32
; bytes of the message; the lengths of both in bits. Gives: the message encrypted, then the tag of 128 bits.
; q0 to q7 are the state S0 to S7, q8 and q9 what it takes up.
aegis:
        movq q11, q31           ; C0
        movq q12, q31           ; C1
        movq q9, q31            ; key
        movq q8, q31            ; nonce
        xorq q0, q8, q9
        movq q1, q12
        movq q2, q11
        movq q3, q12
        movq q4, q0
        xorq q5, q9, q11
        xorq q6, q9, q12
        movq q7, q5
        cli c1, 10
begin:  call update
        loop c1, begin
        carg c0, 0
        tflag 1
        bz block
        movq q8, q31
        movq q9, q31
        call update
block:  movq q8, q31
        movq q9, q31
        andq q10, q2, q3
        xorq q10, q10, q1
        xorq q10, q10, q6
        xorq> q31, q10, q8
        andq q10, q6, q7
        xorq q10, q10, q2
        xorq q10, q10, q5
        xorq> q31, q10, q9
        call update
        loop c0, block
        xorq q8, q31, q2        ; the lengths
        movq q9, q8
        cli c1, 7
finish: call update
        loop c1, finish
        xorq q0, q0, q1
        xorq q0, q0, q2
        xorq q0, q0, q3
        xorq q0, q0, q4
        xorq q0, q0, q5
        xorq> q0, q0, q6
        end

; Each block of the state becomes a round of AES of the one before it, plus itself. The last one is computed first.
update: movq q10, q7
        aese q7, q6, q7
        aese q6, q5, q6
        aese q5, q4, q5
        xorq q4, q4, q9
        aese q4, q3, q4
        aese q3, q2, q3
        aese q2, q1, q2
        aese q1, q0, q1
        xorq q0, q0, q8
        aese q0, q10, q0
        ret
