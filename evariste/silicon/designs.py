# SPDX-License-Identifier: Apache-2.0
"""What is synthesised, by name: the blocks of rtl/gf, and the core in its configurations."""

from dataclasses import replace

from evariste.configurations import CONFIGURATIONS
from evariste.errors import UserError
from evariste.silicon.synth import Job
from evariste.yosys import sources

# Modules that stay apart in a core, and what their instances are called in tables. The rest is `control`: fetch,
# decoder, ALU, shifter, status, load-store unit.
PARTS = {"gf_unit": "unit", "gf_unit_serial": "unit", "gfp_field": "unit", "gfp_regfile": "registers",
         "gfp_multiplier": "multiplier"}  # fmt: skip
INSTANCES = {
    "u_gf_unit": "unit",
    "u_field": "unit",
    "u_regfile": "registers",
    "u_multiplier": "multiplier",
    "": "control",
}
# The debugger's port and the retirement port serve simulation; the core that is measured has neither.
CUT = ("retire_o", "debug_i", "debug_o")
BLOCKS = {"mul": "gf_mul", "sq": "gf_sq", "reduce": "gf_reduce", "unit": "gf_unit"}
DEGREES = {"full": 2, "paper": 5}  # smallest degree of a field


def block(name: str, least: int) -> Job:
    """A block of the arithmetic unit, for fields of degree `least` to 8."""
    return Job(BLOCKS[name], (f"MIN_DEGREE={least}",), sources("gf"))


def core(parameters: dict[str, int]) -> Job:
    """The core with these parameters."""
    given = tuple(f"{name}={value}" for name, value in parameters.items())
    return Job("gfp_core", given, sources("gf", "gfp"), tuple(PARTS), CUT)


def configuration(name: str) -> Job:
    """The core in a named configuration; `NAME-` is the same without the unit."""
    bare = name.removesuffix("-")
    if bare not in CONFIGURATIONS:
        raise UserError(f"there is no configuration {bare}; there are {', '.join(CONFIGURATIONS)}.")
    parameters = CONFIGURATIONS[bare].parameters
    return core(parameters if bare == name else {**parameters, "GF": 0})


def few(job: Job) -> Job:
    """The same mapped for few cells, and of one piece."""
    return replace(job, fewest=True, keep=())


def part(instance: str) -> str:
    """What the kept instance is called in tables."""
    return INSTANCES[instance.rsplit(".", 1)[-1]]


def unit(**parameters: int) -> Job:
    """The unit with these parameters, for fields of degree 2 to 8."""
    return Job("gf_unit", tuple(f"{name}={value}" for name, value in parameters.items()), sources("gf"))


def registers() -> Job:
    """The register file."""
    return Job("gfp_regfile", (), sources("gf", "gfp"))


COMPARED = {"mul": "gf_systolic_mul", "inv": "gf_euclid_inv"}


def compared(name: str) -> Job:
    """What the paper's tables 2 and 4 compare with: the systolic multiplier, the Euclidean inverter, m = 8."""
    return Job(COMPARED[name], (), sources("gf/compare"))
