# SPDX-License-Identifier: Apache-2.0
"""Error-correcting codes on the host's side: reference arithmetic, named codes, kernel generators, running the firmware."""
