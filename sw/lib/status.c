// SPDX-License-Identifier: Apache-2.0
// The statuses in words.

#include <evariste/status.h>

#define TEXT(name, text) [EV_##name] = text,
static const char *const texts[] = {EV_STATUS_LIST(TEXT)};

const char *ev_status_text(ev_status_t status) {
    return (unsigned)status < EV_STATUS_COUNT ? texts[status] : "This is not a status of the library.";
}
