// SPDX-License-Identifier: Apache-2.0
// How the library waits for points and inverses of the coprocessor.
//
// It polls STATUS, unless the program says otherwise. After ev_asip_sleep(1) the core sleeps (WFE) until the result
// comes. The core must have interrupts: on another one this call is a bus error. It sets SEVONPEND, so that the
// coprocessor's interrupt ends the sleep when it becomes pending. No handler is needed, and the interrupt stays disabled
// in the NVIC. Other interrupts are served meanwhile. PRIMASK may be set.
//
// A program with a handler of its own for this interrupt calls ev_asip_sleep(0) before it calls the library.
#ifndef EVARISTE_BACKEND_ASIP_H
#define EVARISTE_BACKEND_ASIP_H

#ifdef __cplusplus
extern "C" {
#endif

void ev_asip_sleep(int on);

#ifdef __cplusplus
}
#endif

#endif
