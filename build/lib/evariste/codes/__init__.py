# SPDX-License-Identifier: Apache-2.0
"""Error-correcting codes, host side: reference arithmetic, named codes, running the firmware."""
