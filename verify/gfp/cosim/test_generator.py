# SPDX-License-Identifier: Apache-2.0
"""The generator of random programs itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.machines.gfp.recipes import RECIPES, generate, lines
from evariste.machines.gfp.recipes.assembler import ISA, Code
from evariste.sim import Machine


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
    assert missing == {"udf"}  # which is an illegal word too


def test_a_listing_shows_every_instruction_and_name() -> None:
    text = "\n".join(lines(generate(3, "timed")))
    assert "main:" in text and "hardfault:" in text and "bkpt #0" in text


def test_a_program_written_as_elf_runs_as_from_memory(tmp_path: Path) -> None:
    program = generate(3, "timed")
    path = tmp_path / "program.elf"
    path.write_bytes(program.elf())
    machine = Machine(engine="iss")
    machine.load(path)
    stop = machine.run(max_cycles=10**6)
    assert stop.reason == "breakpoint" and stop.instructions > 100
