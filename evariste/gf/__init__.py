# SPDX-License-Identifier: Apache-2.0
"""Reference arithmetic in characteristic 2, for tests and tools. It shares no code with the simulator.

polynomial  GF(2)[x] on Python integers: product, remainder, irreducibility, order of x
field       GF(2^m) of any size by the schoolbook, from its polynomial
lanes       the Galois-field unit's own arithmetic, from its 8-byte descriptor, for all operand values
"""
