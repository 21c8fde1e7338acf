# SPDX-License-Identifier: Apache-2.0
"""Workloads of level `field`: the curves and their fields, on the instances for each field.

Their names are those of the library's workloads, with the digit of the multiplier behind: `k283.mul.ct.d32`. Besides
them there are the routines themselves: `k283.point.d32` is k P without the preparation of the scalar, and
`gf2_283.mul_row.d32` a product from rows to a row.
"""

import random
from collections.abc import Callable
from dataclasses import replace

from evariste.bench import Case, Output, workload
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves, fields
from evariste.isa import load
from evariste.isa.schema import ConfigurationsSpec
from evariste.machines.vword.instance import FIELD, recorded
from evariste.workloads import ecc

NAME, SOURCE = "vword", "sw/apps/vword/field.c"
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "check": "check", "ecdh": "ecdh",
         "ecdsa.sign": "sign", "ecdsa.sign.nonce": "sign_nonce", "ecdsa.verify": "verify"}  # fmt: skip
WORDS = ("mul", "sqr", "inv")  # as the curves' code calls them
USUAL_DIGIT = 32
ROWS = ("mul_row", "sqr_row", "inv_row")
SPEC = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations
CONFIGURATIONS = {name: spec.parameters for name, spec in SPEC.items()
                  if recorded(spec.parameters) and spec.parameters["LEVEL"] == FIELD}  # fmt: skip


def on_rows(m: int, what: str) -> Case:
    """One routine, from rows to a row."""
    rng, f, n = random.Random(m), fields()[m], (m + 31) // 32
    a, b = rng.getrandbits(m), rng.getrandbits(m)
    expected = {"mul_row": ref.mul(a, b, f), "sqr_row": ref.sqr(a, f), "inv_row": ref.inverse(a, f)}[what]

    def check(out: Output) -> tuple[bool, str]:
        return v.number(out.files["out"]) == expected, "equal to the reference on Python integers"

    return Case(sources=[SOURCE], label="field", check=check, symbols=[f"ev_vword_{m}_{what}"],
                files={"in": v.words(a, n) + v.words(b, n)}, params={"degree": m},
                defines={"DEGREE": m, f"WHAT_{what}": 1})  # fmt: skip


def point(c: BinaryCurve, bits: int = 0) -> Case:
    """The routine of k P, without the preparation of the scalar; for a scalar of the order's length, or of `bits`."""
    rng, m, bits = random.Random(c.name), c.degree, bits or c.n.bit_length()
    p = ref.multiply(c, rng.randrange(1, c.n), ref.generator(c))
    k = rng.randrange(1, min(c.n, 1 << bits))
    assert p is not None
    sqrt_b = ref.sqrt(c.b, c.poly)

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"] == v.point(c, ref.multiply(c, k, p)), "equal to the reference on Python integers"

    return Case(sources=[SOURCE], label="field", check=check, params={"curve": c.name, "scalar_bits": bits},
                symbols=[f"ev_vword_{m}_point{'' if c.b == 1 else 'b'}"],
                files={"in": v.point(c, p) + v.words(sqrt_b, c.words) + v.scalar(c, k)},
                defines={"DEGREE": m, "WHAT_point" if c.b == 1 else "WHAT_pointb": 1,
                         "BITS": bits})  # fmt: skip


def _register() -> None:
    def add(name: str, configuration: str, build: Callable[[], Case]) -> None:
        digit = CONFIGURATIONS[configuration]["D"]

        def case(backend: str, engine: str) -> Case:
            made = build()
            return replace(made, configuration=configuration, params=made.params | {"digit": digit})

        workload(f"{name}.d{digit}", backends=(NAME,), machine=NAME)(case)

    for configuration, parameters in CONFIGURATIONS.items():
        m = parameters["M"]
        for what in WORDS:
            add(f"gf2_{m}.{what}", configuration, lambda m=m, what=what: ecc.field_case(m, what))
        for what in ROWS:
            add(f"gf2_{m}.{what}", configuration, lambda m=m, what=what: on_rows(m, what))
        for c in (c for c in binary_curves().values() if c.degree == m):
            add(f"{c.name}.point", configuration, lambda c=c: point(c))
            for name, what in CURVE.items():
                add(f"{c.name}.{name}", configuration, lambda c=c, what=what: ecc.curve_case(c, what))


_register()
