# SPDX-License-Identifier: Apache-2.0
"""Workloads of the prime curves, with and without digits and squares.

Their names are those of the library's workloads, with the configuration behind: `p256.mul.ct.full`.
"""

from collections.abc import Callable
from dataclasses import replace

from evariste.bench import Case, workload
from evariste.ecc.curves import prime_curves
from evariste.workloads import ecc

NAME = "monte"
WORDS = ("full", "paper")  # configurations
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify"}  # fmt: skip
X25519 = ("public", "agree")


def _register() -> None:
    def add(name: str, build: Callable[[], Case]) -> None:
        for configuration in WORDS:

            def case(backend: str, engine: str, configuration: str = configuration) -> Case:
                return replace(build(), configuration=configuration)

            workload(f"{name}.{configuration}", backends=(NAME,), machine=NAME)(case)

    for c in prime_curves().values():
        for name, what in CURVE.items():
            add(f"{c.name}.{name}", lambda c=c, what=what: ecc.curve_case(c, what))
    for what in X25519:
        add(f"x25519.{what}", lambda what=what: ecc.x25519_case(what))


_register()
