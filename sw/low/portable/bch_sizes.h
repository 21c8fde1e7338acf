// SPDX-License-Identifier: Apache-2.0
// Words of tables for the remainder kernel: the generator's multiples by every byte.
#ifndef EVARISTE_BCH_SIZES_H
#define EVARISTE_BCH_SIZES_H

#define EV_BCH_LOW_WORDS(m, t) (256u * EV_BCH_GENERATOR_WORDS(m, t))

#endif
