// SPDX-License-Identifier: Apache-2.0
// portable: a round key is eight bit planes (aes_bitslice.h), 32 bytes. One schedule serves both directions.
#ifndef EVARISTE_AES_SCHEDULE_H
#define EVARISTE_AES_SCHEDULE_H

#define EV_AES_SCHEDULE_WORDS 120

#endif
