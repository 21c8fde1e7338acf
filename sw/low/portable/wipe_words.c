// SPDX-License-Identifier: Apache-2.0
// Zeros to memory, four words a turn (wipe_stack.h). The stores are volatile, so that the compiler keeps them.
#include "wipe_stack.h"

static inline void wipe(volatile uint32_t *word, size_t count) {
    for (; count >= 4; count -= 4, word += 4) word[0] = 0, word[1] = 0, word[2] = 0, word[3] = 0;
    for (; count > 0; count--) *word++ = 0;
}

void ev_wipe_words(uint32_t *words, size_t count) { wipe(words, count); }

// The array lies where the called functions had their frames.
__attribute__((noinline)) void ev_wipe_stack(size_t words) {
    uint32_t below[words];
    wipe(below, words);
}
