# SPDX-License-Identifier: Apache-2.0
"""A family of codes of one length and one field, from weak to strong: what a radio that adapts may choose from."""

FAMILY = {f"rs:n=255,k={255 - 2 * t},poly=0x11d": t for t in (1, 2, 4, 8, 16)}
