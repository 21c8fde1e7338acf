# SPDX-License-Identifier: Apache-2.0
"""Checks of the synthesised netlist (evariste/verification/gates/mapped.py): operands, programs and proofs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from evariste import machines
from evariste.gf import polynomial
from evariste.gf.lanes import Lanes, descriptor, multiply32
from evariste.silicon.liberty import Library
from evariste.silicon.synth import Job
from evariste.sim import Machine
from evariste.verification import gates, randprog
from evariste.verification.gates import bare, mapped, same, soc
from evariste.verification.randprog import layout, run

Compute = Callable[[str, bytes, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
CYCLES = 2_000_000


def exhaustive(compute: Compute, m: int) -> int:
    """Every pair of operands of one field of degree m, in every lane, and every operand of the other operations. The
    32-bit product is checked on random words. The reference is independent of the circuit.
    """
    poly = polynomial.irreducibles(m)[-1]
    field, reference = descriptor(poly), Lanes(descriptor(poly))
    a, b = (x.ravel().astype(np.uint8) for x in np.meshgrid(np.arange(1 << m), np.arange(1 << m), indexing="ij"))
    one, exponent = (x.ravel().astype(np.uint8) for x in np.meshgrid(np.arange(1 << m), np.arange(256), indexing="ij"))
    single = np.arange(1 << m, dtype=np.uint8)
    work = {
        "MUL": (a, b, reference.multiply), "POW": (one, exponent, reference.power), "ADD": (a, b, np.bitwise_xor),
        "SQ": (single, single, lambda x, _: reference.square(x)),
        "INV": (single, single, lambda x, _: reference.inverse(x)),
    }  # fmt: skip
    total = 0
    for op, (x, y, wanted) in work.items():
        x, y = _words(x), _words(y)
        low, _ = compute(op, field, x, y)
        assert np.array_equal(low, wanted(x, y)), f"{op} modulo {poly:#x} is wrong"
        total += 4 * len(x)
    x, y = np.random.default_rng(m).integers(0, 1 << 32, (2, 4096), np.uint32)
    assert np.array_equal(np.stack(compute("CLMUL", field, x, y)[::-1]), np.stack(multiply32(x, y))), "CLMUL is wrong"
    return total + len(x)


def _words(lanes: np.ndarray) -> np.ndarray:
    """Words in which each byte stands in each of the four lanes."""
    quads = np.concatenate([lanes, np.zeros(-len(lanes) % 4, np.uint8)]).reshape(-1, 4)
    return np.concatenate([np.roll(quads, lane, axis=1) for lane in range(4)]).copy().view(np.uint32).ravel()


def equivalence(job: Job, folder: Path, library: Library | None = None) -> int:
    """Proves that the netlist of a job equals its RTL. Returns the number of outputs and next states."""
    found = same.compare(mapped.rtl(job, folder), mapped.netlist(job, folder, library))
    assert not found.unmatched, f"{found.unmatched[0]} has no counterpart in the RTL"
    assert not found.differs, f"{found.differs} differs from the RTL's"
    assert found.proved is not False, "a function differs from the RTL's"
    assert found.proved, "it is not proved to be its RTL within the time"
    return found.pairs


def system(folder: Path, library: Library | None = None) -> soc.Soc:
    """512 systems around the core's netlist."""
    return soc.Soc(mapped.the_system(folder, library))


def firmware(netlist: soc.Soc) -> int:
    """Every program without a host, compared at each retirement with the interpreter; the number of instructions."""
    total = 0
    for name in bare.programs():
        program = bare.build(name)
        netlist.clear()
        netlist.load(program.segments)
        netlist.record(True)
        netlist.run([0], CYCLES)
        found = netlist.take_record()
        netlist.record(False)
        machine = Machine(engine="iss")
        machine.clear()
        for address, data in program.segments:
            machine.write(address, data)
        machine.reset()
        assert np.array_equal(found, machine.record(len(found))), f"{name} takes another way on the netlist"
        result = netlist.read(0, program.result, program.length)
        assert result == machine.read(program.result, program.length), f"{name} ends otherwise on the netlist"
        total += len(found)
    return total


