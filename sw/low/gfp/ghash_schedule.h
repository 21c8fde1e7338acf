// SPDX-License-Identifier: Apache-2.0
// gfp: H / x, four words.
#ifndef EVARISTE_GHASH_SCHEDULE_H
#define EVARISTE_GHASH_SCHEDULE_H

#define EV_GHASH_KEY_WORDS 4

#endif
