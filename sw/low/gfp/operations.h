// SPDX-License-Identifier: Apache-2.0
// Operations of the kernels that an extension of the unit does in one instruction: assembler macros that use it where
// the backend's cores have it, and the base instructions elsewhere. The results are the same. The flags are undefined
// afterwards, and so are the registers that a macro calls temporary.
#ifndef OPERATIONS_H
#define OPERATIONS_H
#include <evariste/backend/extensions.h>

#include "gfp_asm.h"

// \d = \a + \b. Two bytes if eors can do it, else four; one cycle in both cases.
.macro xor3 d, a, b
    .if (.Lgf_\d == .Lgf_\a) && (.Lgf_\d < 8) && (.Lgf_\b < 8)
    eors    \d, \b
    .else
    gfadd   \d, \a, \b
    .endif
.endm

// \sum += \a * \b in the lanes. Temporary: \t. One cycle by gfma, else two.
.macro add_product sum, a, b, t
#if EV_GFMA
    gfma    \sum, \sum, \a, \b
#else
    gfmul   \t, \a, \b
    xor3    \sum, \sum, \t
#endif
.endm

// \d = \c + \a * \b in the lanes; \d is not \c. One cycle by gfma, else two.
.macro multiply_add d, c, a, b
#if EV_GFMA
    gfma    \d, \c, \a, \b
#else
    gfmul   \d, \a, \b
    xor3    \d, \d, \c
#endif
.endm

// \d = \c + \a * \b in the lanes, \d perhaps \c. Temporary: \t, perhaps \a. One cycle by gfma, else two.
.macro add_product_to d, c, a, b, t
#if EV_GFMA
    gfma    \d, \c, \a, \b
#else
    gfmul   \t, \a, \b
    xor3    \d, \c, \t
#endif
.endm

// \high:\low += \a * \b, carry-less. Temporary: \t, \u; \t may be \a. One cycle by gfmac32, else three.
.macro add_product32 high, low, a, b, t, u
#if EV_GFMAC32
    gfmac32 \high, \low, \a, \b
#else
    gfmul32 \t, \u, \a, \b
    xor3    \low, \low, \u
    xor3    \high, \high, \t
#endif
.endm

// A second field. A core that can hold it beside the first never changes the field register: the change takes no cycle.
// `both` comes first, then `to_second` before a run of mul_second, and `to_first` after it. The descriptors are where the
// registers \first and \second point.
.macro both first, second
    gfcfg   [\first]
#if EV_SECOND_FIELD
    gfcfgb  [\second]
#endif
.endm

.macro to_second second
#if !EV_SECOND_FIELD
    gfcfg   [\second]
#endif
.endm

.macro to_first first
#if !EV_SECOND_FIELD
    gfcfg   [\first]
#endif
.endm

.macro mul_second d, a, b
#if EV_SECOND_FIELD
    gfmulb  \d, \a, \b
#else
    gfmul   \d, \a, \b
#endif
.endm

// Branch to \label if no lane of \value is zero. Temporary: \value, \t. \ones is 01 in each lane. Two cycles by gftst,
// four without, and one more if taken.
.macro branch_without_zero value, t, ones, label
#if EV_GFTST
    gftst   \value
    bne     \label
#else
    gfinv   \t, \value
    gfmul   \value, \value, \t
    cmp     \value, \ones
    beq     \label
#endif
.endm
// \a and \b, in r0..r7, rotated right by \by bits. Temporary: \t, which has \by already if \again is given. Two cycles
// by gfror, else three.
.macro rotate_both a, b, by, t, again
#if EV_GFROR
    gfror   \a, \a, \by
    gfror   \b, \b, \by
#else
    .ifb \again
    movs    \t, #\by
    .endif
    rors    \a, \t
    rors    \b, \t
#endif
.endm

// The halves of \a, in r0..r7, exchanged. One cycle by gfror, else two.
.macro swap_halves a
#if EV_GFROR
    gfror   \a, \a, 16
#else
    rev     \a, \a
    rev16   \a, \a
#endif
.endm
#endif
