# SPDX-License-Identifier: Apache-2.0
"""Mutants of the interrupt controller and SysTick against their proofs: which of them `ev prove` would refute.

Every mutant is in the design of the proofs (prove/nvic.py, with LINES lines), and a number selects it. The questions
are those of the proofs: is there a state of the invariant, or a reset, in which the mutant does something wrong, or
from which it leaves the invariant? One for which there is none, and which has the original's next state in all of
them, is no error.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from evariste import yosys
from evariste.paths import ROOT
from evariste.verification.mutation.mutants import SELECT, Mutant, choose, parsed, put_in
from evariste.verification.mutation.proofs import NONE, SURVIVES
from evariste.verification.prove import abc, core, nvic, unroll
from evariste.verification.prove.aig import bits
from evariste.verification.prove.unroll import Design, Unrolled

LINES = 8
TOP = "gfp_nvic_harness"
SELECTION = f"{TOP}/a:src=rtl/gfp/* {TOP}/t:* %i"
START = ("assume_o", "holds_o")
OUTPUTS = tuple(f"wrong_{name}_o" for name in nvic.WRONG)


def campaign(count: int, seed: int, say: Callable[[str], object]) -> tuple[list[Mutant], dict[int, str]]:
    """The mutants, and for each what refuted it, or that nothing does and whether it is an error."""
    files = " ".join(str(path.relative_to(ROOT)) for path in nvic.files())
    elaborate = [f"read_slang --top {TOP} -GINTERRUPTS={LINES} {files}", f"hierarchy -check -top {TOP}", *core.PASSES]
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        commands = choose(elaborate, SELECTION, count, seed, TOP, folder)
        path = folder / "mutated.aig"
        yosys.run(*elaborate, put_in(commands, folder), *core.TO_GATES, f"write_aiger -symbols {path}")
        design = unroll.read(path)
    mutants = [parsed(number, command) for number, command in enumerate(commands, 1)]
    verdicts = {}
    for mutant in mutants:
        verdicts[mutant.number] = verdict(design, mutant.number, len(mutants).bit_length())
        if mutant.number % 50 == 0:
            say(f"{mutant.number} of {len(mutants)} mutants put to the proofs")
    return mutants, verdicts


def verdict(design: Design, number: int, width: int) -> str:
    """What refutes a mutant, or why nothing does."""
    mutated = design.with_constants(bits(SELECT, number, width))
    reset = Unrolled(mutated, 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    wrong = reset.step(["holds_o"], {"rst_ni": 1}, last=True)["holds_o"] ^ 1
    if abc.satisfied(reset.built.graph({"bad": wrong}), "bad"):
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
    unlike = cycles.some(built.both(a ^ x, b ^ x ^ 1) for a, b in pairs for x in (0, 1))
    start = cycles.every(one[name] for name in START)
    return abc.satisfied(built.graph({"bad": cycles.every([start, unlike])}), "bad") is not None
