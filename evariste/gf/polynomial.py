# SPDX-License-Identifier: Apache-2.0
"""Polynomials over GF(2) as integers: bit i is the coefficient of x^i."""


def degree(a: int) -> int:
    """The degree; -1 for the zero polynomial."""
    return a.bit_length() - 1


def multiply(a: int, b: int) -> int:
    """The product, without carries."""
    product = 0
    while b:
        low = b & -b
        product ^= a * low  # low is a power of two: a shift
        b ^= low
    return product


def divide(a: int, b: int) -> tuple[int, int]:
    """Quotient and remainder of a by b."""
    if not b:
        raise ZeroDivisionError("division by the zero polynomial")
    quotient = 0
    while (shift := degree(a) - degree(b)) >= 0:
        quotient |= 1 << shift
        a ^= b << shift
    return quotient, a


def remainder(a: int, modulus: int) -> int:
    """a mod modulus."""
    return divide(a, modulus)[1]


def gcd(a: int, b: int) -> int:
    """The greatest common divisor."""
    while b:
        a, b = b, remainder(a, b)
    return a


def power(a: int, exponent: int, modulus: int) -> int:
    """a^exponent mod modulus, by square and multiply."""
    result = remainder(1, modulus)
    for bit in bin(exponent)[2:]:
        result = remainder(multiply(result, result), modulus)
        if bit == "1":
            result = remainder(multiply(result, a), modulus)
    return result


def prime_factors(n: int) -> list[int]:
    """The distinct primes that divide n, by trial division."""
    found, p = [], 2
    while p * p <= n:
        if n % p == 0:
            found.append(p)
            while n % p == 0:
                n //= p
        p += 1
    return found + ([n] if n > 1 else [])


def is_irreducible(f: int) -> bool:
    """Rabin's test: x^(2^m) = x mod f, and x^(2^(m/p)) - x is coprime to f for every prime p dividing m."""
    m = degree(f)
    if m < 1:
        return False
    x, frobenius = remainder(2, f), [remainder(2, f)]
    for _ in range(m):
        frobenius.append(remainder(multiply(frobenius[-1], frobenius[-1]), f))
    return frobenius[m] == x and all(gcd(frobenius[m // p] ^ x, f) == 1 for p in prime_factors(m))


def order_of_x(f: int) -> int:
    """The least n > 0 with x^n = 1 mod f, for an f with constant term 1; found by repeated multiplication by x."""
    if not f & 1 or degree(f) < 1:
        raise ValueError(f"x has no order modulo {f:#x}, whose constant term is 0")
    n, a, one = 1, remainder(2, f), remainder(1, f)
    while a != one:
        a = remainder(a << 1, f)
        n += 1
    return n


def is_primitive(f: int) -> bool:
    """True when f is irreducible and x generates every non-zero element: checked at the divisors of 2^m - 1."""
    full = (1 << degree(f)) - 1
    return is_irreducible(f) and f != 2 and all(power(2, full // p, f) != 1 for p in prime_factors(full))


def irreducibles(m: int) -> list[int]:
    """All irreducible polynomials of degree m, ascending."""
    return [f for f in range(1 << m, 2 << m) if is_irreducible(f)]


def text(f: int) -> str:
    """The polynomial as written by hand: x^8 + x^4 + 1."""
    terms = ["1" if i == 0 else "x" if i == 1 else f"x^{i}" for i in range(degree(f), -1, -1) if f >> i & 1]
    return " + ".join(terms) or "0"
