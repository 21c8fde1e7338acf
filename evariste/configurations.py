# SPDX-License-Identifier: Apache-2.0
"""The configurations of the gfp core that are built, tested and measured by name.

A configuration is the values of parameters of rtl/gfp/gfp_core.sv (and of rtl/soc/gfp_soc.sv, which passes them on)
that differ from the default. What each means stands in the header of gfp_core.sv.
"""

from dataclasses import dataclass, field

from evariste.errors import UserError
from evariste.isa import unit

DEFAULT = "full"


@dataclass(frozen=True)
class Configuration:
    about: str
    parameters: dict[str, int] = field(default_factory=dict)

    @property
    def flags(self) -> list[str]:
        """The parameters as Verilator and Yosys take them: -GNAME=VALUE."""
        return [f"-G{name}={value}" for name, value in self.parameters.items()]

    @property
    def lacks(self) -> tuple[str, ...]:
        """Instructions of the unit that are illegal."""
        value = {"GF": 1, "GF_SQUARERS": 1, "GF_INVERSE": 1} | self.parameters
        if not value["GF"]:
            return unit.instructions()
        return (*(() if value["GF_INVERSE"] else ("gfinv",)), *(() if value["GF_SQUARERS"] else ("gfpow",)))

    @property
    def slower(self) -> bool:
        """Some instructions take more cycles than the default's."""
        return self.parameters.get("GF_LANES", 4) < 4 or self.parameters.get("MUL_CYCLES", 1) > 1

    def unit_flags(self) -> list[str]:
        """Those of rtl/gf/gf_unit.sv, for the unit by itself."""
        names = ("MIN_DEGREE", "SQUARERS", "INVERSE", "GATE_REDUCTION")
        return [f"-G{name}={self.parameters[f'GF_{name}']}" for name in names if f"GF_{name}" in self.parameters]


CONFIGURATIONS = {
    "full": Configuration("ARMv6-M and the unit for m = 2..8: the default"),
    "baseline": Configuration("the same core without the unit", {"GF": 0}),
    "paper": Configuration("m = 5..8, only the instructions that the workloads use", {"GF_MIN_DEGREE": 5, "SUBSET": 1}),
    "degrees5": Configuration("m = 5..8", {"GF_MIN_DEGREE": 5}),
    "subset": Configuration("only the instructions that the workloads use; no exceptions", {"SUBSET": 1}),
    "small": Configuration("MULS in 32 cycles", {"MUL_CYCLES": 32}),
    "small5": Configuration("MULS in 32 cycles, m = 5..8", {"GF_MIN_DEGREE": 5, "MUL_CYCLES": 32}),
    "smallest": Configuration(
        "MULS in 32 cycles, the subset, m = 5..8", {"GF_MIN_DEGREE": 5, "SUBSET": 1, "MUL_CYCLES": 32}
    ),
    "lanes2": Configuration("two lanes: operations of the unit in two cycles", {"GF_LANES": 2}),
    "lanes1": Configuration("one lane: operations of the unit in four cycles", {"GF_LANES": 1}),
    "no_inverse": Configuration("no gfinv", {"GF_INVERSE": 0}),
    "no_squarers": Configuration("squares by multiplication; no gfinv, no gfpow", {"GF_SQUARERS": 0, "GF_INVERSE": 0}),
    "interrupts": Configuration("NMI, SysTick, PendSV and 32 external interrupts", {"INTERRUPTS": 32}),
    "interrupts1": Configuration("NMI, SysTick, PendSV and one external interrupt", {"INTERRUPTS": 1}),
    "not_gated": Configuration("the unit's reductions at work in gfmul32 too", {"GF_GATE_REDUCTION": 0}),
    "not_isolated": Configuration("the unit at work in every instruction", {"GF_ISOLATE": 0, "GF_GATE_REDUCTION": 0}),
}


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
