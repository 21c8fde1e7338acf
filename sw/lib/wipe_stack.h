// SPDX-License-Identifier: Apache-2.0
// Clears memory, and what the functions that a public function has called left on the stack. Not for programs.
//
// A backend may have its own wipe_words.c or wipe_words.S with these two. Neither knows what it overwrites; all of it may
// be secret. The times depend on the numbers only.
#ifndef EVARISTE_WIPE_STACK_H
#define EVARISTE_WIPE_STACK_H

#include <evariste/wipe.h>
#include <stdint.h>

// Writes zeros to `count` words, which are aligned. 0 is allowed.
void ev_wipe_words(uint32_t *words, size_t count);

// Writes zeros to `words` words below the caller's frame. The caller's own frame stays as it is: it holds addresses and
// lengths, and secrets in it are the caller's to clear. The stack must have room for them.
void ev_wipe_stack(size_t words);

#endif
