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
LATENCY = 32  # cycles in which a product of 163 bits has ended, with digits of 8
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


def test_a_register_is_what_it_is_while_another_ones_result_comes() -> None:
    """In every cycle around the end of a product each other register is read: it goes into a slot."""
    configuration = "f163_d8"
    m = degree(configuration)
    core, rng = accelerated.simulator("billie", configuration, "rtl"), Random(1)
    slots = [rng.getrandbits(m) for _ in range(REGISTERS)]
    pairs = [(dest, read) for dest in range(REGISTERS) for read in range(REGISTERS) if read != dest]
    room = range(REGISTERS, RESULTS)
    for delay in range(LATENCY):
        for first in range(0, len(pairs), len(room)):
            code, some = Code(), pairs[first : first + len(room)]
            for register in range(REGISTERS):
                code.do("gld", dest=register, slot=register)
            for slot, (dest, read) in zip(room, some, strict=False):
                code.wait()
                code.do("gmul", dest=dest, first=read, other=read)
                for _ in range(delay):
                    code.put("nop")
                code.do("gst", first=read, slot=slot)
                code.do("gld", dest=dest, slot=dest)
            code.wait()
            put(core, m, slots, [])
            accelerated.execute(core, code.finish())
            stored = slots_of(core, m, range(room.start, room.start + len(some)))
            assert stored == [slots[read] for _, read in some], delay


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
