# SPDX-License-Identifier: Apache-2.0
"""The kernels of GF(2^233): generated assembly, by way of evariste/vliw/kernel.py."""
