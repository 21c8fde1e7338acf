# SPDX-License-Identifier: Apache-2.0
"""Workloads of the binary curves, on the configurations for each field.

Their names are those of the library's workloads, with the configuration behind: `k283.mul.ct.f283_d8`.
"""

from collections.abc import Callable
from dataclasses import replace

from evariste.bench import Case, workload
from evariste.ecc.curves import binary_curves
from evariste.isa import load
from evariste.isa.schema import ConfigurationsSpec
from evariste.workloads import ecc

NAME = "billie"
USUAL = 8  # the digit
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdh": "ecdh", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.sign": "sign", "ecdsa.verify": "verify"}  # fmt: skip
FIELD = ("mul", "sqr", "inv")  # with operands in the core's memory
BY_CORE = "mul.ct"  # on the usual digit
CORE = "core_inverts"  # in the names of workloads: the core computes inverses
GATED = (("b163", "mul.ct"), ("b163", "ecdsa.sign.nonce"))  # with clock gates, too
SPEC = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations
# By degree and digit. One with another queue has no workloads, one with clock gates only those of GATED.
CONFIGURATIONS = {(s.parameters["M"], s.parameters["D"]): name for name, s in SPEC.items()
                  if not {"DEPTH", "GATED"} & s.parameters.keys()}  # fmt: skip


def _register() -> None:
    def add(name: str, configuration: str, build: Callable[[], Case]) -> None:
        def case(backend: str, engine: str) -> Case:
            made = build()
            digit = {"digit": SPEC[configuration].parameters["D"]}
            return replace(made, configuration=configuration, params=made.params | digit)

        workload(f"{name}.{configuration}", backends=(NAME,), machine=NAME)(case)

    def curve(name: str, what: str, configuration: str) -> None:
        add(f"{name}.{what}", configuration, lambda: ecc.curve_case(binary_curves()[name], CURVE[what]))

    def inverted_by_core(name: str, what: str, configuration: str) -> None:
        def build() -> Case:
            made = ecc.curve_case(binary_curves()[name], CURVE[what])
            return replace(made, extra=["-DEV_CORE_INVERTS"], params=made.params | {"inverts": "core"})

        add(f"{name}.{what}.{CORE}", configuration, build)

    for (m, digit), configuration in CONFIGURATIONS.items():
        for what in FIELD:
            add(f"gf2_{m}.{what}", configuration, lambda m=m, what=what: ecc.field_case(m, what))
        for c in (c for c in binary_curves().values() if c.degree == m):
            for what in CURVE:
                curve(c.name, what, configuration)
            if digit == USUAL:
                inverted_by_core(c.name, BY_CORE, configuration)
    for name, what in GATED:
        curve(name, what, "f163_gated")


_register()
