# SPDX-License-Identifier: Apache-2.0
"""The instructions of a machine for the Galois-field unit: who needs a list of them takes it from here.

What the unit itself calls its operations, and their codes, stands in rtl/gf/gf_pkg.sv, which knows no machine.
"""

import re
from functools import cache

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.paths import ROOT

PACKAGE = "rtl/gf/gf_pkg.sv"


def instructions(machine: Machine) -> tuple[str, ...]:
    """All of them, those that move the field among them, by name."""
    return tuple(sorted(i.name for i in machine if i.spec.unit or i.spec.field))


@cache
def codes() -> dict[str, int]:
    """The values of gf_op_e."""
    text = re.search(r"typedef enum logic \[2:0\] \{(.*?)\} gf_op_e;", (ROOT / PACKAGE).read_text(), re.S)
    assert text is not None
    return {name: code for code, name in enumerate(re.findall(r"^\s*(GF_\w+)", text[1], re.M))}


def operations(machine: Machine) -> dict[str, int]:
    """What computes in the unit: instruction and code, in the order of the codes."""
    asked = {i.name: i.spec.unit for i in machine if i.spec.unit}
    for name, unit in asked.items():
        if unit not in codes():
            raise UserError(f"{name} asks the unit for {unit}, which {PACKAGE} does not have.")
    return dict(sorted(((name, codes()[unit]) for name, unit in asked.items()), key=lambda pair: pair[1]))


def field_users(machine: Machine) -> tuple[str, ...]:
    """Those that compute in the configured field, in the order of their codes."""
    return tuple(name for name in operations(machine) if machine.by_name[name].spec.field == "read")


def by_lane(machine: Machine) -> tuple[str, ...]:
    """Those with a result of one word, with one lane per byte."""
    return tuple(name for name in operations(machine) if "rh" not in machine.by_name[name].fields)
