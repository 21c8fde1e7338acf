# SPDX-License-Identifier: Apache-2.0
"""Workloads of the curves and of binary fields.

Prime curves are measured with and without digits and squares, binary curves with both and with neither. Names are those
of the library's workloads, with the configuration behind: `p256.mul.ct.full`.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from evariste.bench import Case, workload
from evariste.ecc.curves import binary_curves, fields, prime_curves
from evariste.workloads import ecc

NAME = "monte"
WORDS = ("full", "paper")  # configurations
BINARY = ("full", "dual")
PARAMETERS = ("paper", "digits", "squares")  # what each of them saves, in cycles of one task and energy of another
SAVED, ENERGY, BINARY_SAVED = "p256.mul.ct", "p192.ecdsa.sign.nonce", "b163.mul.ct"
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify", "scalar.inv": "scalar_inv"}  # fmt: skip
BINARY_CURVE = {name: what for name, what in CURVE.items() if name != "scalar.inv"}
BINARY_FIELD = ("mul", "inv")  # with operands in the core's memory
X25519 = ("public", "agree")


def _register() -> None:
    def add(name: str, configurations: Iterable[str], build: Callable[[], Case]) -> None:
        for configuration in configurations:

            def case(backend: str, engine: str, configuration: str = configuration) -> Case:
                return replace(build(), configuration=configuration)

            workload(f"{name}.{configuration}", backends=(NAME,), machine=NAME)(case)

    for c in (*prime_curves().values(), *binary_curves().values()):
        prime = c in prime_curves().values()
        for name, what in (CURVE if prime else BINARY_CURVE).items():
            more = [p for p in PARAMETERS if p not in WORDS] if f"{c.name}.{name}" in (SAVED, ENERGY) else ()
            wanted = (*(WORDS if prime else BINARY), *more)
            add(f"{c.name}.{name}", wanted, lambda c=c, what=what: ecc.curve_case(c, what))
    for m in fields():
        for what in BINARY_FIELD:
            add(f"gf2_{m}.{what}", BINARY, lambda m=m, what=what: ecc.field_case(m, what))
    for what in X25519:
        add(f"x25519.{what}", WORDS, lambda what=what: ecc.x25519_case(what))


_register()
