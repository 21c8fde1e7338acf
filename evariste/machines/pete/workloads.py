# SPDX-License-Identifier: Apache-2.0
"""Workloads of the curves on each kind of multiplier.

Their names are those of the library's workloads, with the configuration behind: `p256.mul.ct.fast`. On `baseline` they
run the portable code.
"""

from collections.abc import Callable
from dataclasses import replace

from evariste.bench import Case, workload
from evariste.ecc.curves import curves, fields, primes
from evariste.machines import PORTABLE
from evariste.workloads import ecc

NAME = "pete"
WORDS = ("fast", "bise", "baseline")  # configurations, by the cycles of a product
PRIME_FIELD = ("mul", "sqr", "add", "sub", "inv")
BINARY_FIELD = ("mul", "muladd", "sqr", "inv")
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify", "scalar.mul": "scalar_mul",
         "scalar.inv": "scalar_inv"}  # fmt: skip
X25519 = ("public", "agree")


def _register() -> None:
    def add(name: str, build: Callable[[], Case]) -> None:
        for configuration in WORDS:
            backend = PORTABLE if configuration == "baseline" else NAME

            def case(backend: str, engine: str, configuration: str = configuration) -> Case:
                return replace(build(), configuration=configuration)

            workload(f"{name}.{configuration}", backends=(backend,), machine=NAME)(case)

    for f in primes():
        for what in PRIME_FIELD:
            add(f"f{f}.{what}", lambda f=f, what=what: ecc.prime_field_case(f, what))
    for m in fields():
        for what in BINARY_FIELD:
            add(f"gf2_{m}.{what}", lambda m=m, what=what: ecc.field_case(m, what))
    for c in curves().values():
        for name, what in CURVE.items():
            add(f"{c.name}.{name}", lambda c=c, what=what: ecc.curve_case(c, what))
    for what in X25519:
        add(f"x25519.{what}", lambda what=what: ecc.x25519_case(what))


_register()
