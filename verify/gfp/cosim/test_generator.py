# SPDX-License-Identifier: Apache-2.0
"""The generator of random programs itself."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.machines.gfp.recipes import RECIPES, generate
from evariste.machines.gfp.recipes.assembler import EXTENSIONS, ISA, Code
from evariste.sim import Machine
from evariste.verification.randprog import run
from evariste.verification.randprog.lockstep import shrink
from evariste.verification.randprog.writer import Program, listing


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_seed_always_gives_the_same_program(recipe: str) -> None:
    assert generate(7, recipe).segments == generate(7, recipe).segments
    assert generate(7, recipe).segments != generate(8, recipe).segments


def test_every_instruction_of_the_isa_is_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    """An instruction added to isa/gfp/isa.yaml without a statement in evariste/machines/gfp/recipes fails here."""
    missing = {insn.name for insn in ISA} - {"ldr_lit", "udf_w"}  # by Code.literal; among the illegal words

    def recorded(emit: Callable[..., int]) -> Callable[..., int]:
        def note(self: Code, name: str, *rest: object, **operands: int) -> int:
            missing.discard(name)
            return emit(self, name, *rest, **operands)

        return note

    monkeypatch.setattr(Code, "put", recorded(Code.put))
    monkeypatch.setattr(Code, "branch", recorded(Code.branch))
    for seed in range(300):
        generate(seed, "timed")
    assert missing >= {insn.name for insn in EXTENSIONS}
    for seed in range(100):
        generate(seed, "extended")
    assert missing == {"udf"}  # which is an illegal word too


def test_a_listing_shows_every_instruction_and_name() -> None:
    text = "\n".join(listing(ISA, generate(3, "timed")))
    assert "main:" in text and "hardfault:" in text and "bkpt #0" in text


def test_a_program_written_as_elf_runs_as_from_memory(tmp_path: Path) -> None:
    program = generate(3, "timed")
    path = tmp_path / "program.elf"
    path.write_bytes(program.elf())
    machine = Machine(engine="iss")
    machine.load(path)
    stop = machine.run(max_cycles=10**6)
    assert stop.reason == "breakpoint" and stop.instructions > 100


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_program_written_again_is_the_same(recipe: str) -> None:
    program = generate(5, recipe)
    again = program.without(())
    assert again.segments == program.segments and again.symbols == program.symbols


DIGESTS = {
    "common": "477c26fe826c0d1b",
    "base": "d226bbb03b626acc",
    "timed": "51a05143856ecc7a",
    "long": "01b4af12423f7912",
    "interrupts": "80e818d39f73a162",
    "frames": "31e5a945bd133136",
    "nested frames": "9fa34407f88f65f6",
    "lockup": "e060a1a2a95c583d",
    "words": "be23cd1b200847a2",
}


def test_the_programs_are_those_that_records_and_reports_name() -> None:
    """A seed in a report of last year still means the same program."""
    found = {recipe: hashlib.sha256(repr(generate(1, recipe).segments).encode()).hexdigest()[:16] for recipe in DIGESTS}
    assert found == DIGESTS


def planted(program: Program) -> bool:
    """A difference as an error in `muls` behind a load would make it: whether the interpreter comes to such a place."""
    machine = run.machine("gfp", "iss")
    run.start(machine, program)
    record = machine.record(3000)
    loads = record["insn"][:-1] >> 11 == 0b01101  # ldr rd, [rn, #imm]
    return bool((loads & (record["insn"][1:] >> 6 == 0b0100001101)).any())


def test_a_program_that_differs_loses_every_instruction_that_the_difference_does_not_need() -> None:
    program = next(p for seed in range(100) if planted(p := generate(seed, "timed")))
    small = shrink(program, planted)
    assert small and planted(small.program)
    assert small.before > 300 and small.left <= 4
    text = "\n".join(listing(ISA, small.program))
    assert text.count("muls") == 1


def test_a_program_that_does_not_differ_is_not_made_smaller() -> None:
    assert shrink(generate(1, "timed"), lambda _: False) is None
