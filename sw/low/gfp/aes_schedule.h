// SPDX-License-Identifier: Apache-2.0
// gfp: a round key is four rows (aes_rows.h describes the layout). One schedule serves both directions.
#ifndef EVARISTE_AES_SCHEDULE_H
#define EVARISTE_AES_SCHEDULE_H

#define EV_AES_SCHEDULE_WORDS 60

#endif
