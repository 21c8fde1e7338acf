// SPDX-License-Identifier: Apache-2.0
// table: round keys of both directions, as FIPS 197 writes them, 60 words each.
#ifndef EVARISTE_AES_SCHEDULE_H
#define EVARISTE_AES_SCHEDULE_H

#define EV_AES_SCHEDULE_WORDS 120

#endif
