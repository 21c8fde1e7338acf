# SPDX-License-Identifier: Apache-2.0
"""The curves of isa/curves.yaml, and their fields."""

from __future__ import annotations

from functools import cache

import msgspec

from evariste.errors import UserError


class _CurveSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    standard: str
    nist: str | None
    oid: str
    field: int
    a: int
    b: str
    gx: str
    gy: str
    n: str
    h: int


class _PrimeCurveSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    standard: str
    nist: str
    oid: str
    prime: str
    b: str
    gx: str
    gy: str
    n: str
    also: str | None = None


class _MontgomerySpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    oid: str
    prime: str
    a: int
    u: int
    order: str
    h: int


class _CurvesSpec(msgspec.Struct, forbid_unknown_fields=True):
    curves: list[_CurveSpec]
    prime: list[_PrimeCurveSpec]
    montgomery: list[_MontgomerySpec]


class _PrimeSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: str
    terms: dict[int, int]


class _PrimesSpec(msgspec.Struct, forbid_unknown_fields=True):
    primes: list[_PrimeSpec]


class Prime(msgspec.Struct, frozen=True):
    """A prime field: p is the sum of factor 2^exponent over `terms`."""

    name: str
    terms: tuple[tuple[int, int], ...]  # exponent and factor, highest first

    @property
    def label(self) -> str:
        """The field in the names of files and functions."""
        return self.name.removeprefix("p")

    @property
    def p(self) -> int:
        return sum(factor << exponent for exponent, factor in self.terms)

    @property
    def words(self) -> int:
        return (self.p.bit_length() + 31) // 32


class Curve(msgspec.Struct, frozen=True):
    """A curve with coordinates of `degree` bits, base point (gx, gy) of prime order n, cofactor h."""

    name: str
    standard: str
    also: str | None
    nist: str | None
    oid: str
    degree: int
    a: int
    b: int
    gx: int
    gy: int
    n: int
    h: int

    @property
    def words(self) -> int:
        return (self.degree + 31) // 32

    @property
    def octets(self) -> int:
        """Length of an encoded field element."""
        return (self.degree + 7) // 8

    @property
    def field_size(self) -> int:
        """A coordinate, as a number, is below this."""
        return 1 << self.degree


class BinaryCurve(Curve, frozen=True):
    """y^2 + xy = x^3 + a x^2 + b over GF(2^degree) modulo `poly`."""

    poly: int

    @property
    def koblitz(self) -> bool:
        return self.b == 1


class PrimeCurve(Curve, frozen=True):
    """y^2 = x^3 + a x + b modulo p, a = -3."""

    prime: Prime

    @property
    def p(self) -> int:
        return self.prime.p

    @property
    def field_size(self) -> int:
        return self.prime.p


class Montgomery(msgspec.Struct, frozen=True):
    """v^2 = u^3 + a u^2 + u modulo a prime; the base point has this u and this order."""

    name: str
    oid: str
    prime: Prime
    a: int
    u: int
    order: int
    h: int


@cache
def fields() -> dict[int, int]:
    """Modulus of each large binary field of isa/fields.yaml, by degree."""
    from evariste.isa import load

    return {f.degree: sum(1 << t for t in f.terms) for f in load.fields().binary}


@cache
def primes() -> dict[str, Prime]:
    """Each prime field of isa/primes.yaml, by name."""
    from evariste.isa import load

    specs = load.read(load.FOLDER / "primes.yaml", _PrimesSpec).primes
    return {s.name: Prime(s.name, tuple(sorted(s.terms.items(), reverse=True))) for s in specs}


@cache
def _specs() -> _CurvesSpec:
    from evariste.isa import load

    return load.read(load.FOLDER / "curves.yaml", _CurvesSpec)


@cache
def binary_curves() -> dict[str, BinaryCurve]:
    found = {}
    for c in _specs().curves:
        b, gx, gy, n = (int(x, 16) for x in (c.b, c.gx, c.gy, c.n))
        found[c.name] = BinaryCurve(c.name, c.standard, None, c.nist, c.oid, c.field, c.a, b, gx, gy, n, c.h,
                                    fields()[c.field])  # fmt: skip
    return found


@cache
def prime_curves() -> dict[str, PrimeCurve]:
    found = {}
    for c in _specs().prime:
        b, gx, gy, n = (int(x, 16) for x in (c.b, c.gx, c.gy, c.n))
        prime = primes()[c.prime]
        found[c.name] = PrimeCurve(c.name, c.standard, c.also, c.nist, c.oid, prime.p.bit_length(), -3, b, gx, gy, n, 1,
                                   prime)  # fmt: skip
    return found


@cache
def curves() -> dict[str, Curve]:
    """Every curve with points, by name."""
    return {**binary_curves(), **prime_curves()}


@cache
def x25519() -> Montgomery:
    (c,) = _specs().montgomery
    return Montgomery(c.name, c.oid, primes()[c.prime], c.a, c.u, int(c.order, 16), c.h)


def curve(name: str) -> Curve:
    """A curve by any of its names (k233, sect233k1, K-233; p256, prime256v1, secp256r1, P-256)."""
    for c in curves().values():
        if name.lower() in (c.name, c.standard, c.also, (c.nist or "").lower()):
            return c
    raise UserError(f"There is no curve '{name}'; there are {', '.join(curves())}.")
