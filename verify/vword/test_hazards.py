# SPDX-License-Identifier: Apache-2.0
"""The random programs of the full tests have every producer before every consumer, at every distance that matters."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from evariste.isa import machine
from evariste.machines import named
from evariste.machines.vword import recipes
from evariste.machines.vword.instance import from_parameters
from evariste.parts.mips.recipes import hazards
from evariste.parts.mips.recipes.generator import Generator
from verify.vword.test_engines import MORE, SOME
from verify.vword.wide_programs import program

Found = set[tuple[str, str, int]]  # producer, consumer, distance
DISTANCES = range(1, 5)


def names(functions: tuple[Callable[..., object], ...]) -> set[str]:
    return {function.__name__ for function in functions}


def watched(monkeypatch: pytest.MonkeyPatch) -> Found:
    """What the statement `hazard` of the core's programs writes from now on."""
    found: Found = set()
    last: list[tuple[str, int]] = []

    def producer(make: hazards.Produce) -> hazards.Produce:
        def produced(g: Generator, r: int, cell: int) -> None:
            make(g, r, cell)
            last[:] = [(make.__name__, g.code.here)]

        return produced

    def consumer(make: hazards.Consume) -> hazards.Consume:
        def consumed(g: Generator, r: int, other: int) -> Callable[[], object]:
            ready = make(g, r, other)

            def put() -> object:
                ((name, at),) = last
                found.add((name, make.__name__, (g.code.here - at) // 4 + 1))
                return ready()

            return put

        return consumed

    for what in ("KEEPING", "CHANGING"):
        monkeypatch.setattr(hazards, what, tuple(map(producer, getattr(hazards, what))))
    monkeypatch.setattr(hazards, "CONSUMERS", tuple((consumer(c), keeps) for c, keeps in hazards.CONSUMERS))
    return found


@pytest.mark.full
def test_the_core_meets_every_hazard(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = {
        pair
        for consume, keeps in hazards.CONSUMERS
        for pair in product(names(hazards.KEEPING if keeps else hazards.CHANGING), [consume.__name__])
    }
    wanted = {(*pair, distance) for pair in pairs for distance in DISTANCES}
    found = watched(monkeypatch)
    for seed in range(SOME, SOME + MORE):
        recipes.generate(seed, "timed")
    for seed in range(SOME, SOME + MORE // 10):
        recipes.generate(seed, "long")
    assert wanted - found == set()
    assert found == wanted


ISA = machine("vword")
NAME = "f163_d32"  # of level field, which has every instruction
READS = {"vs": ("vt",), "vxor": ("vs", "vt"), "vsh": ("vs",), "vshx": ("vs", "vt"), "vmask": ("vs",),
         "mfc2": ("vs",), "mtc2": ("vd",), "vsel": ("vs", "vt"), "vfmul": ("vs", "vt"), "vfsq": ("vs",),
         "vred": ("vs", "vt")}  # fmt: skip
WRITES = ("vl", "mtc2", "vxor", "vsh", "vshx", "vmask", "vsel", "vfmul", "vfmf", "vfsq", "vred")


def dependent(code: bytes) -> Found:
    """Instructions of the accelerator that read what one up to four before them wrote last, by position."""
    found: Found = set()
    written: dict[int, tuple[str, int]] = {}  # by register: the last writer, and its place
    for place in range(0, len(code), 4):
        decoded = ISA.decode(int.from_bytes(code[place : place + 4], "little"))
        if decoded is None:
            continue
        name, operands = decoded.insn.name, decoded.operands
        for field in READS.get(name, ()):
            if operands[field] in written:
                producer, at = written[operands[field]]
                if (distance := (place - at) // 4) in DISTANCES:
                    found.add((producer, f"{name}.{field}", distance))
        if name in WRITES and operands["vd"]:
            written[operands["vd"]] = name, place
    return found


@pytest.mark.full
def test_the_accelerator_meets_every_hazard() -> None:
    made = from_parameters(named("vword").configurations[NAME].parameters)
    wanted = {(producer, f"{name}.{field}", distance) for producer in WRITES for name, fields in READS.items()
              for field in fields for distance in DISTANCES}  # fmt: skip
    found: Found = set()
    for seed in range(300):
        found |= dependent(program(Random(seed), made, 400, faults=seed % 4 != 0))
    assert wanted - found == set()
