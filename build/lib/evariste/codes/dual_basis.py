# SPDX-License-Identifier: Apache-2.0
"""The dual basis of CCSDS 131.0-B, Annex on transformation between Berlekamp and conventional representations.

A symbol z0 .. z7 in the dual basis stands for the sum of z_i l_i, where Tr(l_i beta^j) = 1 for i = j and 0 otherwise,
beta = alpha^117. z0 is the first bit sent, the highest of the byte.
"""

from functools import cache

from evariste.codes.reference import Field

POLYNOMIAL, BETA = 0x187, 117


@cache
def tables() -> tuple[bytes, bytes]:
    """Conventional to dual, dual to conventional: bit z_i of u is the trace of u * beta^i."""
    field = Field(POLYNOMIAL)

    def trace(a: int) -> int:
        total = 0
        for _ in range(field.m):
            total ^= a
            a = field.mul(a, a)
        return total

    dual = bytes(sum(trace(field.mul(u, field.alpha(BETA * i))) << (7 - i) for i in range(8)) for u in range(256))
    back = bytearray(256)
    for u, z in enumerate(dual):
        back[z] = u
    return dual, bytes(back)


def to_dual(symbols: bytes) -> bytes:
    return symbols.translate(tables()[0])


def to_conventional(symbols: bytes) -> bytes:
    return symbols.translate(tables()[1])
