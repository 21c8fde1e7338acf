# SPDX-License-Identifier: Apache-2.0
"""No function on private keys leaves a word of a key, or of a secret that was agreed on, on the stack."""

import pytest

from evariste import machines
from evariste.build import cc
from evariste.ecc.curves import curves
from evariste.machines import DEFAULT, NATIVES, PORTABLE
from evariste.sim import Machine

NAMES = [c.nist or c.standard for c in curves().values()]
COPIES = ("to_octets", "to_der")  # the public function itself is all that runs: there is nothing below it


def left(curve: str, backend: str, opt: str, machine: str = DEFAULT) -> dict[str, tuple[int, int, int]]:
    """By operation: bytes of stack used, zeros among them from the lowest up, words that are secret."""
    said: list[bytes] = []
    core = Machine(machine, machines.named(machine).runs(backend))
    core.load(cc.compile(["sw/apps/ecc_stack.c"], backend=backend, opt=opt, machine=machine))
    core.host(args=[curve], stdout=said.append)
    stop = core.run()
    assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
    rows = [line.split() for line in b"".join(said).decode().splitlines()]
    return {name: (int(used), int(zeros), int(secrets)) for name, used, zeros, secrets in rows}


def secrets(found: dict[str, tuple[int, int, int]]) -> set[str]:
    """The operations that leave secret words."""
    return {name for name, (_, _, words) in found.items() if words}


def check(curve: str, backend: str, opt: str) -> None:
    found = left(curve, backend, opt)
    assert secrets(found) == set()
    # The deepest bytes are zeros that the function has written: what it cleared is deeper than what it used.
    shallow = {name for name, (used, zeros, _) in found.items() if zeros < used // 2}
    assert shallow == set(COPIES)
    assert all(found[name][0] < 300 for name in COPIES)


@pytest.mark.parametrize("backend", (*NATIVES, PORTABLE))
@pytest.mark.parametrize("curve", ["K-163", "K-233", "B-571"])
def test_the_stack_holds_no_secret_afterwards(curve: str, backend: str) -> None:
    check(curve, backend, "-O2")


@pytest.mark.parametrize("curve", ["P-192", "P-256", "P-521"])
def test_the_stack_holds_no_secret_after_the_arithmetic_of_prime_curves(curve: str) -> None:
    check(curve, PORTABLE, "-O2")


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O1", "-O2", "-O3", "-Os"])
@pytest.mark.parametrize("backend", (*NATIVES, PORTABLE))
@pytest.mark.parametrize("curve", NAMES)
def test_the_stack_holds_no_secret_at_any_level_of_optimisation(curve: str, backend: str, opt: str) -> None:
    check(curve, backend, opt)
