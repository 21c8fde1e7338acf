# SPDX-License-Identifier: Apache-2.0
"""Fault injection: what a flipped bit of the field register does is what the interpreter does with that bit changed."""

from collections.abc import Callable
from random import Random

import pytest

from evariste.machines.gfp import faults, soc
from evariste.sim import Machine

FIELD_LOW = 21  # register number of the descriptor's first word


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> soc.Soc:
    return soc.Soc(soc.elaborate(tmp_path_factory.mktemp("gates")))


@pytest.fixture(scope="module")
def aes() -> soc.Bare:
    return soc.bare("aes")


def loaded(program: soc.Bare) -> Machine:
    machine = Machine(engine="iss")
    machine.clear()
    for address, data in program.segments:
        machine.write(address, data)
    machine.reset()
    return machine


def test_the_program_computes_the_example_of_the_standard(aes: soc.Bare) -> None:
    machine = loaded(aes)
    machine.run(max_cycles=100_000)
    assert machine.read(aes.result, aes.length).hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"


def test_a_fault_does_what_the_interpreter_does_with_the_bit_changed(system: soc.Soc, aes: soc.Bare) -> None:
    rng = Random(8)
    trace = loaded(aes).record(100_000)
    first, last = faults.work(aes)
    boundaries = [(i, int(c)) for i, c in enumerate(trace["cycle"], 1) if first < c < last]
    chosen = [(*rng.choice(boundaries), rng.randrange(32)) for _ in range(40)]
    bit = {int(name.rsplit("[", 1)[1][:-1]): n for name, n in system.netlist.names.items() if "u_field.low_q" in name}
    system.clear()
    system.load(aes.segments)
    system.run(range(41), 3 * last, follow=True, flips=[(c, bit[b], k) for k, (_, c, b) in enumerate(chosen, 1)])
    changed = 0
    for lane, (instructions, _, b) in enumerate(chosen, 1):
        machine = loaded(aes)
        machine.run(max_instructions=instructions)
        machine.set_reg(FIELD_LOW, machine.special["field0"] ^ 1 << b)
        machine.run(max_cycles=3 * last)
        expected = machine.read(aes.result, aes.length)
        assert system.read(lane, aes.result, aes.length) == expected, chosen[lane - 1]
        changed += expected != system.read(0, aes.result, aes.length)
    assert changed > 5


def test_every_fault_is_counted_once(system: soc.Soc, aes: soc.Bare) -> None:
    campaign = faults.inject(system, "aes", each=2)
    assert sum(campaign.total.values()) == 2 * campaign.flops
    assert campaign.flops >= 60 and campaign.total["silent"] > 10


def test_faults_after_the_work_are_masked_and_those_in_the_pc_are_not(
    system: soc.Soc, aes: soc.Bare, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, last = faults.work(aes)

    def outcomes(window: tuple[int, int], which: Callable[[str], bool]) -> dict[str, int]:
        monkeypatch.setattr(faults, "work", lambda program: window)
        return dict(faults.inject(system, "aes", which, each=1).total)

    assert set(outcomes((last + 5, last + 6), faults.of_galois_field)) == {"masked"}
    broken = outcomes((last // 2, last // 2 + 1), lambda name: "f_addr_q" in name)
    assert broken.get("detected", 0) > 10
