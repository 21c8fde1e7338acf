# SPDX-License-Identifier: Apache-2.0
"""Two families of codes, each of one length and field, from weak to strong: what a radio that adapts chooses from."""

FAMILY = {
    **{f"rs:n=255,k={255 - 2 * t},poly=0x11d": f"RS(255, {255 - 2 * t})" for t in (1, 2, 4, 8, 16)},
    **{f"bch:n=63,t={t},poly=0x43": f"BCH(63, {k})" for t, k in ((1, 57), (2, 51), (3, 45), (5, 36), (7, 24))},
}
