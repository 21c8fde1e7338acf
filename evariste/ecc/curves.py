# SPDX-License-Identifier: Apache-2.0
"""The curves of isa/curves.yaml."""

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


class _CurvesSpec(msgspec.Struct, forbid_unknown_fields=True):
    curves: list[_CurveSpec]


class Curve(msgspec.Struct, frozen=True):
    """y^2 + xy = x^3 + a x^2 + b over GF(2^degree) modulo `poly`; base point (gx, gy) of prime order n, cofactor h."""

    name: str
    standard: str
    nist: str | None
    oid: str
    degree: int
    poly: int
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
    def koblitz(self) -> bool:
        return self.b == 1


@cache
def fields() -> dict[int, int]:
    """Modulus of each large binary field of isa/fields.yaml, by degree."""
    from evariste.isa import load

    return {f.degree: sum(1 << t for t in f.terms) for f in load.fields().binary}


@cache
def curves() -> dict[str, Curve]:
    """Every curve by name."""
    from evariste.isa import load

    found = {}
    for c in load.read(load.FOLDER / "curves.yaml", _CurvesSpec).curves:
        numbers = (int(c.b, 16), int(c.gx, 16), int(c.gy, 16), int(c.n, 16))
        found[c.name] = Curve(c.name, c.standard, c.nist, c.oid, c.field, fields()[c.field], c.a, *numbers, c.h)
    return found


def curve(name: str) -> Curve:
    """A curve by any of its names (k233, sect233k1, K-233)."""
    for c in curves().values():
        if name.lower() in (c.name, c.standard, (c.nist or "").lower()):
            return c
    raise UserError(f"There is no curve '{name}'; there are {', '.join(curves())}.")
