# SPDX-License-Identifier: Apache-2.0
"""The configurations of the gfp core that are built, tested and measured by name, from isa/gfp/configurations.yaml."""

from dataclasses import dataclass, field

from evariste.errors import UserError
from evariste.isa import load

_SPEC = load.configurations("gfp")

DEFAULT = "full"


@dataclass(frozen=True)
class Configuration:
    """Values of the core's parameters that differ from the default."""

    about: str
    parameters: dict[str, int] = field(default_factory=dict)

    @property
    def flags(self) -> list[str]:
        """The parameters as Verilator and Yosys take them: -GNAME=VALUE."""
        return [f"-G{name}={value}" for name, value in self.parameters.items()]

    @property
    def lacks(self) -> tuple[str, ...]:
        """Instructions that are illegal, by name."""
        return load.lacking("gfp", _SPEC, self.parameters)

    @property
    def slower(self) -> bool:
        """Some instructions take more cycles than the default's."""
        return not self.parameters.keys().isdisjoint(_SPEC.slower)

    def unit_flags(self) -> list[str]:
        """Those of rtl/gf/gf_unit.sv, for the unit by itself."""
        names = ("MIN_DEGREE", "SQUARERS", "INVERSE", "GATE_REDUCTION")
        return [f"-G{name}={self.parameters[f'GF_{name}']}" for name in names if f"GF_{name}" in self.parameters]


CONFIGURATIONS = {name: Configuration(c.about, c.parameters) for name, c in _SPEC.configurations.items()}


def for_backend(backend: str) -> str:
    """The configuration on which the programs of a backend are measured."""
    return DEFAULT if backend == "gfp" else "baseline"


def with_interrupts(interrupts: bool) -> str:
    """The default configuration, or the same with interrupts."""
    return "interrupts" if interrupts else DEFAULT


def chosen(no_gf: bool, interrupts: bool = False) -> str:
    """The configuration that the options --no-gf and --interrupts of a command name."""
    if no_gf and interrupts:
        raise UserError("No configuration has interrupts and lacks the Galois-field unit.")
    return "baseline" if no_gf else with_interrupts(interrupts)
