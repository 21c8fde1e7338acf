# SPDX-License-Identifier: Apache-2.0
"""Mutants of the interrupt controller, SysTick and what joins them to the core, against their proofs: which of them
`ev prove` would refute.

Every mutant is in the design of the proofs (proofs/interrupts.py, with LINES lines), and a number selects it. The
questions are those of the proofs: is there a state of the invariant, or a reset, in which the mutant does something
wrong, or from which it leaves the invariant? One for which there is none, and which has the original's next state in
all of them, is no error.

Mutants that were chosen in the system of the programs (interrupts.py) are put in here, too: both designs
are read from the same files, so that the cells of an expression are the same ones in the same order.
"""

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from evariste import yosys
from evariste.errors import UserError
from evariste.machines.gfp.mutants.proofs import NONE, SURVIVES
from evariste.machines.gfp.proofs import core, interrupts
from evariste.paths import ROOT
from evariste.verification import abc, gates, unroll
from evariste.verification.aig import bits
from evariste.verification.mutation import SELECT, Mutant, Sample, choose, parsed, put_in
from evariste.verification.unroll import Design, Unrolled

LINES = 8
TOP = interrupts.TOP
SELECTION = f"{TOP}/a:src=rtl/gfp/* {TOP}/t:* %i"
START = interrupts.START
OUTPUTS = tuple(f"wrong_{name}_o" for name in interrupts.WRONG)
_FILES = " ".join(str(path.relative_to(ROOT)) for path in interrupts.files())
_READ = (f"read_slang --top {TOP} -GINTERRUPTS={LINES} {_FILES}", f"hierarchy -check -top {TOP}")
_MUTATED = re.compile(rf"rtl/gfp/({'|'.join(name for name in interrupts.RTL if not name.endswith('_pkg'))})\.sv")
_REGISTER = re.compile(r"\$driver\$")
_NUMBER = re.compile(r"\$(\d+)$")
Verdict = Callable[[int], str]


def campaign(sample: Sample, say: Callable[[str], object]) -> tuple[list[Mutant], dict[int, str]]:
    """The mutants, and for each what refuted it; or, if nothing does, whether it is an error."""
    elaborate = [*_READ, *core.PASSES]
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        commands = choose(elaborate, SELECTION, sample, Path(name))
    mutants = [parsed(number, command) for number, command in enumerate(commands, 1)]
    verdict = _mutated(elaborate, commands)
    verdicts = {}
    for mutant in mutants:
        verdicts[mutant.number] = verdict(mutant.number)
        if mutant.number % 50 == 0:
            say(f"{mutant.number} of {len(mutants)} mutants put to the proofs")
    return mutants, verdicts


def judge(mutants: Sequence[Mutant], elaborate: Sequence[str], top: str, instance: str) -> dict[int, str]:
    """The verdict on mutants that were chosen in another design: that of the passes `elaborate`, in which the names of
    these cells begin with `instance`."""
    if not mutants:
        return {}
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        theirs = _cells([*elaborate], top, instance, Path(name))
        ours = _cells([*_READ, *gates.FLATTEN], TOP, "", Path(name))
    if {key: len(found) for key, found in theirs.items()} != {key: len(found) for key, found in ours.items()}:
        raise UserError("the design of the proofs has other cells than the system of the programs.")
    same = {one: other for key, found in theirs.items() for one, other in zip(found, ours[key], strict=True)}
    commands = [_command(mutant, same[mutant.cell]) for mutant in mutants]
    verdict = _mutated([*_READ, *gates.FLATTEN], commands, core.PASSES)
    return {mutant.number: verdict(number) for number, mutant in enumerate(mutants, 1)}


def _command(mutant: Mutant, cell: str) -> str:
    control = "" if mutant.control is None else f" -ctrlbit {mutant.control}"
    return f"mutate -mode {mutant.mode} -module {TOP} -cell {cell} -port {mutant.port} -portbit {mutant.bit}{control}"


def _cells(passes: Sequence[str], top: str, instance: str, folder: Path) -> dict[tuple[str, str], list[str]]:
    """The names of the cells by their kind and the expression, or the register, that they are: in order of creation."""
    path = folder / "cells.json"
    yosys.run(*passes, f"write_json {path}")
    found = defaultdict(list)
    for name, cell in json.loads(path.read_text())["modules"][top]["cells"].items():
        source = cell["attributes"].get("src", "")
        if not name.startswith(instance) or not _MUTATED.search(source):
            continue
        if _REGISTER.search(name):
            own = _REGISTER.sub("", name.removeprefix(instance)).replace("\\", "").removeprefix("dut.")
            source = own
        found[cell["type"], source].append(name)
    return {key: sorted(names, key=_order) for key, names in found.items()}


def _order(name: str) -> int:
    number = _NUMBER.search(name)
    return int(number[1]) if number else 0


def _mutated(elaborate: Sequence[str], commands: Sequence[str], then: Sequence[str] = ()) -> Verdict:
    """The design with all of these mutants, and what is to be said of one of them by its number."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        path = folder / "mutated.aig"
        yosys.run(*elaborate, put_in(commands, folder), *then, *core.TO_GATES, f"write_aiger -symbols {path}")
        design = unroll.read(path)
    width = len(commands).bit_length()
    return lambda number: _verdict(design, number, width)


def _verdict(design: Design, number: int, width: int) -> str:
    """What refutes a mutant, or why nothing does."""
    mutated = design.with_constants(bits(SELECT, number, width))
    if interrupts.leaves_reset_wrong(mutated):
        return "reset"
    cycles = Unrolled(mutated.with_constants({"rst_ni": 1}), 2, {})
    now = cycles.step([*START, *OUTPUTS], {})
    lost = cycles.step(["holds_o"], {}, last=True)["holds_o"] ^ 1
    start = cycles.every(now[name] for name in START)
    output = cycles.some(now[name] for name in OUTPUTS)
    for what, literal in (("output", output), ("invariant", lost)):
        if abc.satisfied(cycles.built.graph({"bad": cycles.every([start, literal])}), "bad"):
            return what
    return SURVIVES if _goes_elsewhere(design, number, width) else NONE


def _goes_elsewhere(design: Design, number: int, width: int) -> bool:
    """Whether the mutant's next state is not the original's, in some state of the invariant."""
    free = design.with_constants({"rst_ni": 1})
    cycles = Unrolled(free, 1, {})
    after = list(design.state.values())
    built, ports = cycles.built, {name: cycles.port(name, 0) for name in free.ports}
    one, other = (
        built.add(free.graph, {**cycles.state, **ports, **bits(SELECT, which, width)}, [*START, *after])
        for which in (0, number)
    )
    pairs = [(one[name], other[name]) for name in after]
    unlike = cycles.some(built.land(a ^ x, b ^ x ^ 1) for a, b in pairs for x in (0, 1))
    start = cycles.every(one[name] for name in START)
    return abc.satisfied(built.graph({"bad": cycles.every([start, unlike])}), "bad") is not None
