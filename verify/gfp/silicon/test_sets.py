# SPDX-License-Identifier: Apache-2.0
"""Sets of extensions: their cores, and programs that use what a core has and no more."""

import pytest

from evariste import sim
from evariste.bench import registry
from evariste.bench.runner import execute, run
from evariste.build import cc
from evariste.errors import UserError
from evariste.gf.lanes import Lanes
from evariste.isa import machine
from evariste.machines.gfp import MACHINE, NAME
from evariste.machines.gfp.sets import ALL, ALONE, EXTENSIONS, NONE, SETS, TASKS, Set
from evariste.paths import ROOT
from evariste.silicon import firmware
from evariste.workloads import drawn

KERNELS = [f"gf2_{m}.{what}" for m in (163, 233, 239, 283) for what in ("sqrn", "inv")]


def test_the_empty_set_and_the_whole_are_configurations() -> None:
    known = MACHINE.configurations
    assert dict(NONE.core.parameters) == known["inverse2"].parameters
    assert ALL.core.parameters == tuple(known["fast"].parameters.items())  # in this order, so the netlist is the same
    assert {s.names for s in ALONE} == {(name,) for name in EXTENSIONS} and len(set(SETS)) == len(SETS)


def test_programs_of_the_whole_set_are_those_of_its_backend() -> None:
    for task in ("aes128.encrypt", "gf2_233.mul"):
        assert ALL.cycles(task) == run(registry()[task], NAME, "gfp_fast", "iss")["cycles"]


def instructions(chosen: Set, task: str) -> set[str]:
    """The extensions' instructions that a task executes."""
    used = firmware.region(task, chosen.backend, NAME, chosen.core).unit
    return {i.name for i in machine(NAME) if i.extension and i.name in used}


def test_a_set_uses_its_extension_and_faults_without_it() -> None:
    chosen, task = Set(("test",)), "rs255_239.decode.e8"
    assert instructions(chosen, task) == {"gftst"} and not instructions(NONE, task)
    case = registry()[task].build(chosen.backend, "iss")
    elf = cc.compile([ROOT / source for source in case.sources], backend=chosen.backend, extra=chosen.core.words)
    with pytest.raises(UserError, match="did not finish"):
        execute(elf, case, sim.Machine(NAME, parameters=dict(NONE.core.parameters)))


@pytest.mark.full
@pytest.mark.parametrize("chosen", ALONE, ids=lambda s: s.title)
def test_every_extension_pays_somewhere_and_the_outputs_are_right(chosen: Set) -> None:
    gained = {task: NONE.cycles(task) - chosen.cycles(task) for tasks in TASKS.values() for task in tasks}
    assert max(gained.values()) > 0, gained


@pytest.mark.full
@pytest.mark.parametrize("chosen", [NONE, Set(("high",)), Set(("mac1",)), ALL], ids=lambda s: s.title)
@pytest.mark.parametrize("task", KERNELS)
def test_both_forms_of_the_squarings_in_a_row_are_right_with_both_kinds_of_turns(chosen: Set, task: str) -> None:
    assert chosen.cycles(task) > 0


def test_any_matrix_of_a_byte_is_two_products_in_one_descriptor() -> None:
    """So a second field gives what an instruction for matrices would: a product with x^7, whose bits all but the lowest
    go through the columns, and one that corrects the image of the lowest."""
    rng = drawn("matrices")
    for _ in range(50):
        images = rng.randbytes(8)  # of 1, x .. x^7
        lanes = Lanes(bytes(images[1:]) + bytes([8]))
        for a in range(256):
            expected = 0
            for i in range(8):
                expected ^= images[i] * (a >> i & 1)
            got = lanes.multiply(a, 0x80) ^ lanes.multiply(a & 1, images[0] ^ 0x80)
            assert got == expected
