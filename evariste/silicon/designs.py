# SPDX-License-Identifier: Apache-2.0
"""What is synthesised, by name: the blocks of rtl/gf, and the core in its configurations."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from evariste import machines
from evariste.filelist import files
from evariste.paths import ROOT
from evariste.silicon.synth import Job
from evariste.yosys import sources

BLOCKS = {"mul": "gf_mul", "sq": "gf_sq", "reduce": "gf_reduce", "unit": "gf_unit"}
DEGREES = {"full": 2, "paper": 5}  # smallest degree of a field


def block(name: str, least: int) -> Job:
    """A block of the arithmetic unit, for fields of degree `least` to 8."""
    return Job(BLOCKS[name], (f"MIN_DEGREE={least}",), sources("gf"))


def core(parameters: Mapping[str, int], machine: str) -> Job:
    """The core with these parameters. It has no debugger's port and no retirement port, which serve simulation. Modules
    that stay apart in it are named by the machine; the rest is `control`.
    """
    rtl = machines.named(machine).rtl
    given = tuple(f"{name}={value}" for name, value in parameters.items())
    return Job(rtl.core, given, tuple(files(rtl)), tuple(rtl.kept), rtl.cut)


def configuration(name: str, machine: str) -> Job:
    """The core in a named configuration; `NAME-` is the same without the unit."""
    bare = name.removesuffix("-")
    known = machines.named(machine)
    parameters = known.has(bare).parameters
    return core(parameters if bare == name else {**parameters, **known.rtl.without}, machine)


def instead(job: Job, name: str, file: Path) -> Job:
    """The same with a file in place of the source of this name. Every checkout names the file alike."""
    path = str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)
    return replace(job, sources=tuple(path if Path(source).name == name else source for source in job.sources))


def few(job: Job) -> Job:
    """The same mapped for few cells, and of one piece."""
    return replace(job, fewest=True, keep=())


def part(instance: str, machine: str) -> str:
    """What the kept instance is called in tables."""
    return machines.named(machine).rtl.instances[instance.rsplit(".", 1)[-1]]


def unit(**parameters: int) -> Job:
    """The unit with these parameters, for fields of degree 2 to 8."""
    return Job("gf_unit", tuple(f"{name}={value}" for name, value in parameters.items()), sources("gf"))


def registers(machine: str, parameters: tuple[str, ...] = (), cut: tuple[str, ...] = ()) -> Job:
    """The register file, without the ports that are cut."""
    rtl = machines.named(machine).rtl
    return Job(rtl.registers, parameters, tuple(files(rtl)), cut=cut)


COMPARED = {"mul": "gf_systolic_mul", "inv": "gf_euclid_inv"}


def compared(name: str) -> Job:
    """What the paper's tables 2 and 4 compare with: the systolic multiplier, the Euclidean inverter, m = 8."""
    return Job(COMPARED[name], (), sources("gf/compare"))
