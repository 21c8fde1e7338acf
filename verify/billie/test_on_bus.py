# SPDX-License-Identifier: Apache-2.0
"""The accelerator on a bus, without the core: a test is the master. Circuit and interpreter agree in each cycle,
behind OBI and behind APB, and results are those of Python's integers.
"""

from random import Random

import pytest

from evariste.ecc import reference as ref
from evariste.ecc.curves import fields
from evariste.parts.mips.recipes.commands import BASE, CONFIG, COUNT, FLAG, INDEX, STATUS, TABLE, WAIT
from evariste.parts.mips.recipes.layout import RAM
from verify.on_bus import SEEN, Access, Bus, check_errors, check_wrong_accesses, traffic

M, STRIDE = 163, 6
BUSES = [pytest.param(False, id="obi"), pytest.param(True, id="apb")]
A, B, RESULT = range(1, 4)


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> Bus:
    return Bus("billie", late=request.param)


def place(slot: int) -> int:
    return RAM + 4 * STRIDE * slot


def begin(bus: Bus) -> None:
    """In the state after reset or any other."""
    bus.write(STATUS, 0)
    values = {BASE: RAM, TABLE: RAM, COUNT: 4, INDEX: 0, FLAG: 0, CONFIG: STRIDE << 9}
    for register, value in values.items():
        bus.write(register, value)


def test_results_are_those_of_integers(bus: Bus) -> None:
    rng, f = Random(1), fields()[M]
    begin(bus)
    for _ in range(20):
        a, b = (rng.choice((0, 1, (1 << M) - 1, rng.getrandbits(M), rng.getrandbits(M))) for _ in range(2))
        bus.read(WAIT)
        bus.put(place(A), STRIDE, a)
        bus.put(place(B), STRIDE, b)
        for register, slot in ((1, A), (2, B)):
            bus.patient("gld", dest=register, slot=slot)
        bus.patient("gmul", dest=3, first=1, other=2)
        bus.patient("gsqr", dest=4, first=3, times=2)
        bus.patient("gadd", dest=5, first=4, other=1)
        bus.patient("gst", first=5, slot=RESULT)
        assert bus.read(WAIT) == 0
        product = ref.mul(a, b, f)
        assert bus.get(place(RESULT), STRIDE) == ref.sqr(ref.sqr(product, f), f) ^ a


def test_a_full_queue_is_an_error_that_can_be_cleared(bus: Bus) -> None:
    def ready() -> None:
        begin(bus)
        bus.put(place(A), STRIDE, 5)
        bus.patient("gld", dest=1, slot=A)
        bus.read(WAIT)

    def put(name: str, **operands: int) -> Access:
        return Access(4 * bus.command_word, int.from_bytes(bus.isa.encode(name, **operands), "little"))

    slow, quick = put("gsqr", dest=2, first=2, times=511), put("gst", first=1, slot=RESULT)
    check_errors(bus, ready, slow, quick, lambda: bus.get(place(RESULT), STRIDE))
    assert bus.get(place(RESULT), STRIDE) == 5


def test_wrong_accesses_change_nothing(bus: Bus) -> None:
    check_wrong_accesses(bus, lambda: begin(bus))


def test_a_master_that_does_anything(bus: Bus) -> None:
    names = ("gmul", "gsqr", "gadd", "gcswap", "gld", "gst", "gtsel", "geq", "gnop")

    def then(rng: Random) -> Access:
        if rng.random() < 0.15:
            register = rng.choice((INDEX, FLAG, INDEX, FLAG, CONFIG, COUNT))
            return Access(4 * register, {CONFIG: STRIDE << 9, COUNT: 4}.get(register, rng.randrange(4)))
        name = rng.choice(names)
        fields = bus.isa.by_name[name].fields
        values = {"times": rng.choice((1, 2, 90)), "slot": rng.randrange(2 if name == "gtsel" else 8)}
        word = int.from_bytes(bus.isa.encode(name, **{k: values.get(k, rng.randrange(6)) for k in fields}), "little")
        return Access(4 * bus.command_word, word if rng.random() < 0.98 else rng.getrandbits(32))

    seen = sum((traffic(bus, seed, 2_500, lambda: begin(bus), then) for seed in range(8)),
               start=traffic(bus, 8, 100, lambda: begin(bus), then))  # fmt: skip
    assert all(seen[what] for what in SEEN), seen
