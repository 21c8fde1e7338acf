// SPDX-License-Identifier: Apache-2.0
// Long streams, in parts. Interrupts come between them.
#include "asip_driver.h"

void ev_asip_stream_all(uint32_t *out, const uint32_t *in, size_t blocks, uint32_t task) {
    while (blocks > 0) {
        const size_t now = blocks < ASIP_MOST_BLOCKS ? blocks : ASIP_MOST_BLOCKS;
        ev_asip_stream(out, in, now, task);
        out += 4 * now;
        in += 4 * now;
        blocks -= now;
    }
}

void ev_asip_absorb_all(const uint32_t *in, size_t blocks, uint32_t task) {
    while (blocks > 0) {
        const size_t now = blocks < ASIP_MOST_BLOCKS ? blocks : ASIP_MOST_BLOCKS;
        ev_asip_absorb(in, now, task);
        in += 4 * now;
        blocks -= now;
    }
}
