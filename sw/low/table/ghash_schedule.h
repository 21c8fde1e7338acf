// SPDX-License-Identifier: Apache-2.0
// portable: nine words for a Karatsuba product, and their bits reversed.
#ifndef EVARISTE_GHASH_SCHEDULE_H
#define EVARISTE_GHASH_SCHEDULE_H

#define EV_GHASH_KEY_WORDS 18

#endif
