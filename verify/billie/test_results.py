# SPDX-License-Identifier: Apache-2.0
"""Random commands, executed out of order, leave what they leave when each waits for the one before.

The field's arithmetic is that of Python's integers.
"""

from random import Random

import pytest

from evariste import machines
from evariste.ecc.curves import fields
from evariste.machines.billie import MACHINE
from evariste.machines.billie.recipes.accelerator import REGISTERS, RESULTS, command, contents, degree
from evariste.parts.mips.recipes.commands import FLAG, SLOT_COUNT, WAIT
from verify import accelerated
from verify.billie.programs import Code, Model, put, slots_of

CONFIGURATIONS = list(MACHINE.configurations)
QUICK = ("f163_d8", "f163_short", "f233_d1", "f571_d16")


def check(configuration: str, seed: int, length: int) -> None:
    m, rng = degree(configuration), Random(seed)
    slots, tables = contents(rng, m)
    code = Code(Model(m, dict(enumerate(slots)), tables))
    registers, few = rng.choice((3, 6, REGISTERS)), rng.choice((3, SLOT_COUNT))
    for _ in range(length):
        command(rng, code, registers, few)
        if rng.random() < 0.1:
            for _ in range(rng.randrange(1, 40)):
                code.put("nop")
    assert code.model is not None
    flag = code.model.flag
    code.put("cfc2", rt=3, control=WAIT)
    code.put("cfc2", rt=4, control=FLAG)
    for register in range(REGISTERS):
        code.do("gst", first=register, slot=RESULTS + register)
    code.wait()
    core = accelerated.simulator("billie", configuration)
    put(core, m, slots, tables)
    accelerated.execute(core, code.finish())
    assert (core.regs[2], core.regs[3], core.regs[4]) == (0, 0, flag), seed
    assert slots_of(core, m, range(RESULTS, RESULTS + REGISTERS)) == code.model.registers, seed
    assert slots_of(core, m, range(SLOT_COUNT)) == [code.model.slots[slot] for slot in range(SLOT_COUNT)], seed


@pytest.mark.parametrize("configuration", QUICK)
def test_the_order_of_execution_does_not_show(configuration: str) -> None:
    for seed in range(3):
        check(configuration, seed, 60)


@pytest.mark.full
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_it_does_not_show_in_many_programs(configuration: str) -> None:
    for seed in range(100, 200):
        check(configuration, seed, 200)


def test_another_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: with a model that forgets stores, the comparison fails."""
    right = Model.execute

    def forgetful(self: Model, name: str, **operands: int) -> None:
        if name != "gst":
            right(self, name, **operands)

    monkeypatch.setattr(Model, "execute", forgetful)
    with pytest.raises(AssertionError):
        check("f163_d8", 0, 80)


def test_the_field_of_a_configuration_is_the_curves() -> None:
    for configuration in CONFIGURATIONS:
        parameters = machines.named("billie").configurations[configuration].parameters
        exponents = [parameters["M"], *(parameters.get(f"TERM{i}", 0) for i in (1, 2, 3)), 0]
        assert sum(1 << e for e in {*exponents}) == fields()[parameters["M"]]
