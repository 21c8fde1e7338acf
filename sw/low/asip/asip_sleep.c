// SPDX-License-Identifier: Apache-2.0
// Sleep until the coprocessor has a result (evariste/backend/asip.h).
#include <evariste/backend/asip.h>

#include "asip_driver.h"
#include "nvic.h"

void ev_asip_sleep(int on) {
    if (on) NVIC_PendingIsEvent(1);
    ASIP_REGISTER(ASIP_IRQ_ENABLE) = on ? ASIP_WAKING : 0;
}

// Only what becomes pending is an event. So a former error and what is pending from before are cleared first. What
// happens later is an event, or STATUS shows it. After an error no interrupt tells when the coprocessor is idle again.
void ev_asip_doze(void) {
    ASIP_REGISTER(ASIP_IRQ) = ASIP_IRQ_ERROR;
    NVIC_ClearPendingIRQ(Device_IRQn);
    const uint32_t status = ASIP_REGISTER(ASIP_STATUS);
    if (!ev_asip_is_over(status) && !(status & ASIP_FAILED)) __asm__ volatile("wfe" ::: "memory");
}
