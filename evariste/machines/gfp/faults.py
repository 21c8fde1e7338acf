# SPDX-License-Identifier: Apache-2.0
"""Where faults are put: the system as gates, and groups of its flip-flops, the usual one first."""

from collections.abc import Callable
from pathlib import Path

from evariste.machines.gfp import NAME, soc
from evariste.sim import Machine
from evariste.verification import faults
from evariste.verification.faults import Campaign

UNCORRECTABLE = 0xFF  # the status that bare_rs leaves in its last byte for a word beyond correction
LIMIT = 10_000_000


def of_galois_field(name: str) -> bool:
    """Whether a flip-flop belongs to the Galois-field part of the core."""
    return ".u_field." in name or ".u_gf_unit." in name


def of_core(name: str) -> bool:
    return name.startswith("u_core.") and ".u_retire." not in name


PROGRAMS = ("aes", "rs")  # those that load a field
PARTS = {"gf": of_galois_field, "core": of_core}


def system(folder: Path) -> soc.Soc:
    """The system, elaborated in a folder."""
    return soc.Soc(soc.elaborate(folder))


def says_no(program: soc.Bare, result: bytes) -> bool:
    """Whether the program itself reports that it has no result."""
    return program.name == "rs" and result[-1] == UNCORRECTABLE


def inject(
    system: soc.Soc,
    name: str,
    which: Callable[[str], bool] = of_galois_field,
    each: int = 10,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip every flip-flop with a name that `which` accepts, in `each` random cycles of a program's work."""
    program = soc.bare(name)
    return faults.inject(system, program, which, work(program), says_no, each, seed, say)


def work(program: soc.Bare) -> tuple[int, int]:
    """The clocks, from reset on, in which the program's work begins and in which it ends, from the interpreter."""
    machine = Machine(NAME, engine="iss")
    machine.clear()
    for address, data in program.segments:
        machine.write(address, data)
    machine.reset()
    trace = machine.record(LIMIT)
    begins = trace["cycle"][trace["pc"] == program.work]
    assert len(begins), f"{program.name} never gets to its work"
    return int(begins[0]), int(trace["cycle"][-1])
