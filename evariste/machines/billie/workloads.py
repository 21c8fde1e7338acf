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
FULL = 8  # the digit with all workloads; those of SHORT with the others
CURVE = {"mul.ct": "mul", "mul.base": "base", "mul2.vartime": "mul2", "ecdsa.sign.nonce": "sign_nonce",
         "ecdsa.verify": "verify"}  # fmt: skip
SHORT = ("mul.ct",)
SPEC = load.read(load.FOLDER / NAME / "configurations.yaml", ConfigurationsSpec).configurations
# By degree and digit. A configuration with another queue, or with clock gates, has no workloads.
CONFIGURATIONS = {(s.parameters["M"], s.parameters["D"]): name for name, s in SPEC.items()
                  if not {"DEPTH", "GATED"} & s.parameters.keys()}  # fmt: skip


def _register() -> None:
    def add(name: str, m: int, digit: int, build: Callable[[], Case]) -> None:
        def case(backend: str, engine: str) -> Case:
            made = build()
            return replace(made, configuration=CONFIGURATIONS[m, digit], params=made.params | {"digit": digit})

        workload(f"{name}.{CONFIGURATIONS[m, digit]}", backends=(NAME,), machine=NAME)(case)

    for m, digit in CONFIGURATIONS:
        add(f"gf2_{m}.inv", m, digit, lambda m=m: ecc.field_case(m, "inv"))
        for c in (c for c in binary_curves().values() if c.degree == m):
            for name, what in CURVE.items():
                if digit == FULL or name in SHORT:
                    add(f"{c.name}.{name}", m, digit, lambda c=c, what=what: ecc.curve_case(c, what))


_register()
