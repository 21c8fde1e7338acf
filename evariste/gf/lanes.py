# SPDX-License-Identifier: Apache-2.0
"""The Galois-field unit's arithmetic on 8-bit lanes, as isa/gfp.yaml defines it, and its field descriptors."""


def degree(poly: int) -> int:
    return poly.bit_length() - 1


def polynomial_remainder(a: int, modulus: int) -> int:
    """a mod modulus, both polynomials over GF(2)."""
    while a.bit_length() >= modulus.bit_length():
        a ^= modulus << (a.bit_length() - modulus.bit_length())
    return a


def descriptor(poly: int) -> bytes:
    """The 8 bytes for gfcfg: column j = x^(m+j) mod poly for j <= m-2, else 0; then m."""
    m = degree(poly)
    if not 2 <= m <= 8:
        raise ValueError(f"a descriptor needs a polynomial of degree 2 to 8, not {m}")
    return bytes(polynomial_remainder(1 << m + j, poly) if j <= m - 2 else 0 for j in range(7)) + bytes([m])