def programs(netlist: soc.Soc, count: int, first: int = 0) -> int:
    """Random programs, each in a lane of its own, to their ends: clocks and memory must equal the interpreter's."""
    made = [randprog.generate(seed, "timed") for seed in range(first, first + count)]
    total = 0
    machine = run.machine("iss")
    for at in range(0, count, gates.lanes()):
        batch = made[at : at + gates.lanes()]
        netlist.clear()
        for lane, program in enumerate(batch):
            netlist.load(program.segments, lane)
        netlist.run(range(len(batch)), CYCLES, follow=True)
        for lane, program in enumerate(batch):
            stop = run.execute(machine, program)
            name = run.name(program)
            size = layout.SAVED.end - layout.SAVED.first
            mine, theirs = netlist.read(lane, layout.SAVED.first, size), machine.read(layout.SAVED.first, size)
            assert mine == theirs, f"{name} leaves another memory on the netlist"
            assert abs(netlist.when(lane) - stop.cycles) <= 2, f"{name} takes another number of cycles on the netlist"
            total += stop.instructions
    return total


def products(netlist: soc.Soc, words: int = 32) -> int:
    """muls on pairs of random and extreme words, 512 programs of `words` pairs each."""
    rng = np.random.default_rng(9)
    pairs = rng.integers(0, 1 << 32, (gates.lanes(), words, 2), np.uint32)
    edges = np.array([0, 1, 0xFFFFFFFF, 0x80000000, 0x55555555, 0xAAAAAAAA, 0xFFFF, 0x10000], np.uint32)
    pairs[0::4, :, 0] = rng.choice(edges, (len(pairs[0::4]), words))
    code = [0x4C04]  # ldr r4, =data
    code += [0x2500 | words]  # movs r5, #words
    code += [0xCC03, 0x4348, 0xC601, 0x3D01, 0xD1FA, 0xBE00]  # ldm r4!, {r0, r1}; muls; stm r6!, {r0}; subs; bne; bkpt
    code = [0x4E05, *code]  # ldr r6, =results
    start = layout.CODE_ROM.first
    data, results = layout.DATA_RAM.first, layout.MAIN_STACK.first
    literal = {4: data, 6: results}
    body = _with_literals(code, start, literal)
    vectors = layout.MAIN_STACK.end.to_bytes(4, "little") + (start | 1).to_bytes(4, "little")
    netlist.clear()
    netlist.load([(layout.ROM, vectors), (start, body)])
    for lane in range(gates.lanes()):
        netlist.load([(data, pairs[lane].tobytes())], lane)
    netlist.run(range(gates.lanes()), 20_000, follow=True)
    for lane in range(gates.lanes()):
        found = np.frombuffer(netlist.read(lane, results, 4 * words), np.uint32)
        wanted = pairs[lane, :, 0] * pairs[lane, :, 1]
        assert np.array_equal(found, wanted), f"a product is wrong in lane {lane}"
    return pairs.size // 2


def _with_literals(code: list[int], start: int, literal: dict[int, int]) -> bytes:
    """The halfwords with their `ldr rX, =value` pointing at a pool behind them."""
    halfwords = list(code) + ([0xBF00] if len(code) % 2 else [])
    pool = b""
    for i, h in enumerate(code):
        if h >> 11 == 0b01001:
            offset = 2 * len(halfwords) + len(pool) - ((2 * i + 4) & ~3)
            halfwords[i] = h & 0xFF00 | offset // 4
            pool += literal[h >> 8 & 7].to_bytes(4, "little")
    assert start % 4 == 0
    return b"".join(h.to_bytes(2, "little") for h in halfwords) + pool


def record(kind: str, compared: int, checked: str, **more: Any) -> dict[str, Any]:
    """One passed check of the netlist as a record."""
    from evariste.record import record as a_record

    return a_record(
        workload=f"netlist.{kind}",
        engine="gates",
        configuration=machines.default().configuration,
        cycles=None,
        params=more,
        passed=True,
        checked=checked,
    ) | {"compared": compared}
