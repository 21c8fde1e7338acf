# SPDX-License-Identifier: Apache-2.0
"""What the documents take from isa/coreva: units, cycles from a bundle to the next one, and a fused pair as it is
written there."""

import re
import textwrap
from collections.abc import Iterable

from evariste.isa import machine
from evariste.isa.schema import InstructionSpec
from evariste.paths import ROOT
from evariste.tables import Records, markdown

NAME, STALLED = "coreva", "interlock"

# Units of the specification, as the page calls them.
UNITS = {"x": "products (`mul`, `mla`, `clmul`, `mul2`)", "d": "division steps", "memory": "loads and stores",
         "branch": "branches", "system": "`trap`, `rdcycle`"}  # fmt: skip
ORDINALS = ("first", "second")
# Operations that stand for their kind.
ALU, COMPARE, BRANCH = "add", "cmp_eq", "br"
# The fused pair that the compiler's page shows, and who reads the generated files that name it.
PAIR = "lsrxor"
READERS = {"isa.md": "people", "disasm.json": "tools in other languages", "coreva_isa.hpp": "the interpreter",
           "coreva_isa_pkg.sv": "the decoder of the circuit"}  # fmt: skip


def _listed(values: Iterable[object]) -> str:
    *some, last = map(str, values)
    return f"{', '.join(some)} and {last}" if some else last


def _instructions() -> list[InstructionSpec]:
    return [insn.spec for insn in machine(NAME)]


def units(_records: Records) -> str:
    """How many there are of each, and the slots that reach them."""
    spec, slots = machine(NAME).spec, machine(NAME).spec.words.bundle
    rows = [("ALU, compare", str(slots), "each slot has its own")]
    for unit, instances in spec.units.items():
        if len(instances) > 1:
            reached = ", ".join(f"{_listed(those)} the {nth}" for those, nth in zip(instances, ORDINALS, strict=True))
        else:
            reached = "all" if len(instances[0]) == slots else ", ".join(map(str, instances[0]))
        bound = [insn for insn in _instructions() if insn.runs_on == unit and insn.slots]
        if bound:
            names = _listed(f"`{insn.name}`" for insn in bound)
            reached += f"; {names} only {_listed(sorted({slot for insn in bound for slot in insn.slots}))}"
        rows.append((UNITS[unit], str(len(instances)), reached))
    return markdown(("unit", "number", "slots that reach it"), rows)


def timing(_records: Records) -> str:
    """Cycles from a bundle to one that needs what it makes."""
    latency = {insn.name: insn.latency for insn in _instructions()}
    cycles = {name: event.cycles for name, event in machine(NAME).spec.timing.items()}
    behind = 1 + next(insn.cycles for insn in _instructions() if insn.name == BRANCH)  # the delay bundle
    return markdown(("producer, then consumer", "cycles from one to the other"), [
        ("ALU, then anything", str(latency[ALU])),
        ("load or product, then anything that needs it", str(cycles["load_latency"])),
        ("compare or `mtc`, then an operation with this guard", str(latency[COMPARE])),
        ("compare or `mtc`, then a branch with this guard", str(cycles["flag_latency"])),
        ("`br` or `call`, then the target", f"{behind}: the delay bundle is between them"),
        ("`jr` or `callr`, then the target", str(behind + cycles["register_branch_bubble"])),
        (f"`{STALLED}`: any result in a register, then anything that needs it",
         str(cycles["interlock_latency"])),
    ])  # fmt: skip


def pair(_records: Records) -> str:
    """The pair as isa.yaml describes it."""
    text = (ROOT / "isa" / NAME / "isa.yaml").read_text()
    found = re.search(rf"^( *)- name: {PAIR}\n(?:\1  .*\n)+", text, re.MULTILINE)
    assert found
    return textwrap.indent(textwrap.dedent(found[0]), "    ")


def pair_files(_records: Records) -> str:
    """The files that `ev gen` makes and that name it. Kernels are not among them: they only use it."""
    named = re.compile(rf"\b{PAIR}\b")
    files = sorted(path for path in (ROOT / "gen" / NAME).iterdir() if path.is_file())
    return markdown(("file", "for"), [(f"`gen/{NAME}/{path.name}`", READERS[path.name]) for path in files
                                      if named.search(path.read_text())])  # fmt: skip
