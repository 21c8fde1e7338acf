# SPDX-License-Identifier: Apache-2.0
"""The accelerator on a bus, without the core: a test is the master. Circuit and interpreter agree in each cycle,
behind OBI and behind APB, and results are those of Python's integers.
"""

import ctypes
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from evariste.isa import machine
from evariste.machines.monte.recipes.accelerator import N0
from evariste.parts.mips.recipes.commands import BASE, CONFIG, COUNT, FLAG, INDEX, STATUS, STRIDE, TABLE, WAIT
from evariste.parts.mips.recipes.layout import RAM
from evariste.paths import ROOT
from verify.monte.programs import BINARY_FIELDS, DIGIT_FIELDS, GENERIC_FIELDS, P256, Field
from verify.on_bus import SEEN, Access, Bus, check_errors, check_wrong_accesses, traffic

FIELDS = [*GENERIC_FIELDS, *DIGIT_FIELDS, *BINARY_FIELDS]
BUSES = [pytest.param(False, id="obi"), pytest.param(True, id="apb")]
SMALL = DIGIT_FIELDS[0]
P, A, B, PRODUCT, SUM, SQUARE = range(6)


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> Bus:
    return Bus("monte", late=request.param)


def place(slot: int) -> int:
    return RAM + 4 * STRIDE * slot


def begin(bus: Bus, f: Field) -> None:
    """Chooses the field, in the state after reset or any other."""
    bus.write(STATUS, 0)
    bus.put(place(P), f.k, f.stored)
    values = {BASE: RAM, TABLE: RAM, COUNT: 4, INDEX: 0, FLAG: 0, **f.registers}
    for register, value in values.items():
        bus.write(register, value)
    bus.patient("psetp", first=P)


@pytest.mark.parametrize("f", FIELDS, ids=lambda f: f.name)
def test_results_are_those_of_integers(bus: Bus, f: Field) -> None:
    rng = Random(1)
    begin(bus, f)
    for _ in range(3):
        a, b = f.element(rng), f.element(rng)
        bus.read(WAIT)
        bus.put(place(A), f.k, a)
        bus.put(place(B), f.k, b)
        bus.patient("pmul", dest=PRODUCT, first=A, other=B, fetch=0)
        bus.patient("padd", dest=SUM, first=A, other=B, fetch=0)
        bus.patient("psqr", dest=SQUARE, first=SUM, fetch=0)
        assert bus.read(WAIT) == 0
        found = [bus.get(place(slot), f.k) for slot in (PRODUCT, SUM, SQUARE)]
        assert found == [f.product(a, b), f.sum(a, b), f.product(f.sum(a, b), f.sum(a, b))]


def test_a_full_queue_is_an_error_that_can_be_cleared(bus: Bus) -> None:
    def ready() -> None:
        begin(bus, SMALL)
        bus.read(WAIT)
        bus.put(place(A), SMALL.k, 5)

    def put(name: str, **operands: int) -> Access:
        return Access(4 * bus.command_word, int.from_bytes(bus.isa.encode(name, **operands), "little"))

    slow, quick = put("pmul", dest=B, first=A, other=A, fetch=3), put("padd", dest=SUM, first=A, other=A, fetch=0)
    check_errors(bus, ready, slow, quick, lambda: bus.get(place(SUM), SMALL.k))
    assert bus.get(place(SUM), SMALL.k) == 10


def test_wrong_accesses_change_nothing(bus: Bus) -> None:
    check_wrong_accesses(bus, lambda: begin(bus, SMALL))


def test_a_master_that_does_anything(bus: Bus) -> None:
    def then(rng: Random) -> Access:
        if rng.random() < 0.15:
            register = rng.choice((INDEX, FLAG, INDEX, FLAG, CONFIG, N0, COUNT))
            return Access(4 * register, {CONFIG: SMALL.registers[CONFIG], COUNT: 4}.get(register, rng.randrange(4)))
        name = rng.choice(("pmul", "psqr", "padd", "psub", "pcpy", "pcswap", "ptsel", "peq", "pnop", "psetp"))
        operands = {field: rng.randrange(8) for field in bus.isa.by_name[name].fields} | {"fetch": 0}
        if name in ("ptsel", "psetp"):
            operands["first"] = P
        word = int.from_bytes(bus.isa.encode(name, **{k: operands[k] for k in bus.isa.by_name[name].fields}), "little")
        return Access(4 * bus.command_word, word if rng.random() < 0.98 else rng.getrandbits(32))

    seen = sum((traffic(bus, seed, 2_500, lambda: begin(bus, SMALL), then) for seed in range(8)), start=traffic(
        bus, 8, 100, lambda: begin(bus, SMALL), then))  # fmt: skip
    assert all(seen[what] for what in SEEN), seen


WORD = ctypes.c_uint32
NUMBER = WORD * 8


def compiled(source: Path, target: Path, *options: str) -> Path:
    """For this computer, with the generated header."""
    compiler = shutil.which("cc") or "gcc"
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'gen/monte/commands'}", *options]
    subprocess.run([compiler, *flags, "-o", target, source], check=True)
    return target


def test_a_driver_in_c_on_another_core(bus: Bus, tmp_path: Path) -> None:
    """on_bus.c with the generated header; registers and commands are bus accesses of the test's own processor."""
    source = Path(__file__).with_name("on_bus.c")
    driver = ctypes.CDLL(str(compiled(source, tmp_path / "driver.so", "-shared", "-fPIC")))
    callbacks = {
        "bus_read": ctypes.CFUNCTYPE(WORD, WORD)(lambda offset: bus.read(offset // 4)),
        "bus_write": ctypes.CFUNCTYPE(None, WORD, WORD)(lambda offset, value: bus.write(offset // 4, value)),
        "ram_read": ctypes.CFUNCTYPE(WORD, WORD)(lambda offset: bus.get(RAM + offset, 1)),
        "ram_write": ctypes.CFUNCTYPE(None, WORD, WORD)(lambda offset, value: bus.put(RAM + offset, 1, value)),
    }
    for name, callback in callbacks.items():
        ctypes.c_void_p.in_dll(driver, name).value = ctypes.cast(callback, ctypes.c_void_p).value
    rng, result = Random(2), NUMBER()
    for _ in range(5):
        a, b = rng.randrange(P256), rng.randrange(P256)
        words = [NUMBER(*(value >> 32 * i & 0xFFFFFFFF for i in range(8))) for value in (a, b)]
        assert driver.product(WORD(RAM), result, *words) == 0
        assert sum(word << 32 * i for i, word in enumerate(result)) == a * b % P256


def test_the_words_of_a_bus_are_addresses(tmp_path: Path) -> None:
    """With MONTE_ADDRESS alone, the macros are accesses there: this program's own array."""
    source = tmp_path / "at.c"
    source.write_text(
        "#include <stdint.h>\nuint32_t words[16];\n#define MONTE_ADDRESS ((uintptr_t)words)\n"
        '#include "monte_commands.h"\n'
        "uint32_t at(void) { uint32_t v; MONTE_SET(MONTE_BASE, 5); PADD(1, 2, 3); MONTE_GET(v, MONTE_ID); return v; }\n"
    )
    library = ctypes.CDLL(str(compiled(source, tmp_path / "at.so", "-shared", "-fPIC")))
    words = (WORD * 16).in_dll(library, "words")
    words[11] = 7
    assert library.at() == 7
    command = int.from_bytes(machine("monte").encode("padd", dest=1, first=2, other=3, fetch=0), "little")
    assert [*words] == [0, 0, 5, *[0] * 8, 7, command, 0, 0, 0]
