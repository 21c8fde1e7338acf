// SPDX-License-Identifier: Apache-2.0
#include <evariste/curve.h>

static const ev_curve_t *const all[] = {&ev_curve_k163, &ev_curve_b163, &ev_curve_k233, &ev_curve_b233,
                                        &ev_curve_k239, &ev_curve_k283, &ev_curve_b283, &ev_curve_k409,
                                        &ev_curve_b409, &ev_curve_k571, &ev_curve_b571, &ev_curve_p192,
                                        &ev_curve_p224, &ev_curve_p256, &ev_curve_p384, &ev_curve_p521};

const ev_curve_set_t ev_curves_all = {all, sizeof all / sizeof all[0]};
