# SPDX-License-Identifier: Apache-2.0
"""Codes in ROM: are they what rs_init makes, and do they work?"""

import random

import pytest

from evariste import machines
from evariste.build import cc
from evariste.codes import jobs, rom
from evariste.codes.named import CODES
from evariste.codes.reference import ReedSolomon
from evariste.sim import Machine


def tables_of_the_firmware(name: str, backend: str) -> list[int]:
    """The words that rs_init makes on the simulator."""
    code = CODES[rom.ROM[name]].code
    assert isinstance(code, ReedSolomon)
    said: list[bytes] = []
    machine = Machine(configuration=machines.default().runs(backend))
    parameters = (code.polynomial, code.n, code.k, code.first_root, code.step, code.punctured)
    machine.load(cc.compile(["sw/apps/dump_rs_tables.c"], backend=backend))
    machine.host(args=[str(v) for v in parameters], stdout=said.append)
    stop = machine.run()
    assert (stop.reason, stop.status) == ("exit", 0)
    _, *words = b"".join(said).decode().splitlines()
    return [int(word, 16) for word in words]


@pytest.mark.parametrize("backend", rom.BACKENDS)
@pytest.mark.parametrize("name", rom.ROM)
def test_the_tables_in_rom_are_those_that_the_firmware_makes(name: str, backend: str) -> None:
    assert rom.words(name, backend) == tables_of_the_firmware(name, backend)


@pytest.mark.parametrize("backend", rom.BACKENDS)
def test_a_code_in_rom_corrects_as_one_made_at_run_time(backend: str) -> None:
    rng = random.Random(0)
    plan, expected = jobs.Jobs(), []
    for index, name in enumerate(rom.ROM.values()):
        code = CODES[name].code
        sent = bytes(code.encode([rng.randint(0, code.field.order) for _ in range(code.k)]))
        received = bytearray(sent)
        t = (code.n - code.k) // 2
        for place in rng.sample(range(code.n), t):
            received[place] ^= rng.randint(1, code.field.order)
        plan.rom(index)
        plan.encode(code, [sent[: code.k]])
        plan.decode(code, [bytes(received)])
        expected += [[(0, sent)], [(t, sent)]]
    results, _ = jobs.run(plan, "iss", backend)
    assert results == expected
