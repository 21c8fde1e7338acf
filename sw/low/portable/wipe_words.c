// SPDX-License-Identifier: Apache-2.0
// Zeros to memory, eight words a turn (wipe_stack.h). The stores are volatile, so that the compiler keeps them.
#include "wipe_stack.h"

static inline __attribute__((always_inline)) void wipe(volatile uint32_t *word, size_t count) {
    for (; count >= 8; count -= 8, word += 8) {
        word[0] = 0, word[1] = 0, word[2] = 0, word[3] = 0;
        word[4] = 0, word[5] = 0, word[6] = 0, word[7] = 0;
    }
    for (; count > 0; count--) *word++ = 0;
}

void ev_wipe_words(uint32_t *words, size_t count) { wipe(words, count); }

// The array lies where the called functions had their frames. A frame of `wipe` would lie below it, so it has none.
__attribute__((noinline)) void ev_wipe_stack(size_t words) {
    uint32_t below[words];
    wipe(below, words);
}
