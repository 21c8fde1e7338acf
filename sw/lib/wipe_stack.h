// SPDX-License-Identifier: Apache-2.0
// Clears what the functions that a public function has called left on the stack. Not for programs.
#ifndef EVARISTE_WIPE_STACK_H
#define EVARISTE_WIPE_STACK_H

#include <evariste/wipe.h>

// Writes zeros to `words` words below the caller's frame. The caller's own frame stays as it is: it holds addresses and
// lengths, and secrets in it are the caller's to clear. About 3 cycles a word.
void ev_wipe_stack(size_t words);

#endif
